# Sourced by run: a plan in three files, what it does under locks, and what interrupts it.
# shellcheck shell=bash disable=SC2016,SC2034,SC2154

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
    for part in second_class keys_of_partitions published strict numbers_in_steps afterwards prepared interrupted in_the_way in_the_way_afterwards left left_as_text killed_in_steps; do "$part"; done
}
# From an id type to uuid, what outlives the move is in the second class of the type; then come uuid's own.
second_class() {
    local form=move
    new_database second_class
    sql <"$here/indexes.sql"
    # what compares ids of two types has no meaning over them
    sql "ALTER TABLE orders DROP CONSTRAINT early; DROP INDEX orders_expression"
    there_and_back "in steps, to id types" --to typed --type events.id=event_id,event
    is "the way back has keys and indexes beforehand, of partitions too" "$(
        grep -cE '^[|] public[.](users_pkey|events_1_pkey|events_2_rest_pkey|events_1_user_id_idx) .*[|] made beforehand [|]' \
            "$work/move/README.md"
    )" 4
    sql_is "... and nothing of them is left" "SELECT count(*) FROM pg_class WHERE relname ~ '^base62id_[0-9a-f]{12}'" 0
    sql_is "... nor a type" "SELECT count(*) FROM typeid_types()" 0
    local users="SELECT count(*), md5(string_agg(id::uuid::text || coalesce(manager::uuid::text, ''), ',' ORDER BY id::uuid)) FROM users"
    local before
    before=$(sql "$users")
    plans "ids, which move" --to typed --type events.id=event_id,event
    moves "... there"
    plans "... and to uuid, without the plan that moved them" --to uuid
    moves "... they move"
    sql_is "... all of them" "$users" "$before"
    sql_is "... to uuid, so that the types can go" "SELECT count(typeid_drop_type(type)) > 0 FROM typeid_types()" t
    if [ "$server_major" -ge 18 ]; then
        sql <<'SQL'
CREATE TABLE over (id uuid NOT NULL);
CREATE TABLE under (PRIMARY KEY (id)) INHERITS (over);
SQL
        stops "a NOT NULL of a child with another name is a stop that says what to do" \
            "^Before: give it its parent's name" --to base62id --only over --only under
    fi
}

# What is published by its key or another index goes on between the second file and the third.
published() {
    local form=move
    new_database published
    sql "CREATE TABLE keyed (id uuid PRIMARY KEY, n int); CREATE TABLE indexed (id uuid NOT NULL, n int); CREATE UNIQUE INDEX its_id ON indexed (id); ALTER TABLE indexed REPLICA IDENTITY USING INDEX its_id;
        INSERT INTO keyed SELECT gen_random_uuid() FROM generate_series(1, 9); INSERT INTO indexed TABLE keyed; CREATE PUBLICATION p FOR TABLE keyed, indexed"
    look before
    plans "what is published" --to typed --type indexed.id=row_id,row
    rm -rf "$work/there" && cp -r "$work/move" "$work/there" && moves "... there"
    plans "... and back" --to back --was "$work/there"
    check "... with its indexes beforehand" grep -q '^| public.its_id .* made beforehand |' "$work/move/README.md"
    check "... of which the columns move" psql_plain -q -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" -f "$work/move/2-move.sql"
    check "... takes an UPDATE before the last file" sql "UPDATE keyed SET n = 2; UPDATE indexed SET n = 2"
    check "... which ends" psql_plain -q -v ON_ERROR_STOP=1 -f "$work/move/3-finish.sql"
    check "... and afterwards" sql "UPDATE keyed SET n = 3; UPDATE indexed SET n = 3"
    look back
    same "what is published: there and back is the same schema" dump back
}

