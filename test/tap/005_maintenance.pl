# What rewrites, rebuilds or postpones loses no row and leaves every index sound: VACUUM FULL, CLUSTER,
# REINDEX CONCURRENTLY and CREATE INDEX CONCURRENTLY beside writers, and prepared transactions over a
# crash.  Parallel workers answer what one process answers.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server('maintenance', settings => 'max_prepared_transactions = 5');
create_tables($node, 'postgres');
$node->safe_psql('postgres', 'CREATE EXTENSION amcheck;' . rows(1, 5000));

# Holes and dead tuples for the rest to deal with.
$node->safe_psql('postgres', join '', map { "DELETE FROM ids_$_ WHERE n % 3 = 0;" } @types);

my $before  = digest($node, 'postgres');
my %rewrite = (
    'VACUUM FULL'   => sub { "VACUUM FULL ids_$_[0];" },
    'CLUSTER'       => sub { "CLUSTER ids_$_[0] USING ids_$_[0]_pkey;" },
    'REINDEX'       => sub { "REINDEX TABLE ids_$_[0];" },
    'VACUUM FREEZE' => sub { "VACUUM (FREEZE, DISABLE_PAGE_SKIPPING, ANALYZE) ids_$_[0];" },
);
for my $what (sort keys %rewrite) {
    $node->safe_psql('postgres', join "\n", map { $rewrite{$what}->($_) } @types);
    is(digest($node, 'postgres'), $before, "$what keeps every row");
    check_storage($node, 'postgres', $what);
}
is(
    $node->safe_psql(
        'postgres',
        'SELECT bool_and(id < next) FROM (SELECT id, lead(id) OVER (ORDER BY ctid) AS next
        FROM ids_typeid) x'
    ),
    't',
    'CLUSTER and VACUUM FULL left the rows in the order of the ids'
);

# Concurrent rebuilds while two clients write.
my @clients = map {
    my $writer = $_;
    client(
        $node, "writer-$writer",
        prepare_write(5) . join '',
        map { "EXECUTE write($writer, $_);\n" } 1 .. 400
    )
} 1, 2;
$node->safe_psql('postgres', $_) for map {
    (
        "REINDEX TABLE CONCURRENTLY ids_$_",
        "CREATE INDEX CONCURRENTLY ids_${_}_more ON ids_$_ (id, n)",
        "CREATE INDEX CONCURRENTLY ids_${_}_hash2 ON ids_$_ USING hash (id)"
    )
} @types;
$_->{run}->finish for @clients;
is(slurp_file("$_->{base}.err"), '', "client $_->{name} beside REINDEX CONCURRENTLY met no error")
    for @clients;
is(
    $node->safe_psql(
        'postgres',
        join ' UNION ALL ',
        map { "SELECT count(*) FROM ids_$_ WHERE writer > 0" } @types
    ),
    join("\n", (4000) x @types),
    'every row that was written meanwhile is there'
);
check_storage($node, 'postgres', 'after REINDEX CONCURRENTLY');

# Prepared transactions outlive the server.
my $values = join '', map {
    "INSERT INTO ids_$_ SELECT v, v, v, 7, i, 0 FROM (SELECT i, ($new_id{$_})::$_ AS v FROM generate_series(1, 50) i) x;"
} @types;
$node->safe_psql('postgres', "BEGIN; $values PREPARE TRANSACTION 'to commit';");
$node->safe_psql('postgres',
    "BEGIN; " . $values =~ s/ 7, i/ 8, i/gr . " PREPARE TRANSACTION 'to roll back';");
$before = digest($node, 'postgres');
$node->stop('immediate');
$node->start;
is(digest($node, 'postgres'), $before, 'prepared rows are not seen, before and after a crash');
$node->safe_psql('postgres', "COMMIT PREPARED 'to commit'");
$node->safe_psql('postgres', "ROLLBACK PREPARED 'to roll back'");
is(
    $node->safe_psql(
        'postgres',
        join ' UNION ALL ',
        map {
            "SELECT count(*) FILTER (WHERE writer = 7), count(*) FILTER (WHERE writer = 8) FROM ids_$_"
        } @types
    ),
    join("\n", ('50|0') x @types),
    'they are there when committed, and gone when rolled back'
);
check_storage($node, 'postgres', 'after prepared transactions');

# Parallel workers: scans, joins, aggregates, sorts and index builds say what a single process says.
my $parallel = 'SET max_parallel_workers_per_gather = 2;
    SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
    SET min_parallel_index_scan_size = 0; SET parallel_leader_participation = off;';
$node->safe_psql(
    'postgres',
    join '',
    map {
        "CREATE TABLE big_$_ AS SELECT id FROM ids_$_ CROSS JOIN generate_series(1, 8); ANALYZE big_$_;"
    } @types
);
for my $type (@types) {
    my %query = (
        'min and max' => "SELECT min(id), max(id) FROM big_$type",
        'hash join'   => "SELECT count(*) FROM big_$type JOIN ids_$type USING (id)",
        'group'       =>
            "SELECT count(*), sum(n) FROM (SELECT id, count(*) AS n FROM big_$type GROUP BY id) x",
        'sort' =>
            "SELECT md5(string_agg(id::text, ',')) FROM (SELECT id FROM big_$type ORDER BY id) x",
        'prefix' =>
            "SELECT count(*) FROM big_$type WHERE id ^@ (SELECT left(min(id)::text, 2) FROM big_$type)",
    );
    for my $name (sort keys %query) {
        my $single =
            $node->safe_psql('postgres', "SET max_parallel_workers_per_gather = 0; $query{$name}");
        is($node->safe_psql('postgres', "$parallel $query{$name}"),
            $single, "$type, $name: the same in parallel");
        my $plan = $node->safe_psql('postgres',
            "$parallel EXPLAIN (ANALYZE, COSTS off, TIMING off) $query{$name}");
        like($plan, qr/Workers Launched: [12]/, "$type, $name: by workers");
    }
    $node->safe_psql(
        'postgres', "SET max_parallel_maintenance_workers = 2; SET min_parallel_table_scan_size = 0;
        ALTER TABLE big_$type SET (parallel_workers = 2);
        CREATE INDEX big_${type}_built ON big_$type (id);
        SELECT bt_index_check('big_${type}_built', true);"
    );
    pass("$type: an index built by workers is sound");
}

# Ids of parallel workers are as distinct as any.
my %generator = map { $_ => 1 } values %new_id, 'uid11_fullrand_new()', 'uid11_snowish_new(1)',
    'typeid_uuid_generate_v7()';
for my $generator (sort keys %generator) {
    my ($rows, $ids) = split /\|/,
        $node->safe_psql('postgres',
        "$parallel SELECT count(*), count(DISTINCT x) FROM (SELECT $generator AS x FROM big_uid11) y"
        );
    is($ids, $rows, "$generator: $rows distinct ids from parallel workers");
    like($node->safe_psql('postgres', "$parallel EXPLAIN SELECT $generator FROM big_uid11"),
        qr/Gather/, "$generator: in a parallel plan");
}

stop_clean($node);
done_testing();
