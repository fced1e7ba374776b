#!/bin/bash
# What docs/scale.md says of Citus, on a coordinator and three workers, all of which hold shards and
# take statements.
#
# BASE62ID_CITUS tells where Citus is: a directory that it was installed into with DESTDIR, or
# "installed".
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/server.sh"

mapfile -t citus_types < <(column_of_types type)
mapfile -t citus_fresh < <(column_of_types fresh)
secret "$work/citus.key" 'one key for all nodes of the cluster'
secret "$work/citus.masks" '1:000102030405060708090a0b0c0d0e0f'
citus_rows=${full:+50000}
citus_rows=${citus_rows:-5000}

# In the form of the installation: where PostgreSQL looks for extensions and libraries.
citus_paths() {
    local share lib
    [ "$BASE62ID_CITUS" = installed ] && return
    share=$("$PG_CONFIG" --sharedir) lib=$("$PG_CONFIG" --pkglibdir)
    sed -n "s#^\(extension_control_path = '\)#\1$BASE62ID_CITUS$share:#p; s#^\(dynamic_library_path = '\)#\1$BASE62ID_CITUS$lib:#p" \
        "${TEMP_CONFIG:-/dev/null}"
}

node() { # NUMBER COMMAND...: on that node; 0 is the coordinator
    local port=$((5440 + $1)) db=postgres
    "${@:2}"
}
on_all_nodes() { # COMMAND...: on the four at once; fails where one does
    local number pids=() status=0
    for number in 0 1 2 3; do
        node "$number" "$@" &
        pids+=($!)
    done
    for number in "${pids[@]}"; do wait "$number" || status=1; done
    return $status
}
is_in_force() { # MACHINE
    wait_until is_true "SELECT string_agg(value, ' ' ORDER BY name) = '$1 cluster' FROM base62id_settings() WHERE name IN ('machine', 'scope')"
}

citus_start() {
    local number paths
    db=postgres
    mapfile -t paths < <(citus_paths)
    # Minor releases of 2026 ask which libraries may decode.
    ! grep -q output_plugin_libraries "$("$PG_CONFIG" --sharedir)/postgresql.conf.sample" ||
        paths+=("output_plugin_libraries = 'citus, pgoutput'")
    for number in 0 1 2 3; do
        port=$((5440 + number))
        new_server "citus_$number" "shared_preload_libraries = 'citus, base62id'" "citus.node_conninfo = 'sslmode=prefer'" \
            "wal_level = logical" "listen_addresses = '127.0.0.1'" "max_connections = 100" "max_worker_processes = 30" \
            "max_wal_senders = 20" "max_replication_slots = 20" "base62id.mask_key_file = '$work/citus.masks'" "${paths[@]}"
        start_server "citus_$number" || return 1
        sql "CREATE EXTENSION citus" || return 1
    done
    port=5440
    sql "SELECT citus_set_coordinator_host('127.0.0.1', 5440)" >/dev/null || return 1
    for number in 5441 5442 5443; do sql "SELECT citus_add_node('127.0.0.1', $number)" >/dev/null || return 1; done
    sql "SELECT citus_set_node_property('127.0.0.1', 5440, 'shouldhaveshards', true)" >/dev/null
    sql "CREATE EXTENSION base62id" 2>/dev/null
    note "$(sql 'SELECT citus_version()' | cut -d' ' -f1-2)"
    sql_is "Citus: CREATE EXTENSION on the coordinator made it on the workers" \
        "SELECT count(*) FILTER (WHERE result = base62id_version()) FROM run_command_on_all_nodes('SELECT base62id_version()')" 4
}