# A type that takes no uuid does so from the first file to the second; on the way back from the second to the third.
accepting="SELECT string_agg(concat_ws(' ', accept_uuid, accept_bigint), ', ' ORDER BY type::text) FROM typeid_types()"
strict() {
    local form=move texts_move=1 # what is strict shows no uuid
    new_database strict
    sql "CREATE TABLE users (id uuid PRIMARY KEY, boss uuid REFERENCES users); INSERT INTO users SELECT gen_random_uuid() FROM generate_series(1, 3000);
        SELECT typeid_create_type('user_id', 'user')" >/dev/null
    plans "to a type that is strict" --to typed
    is "... with indexes beforehand" "$(grep -c '| made beforehand |' "$work/move/README.md")" 1
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    sql_is "... for which it takes uuids" "$accepting" "t f"
    out=$(migrate run "$db" "$work/move" --undo 2>&1) && status=0 || status=$?
    no_error "... and --undo"
    sql_is "... makes it strict again" "$accepting" "f f"
    there_and_back "in steps, a type that is strict" --to typed
    sql_is "... as it is in the end" "$accepting" "f f"
    new_database strict_made
    sql "CREATE TABLE users (id uuid PRIMARY KEY)"
    plans "a type that is made strict" --to typed --no-accept-uuid
    is "... with an index beforehand" "$(grep -c '| made beforehand |' "$work/move/README.md")" 1
    moves "... moves"
    sql_is "... and takes no uuid" "$accepting" "f f"
}
# bigint becomes an id type with indexes beforehand, and bigint again.
numbers_in_steps() {
    local form=move number=(--to typed --type "a=a_id,aa,uid11")
    new_database numbers_in_steps
    sql "CREATE TABLE a (id bigint PRIMARY KEY, of bigint REFERENCES a, n int); INSERT INTO a SELECT n, n FROM generate_series(-9, 3000) AS n;
        CREATE INDEX a_of ON a (of); CREATE UNIQUE INDEX a_both ON a USING btree (id DESC, n) INCLUDE (of); CREATE INDEX a_hash ON a USING hash (of)"
    plans "numbers, in steps" "${number[@]}"
    is "... with all indexes beforehand" "$(grep -c '| made beforehand |' "$work/move/README.md")" 4
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    sql_is "... for which the type takes bigint" "$accepting" "f t"
    plans "a plan beside one that was prepared" "${number[@]}"
    check "... says what takes bigint" grep -q "public.a_id takes bigint without a cast, .* SELECT public.typeid_accept_bigint('public.a_id', false)" "$work/said"
    is "... none of which is built under the lock" "$(work_of "$work/move/2-move.sql")" ""
    sql_is "... and has the same rows" "SELECT count(*), min(id::bigint), max(of::bigint) FROM a" "3010|-9|3000"
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/3-finish.sql" >"$work/psql.log" 2>&1
    sql_is "... after which it is strict" "$accepting" "f f"
    rm -rf "$work/there" && cp -r "$work/move" "$work/there"
    plans "numbers, in steps: back" --to back --was "$work/there"
    is "... with all indexes beforehand, too" "$(grep -c '| made beforehand |' "$work/move/README.md")" 4
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    is "... none of which is built under the lock" "$(work_of "$work/move/2-move.sql")" ""
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/3-finish.sql" >"$work/psql.log" 2>&1
    sql_is "... after which it is strict again" "$accepting" "f f"
    sql_is "... nor a number lost" "SELECT count(*), min(id), max(of) FROM a WHERE id < 5000" "3010|-9|3000"
    sql "SELECT typeid_accept_bigint('a_id', true)" >/dev/null
    plans "a plan beside a type that takes bigint, and no index" "${number[@]}"
    check "... ends with a type that does not" grep -q "^SELECT public.typeid_accept_bigint('public.a_id'::regtype, false)" "$work/move/3-finish.sql"
    sql "SELECT typeid_accept_bigint('a_id', false)" >/dev/null
    there_and_back "numbers, in steps" "${number[@]}"
    plans "numbers, which move" "${number[@]}"
    moves "... there"
    plans "... and to bigint, without the plan that moved them" --to bigint
    is "... with all indexes beforehand" "$(grep -c '| made beforehand |' "$work/move/README.md")" 4
    moves "... they move"
    sql_is "... all of them" "SELECT pg_typeof(min(id)), pg_typeof(min(of)), count(*), min(id), max(of) FROM a WHERE id < 5000" "bigint|bigint|3010|-9|3000"
    sql_is "... and the type takes no bigint" "$accepting" "f f"
    sql "SELECT typeid_create_type('theirs_id', 'theirs', 'uid11'); ALTER EXTENSION plpgsql ADD TYPE theirs_id" >/dev/null
    sql_is "a type of another extension is its script's to change" "$sqlstate_function SELECT sqlstate_of('SELECT typeid_accept_bigint(''theirs_id'', true)')" 55000
}
# Large unique indexes that PostgreSQL does not keep: a stop, or under the lock, or afterwards.
afterwards() {
    local form=move number=(--to typed --type "a=a_id,aa,uid11")
    new_database afterwards
    sql "CREATE TABLE a (id bigint PRIMARY KEY, n text CONSTRAINT a_n UNIQUE); COMMENT ON CONSTRAINT a_pkey ON a IS 'its key';
        INSERT INTO a SELECT n, n FROM generate_series(1, 800000) AS n; CREATE TABLE b (a bigint CONSTRAINT of_a REFERENCES a);
        INSERT INTO b SELECT id FROM a LIMIT 9; COMMENT ON CONSTRAINT of_a ON b IS 'its a'; CREATE UNIQUE INDEX low ON a (id) WHERE n <> '7'; CREATE INDEX often ON a (id) WHERE n <> '8'; ANALYZE"
    stops "a large unique index with a predicate" 'public.low of public.a, [0-9]* MB' "${number[@]}"
    is "... but not one that is not unique" "$(grep -c 'public.often' <<<"$out")" 0
    check "... of which the stop says what to do" grep -q 'Accept that: --under-lock; or --afterwards' <<<"$out"
    look before
    plans "... is made afterwards" "${number[@]}" --afterwards
    check "... as a remark says" grep -q '^--afterwards: from the move until 3-finish.sql has ended, nothing keeps rows unique where public.low did' <<<"$out"
    is "... and the other one, too, while all go on" "$(grep -c '^CREATE \(UNIQUE \)\?INDEX CONCURRENTLY IF NOT EXISTS \(low\|often\) ' "$work/move/3-finish.sql") $(
        grep -cE '^[|] public[.](low|often) .* [|] made afterwards [|]' "$work/move/README.md"
    )" "2 2"
    rm -rf "$work/there" && cp -r "$work/move" "$work/there" && moves "... there"
    plans "... as is a key of numbers on the way back" --to back --was "$work/there" --afterwards
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    is "... of which none is built under the lock" "$(work_of "$work/move/2-move.sql")" ""
    check "... and what is left can be done twice" psql_plain -v ON_ERROR_STOP=1 -f "$work/move/3-finish.sql" -f "$work/move/3-finish.sql"
    look back
    same "afterwards: there and back is the same schema" dump back
    same "... and the same rows" rows back
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

