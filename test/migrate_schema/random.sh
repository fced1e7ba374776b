# Sourced by run: schemas made by chance. Each either moves, and there and back is the same, or stops with nothing else written.
# shellcheck shell=bash disable=SC2034,SC2154

# What pg_dump does not say: what depends on what by class, and the rows of each table, ids as uuids.
counts="SELECT classid::regclass, refclassid::regclass, deptype, count(*) FROM pg_depend AS d WHERE objid >= 16384 AND deptype <> 'e'
    AND NOT EXISTS (SELECT FROM pg_depend AS e WHERE e.objid = d.objid AND e.classid = d.classid AND e.deptype = 'e') GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
rows="SELECT format('SELECT %1\$L, md5(string_agg(%2\$s, E''\n'' ORDER BY %2\$s)) FROM ONLY %1\$s AS t', c.oid::regclass, CASE relkind WHEN 'S' THEN 'last_value::text || is_called' ELSE 't::text' END) FROM pg_class AS c
    WHERE relkind IN ('r', 'm', 'S') AND relnamespace >= 16384 AND (relkind <> 'm' OR relispopulated) AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e') ORDER BY c.oid::regclass::text"
# What was made of a type, by name.
made="SELECT i.type, i.identity FROM (SELECT 'pg_class'::regclass AS c, oid FROM pg_class WHERE relnamespace = to_regnamespace('made') OR relname LIKE 'made%'
    UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type WHERE typnamespace = to_regnamespace('made') UNION ALL SELECT 'pg_trigger'::regclass, oid FROM pg_trigger WHERE tgname LIKE 'made%'
    UNION ALL SELECT 'pg_proc'::regclass, oid FROM pg_proc WHERE pronamespace = to_regnamespace('made')
    UNION ALL SELECT 'pg_constraint'::regclass, oid FROM pg_constraint WHERE conname LIKE 'made%' UNION ALL SELECT 'pg_policy'::regclass, oid FROM pg_policy WHERE polname LIKE 'made%'
    UNION ALL SELECT 'pg_attrdef'::regclass, d.oid FROM pg_attrdef AS d JOIN pg_class AS c ON c.oid = adrelid AND relnamespace = to_regnamespace('made')
    UNION ALL SELECT 'pg_operator'::regclass, oid FROM pg_operator WHERE oprnamespace = to_regnamespace('made')
    UNION ALL SELECT 'pg_cast'::regclass, oid FROM pg_cast WHERE castfunc IN (SELECT oid FROM pg_proc WHERE pronamespace = to_regnamespace('made'))) AS x,
    pg_identify_object(x.c, x.oid, 0) AS i ORDER BY 1, 2"
# Ids without a type's name, which is another one afterwards.
nameless() { sed -E 's/(app|public|pg_catalog)\.("[^"]*"|[a-z0-9_]+)//g; s/\buuid\b//g'; }

# The plan of a move; it is executed by the same session, where nothing stops. Says "stopped", "moved", or what went wrong.
try() { # TARGET
    local out
    if ! out=$(sql 2>&1 <<SQL
SET client_min_messages = notice;
CREATE TEMP TABLE plan AS SELECT * FROM base62id_migrate('$1');
SELECT CASE WHEN count(*) FILTER (WHERE kind = 'stop') > 0 THEN 'stopped' ELSE 'moved' END AS result,
    count(*) FILTER (WHERE kind = 'stop') = 0 AS moves, count(*) FILTER (WHERE kind = 'stop') > 0 AND count(*) FILTER (WHERE kind NOT IN ('stop', 'check')) > 0 AS both FROM plan \gset
\pset format unaligned
\o $work/stops
SELECT remark FROM plan WHERE kind = 'stop' ORDER BY step;
\o $work/remarks.$1
SELECT remark FROM plan WHERE kind = 'check' ORDER BY step;
\o
\if :both
\echo statements beside a stop
\endif
\if :moves
\o /dev/null
BEGIN;
SELECT statement FROM plan WHERE kind NOT IN ('stop', 'check') ORDER BY step \gexec
COMMIT;
\o
\endif
\echo :result
SQL
    ); then
        echo "failed: $out"
        return
    fi
    echo "$out"
}

# In a few words why a schema did not move, each reason once.
why() { # RESULT
    case $1 in
        moved) echo ;;
        stopped) sed -E 's/.*(cannot be made again|belongs to|returns what a query gives|could mean it|does not fit|names the operator class|would go|is of the extension).*/\1/' "$work/stops" ;;
        *) grep -o 'ERROR: .*' <<<"$1" | sed -E 's/ERROR: +//; s/: .*|type .*//; s/function .* does/function does/' | grep . || echo other ;;
    esac
}

random() { # SEED
    one_schema "$1" || fail "seed $1: the test itself"
}