# Rows in a table whose ids come from defaults, by every way that a row can come: each of the four
# nodes takes statements at once.  The distribution column is a tenant, so that nothing but the
# generator keeps ids apart.
citus_table() { # NAME
    sql <<SQL >/dev/null
SET citus.shard_count = 8;
CREATE TABLE $1 (tenant base62id NOT NULL, way text, x uid11 DEFAULT xid_new(), s uid11 DEFAULT $2,
    t typeid DEFAULT typeid_generate('row'), b baseuid DEFAULT baseuid_new(),
    u ulid DEFAULT ulid_generate());
SELECT create_distributed_table('$1', 'tenant', colocate_with => 'tenants');
SQL
}
citus_write() { # NAME: what one node does
    sql "INSERT INTO $1 (tenant, way) SELECT tenant, 'select' FROM tenants"
    sql "COPY (SELECT tenant, 'copy' FROM tenants) TO STDOUT" | sql "COPY $1 (tenant, way) FROM STDIN"
    sql <<<"INSERT INTO $1 (tenant, way) VALUES $(yes "(gen_random_uuid(), 'values')" | head -n 1000 | paste -sd,)"
}
citus_duplicates() { # NAME: of each generator
    sql "SELECT count(*) - count(DISTINCT x), count(*) - count(DISTINCT s), count(*) - count(DISTINCT t), count(*) - count(DISTINCT b),
        count(*) - count(DISTINCT u) FROM $1"
}

citus_generators() {
    local number
    sql "CREATE TABLE tenants (tenant base62id NOT NULL)" >/dev/null
    sql "SET citus.shard_count = 8; SELECT create_distributed_table('tenants', 'tenant')" >/dev/null
    sql "INSERT INTO tenants SELECT gen_random_uuid() FROM generate_series(1, $citus_rows)"

    citus_table before 'uid11_snowish_new(1)'
    check "Citus, without the settings: four nodes write at once" on_all_nodes citus_write before
    sql "ALTER TABLE tenants ADD COLUMN added uid11 DEFAULT xid_new()"
    note "without the settings: $(sql 'SELECT count(*) FROM before') rows, duplicates of xid|snowish(1)|typeid|baseuid|ulid:" \
        "$(citus_duplicates before); ADD COLUMN, xid: $(sql 'SELECT count(*) - count(DISTINCT added) FROM tenants')" \
        "of $citus_rows"
    sql "ALTER TABLE tenants DROP COLUMN added"

    for number in 0 1 2 3; do
        printf '%s\n' "base62id.machine = $((100 + number))" "base62id.cluster_key_file = '$work/citus.key'" \
            >>"$work/citus_$number/postgresql.conf"
        node $number sql "SELECT pg_reload_conf()" >/dev/null
        check "Citus: node $number has its number" node $number is_in_force $((100 + number))
    done
    sql_is "Citus: a script sees four numbers and one key" "
        SELECT count(DISTINCT split_part(result, '|', 1)), count(DISTINCT split_part(result, '|', 2)), count(*)
        FROM run_command_on_all_nodes('SELECT string_agg(value, ''|'' ORDER BY name DESC) FROM base62id_settings() WHERE name IN (''machine'', ''cluster_key'')')" '4|1|4'
    citus_table after 'uid11_snowish_new()'
    check "Citus, with the settings: four nodes write at once" on_all_nodes citus_write after
    sql "ALTER TABLE tenants ADD COLUMN added uid11 DEFAULT xid_new()"
    is "Citus, with the settings: no duplicate of any generator" "$(citus_duplicates after)" '0|0|0|0|0'
    sql_is "... nor of ADD COLUMN" "SELECT count(*) - count(DISTINCT added) FROM tenants" 0
    sql_is "... nor between the two" "SET citus.enable_repartition_joins = on;
        SELECT count(*) FROM after JOIN tenants ON added = x" 0
    sql_is "... all rows are there" "SELECT way, count(*) FROM after GROUP BY way ORDER BY way" \
        "copy|$((4 * citus_rows))"$'\n'"select|$((4 * citus_rows))"$'\n''values|4000'
    sql_is "... and all four nodes made ids" "SELECT count(DISTINCT (uid11_snowish_parse(s)).machine) FROM after" 4
}