# Keys from partitioned tables are valid in each partition.  Of those to them PostgreSQL keeps a row
# for each partition, too, which before 18 VALIDATE CONSTRAINT leaves as it was made: to validate that
# row would look for all references in one partition.  The key holds and is dumped as a valid one.
keys_of_partitions() {
    local form=move
    new_database keys_of_partitions
    sql <<'SQL'
CREATE TABLE users (id uuid PRIMARY KEY);
CREATE TABLE events (n int, id uuid, user_id uuid REFERENCES users, PRIMARY KEY (n, id))
    PARTITION BY LIST (n);
CREATE TABLE events_1 PARTITION OF events FOR VALUES IN (1);
CREATE TABLE events_2 PARTITION OF events FOR VALUES IN (2);
CREATE TABLE seen (n int, id uuid, FOREIGN KEY (n, id) REFERENCES events);
INSERT INTO users SELECT gen_random_uuid() FROM generate_series(1, 9);
INSERT INTO events SELECT n, gen_random_uuid(), id FROM users, generate_series(1, 2) AS n;
INSERT INTO seen SELECT n, id FROM events;
SQL
    plans "keys from and to partitioned tables" --to base62id
    moves "... move"
    sql_is "keys from them are valid in each partition" "SELECT string_agg(concat_ws(' ', conrelid::regclass, convalidated), ', ' ORDER BY conrelid::regclass::text)
        FROM pg_constraint WHERE confrelid = 'users'::regclass" "events t, events_1 t, events_2 t"
    sql_is "keys to them are valid; what PostgreSQL keeps of each partition is so from 18 on" "SELECT string_agg(concat_ws(' ', confrelid::regclass, convalidated), ', ' ORDER BY confrelid::regclass::text)
        FROM pg_constraint WHERE conrelid = 'seen'::regclass" "events t, $([ "$server_major" -ge 18 ] && echo events_1 t, events_2 t || echo events_1 f, events_2 f)"
    is "... and is not dumped" "$(dump -s | grep -c 'NOT VALID')" 0
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
    holds "SELECT pg_advisory_lock(hashtextextended('base62id-migrate', 0))"
    move
    is "a second run beside another one is refused" "$status $(grep -c 'another base62id-migrate works in this database' <<<"$out")" "1 1"
    release
    sql_is "an interruption leaves an index that is not valid" "$left" "false"
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    sql_is "... which is made again" "$left" "true true"
    local made="SELECT string_agg(concat_ws(' ', relname, oid, relfilenode), ', ' ORDER BY relname) FROM pg_class WHERE relname ~ '^base62id_'"
    local before after one
    before=$(sql "$made")
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    sql_is "... and one that is valid is not" "$made" "$before"
    one=$(sql "SELECT min(relname) FROM pg_class WHERE relname ~ '^base62id_'")
    sql "DROP INDEX $one; CREATE INDEX $one ON b (a)"
    before=$(sql "$made")
    is "one that is another index is no successor" "$(psql_plain -f "$work/move/2-move.sql" 2>&1 | grep -c "not there, or not as prepared: \"public\".$one")" 1
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    after=$(sql "$made")
    is "... and is made again, the others are not" "$(sql "SELECT string_agg(indisunique::text, ' ') FROM pg_index WHERE indexrelid::regclass::text ~ '^base62id_'") $(
        diff <(tr , '\n' <<<"$before") <(tr , '\n' <<<"$after") | grep -c '^>'
    )" "true true 1"
    plans "a plan beside what another one has prepared" --to typed
    check "... says which indexes that are" grep -Eq 'an earlier plan has prepared (public[.]base62id_[0-9a-f]{12}(, )?){2};' "$work/said"
    is "... nor that no column has types that this one uses" "$(grep -c 'no column has' "$work/said")" 0
    plans "... and beside one that was given up" --to base62id
    check "... says which types no column has" grep -q 'no column has the id types public.a_id, public.b_id: .* run --undo of that plan drops' "$work/said"
    plans "... the one that was prepared, again" --to typed
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
    out=$(migrate run "$db" "$work/move" --undo 2>&1) && status=0 || status=$?
    is "... from which --undo sends nobody back" "$status $(grep -c 'the columns have moved: run it to the end, then base62id-migrate plan --to back --was' <<<"$out")" "1 1"
    release
    move
    is "... and the next run goes on" "$status $(grep -c 'goes on with what is left' <<<"$out")" "0 1"
    sql_is "... to the end" "SELECT count(*) FROM pg_constraint WHERE NOT convalidated" 0
}

