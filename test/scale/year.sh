# Sourced by run: a year of daily partitions by uid11.
# shellcheck shell=bash disable=SC2154

year_rows=${full:+100000000}
year_rows=${year_rows:-200000}
db=postgres
own_database year
sql <<SQL
CREATE EXTENSION base62id;
CREATE TABLE by_xid (id uid11 PRIMARY KEY) PARTITION BY RANGE (id);
DO \$\$
DECLARE day timestamptz := '2026-01-01';
BEGIN
    FOR i IN 1..365 LOOP
        EXECUTE format('CREATE TABLE xid_%s PARTITION OF by_xid FOR VALUES FROM (%L) TO (%L)',
            i, xid_min(day), xid_min(day + interval '1 day'));
        day := day + interval '1 day';
    END LOOP;
END \$\$;
INSERT INTO by_xid SELECT xid_new('2026-01-01'::timestamptz + n * (interval '365 days' / $year_rows)) FROM generate_series(0, $year_rows - 1) n;
VACUUM ANALYZE by_xid;
SQL
sql_is "a year of daily partitions: $year_rows ids" \
    "SELECT count(*), count(DISTINCT tableoid) FROM by_xid" "$year_rows|365"
id=$(sql "SELECT id FROM xid_200 LIMIT 1")
for query in "id = '%s'" "id BETWEEN xid_min('2026-07-01') AND xid_max('2026-07-01 12:00')"; do
    check "... the planner leaves one partition: ${query%% \'*}" test "$(sql "EXPLAIN (COSTS OFF)
        SELECT * FROM by_xid WHERE $(printf "$query" "$id")" | grep -c 'Scan.* xid_')" = 1
done
