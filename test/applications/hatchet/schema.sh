# Sourced by run: Hatchet, as its sql/schema has it, with a day's partitions of each table by its
# own functions.
sources=(hatchet)
make_schema() {
    local name
    for name in sql/schema/{v0,v1-core,v1-olap} pkg/repository/sqlcv1/concurrency-additional-tables; do
        psql_plain -f "$BASE62ID_SOURCES/hatchet/$name.sql"
    done
    psql_plain -o /dev/null -c "SELECT CASE partstrat WHEN 'h' THEN create_v1_hash_partitions(relname, 4) ELSE create_v1_range_partition(relname, '2025-01-01') END
        FROM pg_partitioned_table JOIN pg_class AS c ON c.oid = partrelid WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = c.oid)"
}
# Functions that say that they return uuid, of what they execute: as the remark on functions asks.
mend() { # TARGET
    prepared before >"$work/prepared.before"
    sql "DO \$\$
        DECLARE f regprocedure; wanted text = 'SELECT tenant_id,( id, inserted_at,)? external_id,';
        BEGIN
            FOR f IN SELECT oid FROM pg_proc WHERE prosrc ~ wanted AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql') LOOP
                EXECUTE regexp_replace(pg_get_functiondef(f), wanted, 'SELECT tenant_id::uuid,\1 external_id::uuid,', 'g');
            END LOOP;
        END \$\$"
}
# What it asks of its database: each query can still be prepared.
prepared() {
    perl "$here/hatchet/queries.pl" "$BASE62ID_SOURCES"/hatchet/pkg/repository/sqlcv1/*.sql >"$work/queries.sql"
    echo "SELECT name FROM pg_prepared_statements ORDER BY name" >>"$work/queries.sql"
    psql_plain -f "$work/queries.sql" 2>"$work/queries.$1.log"
}
moved_there() { # TARGET
    local of="'2025-01-01', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 10"
    check "$app, $1: the functions that were mended" sql "SELECT FROM list_paginated_payloads_for_offload($of); SELECT FROM list_paginated_olap_payloads_for_offload($of)"
    prepared "$1" >"$work/prepared.$1"
    # Id types do not compare with what a query casts to uuid.
    [ "$1" = typed ] || is "$app, $1: all queries that it could prepare before" "$(comm -23 "$work/prepared.before" "$work/prepared.$1")" ""
    note "$app, $1: $(wc -l <"$work/prepared.$1") of its queries are prepared, $(wc -l <"$work/prepared.before") were before, of $(grep -c ^PREPARE "$work/queries.sql")"
}