# A way out that is ended after the columns have moved leaves its plan, which goes on.
left() {
    local pid command
    new_database left
    sql "SELECT typeid_create_type('a_id', 'aa')" >/dev/null
    sql "CREATE TABLE a (id a_id DEFAULT a_id_new()); INSERT INTO a DEFAULT VALUES"
    # the last file drops the extension, and waits for this
    holds "COMMENT ON EXTENSION base62id IS 'held'"
    PGHOST=$work PGPORT=$port PGUSER=postgres TMPDIR=$work setsid python3 "$program" leave left >"$work/left.log" 2>&1 &
    pid=$!
    wait_until is_true "$waits"
    kill -TERM "$pid"
    wait "$pid" && status=0 || status=$?
    release
    is "leave, after the columns have moved" "$status $(grep -c '^stop: SIGTERM: the columns have moved; 3-finish.sql is left' "$work/left.log")" "4 1"
    sql_is "... which they have" "SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'a'::regclass AND attname = 'id'" uuid
    command=$(grep -oP 'the plan stays: base62id-migrate \Krun left \S+' "$work/left.log")
    # shellcheck disable=SC2086 # words
    out=$(migrate $command 2>&1) && status=0 || status=$?
    no_error "... and the command that it names goes on"
    sql_is "... until there is no type and no extension" "SELECT (SELECT count(*) FROM pg_type WHERE typname = 'a_id'), (SELECT count(*) FROM pg_extension WHERE extname = 'base62id'), (SELECT count(*) FROM a)" "0|0|1"
    sql "CREATE EXTENSION base62id"
    out=$(TMPDIR=$work migrate leave left 2>&1) && status=0 || status=$?
    is "leave, where nothing moves, leaves no plan" "$status $(grep -c 'the plan stays' <<<"$out") $(compgen -G "$work/base62id-leave.*" | wc -l)" "1 0 1"
}

