# The version after the present one, made as scripts/release/README.md says: one new function, one new
# member in a class of every type, one changed attribute of a comparison. Sourced after server.sh by
# tests of upgrades.
#
# make_next_version sets $this and $next, the versions of the SQL objects, $share, the server's
# directory of extensions, $updates, that of the update scripts, and installs this version into
# $work/old and the next one into $work/root. It needs what scripts/suite has built.
# shellcheck shell=bash disable=SC2034,SC2154

# Which files that say the version do not say this one.
files_without_version() { # VERSION
    (cd "$work/src" && xargs grep -LF "$1" META.json CHANGELOG.md debian/changelog <scripts/release/versioned-files)
}

build() { make -s -C "$work/src" PG_CONFIG="$PG_CONFIG" "$@"; }

make_next_version() {
    stage_source built # two sources change
    cp -a "${BASE62ID_DESTDIR-}" "$work/old"
    share=$("$PG_CONFIG" --sharedir)
    this=$(sed -n "s/^default_version = '\(.*\)'/\1/p" "$work/src/base62id.control")
    next=${this%.*}.$((${this#*.} + 1))
    updates=$work/src/src/sql/updates
    check "scripts/release/next begins $next" env BASE62ID_UNFINISHED=1 "$work/src/scripts/release/next" "$next"
    is "... and says it wherever the version stands" "$(files_without_version "$next.0")" ''
    add_to_next_version
    check "it builds" build
    write_update_script
    check "... and is installed" build install DESTDIR="$work/root"
}

# What the next version has that this one has not.
add_to_next_version() {
    cat >"$work/added.sql" <<'SQL'
CREATE FUNCTION base62id_one() RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_one() IS 'one';
CREATE FUNCTION base62id_class_options(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_class_options(internal) IS 'btree support: no options';
SQL
    sed -i -e "1r $work/added.sql" \
        -e '/FUNCTION 4 pg_catalog.btequalimage(oid);/s/;/,\n    FUNCTION 5 base62id_class_options(internal);/' \
        -e '/^CREATE FUNCTION [a-z0-9@]*_smaller(/{n;s/;$/ COST 2;/}' "$work/src/src/sql/base62id.sql"
    sed -i '/_template()$/,/^\$template\$;/s/FUNCTION 5 base62id_class/FUNCTION 5 @base62id@.base62id_class/' "$work/src/src/sql/base62id.sql"
    cat >>"$work/src/src/pg/module.cpp" <<'C'
B62_FN(base62id_one) { PG_RETURN_INT32(1); }
extern "C" {
#include "access/reloptions.h"
}
B62_FN(base62id_class_options) {
    init_local_reloptions(reinterpret_cast<local_relopts *>(PG_GETARG_POINTER(0)), sizeof(int32));
    PG_RETURN_VOID();
}
C
}

write_update_script() {
    local type
    {
        cat "$work/added.sql"
        while read -r type; do
            echo "ALTER OPERATOR FAMILY ${type}_ops USING btree ADD FUNCTION 5 ($type, $type) base62id_class_options(internal);"
            echo "ALTER FUNCTION ${type}_smaller($type, $type) COST 2;"
        done < <(column_of_types type)
        sed -n '/^CREATE FUNCTION \(numeric_\)\?id_type_template()/,/^\$template\$;/p' "$work/src/base62id--$next.sql" |
            sed 's/^CREATE FUNCTION/CREATE OR REPLACE FUNCTION/'
    } >>"$updates/base62id--$this--$next.sql"
}
