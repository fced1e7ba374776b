# Suites.pm's suites of indexes, sorting and joins, searches, sizes, memory, and the rate of
# encoding.
package Suites;
use strict;
use warnings;
use List::Util ();

our ($major, $quick, $rows, $many, @ours, @family, @others, @ours_and_core, @all, %type, %shown);

# ---------- index-grade ----------

my %everywhere = (
    (map { $_ => { uuid => 1.03 } } @family),
    uid11   => { bigint => 1.05 },
    baseuid => { uuid   => 1.05 }
);
my %sorted = (
    %everywhere,
    uid11  => { bigint => 1.05, uuid => 0.95 },
    typeid => { uuid   => 1.05 },
    typed  => { uuid   => 1.03 }
);
my %probed = (%everywhere, typeid => { uuid => 1.10 });

sub suite_index {
    return {
        title  => 'CREATE INDEX',
        setup  => [source($many), columns('k', $many, @all)],
        groups => [
            {
                name  => 'index',
                title => 'CREATE INDEX, in random order',
                rows  => $many,
                peer  => 'uuid',
                cases => [
                    for_types(
                        \%sorted,
                        {
                            before => 'DROP INDEX IF EXISTS k_@_id_idx',
                            sql    => 'CREATE INDEX ON k_@ (id)'
                        },
                        @all
                    )
                ]
            }
        ]
    };
}

sub suite_sort {
    my %vs = (%sorted, typeid => { uuid => 1.05, 'text COLLATE "C"' => 0.15 });
    return {
        title  => 'ORDER BY',
        setup  => [source($many), columns('k', $many, @all)],
        groups => [
            {
                name  => 'sort',
                title => 'ORDER BY in memory, in random order',
                rows  => $many,
                peer  => 'uuid',
                cases => [
                    for_types(
                        \%vs,
                        {
                            plan => 'Sort',
                            sql  =>
                                'SELECT count(*) FROM (SELECT id FROM k_@ ORDER BY id OFFSET 0) s'
                        },
                        @all
                    )
                ]
            }
        ]
    };
}

sub suite_grouping {
    my @types = (@ours_and_core, 'text_c');
    return {
        title  => 'GROUP BY',
        setup  => [source($many), columns('k', $many, @types)],
        groups => [
            {
                name  => 'group',
                title => 'GROUP BY by hashing, as many groups as rows',
                rows  => $many,
                peer  => 'uuid',
                cases => [
                    for_types(
                        \%everywhere,
                        {
                            plan => 'HashAggregate',
                            sql  =>
                                'SELECT count(*) FROM (SELECT id FROM k_@ GROUP BY id OFFSET 0) s'
                        },
                        @types
                    )
                ]
            },
            {
                name  => 'distinct',
                title => '`count(DISTINCT id)`',
                rows  => $many,
                peer  => 'uuid',
                cases => [
                    for_types(
                        \%everywhere, { sql => 'SELECT count(DISTINCT id) FROM k_@' }, @types
                    )
                ]
            }
        ]
    };
}

sub suite_join {
    my @types = (@ours_and_core, 'text_c');
    return {
        title => 'Joins',
        setup => [
            source($many),
            columns('k', $many, @types),
            columns('j', $many, @types),
            map { ("CREATE UNIQUE INDEX ON k_$_ (id);", "CREATE UNIQUE INDEX ON j_$_ (id);") }
                @types
        ],
        groups => [
            {
                name  => 'hash_join',
                title => 'Hash join',
                rows  => $many,
                peer  => 'uuid',
                cases => [
                    for_types(
                        \%everywhere,
                        {
                            plan   => 'Hash Join',
                            before => 'SET enable_mergejoin = off; SET enable_nestloop = off',
                            sql    => 'SELECT count(*) FROM j_@ j JOIN k_@ k ON k.id = j.id'
                        },
                        @types
                    )
                ]
            },
            {
                name  => 'merge_join',
                title => 'Merge join over two indexes',
                rows  => $many,
                peer  => 'uuid',
                cases => [
                    for_types(
                        \%everywhere,
                        {
                            plan   => 'Merge Join(?s:.*)Index Only Scan',
                            before =>
                                'SET enable_hashjoin = off; SET enable_nestloop = off; SET enable_seqscan = off',
                            sql => 'SELECT count(*) FROM j_@ j JOIN k_@ k ON k.id = j.id'
                        },
                        @types
                    )
                ]
            }
        ]
    };
}