# The way out in texts: a plan of it, which is run later.
left_as_text() {
    local form=move ids before
    new_database left_as_text
    sql "SELECT typeid_create_type('a_id', 'aa'), typeid_create_type('n_id', 'nn', 'uid11')" >/dev/null
    sql "CREATE TABLE a (id a_id PRIMARY KEY DEFAULT a_id_new(), up a_id REFERENCES a, n n_id, short base62id DEFAULT gen_random_uuid());
        INSERT INTO a (n) SELECT n FROM generate_series(1, 9) AS n; UPDATE a SET up = id"
    ids="SELECT count(*), sum(n::bigint), md5(string_agg(concat_ws(' ', id, up, short), ',' ORDER BY id::text COLLATE \"C\")) FROM a"
    before=$(sql "$ids")
    out=$(migrate leave "$db" --to text -o "$work/left.sql" 2>&1) && status=0 || status=$?
    is "leave is three files" "$status $(grep -c -- '-o names a directory, for three files' <<<"$out")" "2 1"
    out=$(migrate leave "$db" --to text -o "$work/left" 2>&1) && status=0 || status=$?
    no_error "leave with -o"
    sql_is "... changes nothing" "SELECT DISTINCT pg_typeof(id) FROM a" a_id
    check "... and says which default goes" grep -q '^public.a.id: new rows have no id by default any more, .* now it is public.a_id_new()$' <<<"$out"
    move "$work/left"
    no_error "... run executes it"
    sql_is "... to types of PostgreSQL" "SELECT DISTINCT pg_typeof(id), pg_typeof(up), pg_typeof(n), pg_typeof(short) FROM a" "text|text|bigint|text"
    sql_is "... of the same texts and numbers" "$ids" "$before"
    sql_is "... with their key" "SELECT convalidated FROM pg_constraint WHERE contype = 'f'" t
    sql_is "... and one default" "SELECT string_agg(pg_get_expr(adbin, adrelid), ' ') FROM pg_attrdef" "(gen_random_uuid())::text"
    sql_is "... until there is no extension" "SELECT count(*) FROM pg_extension WHERE extname = 'base62id'" 0
}

