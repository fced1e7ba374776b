# Sourced by run: a year of daily partitions, by uid11 and by a bigint of the same value.
# shellcheck shell=bash disable=SC2154

year_rows=${full:+100000000}
year_rows=${year_rows:-200000}
db=postgres
own_database year
sql <<SQL
CREATE EXTENSION base62id;
CREATE TABLE by_xid (id uid11 PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE by_bigint (id bigint PRIMARY KEY) PARTITION BY RANGE (id);
DO \$\$
DECLARE day timestamptz := '2026-01-01';
BEGIN
    FOR i IN 1..365 LOOP
        EXECUTE format('CREATE TABLE xid_%s PARTITION OF by_xid FOR VALUES FROM (%L) TO (%L)',
            i, xid_min(day), xid_min(day + interval '1 day'));
        EXECUTE format('CREATE TABLE bigint_%s PARTITION OF by_bigint FOR VALUES FROM (%L) TO (%L)',
            i, xid_min(day)::bigint, xid_min(day + interval '1 day')::bigint);
        day := day + interval '1 day';
    END LOOP;
END \$\$;
INSERT INTO by_xid SELECT xid_new('2026-01-01'::timestamptz + n * (interval '365 days' / $year_rows)) FROM generate_series(0, $year_rows - 1) n;
INSERT INTO by_bigint SELECT id::bigint FROM by_xid TABLESAMPLE SYSTEM (100);
VACUUM ANALYZE by_xid;
VACUUM ANALYZE by_bigint;
-- The median of planning, in microseconds, of 300 plans.
CREATE FUNCTION planning(query text) RETURNS numeric LANGUAGE plpgsql AS \$\$
DECLARE plan json; took numeric[];
BEGIN
    FOR i IN 1..300 LOOP
        EXECUTE 'EXPLAIN (SUMMARY, FORMAT json) ' || query INTO plan;
        took := took || (plan->0->>'Planning Time')::numeric;
    END LOOP;
    RETURN round(1000 * (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY t) FROM unnest(took) t));
END \$\$;
SQL
sql_is "a year of daily partitions: $year_rows ids" \
    "SELECT count(*), count(DISTINCT tableoid) FROM by_xid" "$year_rows|365"
id=$(sql "SELECT id FROM xid_200 LIMIT 1")
for query in "id = '%s'" "id BETWEEN xid_min('2026-07-01') AND xid_max('2026-07-01 12:00')"; do
    check "... the planner leaves one partition: ${query%% \'*}" test "$(sql "EXPLAIN (COSTS OFF)
        SELECT * FROM by_xid WHERE $(printf "$query" "$id")" | grep -c 'Scan.* xid_')" = 1
done
# Interleaved, so that a disturbance hits both.
planning=$(sql "
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a), percentile_cont(0.5) WITHIN GROUP (ORDER BY b),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY c), percentile_cont(0.5) WITHIN GROUP (ORDER BY d)
    FROM (SELECT planning(format('SELECT * FROM by_xid WHERE id = %L', '$id')) a,
            planning(format('SELECT * FROM by_bigint WHERE id = %L', '$id'::uid11::bigint)) b,
            planning('SELECT * FROM by_xid WHERE id BETWEEN xid_min(''2026-03-01'') AND xid_max(''2026-03-31 23:59'')') c,
            planning(format('SELECT * FROM by_bigint WHERE id BETWEEN %L AND %L', xid_min('2026-03-01')::bigint,
                xid_max('2026-03-31 23:59')::bigint)) d
        FROM generate_series(1, 5)) s" 2>/dev/null || true)
note "planning in microseconds, uid11 and bigint: ${planning//|/ } (an id, an id, a month, a month)"
IFS='|' read -r a b c d <<<"$planning"
check "... planning takes at most half as long again as by bigint" \
    awk -v a="$a" -v b="$b" -v c="$c" -v d="$d" 'BEGIN { exit !(a > 0 && b > 0 && a < 1.5 * b && c < 1.5 * d) }'
