# GiST and GIN find what a sequential scan finds: random insertions of new, old and equal ids and of
# NULLs, updates, deletions and rollbacks by several sessions beside VACUUM, then every strategy,
# for every type and an id type; after kill -9 of the server, too. And exclusion constraints hold
# where sessions insert at once.
#
#   BASE62ID_GIST_ROUNDS=100 scripts/test --only tap:011      more rounds than the default of 2

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep);

my $rounds  = $ENV{BASE62ID_GIST_ROUNDS} || ($ENV{BASE62ID_FULL} ? 30 : 2);
my $samples = $ENV{BASE62ID_FULL} ? 6 : 2;
my $writers = 3;
my $many    = $ENV{BASE62ID_FULL} ? 1000 : 400;                             # statements of a writer
my $seed    = $ENV{BASE62ID_SEED} // time ^ $$;
srand($seed);
note "BASE62ID_SEED=$seed";

my $node = server(
    'gist', settings => q{
        max_wal_size = 32MB
        jit = off
        max_parallel_workers_per_gather = 0
    }
);
my @family = setup();
my @all    = (@types, 'item_id');
$random_id{item_id} = q{md5(i::text)::uuid};
$new_id{item_id}    = 'item_id_new()';

my ($lookups, $conflicts, $hit) = (0, 0, 0);
for my $round (1 .. $rounds) {

    # Writers, VACUUM beside them, and two sessions that meet exclusion constraints.  Where the server
    # is killed, writers have more to do than they can have done by then.
    my $kill = $round % 2 == 0;
    my @clients =
        map {
        client($node, "gist-$round-$_", writes($round * 10 + $_, $kill ? 20 * $many : $many))
        } 1 .. $writers;
    push @clients, client($node, "gist-vacuum-$round", "VACUUM;\nSELECT pg_sleep(0.05);\n" x 200);
    push @clients, map { client($node, "gist-exclude-$round-$_", exclusions()) } 1 .. 2;
    if ($kill) {
        $node->poll_query_until('postgres',
                  "SELECT count(*) > 30 FROM ("
                . join(' UNION ALL ', map { "SELECT FROM d_$_ WHERE writer / 10 = $round" } @all)
                . ') AS x')
            or BAIL_OUT('the clients do not begin');
        sleep(rand(0.2));
        kill_server($node, $writers);
    }
    $_->{run}->finish for @clients;
    $node->start if $kill;
    for my $client (@clients) {
        my $errors = slurp_file("$client->{base}.err");
        $conflicts +=
            $errors =~
            s/^psql:\S+ ERROR:  conflicting key value violates exclusion constraint .*\nDETAIL: .*\n//mg
            if $client->{name} =~ /exclude/;

        # PostgreSQL's manual says so of exclusion constraints ("could deadlock").
        $errors =~
            s/^psql:\S+ ERROR:  deadlock detected\n(?:DETAIL|HINT|CONTEXT|Process|\s).*\n(?:(?:Process|HINT|CONTEXT).*\n)*//mg
            if $client->{name} =~ /exclude/;

        # Who was there at the blow, and who comes after it.
        if ($kill) {
            ++$hit if $errors =~ s/^.*(?:$gone).*\n//mg && $client->{name} !~ /vacuum/;
            $errors =~
                s/^psql: error: connection to server .* failed: .*\n(?:\tIs the server .*\n)?//mg;
        }
        is($errors, '', "round $round: client $client->{name} met no other error");
    }
    compare("round $round" . ($kill ? ', after kill -9' : ''));

    # What is left by a VACUUM of all is right as well.
    next unless $round == $rounds;
    $node->safe_psql('postgres', 'VACUUM');
    compare('after VACUUM');
    $node->safe_psql('postgres', join '', map { "REINDEX TABLE d_$_;" } @all);
    compare('after REINDEX');
}
note
    "$rounds rounds, $lookups scans by an index; $conflicts insertions were excluded, $hit clients lost the server";
cmp_ok($conflicts, '>', 0, 'the exclusion constraints had something to refuse');
cmp_ok($hit,       '>', 0, 'a blow met clients that wrote') if $rounds > 1;
stop_clean($node);

# A damaged page: a key that says to be longer than its page, and one that says to lie elsewhere.
$node->start;
for my $header ("\xfc\xff\xff\xff", "\x01\x12") {
    $node->safe_psql(
        'postgres',
        q{DROP TABLE IF EXISTS damaged; CREATE TABLE damaged AS SELECT 'a0000000-0000-4000-8000-000000000001'::uuid::base62id AS id;
        CREATE INDEX damaged_id ON damaged USING gist (id); CHECKPOINT}
    );
    my $file = $node->data_dir . '/'
        . $node->safe_psql('postgres', q{SELECT pg_relation_filepath('damaged_id')});
    $node->stop;
    my $pages = slurp_file($file);

    # The header of a varlena of 17 octets, the length of the least value, its first octet.
    my $at = index($pages, "\x25\x10\xa0");
    cmp_ok($at, '>', 0, 'a key is where it is looked for');
    substr($pages, $at, length $header) = $header;
    open my $out, '>:raw', $file or die "$file: $!";
    print $out $pages;
    close $out;
    $node->start;
    my (undef, undef, $errors) = $node->psql('postgres',
        q{SET ignore_checksum_failure = on; SET enable_seqscan = off; SELECT count(*) FROM damaged WHERE id > 'Fa84QWiAxLXUJaHZmEVPEG'}
    );
    like($errors, qr/ERROR:  GiST key of an id is damaged/, 'a damaged key is an error');
}

