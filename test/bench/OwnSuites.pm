# Suites.pm's suites of id types, of numbers, and beside extensions of others.
package Suites;
use strict;
use warnings;

our ($major, $quick, $rows, @ours, @generators, %type, %shown);

# ---------- id types ----------

my @id_type_setup = (
    (
        map {
            (
                "SELECT typeid_create_type('${_}_id', '$_') WHERE to_regtype('${_}_id') IS NULL;",
                "CREATE DOMAIN ${_}_domain AS typeid CHECK (typeid_check(VALUE, '$_'));"
            )
        } qw(user order item)
    )
);

# One type of id types as the other types are measured.
sub suite_typed {
    my @types = qw(uuid typeid typed);
    my %peer  = (vs => { typeid => 1.10 });
    my $pair  = sub {
        my ($expression, $of) = @_;
        return [
            map {
                {
                    name => $_,
                    sql  => "SELECT count("
                        . ($expression =~ s/\@/$type{$_}[0]/gr)
                        . ") FROM "
                        . $of->($_),
                    $_ eq 'typed' ? %peer : ()
                }
            } @types
        ];
    };
    my @joined = map { "j$_" } 1 .. 8;
    my ($others, $probes) = (50, $rows / 4);
    my $chain = sub {
        my ($k) = @_;
        return
              'EXPLAIN SELECT * FROM '
            . join(' JOIN ', "$k.t1", map { "$k.t$_ ON t$_.id = t" . ($_ - 1) . '.next' } 2 .. 6)
            . ' WHERE t1.id = ';
    };
    return {
        title => 'Id types beside uuid and typeid',
        setup => [
            source($rows),
            @id_type_setup,
            columns('v', $rows, @types),
            (map { "CREATE INDEX ON v_$_ (id);" } @types),
            'CREATE TABLE t_uuid AS SELECT uuid::text AS id FROM source;',
            'CREATE TABLE t_typeid AS SELECT typeid::text AS id FROM source;',
            (
                map {
                    "SELECT typeid_create_type('other_${_}_id', 'o" . ($_ =~ tr/0-9/a-j/r) . "');"
                } 1 .. $others
            ),
            'CREATE SCHEMA by_uuid; CREATE SCHEMA by_typed;',
            (
                map {
                    "CREATE TABLE by_uuid.t$_ (id uuid PRIMARY KEY, next uuid); CREATE TABLE by_typed.t$_ (id other_${_}_id PRIMARY KEY, next other_"
                        . ($_ + 1) . '_id);'
                } 1 .. 6
            ),
            'VACUUM (ANALYZE, FREEZE);'
        ],
        groups => [
            {
                name  => 'text',
                title => 'Text, by cast',
                rows  => $rows,
                unit  => 'ns',
                peer  => 'typeid',
                warm  => 1,
                cases => $pair->('id::text', sub { "v_$_[0]" })
            },
            {
                name  => 'input',
                title => 'Input, by cast',
                rows  => $rows,
                unit  => 'ns',
                peer  => 'typeid',
                warm  => 1,
                cases => $pair->('id::@', sub { $_[0] eq 'uuid' ? 't_uuid' : 't_typeid' })
            },
            {
                name  => 'typed_copy',
                title => 'COPY of a column as text',
                rows  => $rows,
                peer  => 'typeid',
                warm  => 1,
                cases => [
                    map {
                        {
                            name => $_,
                            sql  => "COPY v_$_ TO '/dev/null'",
                            $_ eq 'typed' ? %peer : ()
                        }
                    } @types
                ]
            },
            {
                name  => 'typed_sort',
                title => 'Sorting',
                rows  => $rows,
                peer  => 'uuid',
                warm  => 1,
                cases => [
                    map {
                        {
                            name   => $_,
                            before =>
                                'SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off',
                            sql => "SELECT id FROM v_$_ ORDER BY id OFFSET " . ($rows - 1),
                            $_ eq 'typed' ? (vs => { uuid => 1.03 }) : ()
                        }
                    } @types
                ]
            },
            {
                name  => 'typed_index',
                title => 'CREATE INDEX',
                rows  => $rows,
                peer  => 'uuid',
                warm  => 1,
                cases => [
                    map {
                        {
                            name   => $_,
                            before => "DROP INDEX IF EXISTS again_$_",
                            sql    => "CREATE INDEX again_$_ ON v_$_ (id)",
                            $_ eq 'typed' ? (vs => { uuid => 1.03 }) : ()
                        }
                    } @types
                ]
            },
            {
                name  => 'typed_probe',
                title => 'Look-ups by index, within a join',
                rows  => $probes,
                peer  => 'uuid',
                warm  => 1,
                cases => [
                    map {
                        {
                            name   => $_,
                            before =>
                                'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = on',
                            plan => 'Nested Loop',
                            sql  =>
                                "SELECT count(*) FROM (SELECT id FROM v_$_ LIMIT $probes) a JOIN v_$_ b ON a.id = b.id",
                            $_ eq 'typed' ? (vs => { uuid => 1.03 }) : ()
                        }
                    } @types
                ]
            },
            {
                name  => 'plan',
                title =>
                    "Planning a join of six tables; typed: six kinds, with $others kinds in the database",
                unit  => 'us',
                peer  => 'uuid',
                warm  => 1,
                cases => [
                    {
                        name => 'uuid',
                        code => sub {
                            $_[0]->pgbench(
                                $chain->('by_uuid') . "'01890a5d-ac96-774b-bcce-b302099a8057';\n",
                                1, qw(-c 1 -t), $quick ? 300 : 1500);
                        }
                    },
                    {
                        name => 'typed',
                        code => sub {
                            $_[0]->pgbench(
                                $chain->('by_typed') . "'ob_01h455vb4pex5vsknk084sn02q';\n",
                                1, qw(-c 1 -t), $quick ? 300 : 1500);
                        }
                    }
                ]
            },
        ]
    };
}

