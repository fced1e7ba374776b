# Sourced by tests that need the extension for several majors of PostgreSQL at once.
# shellcheck shell=bash

# Those that can be upgraded to or from with pg_upgrade, oldest first.
majors_here() {
    local at
    for at in /usr/lib/postgresql/*/; do
        [ ! -x "$at/bin/pg_upgrade" ] || [ ! -d "$at/lib/pgxs" ] || basename "$at"
    done | sort -n
}

# Builds a directory of sources for a major, installs below ROOT, and writes the settings by which a server finds it to ROOT.conf.
stage_major() { # MAJOR SOURCES ROOT
    local pg_config=/usr/lib/postgresql/$1/bin/pg_config root=$3 share where destdir
    mkdir -p "$root"
    # A server that no package brought has neither setting before 18: the extension goes into the server itself.
    share=$("$pg_config" --sharedir) destdir=$root
    if grep -q extension_destdir "$share/postgresql.conf.sample"; then
        where="extension_destdir = '$root'"
    elif [ "$1" -ge 18 ]; then
        where="extension_control_path = '$root$share:\$system'"
    else
        where='' destdir=''
    fi
    make -s -C "$2" -j"$(nproc)" install PG_CONFIG="$pg_config" DESTDIR="$destdir" || return
    by_bare_name "$destdir$share"
    printf '%s\n' "$where" "dynamic_library_path = '$destdir$("$pg_config" --pkglibdir):\$libdir'" >"$root.conf"
}

# pg_upgrade loads '$libdir/base62id', which PostgreSQL 18 takes for the server's own directory, and that is not ours to write
# to.  By its bare name a library is found by dynamic_library_path.
by_bare_name() { # SHAREDIR
    sed -i 's,\$libdir/,,' "$1/extension/base62id.control" "$1/extension/base62id-skip-support.sql"
}