# A type as distribution column, in of_TYPE and, co-located, in parts_TYPE.
citus_distributed() { # TYPE DEFAULT [masked]
    local type=$1 id plan
    sql "CREATE TABLE of_$type (id $type PRIMARY KEY DEFAULT $2, n integer);
        CREATE TABLE parts_$type (id $type, n integer, PRIMARY KEY (id, n))" >/dev/null
    sql "SET citus.shard_count = 8; SELECT create_distributed_table('of_$type', 'id', colocate_with => 'none')" >/dev/null
    sql "SELECT create_distributed_table('parts_$type', 'id', colocate_with => 'of_$type')" >/dev/null
    sql "INSERT INTO of_$type (n) SELECT n FROM generate_series(1, $citus_rows) n"
    sql "INSERT INTO parts_$type SELECT id, n % 3 FROM of_$type"
    sql "ANALYZE of_$type"
    id=$(sql "SELECT id FROM of_$type WHERE n = 17")
    sql_is "Citus, $type: rows are on every node" \
        "SELECT bool_and(result::boolean), count(*) FROM run_command_on_shards('of_$type', 'SELECT count(*) > 0 FROM %s')" 't|8'
    sql_is "... an id finds its row" "SELECT n FROM of_$type WHERE id = '$id'" 17
    check "... on one shard, by its index" grep -q 'Task Count: 1$.*Index.* Scan using of_' \
        <<<"$(sql "EXPLAIN (COSTS OFF) SELECT n FROM of_$type WHERE id = '$id'" | tr '\n' '$')"
    sql_is "... as a parameter, too" "PREPARE look($type) AS SELECT n FROM of_$type WHERE id = \$1; EXECUTE look('$id')" 17
    sql_is "... and from a worker" "SELECT result FROM run_command_on_workers('SELECT n FROM of_$type WHERE id = ''$id''') LIMIT 1" 17
    sql_is "... a co-located join" "SELECT count(*) FROM of_$type JOIN parts_$type USING (id)" "$citus_rows"
    if [ -z "${3-}" ]; then # masked texts do not sort as the ids do
        plan=$(sql "EXPLAIN (COSTS OFF) SELECT n FROM of_$type WHERE id ^@ left('$id', $((${#id} - 2)))")
        check "... the start of an id goes to the indexes of all shards" \
            grep -q 'Task Count: 8$.*Index.* Scan\( using\)\?\( on\)\? *of_' <<<"$(tr '\n' '$' <<<"$plan")"
    fi
    sql_is "... a search finds what one of the texts finds" "
        SELECT (SELECT count(*) FROM of_$type WHERE id ^@ left('$id', 8))
            = (SELECT count(*) FROM of_$type WHERE left(id::text, 8) = left('$id', 8))" t
    sql_is "... min and max, and the way that reads no more than it needs" "
        SELECT (SELECT min(id) FROM of_$type) = (SELECT id FROM of_$type ORDER BY id LIMIT 1)
            AND (SELECT max(id) FROM of_$type) = (SELECT id FROM of_$type ORDER BY id DESC LIMIT 1)" t
}
citus_distribution() {
    local i
    for i in "${!citus_types[@]}"; do citus_distributed "${citus_types[i]}" "${citus_fresh[i]}"; done
    check "Citus: ORDER BY … LIMIT 1 reads one entry of each shard's index" grep -q 'Limit$.*Index Only Scan' \
        <<<"$(sql "SET citus.explain_all_tasks = on; EXPLAIN (COSTS OFF) SELECT id FROM of_uid11 ORDER BY id LIMIT 1" | tr '\n' '$')"
    # An aggregate without a combine function is sent to the workers as it is, where it uses the
    # index.
    sql 'CREATE SCHEMA shards' >/dev/null
    sql 'CREATE AGGREGATE shards.min(uid11) (SFUNC = uid11_smaller, STYPE = uid11, SORTOP = <)' >/dev/null
    check "Citus: a min of one's own uses the workers' indexes" grep -q 'Index Only Scan' \
        <<<"$(sql "EXPLAIN (COSTS OFF) SELECT shards.min(id) FROM of_uid11")"
    sql_is "... and is the same" "SELECT (SELECT shards.min(id) FROM of_uid11) = (SELECT min(id) FROM of_uid11)" t
    check "... ours does not: the test of the test" grep -q '^[^I]*Scan' \
        <<<"$(sql "EXPLAIN (COSTS OFF) SELECT min(id) FROM of_uid11" | grep 'Scan.*of_uid11')"
}