done_testing();

# -----------------------------------------------------------------------------------------------

# Gives the types that are compared with uuid.
sub setup {
    $node->safe_psql('postgres',
        q{CREATE EXTENSION base62id; CREATE EXTENSION amcheck; SELECT typeid_create_type('item_id', 'item')}
    );
    for my $type (@types, 'item_id') {

        # Half of the GIN indexes have a pending list.
        my $pending = rand() < 0.5 ? 'on' : 'off';

        # The same id in two columns, so that a query can only use the index that is meant.
        $node->safe_psql(
            'postgres', qq{
            CREATE TABLE d_$type (n bigint GENERATED ALWAYS AS IDENTITY, writer integer, gist $type, gin $type);
            CREATE INDEX d_${type}_gist ON d_$type USING gist (gist);
            CREATE INDEX d_${type}_gin ON d_$type USING gin (gin) WITH (fastupdate = $pending);
            CREATE TABLE x_$type (room $type, during int4range, EXCLUDE USING gist (room WITH =, during WITH &&))}
        );
    }
    $node->safe_psql(
        'postgres', q{
        CREATE FUNCTION answer(tab text, col text, condition text, OUT answer text, OUT plan text) LANGUAGE plpgsql AS $$
        DECLARE
            query text := format('SELECT count(*) || '' '' || coalesce(sum(hashtext(%1$I::text)::bigint), 0) FROM %2$I WHERE %1$I %3$s', col, tab, condition);
            line text;
        BEGIN
            plan := '';
            FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP plan := plan || line || E'\n'; END LOOP;
            EXECUTE query INTO answer;
        END $$;
        -- Conditions whose scans disagree with the sequential one, or are not made.
        CREATE FUNCTION compare(tab text, conditions text[], OUT lookups integer, OUT wrong text) LANGUAGE plpgsql AS $$
        DECLARE
            condition text;
            expected text;
            found record;
            scan record;
        BEGIN
            lookups := 0; wrong := '';
            FOREACH condition IN ARRAY conditions LOOP
                SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_bitmapscan = off;
                SELECT a.answer INTO expected FROM answer(tab, 'gist', condition) a;
                SET LOCAL enable_seqscan = off;
                FOR scan IN SELECT * FROM (VALUES ('gist', 'Index Scan'), ('gist', 'Index Only Scan'), ('gist', 'Bitmap Index Scan'), ('gin', 'Bitmap Index Scan')) v(col, kind)
                        WHERE NOT (col = 'gin' AND condition ~ '^(<>|IS)') AND NOT (condition ~ 'ANY' AND kind ~ '^Index') LOOP
                    PERFORM set_config('enable_indexscan', (scan.kind ~ '^Index')::text, true), set_config('enable_indexonlyscan', (scan.kind = 'Index Only Scan')::text, true),
                            set_config('enable_bitmapscan', (scan.kind ~ '^Bitmap')::text, true);
                    SELECT * INTO found FROM answer(tab, scan.col, condition);
                    lookups := lookups + 1;
                    IF found.answer IS DISTINCT FROM expected OR strpos(found.plan, scan.kind) = 0 THEN
                        wrong := wrong || format(E'%s.%s %s: %s, not %s, by %s\n', tab, scan.col, condition, found.answer, expected, found.plan);
                    END IF;
                END LOOP;
            END LOOP;
        END $$}
    );
    return split /\n/,
        $node->safe_psql('postgres',
        q{SELECT DISTINCT oprleft::regtype FROM pg_operator WHERE oprname = '=' AND oprright = 'uuid'::regtype AND oprleft >= 16384}
        );
}

# The id of number $i, an expression.
sub id {
    my ($type, $i) = @_;
    return "(SELECT ($random_id{$type})::$type FROM (SELECT $i AS i) AS x)";
}

