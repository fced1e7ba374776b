#!/bin/bash
# pure-sql/ as a trusted language extension, from installation to update to removal, by a role that
# is no superuser.
#
#   BASE62ID_PG_TLE=DIRECTORY test/pure-sql/pg_tle.sh
#
# DIRECTORY is what "make install DESTDIR=DIRECTORY" of pg_tle's sources left.
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
if [ -n "${BASE62ID_PG_TLE-}" ] && [ "$(id -u)" = 0 ]; then
    exec setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/ "$0" "$@"
fi
unset TEMP_CONFIG
. "$top/test/lib/server.sh"
if [ -z "${BASE62ID_PG_TLE-}" ]; then
    skip "pg_tle" "BASE62ID_PG_TLE does not say where it is"
    finish
    exit
fi
# pg_tle looks for its control file beside the server's own, so it and the server are copied
# together.
for place in bindir libdir pkglibdir sharedir; do
    place=$("$PG_CONFIG" --$place)
    [ "$place" = /usr/lib ] || [[ $place == /usr/lib/*-linux-* ]] || [ -e "$work/copy$place" ] || {
        mkdir -p "$work/copy$place" && cp -r "$place/." "$work/copy$place/"
    }
done
cp -r "$BASE62ID_PG_TLE/." "$work/copy/"
PG_CONFIG=$work/copy$bindir/pg_config bindir=$work/copy$bindir
rm -f "$work/copy$("$pg_config_path" --sharedir)"/extension/base62id*
new_server server "shared_preload_libraries = 'pg_tle'"
start_server server

version=$(sed -n 's/^   "version": "\([0-9.]*\)".*/\1/p' "$top/META.json")
"$top/scripts/package" --tle --from=0.9.0 "$work/tle" >/dev/null
# An older version that lacks a function and has another body for one.
sed "s/'base62id', '$version'/'base62id', '0.9.0'/; s/SELECT '$version'::pg_catalog.text/SELECT '0.9.0'::pg_catalog.text/" \
    "$work/tle/install.sql" | awk '/^CREATE OR REPLACE FUNCTION @schema@.ulid_max\(/ { out = 1 } !out { print } /^COMMENT ON FUNCTION @schema@.ulid_max/ { out = 0 }' \
    >"$work/old.sql"

sql "CREATE ROLE app LOGIN"
sql "CREATE DATABASE tle OWNER app"
db=tle sql "CREATE EXTENSION pg_tle; GRANT pgtle_admin TO app"
note "pg_tle $(db=tle sql "SELECT extversion FROM pg_extension WHERE extname = 'pg_tle'"), PostgreSQL $(sql 'SHOW server_version')"
db=tle db_user=app
is "the role is no superuser" "$(sql "SELECT usesuper FROM pg_user WHERE usename = current_user")" f
check "an older version installs" sql <"$work/old.sql"
is "CREATE EXTENSION" "$(sql "CREATE SCHEMA ids; CREATE EXTENSION base62id SCHEMA ids; SELECT extversion FROM pg_extension WHERE extname = 'base62id'")" 0.9.0
sql "ALTER DATABASE tle SET search_path = public, ids"
sql "GRANT USAGE ON SCHEMA ids TO PUBLIC"
tutorial="SELECT typeid_create_type('user_id', 'user'), typeid_create_type('order_id', 'order');
    CREATE TABLE users  (id user_id PRIMARY KEY DEFAULT user_id_new(), name text);
    CREATE TABLE orders (id order_id PRIMARY KEY DEFAULT order_id_new(), buyer user_id NOT NULL REFERENCES users);
    CREATE TABLE links  (id text COLLATE \"C\" PRIMARY KEY DEFAULT xid_new());
    INSERT INTO users (name) SELECT n::text FROM generate_series(1, 100) AS n;
    INSERT INTO orders (buyer) SELECT id FROM users;
    INSERT INTO links SELECT FROM generate_series(1, 100)"
check "the tutorial's schema" sql "$tutorial"
state="SELECT count(*), md5(string_agg(o.id::text || u.id::text, '' ORDER BY o.id::text COLLATE \"C\")) FROM orders AS o JOIN users AS u ON u.id = o.buyer"
before=$(sql "$state")
is "the older version has its own functions" "$(sql "SELECT ids.base62id_version(), to_regproc('ids.ulid_max')" 2>&1)" "0.9.0|"
check "an update path" sql <"$work/tle/update-0.9.0.sql"
is "ALTER EXTENSION UPDATE" "$(sql "ALTER EXTENSION base62id UPDATE; SELECT extversion, ids.base62id_version(), to_regproc('ids.ulid_max') FROM pg_extension WHERE extname = 'base62id'")" \
    "$version|$version|ulid_max"
is "every function belongs to the extension" "$(sql "SELECT count(*) FROM pg_proc AS p WHERE pronamespace = 'ids'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')")" 0
is "the rows are the same" "$(sql "$state")" "$before"
is "and new ones come" "$(sql "INSERT INTO users (name) VALUES ('new') RETURNING id::text ^@ 'user_'")" t
for script in contract typed; do
    output=$(psql_plain -v ON_ERROR_STOP=1 -v f=ids -v dir= -v where=", pg_tle" -f "$here/checks.sql" -f "$here/$script.sql" 2>&1) || fail "$script.sql ends early" "$output"
    while IFS= read -r line; do
        case $line in ok\ -*) pass "${line#ok - }" ;; "not ok"*) fail "${line#not ok - }" ;; esac
    done <<<"$output"
done
# Masks are beside the extension: what drops it keeps the keys.
is "masks.sql, by the same role" "$(
    psql_plain -v ON_ERROR_STOP=1 -f "$top/pure-sql/masks.sql" 2>&1
    sql "INSERT INTO base62id_mask_keys (number) VALUES (1);
    SELECT bool_and(uuid_unmask(uuid_mask(u)) = u AND uuid_mask(u) <> u) FROM (SELECT typeid_to_uuid(id) AS u FROM users) AS x"
)" t
got=$(sql "DROP EXTENSION base62id" 2>&1) && fail "DROP EXTENSION is refused while defaults use it" || pass "DROP EXTENSION is refused while defaults use it"
sql "DROP TABLE orders, users, links; DROP DOMAIN user_id CASCADE; DROP DOMAIN order_id CASCADE" 2>/dev/null
is "DROP EXTENSION takes its functions along, but no key" "$(sql "DROP EXTENSION base62id; SELECT count(*), (SELECT count(*) FROM base62id_mask_keys)
    FROM pg_proc WHERE pronamespace = 'ids'::regnamespace")" '0|1'
is "uninstall_extension" "$(sql "SELECT pgtle.uninstall_extension('base62id'); SELECT count(*) FROM pgtle.available_extensions()")" $'t\n0'
check "a fresh installation" sql <"$work/tle/install.sql"
is "is of this version" "$(sql "CREATE EXTENSION base62id SCHEMA ids; SELECT ids.base62id_version()")" "$version"
. "$here/tutorial.sh"
tutorial 4 ", pg_tle" psql_plain -f -
log_is_clean "the server is well"
finish