# What keeps type prefixes apart in a distributed table: a CHECK on the column.  A domain as
# distribution column loses rows, whatever its base type; here by PostgreSQL's own uuid.
citus_checks() {
    sql "CREATE TABLE checked (id typeid PRIMARY KEY DEFAULT typeid_generate('user') CHECK (typeid_check(id, 'user')), n integer)" >/dev/null
    sql "SELECT create_distributed_table('checked', 'id', colocate_with => 'none')" >/dev/null
    sql "INSERT INTO checked (n) SELECT n FROM generate_series(1, 100) n"
    sql_is "Citus: a column with a CHECK of its type prefix" "SELECT count(*) FROM checked" 100
    check "... refuses another prefix" grep -q 'violates check constraint' \
        <<<"$(sql "INSERT INTO checked VALUES (typeid_generate('order'))" 2>&1)"
    sql "CREATE DOMAIN some_uuid AS uuid CHECK (value IS NOT NULL); CREATE TABLE by_domain (id some_uuid PRIMARY KEY, n integer)"
    sql "SELECT create_distributed_table('by_domain', 'id', colocate_with => 'none')" >/dev/null
    sql "INSERT INTO by_domain SELECT gen_random_uuid(), n FROM generate_series(1, 100) n"
    note "a domain over uuid as distribution column: of 100 rows $(for id in $(sql 'SELECT id FROM by_domain'); do
        echo "SELECT count(*) FROM by_domain WHERE id = '$id';"
    done | sql | awk '{ n += $1 } END { print n }') are found by their id"
    sql "SELECT typeid_create_type('user_id', 'user')" >/dev/null
    sql "CREATE TABLE typed (id user_id PRIMARY KEY)"
    check "Citus: an id type is refused as distribution column" grep -q 'unsupported object "type user_id"' \
        <<<"$(sql "SELECT create_distributed_table('typed', 'id')" 2>&1)"
}

# Id types that belong to an extension of one's own, examples/id-types: Citus makes them on all
# nodes.
citus_typed() {
    local type extensions uuid=01890a5d-ac96-774b-bcce-b302099a8057
    extensions=${BASE62ID_DESTDIR-}$("$PG_CONFIG" --sharedir)/extension
    if [ -z "${BASE62ID_DESTDIR-}" ] || [ ! -w "$extensions" ]; then
        skip "Citus: id types in an extension" "no staged installation that a second extension could be copied to"
        return
    fi
    cp "$here"/../../examples/id-types/shop_ids* "$extensions/"
    are_on_all_nodes() { # TITLE TYPE...: with the hash value that the same UUID has here
        sql_is "$1" "SELECT count(*) FROM run_command_on_all_nodes(\$\$SELECT string_agg(DISTINCT h::text, ' ') FROM (VALUES
            $(printf "(worker_hash('$uuid'::uuid::%s)), " "${@:2}") (worker_hash('$uuid'::uuid))) v(h)\$\$)
            WHERE result = worker_hash('$uuid'::uuid)::text" 4
    }
    check "Citus: an extension of id types" sql "CREATE EXTENSION shop_ids VERSION '1.0'"
    are_on_all_nodes "... makes its types on every node, with the same hash values" customer_id order_id
    for type in customer_id order_id; do citus_distributed "$type" "${type}_new()"; done

    sql "CREATE TABLE baskets (customer customer_id, n integer, PRIMARY KEY (customer, n))" >/dev/null
    sql "SELECT create_distributed_table('baskets', 'customer', colocate_with => 'of_customer_id')" >/dev/null
    sql "INSERT INTO baskets SELECT id, 1 FROM of_customer_id WHERE n % 2 = 0"
    check "Citus, id types: a foreign key" sql "ALTER TABLE baskets ADD FOREIGN KEY (customer) REFERENCES of_customer_id"
    sql_is "... a join by it" "SELECT count(*) FROM baskets JOIN of_customer_id ON customer = id" "$((citus_rows / 2))"
    is "... and one for one id goes to one shard" "$(sql "EXPLAIN (COSTS OFF) SELECT FROM baskets b JOIN of_customer_id c ON customer = id
        WHERE id = '$(sql "SELECT min(customer) FROM baskets")'" | grep -o 'Task Count: .*')" 'Task Count: 1'
    check "... it refuses a row without the other" grep -q 'violates foreign key constraint' \
        <<<"$(sql "INSERT INTO baskets VALUES (customer_id_new(), 1)" 2>&1)"
    check "Citus, id types: two kinds do not meet in a join" grep -q 'operator does not exist: customer_id = order_id' \
        <<<"$(sql "SELECT FROM of_customer_id c JOIN of_order_id o ON c.id = o.id" 2>&1)"
    check "... nor in an insertion" grep -q 'is of type customer_id but expression is of type order_id' \
        <<<"$(sql "INSERT INTO of_customer_id (id) SELECT id FROM of_order_id" 2>&1)"
    check "... nor does the text of another kind" grep -q 'invalid input syntax for type customer_id: "ord_' \
        <<<"$(sql "SELECT FROM of_customer_id WHERE id = '$(sql 'SELECT order_id_new()')'" 2>&1)"
    sql "CREATE TABLE seen (id typeid, text text)"
    sql "SELECT create_distributed_table('seen', 'id', colocate_with => 'none')" >/dev/null
    sql "INSERT INTO seen SELECT id, id FROM of_customer_id; INSERT INTO seen SELECT id, id FROM (SELECT id FROM of_order_id ORDER BY id LIMIT 100) o"
    sql_is "... but a typeid takes all kinds, on whatever way" "SELECT typeid_prefix(id), count(*), bool_and(id::text = text) FROM seen GROUP BY 1 ORDER BY 1" \
        "cus|$citus_rows|t"$'\n''ord|100|t'
    sql "CREATE TABLE mixed (id order_id)"
    check "... and tables of two kinds are not co-located" grep -q 'ERROR:  cannot colocate tables of_customer_id and mixed' \
        <<<"$(sql "SELECT create_distributed_table('mixed', 'id', colocate_with => 'of_customer_id')" 2>&1)"

    check "Citus: an update of that extension" sql "ALTER EXTENSION shop_ids UPDATE"
    are_on_all_nodes "... brings the third type to every node" customer_id order_id invoice_id
    citus_distributed invoice_id 'invoice_id_new()'
    citus_moves_beside_reader invoice_id
}

