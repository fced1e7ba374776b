# Sourced by run: what docs/scale.md says of Citus, on a coordinator and two workers.
# shellcheck shell=bash disable=SC2154

citus_tests() {
    local number place before after shard low high
    port=5435
    for number in 0 1 2; do
        port=$((5435 + number))
        new_server "citus_$number" "shared_preload_libraries = 'citus'" "citus.node_conninfo = 'sslmode=prefer'" \
            "wal_level = logical" "listen_addresses = '127.0.0.1'"
        start_server "citus_$number"
        sql "CREATE EXTENSION citus"
    done
    port=5435 db=postgres
    sql "SELECT citus_set_coordinator_host('127.0.0.1', 5435)" >/dev/null
    for number in 5436 5437; do
        sql "SELECT citus_add_node('127.0.0.1', $number)" >/dev/null
    done
    sql <<'SQL' >/dev/null
CREATE EXTENSION base62id;
SET citus.shard_count = 8;
CREATE TABLE customers (id typeid PRIMARY KEY DEFAULT typeid_generate('customer'), name text);
CREATE TABLE purchases (
    customer typeid NOT NULL, id baseuid NOT NULL DEFAULT baseuid_new(), country text,
    PRIMARY KEY (customer, id));
CREATE TABLE countries (code text PRIMARY KEY, name text);
SELECT create_distributed_table('customers', 'id');
SELECT create_distributed_table('purchases', 'customer', colocate_with => 'customers');
SELECT create_reference_table('countries');
INSERT INTO countries VALUES ('de', 'Germany'), ('fr', 'France');
INSERT INTO customers (name) SELECT 'customer ' || n FROM generate_series(1, 5000) n;
INSERT INTO purchases (customer, country) SELECT id, CASE WHEN random() < 0.5 THEN 'de' ELSE 'fr' END FROM customers;
SQL
    sql "COPY (SELECT typeid_generate('customer'), 'copied') TO STDOUT" >"$work/copy"
    sql "COPY customers FROM STDIN" <"$work/copy" || fail "Citus: COPY"
    sql_is "Citus: COPY in" "SELECT count(*) FROM customers WHERE name = 'copied'" 1
    sql_is "Citus: a look-up goes to one shard" "
        SELECT count(*) FROM customers WHERE id = '$(cut -f1 "$work/copy")'" 1
    check "Citus: and one task" grep -q 'Task Count: 1$' <<<"$(sql "
        EXPLAIN SELECT name FROM customers WHERE id = '$(cut -f1 "$work/copy")'")"
    sql_is "Citus: a parameter of a prepared statement" "
        PREPARE look(typeid) AS SELECT name FROM customers WHERE id = \$1; EXECUTE look('$(cut -f1 "$work/copy")')" copied
    sql_is "Citus: a co-located join with a reference table" "
        SELECT count(*) FROM customers c JOIN purchases p ON p.customer = c.id JOIN countries n ON n.code = p.country" 5000
    local type
    for type in $(column_of_types type); do
        sql_is "Citus: $type distributes" "
            CREATE TABLE of_$type (id $type PRIMARY KEY);
            SELECT count(create_distributed_table('of_$type', 'id', colocate_with => 'none')::text)" 1
    done

    before=$(sql "SELECT md5(string_agg(id || name, ',' ORDER BY id)) FROM customers")
    IFS='|' read -r shard low high < <(sql "SELECT shardid, shardminvalue, shardmaxvalue FROM pg_dist_shard
        WHERE logicalrelid = 'customers'::regclass ORDER BY 1 LIMIT 1")
    sql "SELECT citus_split_shard_by_split_points($shard, ARRAY['$(((low + high) / 2))'],
        (SELECT array_agg(nodeid) FROM (SELECT nodeid FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards
            ORDER BY nodeid LIMIT 2) n), 'block_writes')" >/dev/null
    sql_is "Citus: a shard was split, with the one beside it" \
        "SELECT count(*) FROM pg_dist_shard WHERE logicalrelid IN ('customers'::regclass, 'purchases'::regclass)" 18
    after=$(sql "SELECT md5(string_agg(id || name, ',' ORDER BY id)) FROM customers")
    is "Citus: the same rows after the split" "$after" "$before"
    sql "SELECT citus_set_node_property('127.0.0.1', 5436, 'shouldhaveshards', false);
        SELECT rebalance_table_shards(drain_only := true, shard_transfer_mode := 'block_writes')" >/dev/null
    after=$(sql "SELECT md5(string_agg(id || name, ',' ORDER BY id)) FROM customers")
    is "Citus: the same rows after the shards moved" "$after" "$before"
    sql_is "Citus: joins after the move" "SELECT count(*) FROM customers c JOIN purchases p ON p.customer = c.id" 5000
}

if available citus; then
    citus_tests
else
    skip "Citus" "not installed"
fi