# What a writer does; it changes its own rows only, so that no two wait for each other.
sub writes {
    my ($writer, $statements) = @_;
    my $script = '';
    for (1 .. $statements) {
        my $type       = $all[rand @all];
        my $some       = 1 + int rand 40;
        my $i          = int rand 600;
        my @statements = (
            "INSERT INTO d_$type (writer, gist, gin) SELECT $writer, v, v FROM (SELECT ($random_id{$type})::$type AS v FROM generate_series($i, $i + $some) AS i) AS x",
            "INSERT INTO d_$type (writer, gist, gin) SELECT $writer, v, v FROM (SELECT ($new_id{$type})::$type AS v FROM generate_series(1, $some) AS i) AS x",
            "INSERT INTO d_$type (writer, gist, gin) SELECT $writer, v, v FROM (SELECT v FROM generate_series(1, $some), "
                . id($type, $i)
                . " AS y(v)) AS x",
            "INSERT INTO d_$type (writer) SELECT $writer FROM generate_series(1, 3)",
            "UPDATE d_$type SET gist = v, gin = v FROM "
                . id($type, $i)
                . " AS x(v) WHERE writer = $writer AND n % 13 = "
                . int rand 13,
            "UPDATE d_$type SET gist = NULL, gin = NULL WHERE writer = $writer AND n % 97 = "
                . int rand 97,
            "DELETE FROM d_$type WHERE writer = $writer AND n % 11 = " . int rand 11,
            "DELETE FROM d_$type WHERE writer = $writer AND gist > "
                . id($type, $i)
                . " AND n % 3 = 0"
        );
        my $statement = $statements[rand @statements];
        $script .= rand() < 0.15 ? "BEGIN; $statement; ROLLBACK;\n" : "$statement;\n";
    }
    return $script;
}

sub exclusions {
    my $script = "\\set ON_ERROR_STOP off\nSET deadlock_timeout = '50ms';\n";
    for (1 .. 150) {
        my $type = $all[rand @all];
        my $from = int rand 60;
        $script .=
              "INSERT INTO x_$type SELECT v, int4range($from, $from + "
            . (1 + int rand 4)
            . ') FROM '
            . id($type, int rand 8)
            . " AS x(v);\n";
    }
    return $script;
}

sub compare {
    my ($title) = @_;
    my (@wrong, $rows);
    for my $type (@all) {

        # Of the table, and of those that are mostly not in it.
        my @values = split /\n/, $node->safe_psql(
            'postgres',
            "SELECT setseed("
                . rand()
                . ") \\g /dev/null\n
            (SELECT gist FROM d_$type WHERE gist IS NOT NULL ORDER BY random() LIMIT $samples)
            UNION ALL SELECT " . id($type, 100000 + int rand 1000) . "
            UNION ALL SELECT min(gist) FROM d_$type UNION ALL SELECT max(gist) FROM d_$type"
        );
        my @conditions = ('IS NULL', 'IS NOT NULL');
        for my $value (grep { $_ ne '' } @values) {
            push @conditions, map { "$_ '$value'::$type" } qw(= <> < <= > >=);
            next unless grep { $_ eq $type } @family;
            my $uuid = $node->safe_psql('postgres', "SELECT '$value'::$type" . '::uuid');
            push @conditions, map { "$_ '$uuid'::uuid" } qw(= <> < <= > >=);
        }
        my ($from, $to) = sort @values[0 .. 1];
        push @conditions, "= ANY ('{$from,$to}'::${type}[])", "BETWEEN '$from' AND '$to'";
        my $list = join ', ', map { "'" . s/'/''/gr . "'" } @conditions;
        my ($n, $wrong) = split /\|/,
            $node->safe_psql('postgres', "SELECT * FROM compare('d_$type', ARRAY[$list])"), 2;
        $lookups += $n;
        push @wrong, "$type: only $n scans" if $n < 2 * @conditions;
        push @wrong, $wrong                 if $wrong =~ /\S/;
        $rows += $node->safe_psql('postgres', "SELECT count(*) FROM d_$type");

        # Each row, by its own id: by the index, from a scan that can use none.
        my $missing = $node->safe_psql(
            'postgres',
            'SET enable_seqscan = off; ' . join ' UNION ALL ',
            map {
                "SELECT '$type $_ ' || count(*) FROM d_$type a WHERE num_nonnulls($_) > 0 AND NOT EXISTS (SELECT FROM d_$type b WHERE b.$_ = a.$_ AND b.n = a.n OFFSET 0) HAVING count(*) > 0"
            } qw(gist gin)
        );
        push @wrong, "rows that are not found: $missing" if $missing ne '';
        my $both = $node->safe_psql(
            'postgres', "SET enable_indexscan = off; SET enable_bitmapscan = off;
            SELECT count(*) FROM x_$type a JOIN x_$type b ON a.ctid < b.ctid AND a.room = b.room AND a.during && b.during"
        );
        push @wrong, "$type: $both pairs that exclude each other" if $both;
    }
    cmp_ok($rows, '>', 500, "$title: $rows rows");
    is(join("\n", @wrong), '', "$title: GiST and GIN find what a sequential scan finds");
    is(
        $node->safe_psql(
            'postgres',
            q{SELECT count(gin_index_check(oid)) FROM pg_class WHERE relname ~ '^d_.*_gin$'}
        ),
        scalar @all,
        "$title: amcheck checks every GIN index, and finds nothing"
    ) if $node->pg_version >= 18;
}