# A shard of of_TYPE goes to another node.
citus_moves_beside_reader() { # TYPE
    local shard from to read=()
    IFS='|' read -r shard from < <(sql "SELECT shardid, nodeport FROM citus_shards WHERE table_name = 'of_$1'::regclass
        ORDER BY 1 LIMIT 1")
    to=$((from == 5443 ? 5441 : 5443))
    : >"$work/reading"
    while [ -e "$work/reading" ]; do sql "SELECT count(*), count(DISTINCT id::text), sum(n) FROM of_$1" || true; done >"$work/read" 2>&1 &
    check "Citus, $1: a shard moves beside a reader" sql \
        "SELECT citus_move_shard_placement($shard, '127.0.0.1', $from, '127.0.0.1', $to, 'force_logical')"
    sql_is "... to where it was to be" "SELECT nodeport FROM citus_shards WHERE shardid = $shard" $to
    rm "$work/reading"
    wait $!
    mapfile -t read < <(sort "$work/read" | uniq -c | sed 's/^ *//')
    note "the reader's answers: ${read[*]}"
    is "... who saw all rows each time" "${read[*]#* }" "$citus_rows|$citus_rows|$((citus_rows * (citus_rows + 1) / 2))"
}

# Id types that are numbers, of 8 bytes by value, one of them masked.
citus_numbers() {
    local text extensions
    extensions=${BASE62ID_DESTDIR-}$("$PG_CONFIG" --sharedir)/extension
    [ -n "${BASE62ID_DESTDIR-}" ] && [ -w "$extensions" ] || return 0 # said by citus_typed
    printf '%s\n' "default_version = '1'" "requires = 'base62id'" "relocatable = false" >"$extensions/number_ids.control"
    printf '%s\n' "SELECT typeid_create_type('@extschema@.seat_id', 'seat', 'uid11');" \
        "SELECT typeid_create_type('@extschema@.bill_id', 'bill', 'uid11', 1);" >"$extensions/number_ids--1.sql"
    check "Citus: an extension of numbers" sql "CREATE EXTENSION number_ids"
    sql_is "... on every node, with the hash values and the masked text that they have here" "
        SELECT count(*) FROM run_command_on_all_nodes(
            \$\$SELECT concat_ws(' ', worker_hash(42::seat_id), worker_hash(42::bill_id), 42::seat_id, 42::bill_id)\$\$)
        WHERE result = concat_ws(' ', worker_hash(42::bigint::uid11), worker_hash(42::bigint::uid11), 42::seat_id, 'bill_' || uid11_mask(42, 'bill'))" 4
    citus_distributed seat_id 'xid_new()'
    citus_distributed bill_id 'xid_new()' masked

    sql "CREATE TABLE bills (id bill_id PRIMARY KEY, n integer);
        CREATE TABLE items (bill bill_id, n integer, PRIMARY KEY (bill, n))"
    sql "SELECT create_distributed_table('bills', 'id', colocate_with => 'none')" >/dev/null
    sql "SELECT create_distributed_table('items', 'bill', colocate_with => 'bills')" >/dev/null
    sql "INSERT INTO bills SELECT n, n FROM generate_series(1, $citus_rows) n"
    sql "INSERT INTO items SELECT id, n % 2 FROM bills WHERE n % 2 = 0"
    check "Citus, numbers: a foreign key" sql "ALTER TABLE items ADD FOREIGN KEY (bill) REFERENCES bills"
    sql_is "... a join by it" "SELECT count(*), sum(b.n) = sum(b.id::bigint) FROM items i JOIN bills b ON i.bill = b.id" "$((citus_rows / 2))|t"
    text=$(sql "SELECT 42::bill_id")
    is "... one for one id goes to one shard" \
        "$(sql "EXPLAIN (COSTS OFF) SELECT FROM items JOIN bills b ON bill = id WHERE id = '$text'" | grep -o 'Task Count: .*')" 'Task Count: 1'
    check "... it refuses a row without the other" grep -q 'violates foreign key constraint' \
        <<<"$(sql "INSERT INTO items VALUES (1000000::bill_id, 1)" 2>&1)"
    check "... and to delete one that is used" grep -q 'violates foreign key constraint' <<<"$(sql "DELETE FROM bills WHERE id = '$text'" 2>&1)"
    sql_is "... the number finds the row that its text finds" "SELECT (SELECT n FROM bills WHERE id = 42::bill_id), (SELECT n FROM bills WHERE id = '$text')" '42|42'
    sql_is "... on workers too" "SELECT DISTINCT result FROM run_command_on_workers('SELECT n FROM bills WHERE id = ''$text''')" 42
    sql "CREATE TABLE again (id bill_id PRIMARY KEY, n integer)"
    sql "SELECT create_distributed_table('again', 'id', colocate_with => 'bills')" >/dev/null
    for format in text binary; do
        sql "TRUNCATE again"
        sql "COPY (SELECT id, n FROM bills) TO STDOUT (FORMAT $format)" | sql "COPY again FROM STDIN (FORMAT $format)"
        sql_is "... rows arrive by COPY in $format, masked" \
            "SELECT count(*), bool_and(a.n = b.n AND a.id::bigint = a.n) FROM again a JOIN bills b USING (id)" "$citus_rows|t"
    done
    sql "CREATE TABLE other (id seat_id)"
    check "... two kinds are not co-located" grep -q 'ERROR:  cannot colocate tables bills and other' \
        <<<"$(sql "SELECT create_distributed_table('other', 'id', colocate_with => 'bills')" 2>&1)"
    citus_moves_beside_reader bill_id

    # One node has another key: an error from there, and the right rows once the key is back.
    secret "$work/other.masks" '1:ffeeddccbbaa99887766554433221100'
    echo "base62id.mask_key_file = '$work/other.masks'" >>"$work/citus_2/postgresql.conf"
    node 2 reload
    check "Citus, numbers: a node with another key raises an error" grep -q 'mask key for type bill_id is not available' \
        <<<"$(sql "SELECT count(id::text) FROM bills" 2>&1)"
    sql_is "... joins go on" "SELECT count(*) FROM items JOIN bills ON bill = id" $((citus_rows / 2))
    echo "base62id.mask_key_file = '$work/citus.masks'" >>"$work/citus_2/postgresql.conf"
    node 2 reload
    sql_is "... until it has the key again" "SELECT count(DISTINCT id::text) FROM bills" "$citus_rows"
}

# Partitions by time in a distributed table.
citus_partitions() {
    sql <<'SQL' >/dev/null
CREATE TABLE log (tenant base62id NOT NULL, id uid11 NOT NULL DEFAULT xid_new(), body text, PRIMARY KEY (tenant, id))
    PARTITION BY RANGE (id);
SELECT create_distributed_table('log', 'tenant', colocate_with => 'tenants');
DO $$
DECLARE
    day timestamptz := date_trunc('day', now(), 'UTC') - interval '1 day';
BEGIN
    FOR i IN 0..3 LOOP
        EXECUTE format('CREATE TABLE %I PARTITION OF log FOR VALUES FROM (%L) TO (%L)',
            to_char(day AT TIME ZONE 'UTC', '"log_"YYYY_MM_DD'), xid_min(day), xid_min(day + interval '1 day'));
        day := day + interval '1 day';
    END LOOP;
END $$;
INSERT INTO log (tenant, body) SELECT tenant, 'now' FROM tenants;
INSERT INTO log (tenant, id, body) SELECT tenant, xid_new(now() - interval '1 day'), 'yesterday' FROM tenants;
SQL
    sql_is "Citus: a distributed table with partitions by time" \
        "SELECT (SELECT count(*) FROM log), (SELECT count(*) FROM pg_inherits WHERE inhparent = 'log'::regclass)" \
        "$((2 * citus_rows))|4"
    sql_is "... has today's rows" "
        SELECT count(*) FROM log WHERE id >= xid_min(date_trunc('day', now(), 'UTC'))" "$citus_rows"
    is "... and reads one partition of each shard for them" "$(sql "EXPLAIN (COSTS OFF)
        SELECT count(*) FROM log WHERE id >= xid_min(date_trunc('day', now(), 'UTC')) AND id < xid_min(now())" | grep -c 'Scan.* on log')" 1
    is "... Citus' own helper refuses the type" "$(psql_plain -v VERBOSITY=terse -c \
        "SELECT create_time_partitions('log', '1 day', now() + interval '3 days')" 2>&1 | grep -c ERROR)" 1
}

# Shards move and split while all nodes write.
citus_moves() {
    local table=after rows shard low high from to count pids=() number
    sql "ALTER TABLE after ADD PRIMARY KEY (tenant, x)"
    sql "ALTER TABLE tenants ADD PRIMARY KEY (tenant)"
    rows=$(sql "SELECT count(*) FROM after")
    : >"$work/writing"
    writer() {
        local n=0
        while [ -e "$work/writing" ]; do
            sql "INSERT INTO after (tenant, way) SELECT gen_random_uuid(), 'beside' FROM generate_series(1, 50)" \
                >>"$work/writer.log" 2>&1 && n=$((n + 50))
        done
        echo "$n"
    }
    for number in 0 1 2 3; do
        node $number writer >"$work/written_$number" &
        pids+=($!)
    done
    IFS='|' read -r shard low high < <(sql "SELECT shardid, shardminvalue, shardmaxvalue FROM pg_dist_shard
        WHERE logicalrelid = 'after'::regclass ORDER BY 1 LIMIT 1")
    check "Citus: a shard is split beside writers" sql "SELECT citus_split_shard_by_split_points($shard,
        ARRAY['$(((low + high) / 2))'], (SELECT array_agg(nodeid) FROM (SELECT nodeid FROM pg_dist_node
            WHERE shouldhaveshards ORDER BY nodeid LIMIT 2) n), 'force_logical')"
    IFS='|' read -r shard from < <(sql "SELECT shardid, nodeport FROM citus_shards WHERE table_name = 'after'::regclass
        ORDER BY 1 DESC LIMIT 1")
    to=$((from == 5443 ? 5441 : 5443))
    check "Citus: a shard moves beside writers" sql \
        "SELECT citus_move_shard_placement($shard, '127.0.0.1', $from, '127.0.0.1', $to, 'force_logical')"
    sql "SELECT citus_set_node_property('127.0.0.1', 5442, 'shouldhaveshards', false)" >/dev/null
    check "Citus: a node is drained beside writers" \
        sql "SELECT rebalance_table_shards('after', drain_only := true, shard_transfer_mode := 'force_logical')"
    sql_is "... and has no shard of the table" \
        "SELECT count(*) FROM citus_shards WHERE nodeport = 5442 AND table_name = 'after'::regclass" 0
    sql "SELECT citus_set_node_property('127.0.0.1', 5442, 'shouldhaveshards', true)" >/dev/null
    check "Citus: the rebalancer brings shards back beside writers" \
        sql "SELECT rebalance_table_shards('after', shard_transfer_mode := 'force_logical')"
    check "... there are some" test "$(sql \
        "SELECT count(*) FROM citus_shards WHERE nodeport = 5442 AND table_name = 'after'::regclass")" -gt 0
    rm "$work/writing"
    for number in "${pids[@]}"; do wait "$number"; done
    count=0
    for number in 0 1 2 3; do count=$((count + $(cat "$work/written_$number"))); done
    check "... rows were written meanwhile: $count" test "$count" -gt 200
    sql_is "... and all are there" "SELECT count(*) FROM after" "$((rows + count))"
    is "... no duplicate" "$(citus_duplicates after)" '0|0|0|0|0'
    sql_is "... each is found on its shard" "
        SELECT count(*) FROM (SELECT tenant FROM after OFFSET 0) a JOIN tenants t USING (tenant)" "$((8 * citus_rows))"
}

# A new version of the extension, updated from the coordinator.
citus_update() {
    local number share=$work/citus_share/extension
    mkdir -p "$share"
    cp "$(find "$(sed -n "s#^extension_control_path = '\([^:']*\).*#\1#p" "$TEMP_CONFIG")" -name 'base62id--*.sql' | head -n 1)" "$share/" &&
        sed "s/^default_version.*/default_version = '9.9'/" "$here/../../base62id.control" >"$share/base62id.control"
    echo "CREATE FUNCTION only_in_9_9() RETURNS integer LANGUAGE internal IMMUTABLE AS 'pg_backend_pid';" \
        >"$share/base62id--1.0--9.9.sql"
    for number in 0 1 2 3; do
        sed -n "s#^extension_control_path = '#&$work/citus_share:#p" "$work/citus_$number/postgresql.conf" | tail -n 1 \
            >>"$work/citus_$number/postgresql.conf"
        node $number sql "SELECT pg_reload_conf()" >/dev/null
    done
    for number in 0 1 2 3; do
        node $number wait_until is_true "SELECT default_version = '9.9' FROM pg_available_extensions WHERE name = 'base62id'" || true
    done
    check "Citus: ALTER EXTENSION UPDATE" sql "ALTER EXTENSION base62id UPDATE TO '9.9'"
    sql_is "... updates every node" "SELECT count(*) FROM run_command_on_all_nodes(
        \$\$SELECT extversion FROM pg_extension WHERE extname = 'base62id' AND to_regproc('only_in_9_9') IS NOT NULL\$\$)
        WHERE result = '9.9'" 4
    sql_is "... and the tables work" "SELECT count(*) > 0 FROM after WHERE x ^@ left(xid_new()::text, 2)" t
}

if [ -z "${BASE62ID_CITUS-}" ]; then
    skip "Citus" "BASE62ID_CITUS does not say where it is"
elif citus_start; then
    citus_generators
    citus_distribution
    citus_checks
    citus_typed
    citus_numbers
    citus_partitions
    citus_moves
    if [ "$server_major" -ge 18 ] && [ "$BASE62ID_CITUS" != installed ]; then citus_update; fi
    for number in 0 1 2 3; do
        server_log=$work/citus_$number.log
        log_is_clean "Citus: node $number wrote nothing bad to its log"
    done
else
    fail "Citus: the four servers start"
fi
finish
