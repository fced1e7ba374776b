# Sourced by run in the full form: 500 id types in one database, and a thousand partitions by each
# type, beside uuid: the size of a dump, the memory of a session.
# shellcheck shell=bash disable=SC2154

many_types=500 partitions=1000
db=postgres # what sql uses
own_database many
sql "CREATE EXTENSION base62id"
dump_size() { "$bindir/pg_dump" -h "$work" -p "$port" -U postgres many | wc -c; }
# Bytes of a session that has run so many statements; without the parser's and the query's own.
session_memory() { # FILE
    { echo '\o /dev/null' && cat "$1" && printf '%s\n' '\o' "SELECT sum(used_bytes) FROM pg_backend_memory_contexts;"; } | sql
}
with_types() { # FIRST LAST TABLE-SQL: %1$s is the number
    sql <<<"SELECT format(\$\$$3\$\$, n) FROM generate_series($1, $2) n \\gexec"
}

nothing=$(dump_size)
with_types 1 1 "CREATE TABLE uuid_%1\$s (id uuid PRIMARY KEY)"
uuid_table=$(($(dump_size) - nothing))
with_types 1 1 "SELECT typeid_create_type('many_%1\$s', 'm' || translate('%1\$s', '0123456789', 'abcdefghij'))" >/dev/null
with_types 1 1 "CREATE TABLE of_%1\$s (id many_%1\$s PRIMARY KEY)"
echo "SELECT FROM of_1 WHERE id = (SELECT min(id) FROM of_1);" >"$work/one"
memory_of_one=$(session_memory "$work/one")
with_types 2 $many_types "SELECT typeid_create_type('many_%1\$s', 'm' || translate('%1\$s', '0123456789', 'abcdefghij'))" >/dev/null
sql_is "$many_types id types in one database" "SELECT count(*) FROM typeid_types()" $many_types
memory=$(session_memory "$work/one")
note "a session that uses one type: $memory_of_one bytes where there is one, $memory where there are $many_types"
# Names that all types share, as = and min, are looked up with all their candidates.
check "... at most 1,500 bytes for each of the others" test $(((memory - memory_of_one) / (many_types - 1))) -le 1500
a_type=$((($(dump_size) - nothing - 2 * uuid_table) / many_types))
note "a dump: $a_type bytes of each type, $uuid_table of a table with a key of uuid; $(sql "
    SELECT count(*) / $many_types FROM pg_depend WHERE deptype <> 'e' AND objid >= 16384") rows of pg_depend"
check "... a dump has at most 45,000 bytes of each" test $a_type -gt 1000 -a $a_type -le 45000

with_types 2 $many_types "CREATE TABLE uuid_%1\$s (id uuid PRIMARY KEY)"
with_types 2 $many_types "CREATE TABLE of_%1\$s (id many_%1\$s PRIMARY KEY)"
for kind in uuid of; do
    for ((i = 1; i <= many_types; i++)); do echo "SELECT FROM ${kind}_$i a JOIN ${kind}_$i b USING (id) WHERE b.id IS NOT NULL ORDER BY id;"; done >"$work/all_$kind"
done
of_uuid=$(session_memory "$work/all_uuid") of_types=$(session_memory "$work/all_of")
note "a session that uses all $many_types tables: $of_uuid bytes of uuid, $of_types of a type each, $(((of_types - of_uuid) / many_types)) a type"
# It grows with the number of types, since PostgreSQL looks through the default operator classes for
# each: 19,457 bytes a type with a hundred.
check "... at most 60,000 bytes a type more" test "$of_types" -gt "$of_uuid" -a $(((of_types - of_uuid) / many_types)) -le 60000

# Partitions, whose bounds are values in order.
partitioned() { # TYPE VALUE
    sql <<SQL
CREATE TABLE values_$1 AS SELECT row_number() OVER (ORDER BY id) AS n, id FROM (SELECT $2 AS id FROM (
    SELECT i, decode(md5(i::text), 'hex') AS o, md5(i::text)::uuid AS u, i * 1000003::numeric AS n FROM generate_series(1, $partitions + 1) AS i) AS s) AS v;
CREATE TABLE part_$1 (id $1) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE part_$1_%s PARTITION OF part_$1 FOR VALUES FROM (%L) TO (%L)', a.n, a.id, b.id)
    FROM values_$1 AS a JOIN values_$1 AS b ON b.n = a.n + 1 \gexec
INSERT INTO part_$1 SELECT id FROM values_$1 WHERE n <= $partitions;
SQL
    sql_is "$partitions partitions by $1, each with its row" "SELECT count(*), count(DISTINCT tableoid) FROM part_$1" "$partitions|$partitions"
    is "... an id is looked for in one" "$(sql "EXPLAIN (COSTS OFF) SELECT FROM part_$1 WHERE id = '$(sql "SELECT id FROM values_$1 WHERE n = 500")'" | grep -c 'Scan on part_')" 1
    sql "SELECT format('SELECT FROM part_$1 WHERE id = %L;', id) FROM values_$1 WHERE n <= 20" >"$work/some_$1"
    echo "SELECT count(*) FROM part_$1;" >"$work/every_$1"
}
partitioned uuid u
some_of_uuid=$(session_memory "$work/some_uuid") every_of_uuid=$(session_memory "$work/every_uuid")
while IFS=$'\t' read -r type value; do
    partitioned "$type" "$value"
    some=$(session_memory "$work/some_$type") every=$(session_memory "$work/every_$type")
    note "memory of a session, $type and uuid: 20 look-ups $some and $some_of_uuid bytes, all partitions $every and $every_of_uuid"
    check "... at most 1.15 of uuid's and 64 KiB" test "$some" -le $((some_of_uuid * 115 / 100 + 65536)) -a "$every" -le $((every_of_uuid * 115 / 100 + 65536))
done < <(column_of_types 'type value' && printf '%s\t%s\n' many_1 u::many_1)
