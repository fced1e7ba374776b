# Sourced by scripts/lib.sh and server.sh: an extension outside of the server's own directories, installed by "make install DESTDIR=$root"
# with $pg_config.
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
