# Sourced by run: a plan in three files, what it does under locks, and what interrupts it.
# shellcheck shell=bash disable=SC2016,SC2154

steps() {
    local form=move
    new_database steps
    sql <"$here/indexes.sql"
    there_and_back "in steps, every kind of index" --to base62id
    under_lock
    new_database steps_objects
    sql <"$here/objects.sql" >/dev/null
    sql <"$here/rows.sql"
    there_and_back "in steps, every kind of object" --to base62id
    new_database steps_partitions
    sql <"$here/partitions.sql"
    there_and_back "in steps, beside partition keys" --to base62id
    for part in second_class prepared interrupted in_the_way; do "$part"; done
}
# From an id type to uuid, what outlives the move is in the second class of the type; then come uuid's own.
second_class() {
    local form=move
    new_database second_class
    sql <"$here/indexes.sql"
    # what compares ids of two types has no meaning over them
    sql "ALTER TABLE orders DROP CONSTRAINT early; DROP INDEX orders_expression"
    there_and_back "in steps, to id types" --to typed
    check "the way back has keys and indexes beforehand" grep -q '^| public.users_pkey .*| made beforehand |' \
        "$work/move/README.md"
    sql_is "... and nothing of them is left" "SELECT count(*) FROM pg_class WHERE relname ~ '^base62id_[0-9a-f]{12}'" 0
    sql_is "... nor a type" "SELECT count(*) FROM typeid_types()" 0
}

# What the server logs that it builds and reads, while the statement works.
work_of() { # FILE
    local from
    from=$(wc -l <"$server_log")
    PGOPTIONS='-c log_min_messages=debug1' psql_plain -v ON_ERROR_STOP=1 -f "$1" >"$work/psql.log" 2>&1 ||
        cat "$work/psql.log"
    tail -n "+$((from + 1))" "$server_log" |
        grep -oE 'building index "[^"]*"|verifying table .*|validating foreign key .*|rewriting table .*' |
        sort | uniq
}
under_lock() {
    local form=move
    db=steps plan --to base62id
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    is "under the locks PostgreSQL builds what it does not keep, and nothing is read or validated" \
        "$(work_of "$work/move/2-move.sql" | grep -oE '"[^"]*"|[vr].*' | xargs)" \
        "at_once events_1_user_id_idx1 events_2_rest_user_id_idx1 orders_expression orders_one_open orders_open"
    sql_is "... keys hold for new rows" "SELECT count(*) > 5 FROM pg_constraint WHERE contype = 'f' AND NOT convalidated" t
    check "... and each file can be executed twice" psql_plain -v ON_ERROR_STOP=1 -f "$work/move/3-finish.sql" \
        -f "$work/move/3-finish.sql"
    sql_is "... until all is validated that was" "SELECT string_agg(conname, ' ' ORDER BY conname) FROM pg_constraint
        WHERE NOT convalidated AND conparentid = 0" "early notes_user"
    is "the move is over: psql refuses it" "$(psql_plain -f "$work/move/2-move.sql" 2>&1 | grep -c 'has changed since')" 1
}

# What is prepared can be interrupted, is refused where it is not there, and goes away again.
prepared() {
    local form=move
    new_database prepared
    sql "CREATE TABLE a (id uuid PRIMARY KEY); CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a);
        INSERT INTO a SELECT gen_random_uuid() FROM generate_series(1, 1000)"
    plans "a plan with types" --to typed
    is "without what is prepared psql refuses the move" "$(psql_plain -f "$work/move/2-move.sql" 2>&1 |
        grep -oE '(type|not there).*does not exist|not there, or not as prepared' | head -n 1 | grep -c .)" 1
    is "... and what is left before it" "$(psql_plain -f "$work/move/3-finish.sql" 2>&1 | grep -c 'not moved yet: ')" 1
    holds "LOCK TABLE a IN ROW EXCLUSIVE MODE"
    psql_plain -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1 &
    wait_until is_true "SELECT count(*) > 0 FROM pg_stat_progress_create_index"
    sql "SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index" >/dev/null
    release
    wait
    local left="SELECT string_agg(indisvalid::text, ' ' ORDER BY indisvalid) FROM pg_index
        WHERE indexrelid::regclass::text ~ '^base62id_'"
    sql_is "an interruption leaves an index that is not valid" "$left" "false"
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    sql_is "... which is made again" "$left" "true true"
    sql "REINDEX TABLE a" && psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    sql_is "... and one that is valid is not" "SELECT count(DISTINCT relfilenode) FROM pg_class WHERE relname ~ '^base62id_'" 2
    plans "a plan beside what another one has prepared" --to typed
    out=$(migrate run "$db" "$work/move" --undo 2>&1) && status=0 || status=$?
    no_error "run --undo"
    sql_is "... takes it away" "SELECT (SELECT count(*) FROM pg_class WHERE relname ~ '^base62id_[0-9a-f]{12}'), (SELECT count(*) FROM typeid_types())" "0|2"
    sql "SELECT count(typeid_drop_type(type)) FROM typeid_types()" >/dev/null
    plan --to typed
    sed -i 's/"sha256": "./&0/' "$work/move/2-move.sql"
    move
    is "a file that is not as it was written" "$status $(grep -c 'another sha256' <<<"$out")" "1 1"
}