# Who is in the way is named, and nobody waits behind us meanwhile.
in_the_way() {
    local form=move pid
    new_database in_the_way
    sql "CREATE TABLE a (id uuid PRIMARY KEY); CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a)"
    plans "a plan that waits" --to base62id
    holds "SELECT count(*) FROM b"
    wait_until is_true "SELECT now() - xact_start > '1 s' FROM pg_stat_activity WHERE application_name = 'holder'"
    PGHOST=$work PGPORT=$port PGUSER=postgres setsid python3 "$program" run "$db" "$work/move" >"$work/progress.log" 2>&1 &
    pid=$!
    check "run says how far an index is, and for whom it waits" wait_until grep -Eq \
        'base62id-migrate: public[.]base62id_[0-9a-f]{12}: waiting for .*; waits for pid [0-9]+ [(]holder, postgres[)] for [0-9]+ s: SELECT pg_sleep' "$work/progress.log"
    kill -TERM "$pid"
    wait "$pid" && status=0 || status=$?
    is "... and what stays, when it is ended then" "$status $(grep -c '^stop: SIGTERM: nothing has moved; what is made stays' "$work/progress.log")" "1 1"
    release
    wait
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" >"$work/psql.log" 2>&1
    holds "SELECT count(*) FROM b"
    wait_until is_true "SELECT now() - xact_start > '1 s' FROM pg_stat_activity WHERE application_name = 'holder'"
    out=$(migrate run "$db" "$work/move" --attempts 2 --pause 0.1 2>&1) && status=0 || status=$?
    is "who is in the way is named, and no lock is asked for" \
        "$status $(grep -cE 'attempt [12]: not tried, public.b is used by pid [0-9]+ [(]holder, postgres[)] for [0-9]+ s: SELECT pg_sleep' <<<"$out")" "3 2"
    release
    move
    no_error "... and then it moves"
}

# The short locks of the third file are asked for as those of the second one.
in_the_way_afterwards() {
    local form=move
    new_database in_the_way_afterwards
    sql "CREATE TABLE a (id uuid PRIMARY KEY); CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a)"
    plans "a plan whose way back swaps keys" --to typed
    rm -rf "$work/there" && cp -r "$work/move" "$work/there" && moves "... there"
    plans "... and back" --to back --was "$work/there"
    psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" -f "$work/move/2-move.sql" >"$work/psql.log" 2>&1
    # all that would wait for the report below, while nobody waits behind it
    sed '/^DO \$locks\$/,$d' "$work/move/3-finish.sql" | psql_plain -v ON_ERROR_STOP=1 -f - >"$work/psql.log" 2>&1
    holds "SELECT count(*) FROM b"
    wait_until is_true "SELECT now() - xact_start > '1 s' FROM pg_stat_activity WHERE application_name = 'holder'"
    refused_afterwards "keys are swapped" public.b
    release
    move
    is "... and then all is done, and said" "$status $(grep -c '3-finish.sql: keys and names are taken; the locks were held for [0-9]* ms' <<<"$out")" "0 1"
    if [ "$server_major" -lt 18 ]; then
        sql "CREATE TABLE parted (n int, a uuid CONSTRAINT of_a REFERENCES a) PARTITION BY LIST (n); CREATE TABLE part PARTITION OF parted DEFAULT"
        plans "a plan whose partitioned key takes those of its partitions" --to base62id
        psql_plain -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql" -f "$work/move/2-move.sql" >"$work/psql.log" 2>&1
        holds "SELECT count(*) FROM a"
        wait_until is_true "SELECT now() - xact_start > '1 s' FROM pg_stat_activity WHERE application_name = 'holder'"
        refused_afterwards "a partitioned key is made" public.a
        release
        move
        is "... and then it is, and valid" "$status $(sql "SELECT string_agg(concat_ws(' ', conrelid::regclass, convalidated), ', ' ORDER BY oid) FROM pg_constraint WHERE conname = 'of_a' AND conparentid = 0")" "0 parted t"
    fi
}
refused_afterwards() { # TITLE TABLE
    out=$(migrate run "$db" "$work/move" --attempts 2 --pause 0.1 --lock-timeout 300ms 2>&1) && status=0 || status=$?
    is "before $1, no lock is waited for longer than it may be" "$status $(grep -c '^base62id-migrate: attempt 1: ERROR:  55P03: ' <<<"$out")" "4 1"
    is "... who is in the way is named, and no lock is asked for again" \
        "$(grep -cE "attempt 2: not tried, $2 is used by pid [0-9]+ [(]holder, postgres[)] for [0-9]+ s: SELECT pg_sleep" <<<"$out")" 1
}

