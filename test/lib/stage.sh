# The extension outside of a server's own directories. Sourced by scripts/lib.sh, by server.sh, and
# by tests that need it for several majors at once. $pg_config is the server's, and "make install
# DESTDIR=$root" was run with it.
# shellcheck shell=bash disable=SC2154

# Debian's patch (extension_destdir) and PostgreSQL 18's own setting let a server find it.
finds_staged() { grep -Eq '^#?extension_(destdir|control_path)' "$("$pg_config" --sharedir)/postgresql.conf.sample"; }

server_options() {
    local share lib
    share=$("$pg_config" --sharedir)
    lib=$("$pg_config" --pkglibdir)
    if grep -q extension_destdir "$share/postgresql.conf.sample"; then
        echo "extension_destdir = '$root'"
    else
        echo "extension_control_path = '$root$share:\$system'"
    fi
    echo "dynamic_library_path = '$root$lib:\$libdir'"
}

# Those that can be upgraded to or from with pg_upgrade, oldest first.
majors_here() {
    local at
    for at in /usr/lib/postgresql/*/; do
        [ ! -x "$at/bin/pg_upgrade" ] || [ ! -d "$at/lib/pgxs" ] || basename "$at"
    done | sort -n
}

# Builds a directory of sources for a major, installs below ROOT, and writes the settings by which a
# server finds it to ROOT.conf.
stage_major() { # MAJOR SOURCES ROOT
    local pg_config=/usr/lib/postgresql/$1/bin/pg_config root=$3 destdir=$3
    mkdir -p "$root"
    finds_staged || destdir='' # the server itself
    make -s -C "$2" -j"$(nproc)" install PG_CONFIG="$pg_config" DESTDIR="$destdir" || return
    by_bare_name "$destdir$("$pg_config" --sharedir)"
    { ! finds_staged || server_options; } >"$root.conf"
}

# pg_upgrade loads '$libdir/base62id', which PostgreSQL 18 takes for the server's own directory, and
# that is not ours to write to.  By its bare name a library is found by dynamic_library_path.
by_bare_name() { # SHAREDIR
    sed -i 's,\$libdir/,,' "$1/extension/base62id.control" "$1/extension/base62id-skip-support.sql"
}