# A session that holds a lock, until "release".
holds() { # STATEMENT
    psql_plain -c "SET application_name = 'holder'" -c BEGIN -c "$1" -c "SELECT pg_sleep(60)" >/dev/null 2>&1 &
    wait_until is_true "SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'holder' AND wait_event = 'PgSleep'"
}
release() {
    sql "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'holder'" >/dev/null
    wait_until is_true "SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'holder'"
}
waits="SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'base62id-migrate' AND wait_event_type = 'Lock'"
# Signals, while the statement waits or works: the server is told, and the outcome said.
interrupted() {
    local form=move
    local signal pid
    new_database interrupted
    sql "CREATE TABLE a (id uuid PRIMARY KEY); CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a)"
    plans "a plan to be interrupted" --to base62id
    # An index waits for such a session, too.
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    for signal in TERM HUP INT; do
        holds "LOCK TABLE a IN ROW EXCLUSIVE MODE"
        PGHOST=$work PGPORT=$port PGUSER=postgres env --default-signal=INT setsid python3 "$program" run interrupted "$work/move" --lock-timeout 50s \
            >"$work/interrupted.log" 2>&1 &
        pid=$!
        wait_until is_true "$waits"
        kill -"$signal" "$pid"
        wait "$pid" && status=0 || status=$?
        is "SIG$signal: the exit status, and what is said" "$status $(grep -c "^stop: SIG$signal: nothing has happened" "$work/interrupted.log")" "1 1"
        sql_is "... and nothing works any more" "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'base62id-migrate'" 0
        release
        sql_is "... nor has moved" "SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'a'::regclass AND attname = 'id'" uuid
    done
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/2-move.sql" >"$work/psql.log" 2>&1
    holds "LOCK TABLE a IN SHARE UPDATE EXCLUSIVE MODE"
    PGHOST=$work PGPORT=$port PGUSER=postgres env --default-signal=INT setsid python3 "$program" run interrupted "$work/move" >"$work/interrupted.log" 2>&1 &
    pid=$!
    wait_until is_true "$waits"
    kill -TERM "$pid"
    wait "$pid" && status=0 || status=$?
    is "after the move it is another status" "$status $(grep -c '^stop: SIGTERM: the columns have moved; 3-finish.sql is left' "$work/interrupted.log")" "4 1"
    release
    move
    is "... and the next run goes on" "$status $(grep -c 'goes on with what is left' <<<"$out")" "0 1"
    sql_is "... to the end" "SELECT count(*) FROM pg_constraint WHERE NOT convalidated" 0
}

# Who is in the way is named, and nobody waits behind us meanwhile.
in_the_way() {
    local form=move
    local began
    new_database in_the_way
    sql "CREATE TABLE a (id uuid PRIMARY KEY); CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a)"
    plans "a plan that waits" --to base62id
    holds "SELECT count(*) FROM b"
    wait_until is_true "SELECT now() - xact_start > '1 s' FROM pg_stat_activity WHERE application_name = 'holder'"
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1 &
    wait_until is_true "SELECT count(*) > 0 FROM pg_stat_progress_create_index WHERE current_locker_pid > 0"
    release
    wait
    holds "SELECT count(*) FROM b"
    wait_until is_true "SELECT now() - xact_start > '1 s' FROM pg_stat_activity WHERE application_name = 'holder'"
    out=$(migrate run "$db" "$work/move" --attempts 2 --pause 0.1 2>&1) && status=0 || status=$?
    is "who is in the way is named, and no lock is asked for" \
        "$status $(grep -cE 'attempt [12]: not tried, public.b is used by pid [0-9]+ [(]holder, postgres[)] for [0-9]+ s: SELECT pg_sleep' <<<"$out")" "3 2"
    release
    move
    no_error "... and then it moves"
}