sub suite_probe {
    my @types  = (@ours_and_core, 'bytea', 'text_c');
    my $probes = $many / 10;
    return {
        title => 'Look-ups',
        setup => [
            source($many),
            columns('k', $many,   @types),
            columns('p', $probes, @types),
            (map { "CREATE UNIQUE INDEX ON k_$_ (id);" } @types),
            (
                map {
                    my $expression = $type{$_}[1];
                    "CREATE TABLE keys_$_ AS SELECT (n - 1) / 10 AS n"
                        . join(
                        '',
                        map { ", min(($expression)::text) FILTER (WHERE (n - 1) % 10 = $_) AS k$_" }
                            0 .. 9
                        )
                        . ' FROM source WHERE n <= 100000 GROUP BY 1;',
                        "ALTER TABLE keys_$_ ADD PRIMARY KEY (n);"
                } @types
            ),
            'VACUUM (ANALYZE, FREEZE);'
        ],
        groups => [
            {
                name  => 'probe',
                title => 'Index probes: nested loop over an index-only scan',
                rows  => $probes,
                peer  => 'uuid',
                warm  => 1,
                cases => [
                    for_types(
                        \%probed,
                        {
                            plan   => 'Nested Loop(?s:.*)Index Only Scan',
                            before =>
                                'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_memoize = off; SET enable_material = off',
                            sql => 'SELECT count(*) FROM p_@ p JOIN k_@ k ON k.id = p.id'
                        },
                        @types
                    )
                ]
            },
            {
                name  => 'lookup',
                title => 'Point look-up by primary key, pgbench with prepared statements: latency',
                unit  => 'us',
                peer  => 'uuid',
                cases => [lookups(@types)]
            }
        ]
    };
}

# One run of pgbench takes a script for each type, at random, so that what disturbs one disturbs
# all.  Ten look-ups follow a statement that fetches their keys, as text, as a driver would send
# them.
sub lookups {
    my @types   = @_;
    my @scripts = map {
        my $t = $_;
        "\\set n random(0, "
            . List::Util::min(9999, $rows / 10 - 1)
            . ")\nSELECT "
            . join(', ', map { "k$_" } 0 .. 9)
            . " FROM keys_$t WHERE n = :n \\gset\n"
            . join('', map { "SELECT id FROM k_$t WHERE id = :k$_;\n" } 0 .. 9);
    } @types;
    my %figure;
    return map {
        my $t = $_;
        {
            name => $shown{$t} // $t,
            $probed{$t} ? (vs => $probed{$t}) : (),
            code => sub {
                @figure{@types} =
                    $_[0]->latencies(\@scripts, 10, qw(-M prepared -c 1 -T), $quick ? 3 : 8)
                    unless exists $figure{$t};
                return delete $figure{$t};
            }
        }
    } @types;
}