# kill -9 at points of the time that a whole run takes: what run says is true, and the next one goes on to the same end.
killed_in_steps() {
    local form=move kind i pid length state points=1 began said=() states=()
    [ -z "$full" ] || points=7
    new_database killing
    sql "CREATE TABLE a (id uuid PRIMARY KEY, up uuid REFERENCES a); INSERT INTO a SELECT gen_random_uuid() FROM generate_series(1, 20000); UPDATE a SET up = id;
        CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a, n int) PARTITION BY HASH (id); CREATE TABLE b_0 PARTITION OF b FOR VALUES WITH (MODULUS 1, REMAINDER 0);
        CREATE INDEX ON b (a); CREATE INDEX ON b (n) WHERE a IS NOT NULL; INSERT INTO b SELECT gen_random_uuid(), id FROM a; ANALYZE"
    plans "a plan to be killed" --to typed
    killing_copy
    began=$EPOCHREALTIME
    move
    no_error "... which runs"
    length=$(awk "BEGIN { print $EPOCHREALTIME - $began }")
    dump >"$work/dump.whole"
    for kind in program backend server; do
        states=() said=()
        for ((i = 1; i <= points; ++i)); do
            killing_copy
            PGHOST=$work PGPORT=$port PGUSER=postgres TMPDIR=$work python3 "$program" run killed "$work/move" --pause 0.1 >"$work/killed.log" 2>&1 &
            pid=$!
            sleep "$(awk "BEGIN { print $length * ($i - 0.3) / $points }")"
            "kill_$kind" "$pid"
            wait "$pid" 2>/dev/null && status=0 || status=$?
            wait_until nothing_stays || fail "kill -9 of the $kind at $i of $points: something stays"
            state=$(state_of_steps)
            states+=("$state")
            said+=("$status")
            case $kind,$status,$state in
                program,137,* | program,0,after | *,0,after | *,1,before | *,4,between | *,4,after | *,5,*) ;;
                *) fail "kill -9 of the $kind at $i of $points: $state, and run says $status" "$(tail -n 5 "$work/killed.log")" ;;
            esac
            db=killed move
            db=killed dump | diff "$work/dump.whole" - >"$work/killed.diff" || true
            is "kill -9 of the $kind at $i of $points, $state: the next run ends it" "$status $(head -n 9 "$work/killed.diff")" "0 "
        done
        note "kill -9 of the $kind at $points points: ${states[*]}; run says ${said[*]}"
    done
}
killing_copy() {
    db=postgres sql "DROP DATABASE IF EXISTS killed WITH (FORCE)" 2>"$work/drop.log"
    db=postgres sql "CREATE DATABASE killed TEMPLATE killing"
    db=killed
}
state_of_steps() { # before, between, after
    db=killed sql "SELECT CASE WHEN (SELECT atttypid FROM pg_attribute WHERE attrelid = 'a'::regclass AND attname = 'id') = 'uuid'::regtype THEN 'before'
        WHEN EXISTS (SELECT FROM pg_constraint WHERE NOT convalidated) THEN 'between' ELSE 'after' END"
}