one_schema() { # SEED
    local targets=(base62id base64uuid ulid typed) seed=$1 target result what alone out table column type
    target=${targets[$seed % 4]}
    new_database "random_$seed" postgres
    perl "$here/random.pl" "$seed" >"$work/random.sql"
    if ! out=$(sql <"$work/random.sql" 2>&1); then
        fail "seed $seed: the schema" "$out"
        return
    fi
    sed -n 's/^-- kind: //p' "$work/random.sql" | sort -u >"$work/kinds"
    sed -n 's/^-- call: \(.*\)/\1;/p' "$work/random.sql" >"$work/calls.sql"
    dump "$db" -s >"$work/dump.before"
    sql "$counts" >"$work/counts.before"
    PGOPTIONS='-c base62id.output=uuid' sql <<<"$rows \\gexec" >"$work/rows.before"
    result=$(try "$target")
    # by which target it ended how, and why
    why "$result" | sort -u | sed "s/^/$target\t$(head -n 1 <<<"${result%%:*}")\t/" >>"$work/ends"
    # alone: with at most one kind of object, whose stop it then is
    alone=$([ "$(grep -vc 'security label' "$work/kinds")" = 1 ] && echo alone || echo together)
    grep -v 'security label' "$work/kinds" | sed "s/^/$(head -n 1 <<<"${result%%:*}")	$alone	/" >>"$work/results"
    case $result in
        stopped)
            note "$(tr '\n' ' ' <"$work/stops" | cut -c1-700)"
            pass "seed $seed, $target: stops"
            is "seed $seed: nothing has changed" "$(dump "$db" -s | diff "$work/dump.before" -)" ""
            drop_database
            return
            ;;
        moved) pass "seed $seed, $target: there" ;;
        *"operator does not exist"* | *"could not convert type"* | *"function "*" does not exist"* | *"cannot cast type"*)
            # The guide says so: a typed id is no uuid, and what compares the two is not put back.
            note "$(grep -m 1 ERROR <<<"$result")"
            is "seed $seed, $target: refused as a whole" "$target $(dump "$db" -s | diff "$work/dump.before" -)" "typed "
            drop_database
            return
            ;;
        *)
            fail "seed $seed, $target: there, without a NOTICE" "$result"
            return
            ;;
    esac
    check "seed $seed: what is called goes on" sql <"$work/calls.sql"
    # shellcheck disable=SC2059
    sql_is "seed $seed: every column has moved" "$(printf "$left_over" "$target")" ""
    is "seed $seed: the same rows" "$(PGOPTIONS='-c base62id.output=uuid' sql <<<"$rows \\gexec" | diff "$work/rows.before" - | head -n 20)" ""
    # what somebody makes of the new type in the meantime
    sql "SELECT a.attrelid::regclass, format('%I', a.attname), a.atttypid::regtype FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_type AS t ON t.oid = a.atttypid
        WHERE relkind = 'r' AND NOT relispartition AND attname IN ('id', 'ref1') AND t.typtype = 'b' AND typname <> 'uuid' AND relnamespace >= 16384 AND attinhcount = 0
        AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = c.oid) ORDER BY md5(attrelid::text || attname) LIMIT 1" >"$work/column"
    what=''
    if [ -s "$work/column" ] && [ $((seed % 3)) != 0 ]; then
        IFS='|' read -r table column type <"$work/column"
        perl "$here/random.pl" "$seed" made >"$work/made.sql"
        what=$(sed -n 's/^-- kind: //p' "$work/made.sql")
        psql_plain -v ON_ERROR_STOP=1 -v table="$table" -v column="$column" -v type="$type" -f "$work/made.sql" || fail "seed $seed: $what"
        sql "$made" >"$work/made.before"
        dump "$db" -s >"$work/dump.made"
        result=$(try uuid)
        echo "${result%%:*}	$(case $target in typed) echo typed ;; *) echo other ;; esac)	$what" >>"$work/results"
        if [ "$result" = stopped ]; then
            pass "seed $seed: $what: stops"
            is "seed $seed: nothing has changed" "$(dump "$db" -s | diff "$work/dump.made" -)" ""
            sql "SET client_min_messages = warning; DROP SCHEMA made CASCADE; DROP TRIGGER IF EXISTS made_trigger ON $table"
            result=$(try uuid)
        else
            is "seed $seed: $what: nothing of it is lost" "$(sql "$made" | nameless | diff <(nameless <"$work/made.before") -)" ""
            sql "SET client_min_messages = warning; DROP SCHEMA made CASCADE; DROP TRIGGER IF EXISTS made_trigger ON $table"
        fi
    else
        result=$(try uuid)
    fi
    is "seed $seed: back, without a NOTICE" "$result $(cat "$work/stops")" "moved "
    check "seed $seed: what is called goes on again" sql <"$work/calls.sql"
    # a remark says that a generated column comes behind the others
    dump "$db" -s >"$work/dump.after"
    ! grep -q 'comes behind the other columns' "$work/remarks.$target" || sed -i 's/,$//' "$work/dump.before" "$work/dump.after"
    ! grep -q 'comes behind the other columns' "$work/remarks.$target" || for out in before after; do sort -o "$work/dump.$out" "$work/dump.$out"; done
    is "seed $seed: there and back is the same schema" "$(diff "$work/dump.before" "$work/dump.after" | head -n 20)" ""
    is "seed $seed: as much depends on as much" "$(sql "$counts" | diff "$work/counts.before" - | head -n 20)" ""
    is "seed $seed: and the same rows" "$(PGOPTIONS='-c base62id.output=uuid' sql <<<"$rows \\gexec" | diff "$work/rows.before" - | head -n 20)" ""
    drop_database
}

drop_database() {
    local name=$db
    db=postgres
    sql "DROP DATABASE $name"
}

# How many moved: all, those with one kind of object alone, and what was made of a type in the meantime.
shares() {
    awk -F '\t' '{ n[$2 FS $3]++; of[$2 FS $3, $1]++; all[$1]++ }
        END { for (k in n) { split(k, x, FS); printf "# %s, %s: %d of %d moved, %d stopped, %d refused\n", x[2], x[1], of[k, "moved"], n[k], of[k, "stopped"], of[k, "failed"] } }' \
        "$work/results" | grep -v together | sort
    sort "$work/ends" | uniq -c | sed 's/^/# schemas:/'
}