# Searches that uuid cannot do, beside what people do instead.
sub suite_search {
    my @types    = (@ours_and_core, 'text_c');
    my $searches = $rows / 100;
    my (@prefix_setup, @prefix_cases);
    for my $t (@ours) {
        my $without = $t eq 'uid11' ? 2 : 4;
        push @prefix_setup,
            "CREATE TABLE s_$t AS SELECT left($type{$t}[1]::text, -$without) AS start FROM source WHERE n <= $searches;";
        push @prefix_cases,
            {
            name => "$t ^@ prefix",
            plan => 'Index Cond',
            sql  =>
                "SELECT sum(c) FROM s_$t s, LATERAL (SELECT count(*) FROM k_$t k WHERE k.id ^@ s.start) l(c)"
            };
    }
    my $from    = q{timestamptz '2025-06-01 00:00+00'};
    my $to      = q{timestamptz '2025-07-01 00:00+00'};
    my $between = sub {
        my ($t, $min, @more) = @_;
        my ($low, $high) = map { my $x = $min; $x =~ s/TS/$_/r } $from, $to;
        return {
            name   => $t,
            plan   => 'Index Only Scan',
            before => 'SET enable_seqscan = off; SET enable_bitmapscan = off',
            sql    => "SELECT count(*) FROM k_$t WHERE id >= $low AND id < $high",
            @more
        };
    };
    return {
        title => 'Searches',
        setup => [
            source($many),
            columns('k', $many, @types),
            @prefix_setup,
            "CREATE TABLE s_uuid AS SELECT uuid AS start FROM source WHERE n <= $searches;",
            "CREATE TABLE k_created AS SELECT uuid AS id, ts FROM source;",
            (map { "CREATE UNIQUE INDEX ON k_$_ (id);" } @types),
            'CREATE INDEX ON k_created (ts);',
            'VACUUM (ANALYZE, FREEZE);'
        ],
        groups => [
            {
                name  => 'prefix',
                title => 'Searches by a prefix that one id has',
                rows  => $searches,
                peer  => 'text COLLATE "C", range',
                warm  => 1,
                cases => [
                    @prefix_cases,
                    {
                        name => 'text COLLATE "C", range',
                        plan => 'Index Cond',
                        sql  =>
                            q{SELECT sum(c) FROM s_typeid s, LATERAL (SELECT count(*) FROM k_text_c k
                            WHERE k.id >= s.start AND k.id < s.start || '~') l(c)} =~ s/\s+/ /gr
                    },
                    {
                        name => 'uuid, the whole id',
                        plan => 'Index Cond',
                        sql  =>
                            'SELECT sum(c) FROM s_uuid s, LATERAL (SELECT count(*) FROM k_uuid k WHERE k.id = s.start) l(c)'
                    },
                    {
                        name  => 'uuid, id::text LIKE (one search)',
                        rows  => 1,
                        every => 2,
                        sql => q{SELECT count(*) FROM k_uuid WHERE id::text LIKE '01950000-0000-%'}
                    }
                ]
            },
            {
                name  => 'time',
                title => 'Ids of one month of twelve, by index-only scan',
                rows  => int($many / 12),
                peer  => 'timestamptz column',
                warm  => 1,
                cases => [
                    {
                        name   => 'timestamptz column',
                        plan   => 'Index Only Scan',
                        before => 'SET enable_seqscan = off; SET enable_bitmapscan = off',
                        sql    => "SELECT count(*) FROM k_created WHERE ts >= $from AND ts < $to"
                    },
                    $between->('typeid',   q{typeid_min('user', TS)}),
                    $between->('uid11',    'xid_min(TS)'),
                    $between->('baseuid',  'baseuid_min(TS)'),
                    $between->('ulid',     'ulid_min(TS)'),
                    $between->('base62id', q{typeid_to_uuid(typeid_min('', TS))}),
                    $between->('bigint',   'xid_min(TS)::bigint'),
                    $between->(
                        'text_c',
                        q{typeid_min('user', TS)::text},
                        name => 'text COLLATE "C"'
                    )
                ]
            }
        ]
    };
}

# ---------- sizes, memory, rates ----------

sub suite_size {
    my $bytes = sub {
        my ($t, $of) = @_;
        return sub { $_[0]->value("SELECT pg_relation_size('$of') / $rows.0") }
    };
    my @types = (@all, 'text22');
    local $type{text22} = ['text COLLATE "C"', 'base62id_encode(uuid)'];
    my %same = (
        (map { $_ => { uuid => 1.0 } } @family),
        uid11   => { bigint => 1.0 },
        baseuid => { uuid   => 1.0 },
        typed   => { uuid   => 1.0 }
    );
    my %heap  = (%same,  typeid => { 'text, 31 symbols' => 0.87 });
    my %index = (%same,  typeid => { 'text, 31 symbols' => 0.82 });
    my %name  = (%shown, text_c => 'text, 31 symbols', text22 => 'text, 22 symbols');
    my $cases = sub {
        my ($vs, $of) = @_;
        return [
            map {
                {
                    name => $name{$_} // $_,
                    code => $bytes->($_, $of =~ s/\@/$_/r),
                    vs   => $vs->{$_} // {}
                }
                }
                grep { $_ ne 'text' } @types
        ];
    };
    return {
        title => 'Sizes',
        once  => 1,
        setup => [
            source($rows),
            columns('v', $rows, grep { $_ ne 'text' } @types),
            map { "CREATE INDEX ON v_$_ (id);" } grep { $_ ne 'text' } @types
        ],
        groups => [
            {
                name  => 'heap',
                title => 'Heap, bytes a row',
                unit  => 'B',
                peer  => 'uuid',
                cases => $cases->(\%heap, 'v_@')
            },
            {
                name  => 'index_size',
                title => 'Index, bytes a row',
                unit  => 'B',
                peer  => 'uuid',
                cases => $cases->(\%index, 'v_@_id_idx')
            }
        ]
    };
}

1;