# Keys that are numbers: bigint's size and speed, and what a mask adds to their texts.
sub suite_numbers {
    my @kinds = qw(bigint uuid uid11 number masked);
    my %name  = (number => 'id type, uid11', masked => 'id type, uid11, masked');
    my %of    = (number => 'number_id',      masked => 'masked_id');

    # A report has all that were measured.
    my ($hashids, $sqids) =
        map { !defined $ENV{BASE62ID_PEERS} || $ENV{BASE62ID_PEERS} =~ /\b$_\b/ }
        qw(pg_hashids sqids);
    my $each = sub {
        my ($make, %vs) = @_;
        return [map { { name => $name{$_} // $_, $make->($_), $vs{$_} ? (vs => $vs{$_}) : () } }
                @kinds];
    };
    my $sqids_rows = $rows / 1000;
    my %as_bigint  = map { $_ => { bigint => 1.02 } } qw(number masked);
    my $only       = sub {
        return
            "SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off; SET enable_$_[0] = on";
    };
    return {
        title => 'Numbers, masked and not',
        setup => [
            q{COPY (SELECT '1:000102030405060708090a0b0c0d0e0f') TO PROGRAM 'umask 077; cat >numbers.keys';},
            q{SELECT base62id_version();},    # loads the library, which knows the setting
            q{ALTER SYSTEM SET base62id.mask_key_file = 'numbers.keys';},
            'SELECT pg_reload_conf();',
            'SELECT pg_sleep(1);',
            q{SELECT typeid_create_type('number_id', 'n', 'uid11'), typeid_create_type('masked_id', 'm', 'uid11', 1);},
            $hashids ? 'CREATE SCHEMA hashids; CREATE EXTENSION pg_hashids SCHEMA hashids;' : (),
            $sqids   ? '\i peers/sqids.sql'                                                 : (),
            (
                map {
                    my $type = $of{$_} // $_;
                    (
                        "CREATE TABLE n_$_ AS SELECT "
                            . ($_ eq 'uuid' ? 'gen_random_uuid()' : "n::bigint::$type")
                            . " AS id, n FROM generate_series(1, $rows) n ORDER BY hashint4(n);",
                        "CREATE INDEX ON n_$_ (id);",
                        "CREATE SEQUENCE s_$_;",
                        "CREATE TABLE i_$_ (id $type PRIMARY KEY DEFAULT "
                            . ($_ eq 'uuid' ? 'gen_random_uuid()' : "nextval('s_$_')")
                            . ', n integer);'
                    )
                } @kinds
            ),
            'VACUUM (ANALYZE, FREEZE);'
        ],
        groups => [
            {
                name  => 'numbers_text',
                title => 'Text, by cast',
                rows  => $rows,
                unit  => 'ns',
                peer  => 'uid11',
                warm  => 1,
                cases => [
                    { name => 'count(*), the floor', sql => 'SELECT count(*) FROM n_bigint' },
                    $each->(
                        sub { (sql => "SELECT count(id::text) FROM n_$_[0]") },
                        masked => { uid11 => 1.6, $hashids ? (pg_hashids => 0.1) : () }
                    )->@*,
                    {
                        name => 'bigint by uid11_mask',
                        sql  => "SELECT count(uid11_mask(id, 'm')::text) FROM n_bigint"
                    },
                    $hashids
                    ? {
                        name => 'pg_hashids',
                        sql  => q{SELECT count(hashids.id_encode(id, 'salt')) FROM n_bigint}
                        }
                    : (),
                    $sqids
                    ? {
                        name => 'sqids, PL/pgSQL',
                        rows => $sqids_rows,
                        sql  =>
                            "SELECT count(sqids.encode(ARRAY[id])) FROM (SELECT id FROM n_bigint LIMIT $sqids_rows) s"
                        }
                    : ()
                ]
            },
            {
                name  => 'numbers_index',
                title => 'CREATE INDEX',
                rows  => $rows,
                peer  => 'bigint',
                warm  => 1,
                cases => $each->(
                    sub {
                        (
                            before => "DROP INDEX IF EXISTS again_$_[0]",
                            sql    => "CREATE INDEX again_$_[0] ON n_$_[0] (id)"
                        )
                    },
                    %as_bigint
                )
            },
            {
                name  => 'numbers_sort',
                title => 'Sorting',
                rows  => $rows,
                peer  => 'bigint',
                warm  => 1,
                cases => $each->(
                    sub {
                        (
                            before => $only->('seqscan'),
                            sql    => "SELECT n FROM n_$_[0] ORDER BY id OFFSET " . ($rows - 1)
                        )
                    },
                    %as_bigint
                )
            },
            {
                name  => 'numbers_join',
                title => 'Hash join',
                rows  => $rows,
                peer  => 'bigint',
                warm  => 1,
                cases => $each->(
                    sub {
                        (
                            before => 'SET enable_nestloop = off; SET enable_mergejoin = off',
                            plan   => 'Hash Join',
                            sql    => "SELECT count(*) FROM n_$_[0] a JOIN n_$_[0] b USING (id)"
                        )
                    },
                    %as_bigint
                )
            },
            {
                name  => 'numbers_probe',
                title => 'Look-ups by index, within a join',
                rows  => $rows / 4,
                peer  => 'bigint',
                warm  => 1,
                cases => $each->(
                    sub {
                        (
                            before => 'SET enable_hashjoin = off; SET enable_mergejoin = off',
                            plan   => 'Nested Loop',
                            sql    => "SELECT count(*) FROM (SELECT id FROM n_$_[0] LIMIT "
                                . $rows / 4
                                . ") a JOIN n_$_[0] b ON a.id = b.id"
                        )
                    },
                    %as_bigint
                )
            },
            {
                name  => 'numbers_insert',
                title => 'INSERT, primary key by a sequence',
                rows  => $rows,
                peer  => 'bigint',
                cases => $each->(
                    sub {
                        (
                            before => "TRUNCATE i_$_[0]; CHECKPOINT",
                            sql    =>
                                "INSERT INTO i_$_[0] (n) SELECT n FROM generate_series(1, $rows) n"
                        )
                    },
                    %as_bigint
                )
            },
            {
                name  => 'numbers_size',
                title => 'Table and index, bytes a row',
                unit  => 'B',
                peer  => 'bigint',
                cases => $each->(
                    sub {
                        my ($k) = @_;
                        (
                            code => sub {
                                $_[0]->value(
                                    "SELECT round((pg_relation_size('n_$k') + pg_relation_size('n_${k}_id_idx')) / $rows.0, 2)"
                                );
                            }
                        );
                    },
                    map { $_ => { bigint => 1.0 } } qw(number masked)
                )
            },
        ]
    };
}

# What a reader would take instead: extensions of others, whose sources scripts/bench --peers has
# built.  BASE62ID_PEERS names those that are there; a report has all that were measured.
my %peer = (
    pg_uuidv7 => { generate => 'uuidv7.uuid_generate_v7()', schema => 'uuidv7' },
    ulid      => {
        generate => 'ulid.gen_ulid()',
        type     => 'ulid.ulid',
        from     => 'ulid_encode(uuid)::ulid.ulid',
        called   => 'pg-ulid'
    },
    uuid47 => {
        generate => 'uuid47.uuid47_generate()',
        type     => 'uuid47.uuid47',
        from     => 'uuid47.uuid_to_uuid47(uuid)',
        called   => 'UUIDv47',
        before   => q{SET uuid47.key = '0011223344556677:8899aabbccddeeff'}
    },
    'typeid-sql' => {
        generate => q{"typeid-sql".typeid_generate('user')},
        type     => '"typeid-sql".typeid',
        from     => q{ROW ('user', uuid)::"typeid-sql".typeid},
        print    => '"typeid-sql".typeid_print(id)',
        parse    => '"typeid-sql".typeid_parse(id)',

        # Its functions look each other up by the path.
        install => qq{SET search_path = "typeid-sql"; \\i peers/typeid-sql.sql\nRESET ALL;},
        before  => 'SET search_path = "typeid-sql", public'
    },
);

sub suite_peers {
    my @there =
        sort grep { !defined $ENV{BASE62ID_PEERS} || " $ENV{BASE62ID_PEERS} " =~ / \Q$_\E / }
        keys %peer;
    my @typed  = grep { $peer{$_}{type} } @there;
    my $called = sub { $peer{ $_[0] }{called} // $_[0] };

    # PL/pgSQL, at 10 and more microseconds, in each second round.
    my $how = sub {
        (
            $peer{ $_[0] }{before} ? (before => $peer{ $_[0] }{before}) : (),
            $_[0] eq 'typeid-sql'  ? (every  => 2)                      : ()
        )
    };
    my $generate = sub {
        my ($call, @more) = @_;
        return {
            name => $call,
            sql  => "SELECT count($call) FROM generate_series(1, $rows)",
            @more
        };
    };
    my @types = ('uuid', @ours, 'typed');
    local $type{typeid} = ['public.typeid', 'typeid'];
    return {
        title => 'Beside extensions of others',
        setup => [
            (
                map {
                    my $x  = $peer{$_};
                    my $in = $x->{schema} // $_;
                    qq{CREATE SCHEMA "$in"; }
                        . ($x->{install} // qq{CREATE EXTENSION "$_" SCHEMA "$in";})
                } @there
            ),
            source($rows),
            @id_type_setup,
            columns('v', $rows, @types),
            (map { "CREATE TABLE t_$_ AS SELECT id::text AS id FROM v_$_;" } @types),
            (
                map {
                    my $x = $peer{$_};
                    (
                        $x->{before} ? "$x->{before};" : (),
                        qq{CREATE TABLE public."v_$_" AS SELECT $x->{from} AS id FROM source;} =~
                            s/"v_ulid"/v_pg_ulid/r,
                        qq{CREATE TABLE public."t_$_" AS SELECT @{[$x->{print} // 'id::text']} AS id FROM "v_$_";}
                            =~ s/"([vt])_ulid"/$1_pg_ulid/gr,
                        'RESET ALL;'
                    )
                } @typed
            ),
            'VACUUM (ANALYZE, FREEZE);'
        ],
        groups => [
            {
                name  => 'peers_generate',
                title => 'Generators of others',
                peer  => 'gen_random_uuid()',
                rows  => $rows,
                warm  => 1,
                cases => [
                    $generate->('gen_random_uuid()'),
                    $major >= 18 ? $generate->('uuidv7()') : (),
                    (
                        map { $generate->($peer{$_}{generate}, name => $called->($_), $how->($_)) }
                            @there
                    ),
                    (
                        map { $generate->(/^typeid_generate\(/ ? "public.$_" : $_, name => $_) }
                            @generators,
                        'typeid_uuid_generate_v7()'
                    )
                ]
            },
            {
                name  => 'peers_encode',
                title => 'To text, beside types of others',
                peer  => 'uuid',
                rows  => $rows,
                warm  => 1,
                cases => [
                    (map { count_of('id::text', "v_$_", name => $shown{$_} // $_) } @types),
                    (
                        map {
                            count_of(
                                $peer{$_}{print} // 'id::text',
                                $_ eq 'ulid' ? 'v_pg_ulid' : qq{"v_$_"},
                                name => $called->($_),
                                $how->($_)
                            )
                        } @typed
                    )
                ]
            },
            {
                name  => 'peers_decode',
                title => 'From text, beside types of others',
                peer  => 'uuid',
                rows  => $rows,
                warm  => 1,
                cases => [
                    (
                        map { count_of('id::' . $type{$_}[0], "t_$_", name => $shown{$_} // $_) }
                            @types
                    ),
                    (
                        map {
                            count_of(
                                $peer{$_}{parse} // "id::$peer{$_}{type}",
                                $_ eq 'ulid' ? 't_pg_ulid' : qq{"t_$_"},
                                name => $called->($_),
                                $how->($_)
                            )
                        } @typed
                    )
                ]
            },
        ]
    };
}

1;
