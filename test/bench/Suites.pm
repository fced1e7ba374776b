# What is measured: suites of groups of contenders, and the targets.
#
# A suite has a set-up (SQL) and groups.  Within a group one contender is the peer, and each case is
# a statement that is timed:
#
#   name    as the report shows it
#   sql     the statement; it must return one row at most, so that nothing of the client is timed
#   rows    rows that the statement handles, where they are not the group's
#   before  SQL that goes before each run, not timed
#   plan    a pattern that its EXPLAIN must match: a benchmark of another plan would be void
#   vs      {contender => most that ours may take of its time, or [for 15 to 17, for 18 and later]}
#   every   run in each n-th round only (slow contenders)
#   code    instead of sql: a function that measures and returns the figure
package Suites;
use strict;
use warnings;

our ($major, $quick, $rows, $many, $rounds);

# For "full" or "quick" rounds, to "count" instructions, or to run each statement "once".
sub configure {
    ($major, my $mode) = @_;
    $quick  = $mode ne 'full';
    $rows   = { full => 300_000, quick => 100_000, count => 5_000, once => 2_000 }->{$mode};
    $rounds = { full => 5, once => 1 }->{$mode} // 3;
    $many   = 2 * $rows;
}

# Our types, as test/lib/types.tsv has them: those that are stored as uuid, and the others.
our (@ours, @family);
my %fresh;
{
    open my $table, '<', __FILE__ =~ s{[^/]*$}{../lib/types.tsv}r or die "types.tsv: $!";
    for (grep { !/^(#|type\t)/ } <$table>) {
        my ($name, $family, undef, undef, $fresh) = split /\t/;
        push @ours,   $name;
        push @family, $name if $family eq 'uuid';
        $fresh{$name} = $fresh;
    }
}
sub types { return @ours }
my %of_family = map { $_ => 1 } @family;
our @others = grep { !$of_family{$_} } @ours;

# What makes ids of ours, each once.
our @generators = map { $fresh{$_} } grep { $fresh{$_} ne 'gen_random_uuid()' } @ours;

# The types of the index-grade comparisons.  All hold ids of the same moments, spread over a year:
# the uuids are version 7, our types that are stored as uuid, typeid and text hold the same ones,
# bigint the payloads of uid11.
our %type = (
    uuid => ['uuid', 'uuid'],
    (map { $_ => [$_, "uuid::$_"] } @family),
    (map { $_ => [$_, $_] } @others),
    typed  => ['user_id',          'uuid::user_id'],
    bigint => ['bigint',           'uid11::bigint'],
    text_c => ['text COLLATE "C"', 'typeid::text'],
    text   => ['text',             'typeid::text'],

    # What core does with as many bytes as a typeid has: the floor of any type of that size.
    bytea => ['bytea', q{uuid_send(uuid) || 'user'::bytea}],
);
our %shown = (
    typed  => 'id type',
    text_c => 'text COLLATE "C"',
    text   => 'text, default collation',
    bytea  => 'bytea, 20 bytes'
);
our @ours_and_core = (
    'uuid', @family, (sort { $a eq 'typeid' ? -1 : $b eq 'typeid' ? 1 : $a cmp $b } @others),
    'bigint'
);
our @all = (@ours_and_core, 'typed', 'bytea', 'text_c', 'text');

# The id type that these comparisons take, made where it is not there yet.
my $id_type = q{SELECT typeid_create_type('user_id', 'user') WHERE to_regtype('user_id') IS NULL;};

# OFFSET 0 keeps the sub-selects apart, so that each function is called once a row. Not by LATERAL:
# PostgreSQL 15 memoizes there, and gave two rows of one time one id.
sub source {
    my ($n) = @_;
    return (<<~SQL);
        CREATE UNLOGGED TABLE source AS
            SELECT n, typeid, typeid_to_uuid(typeid) AS uuid, xid_new(ts) AS uid11, baseuid_new(ts) AS baseuid, ts
            FROM (SELECT n, ts, typeid_generate('user', ts) AS typeid
                  FROM (SELECT n::integer, timestamptz '2025-01-01 00:00+00' + random() * interval '365 days' AS ts
                        FROM generate_series(1, $n) n OFFSET 0) m OFFSET 0) t;
        SQL
}

# One-column tables PREFIX_TYPE (column id) with $n rows in random order.
sub columns {
    my ($prefix, $n, @types) = @_;
    my $seed = ord $prefix;
    return (grep { $_ eq 'typed' } @types) ? $id_type : (), map {
        my ($type, $expression) = $type{$_}->@*;
        (
            "CREATE TABLE ${prefix}_$_ (id $type);",
            "INSERT INTO ${prefix}_$_ SELECT $expression FROM source ORDER BY hashint4(n # $seed) LIMIT $n;",
            "VACUUM (ANALYZE, FREEZE) ${prefix}_$_;"
        )
    } @types;
}

# The same statement for each type; @ stands for its name.
sub for_types {
    my ($targets, $case, @types) = @_;
    return map {
        my $t = $_;
        my %c = map { my $v = $case->{$_}; $v =~ s/\@/$t/g unless ref $v; ($_ => $v) } keys %$case;
        $c{name}  = $shown{$t} // $t;
        $c{vs}    = $targets->{$t} if $targets->{$t};
        $c{every} = 2              if $t eq 'text';
        \%c;
    } @types;
}

# ---------- conversion ----------

sub values_of_each_type {
    my @text = (
        uuid => 'uuid',
        (map { $_ => "${_}_encode(uuid)" } @family),
        base32hex => 'uuid_to_base32hex(uuid)',
        (map { $_ => $_ } @others),
        bigint => 'uid11::bigint'
    );
    my @sql = (
        source($rows),
        columns('v', $rows, @ours_and_core),
        'CREATE TABLE v_bytea AS SELECT substr(uuid_send(uuid), 1, 15) AS id FROM source;',
        q{CREATE TABLE v_char AS SELECT 'a'::"char" AS id FROM source;},
        'CREATE TABLE v_numeric AS SELECT uid11::numeric AS id FROM source;'
    );
    while (my ($name, $expression) = splice @text, 0, 2) {
        push @sql, "CREATE TABLE t_$name AS SELECT ($expression)::text AS id FROM source;";
    }
    return (@sql, 'VACUUM (ANALYZE, FREEZE);');
}

sub count_of {
    my ($expression, $table, %more) = @_;
    my $name = $more{name} // $expression =~ s/\bid\b/$table =~ s{^[vt]_}{}r/er;
    return { name => $name, sql => "SELECT count($expression) FROM $table", %more };
}

my %to_text = (vs => { 'uuid::text' => [0.55, 0.60] });

sub suite_encode {
    return {
        title  => 'To text',
        setup  => [values_of_each_type()],
        groups => [
            {
                name  => 'encode',
                title => 'To text: `SELECT count(…)` over a table',
                peer  => 'uuid::text',
                rows  => $rows,
                warm  => 1,
                cases => [
                    { name => 'count(*), the floor', sql => 'SELECT count(*) FROM v_uuid' },
                    count_of(
                        'uuid_hash(id)', 'v_uuid',
                        name => 'uuid_hash(uuid), a call that makes nothing'
                    ),
                    count_of('id::text', 'v_char', name => '"char"::text, a text of one symbol'),
                    count_of('id::text', 'v_uuid'),
                    (map { count_of('id::text',        "v_$_",   %to_text) } @ours),
                    (map { count_of("${_}_encode(id)", 'v_uuid', %to_text) } @family),
                    count_of('uuid_to_base32hex(id)',     'v_uuid',  %to_text),
                    count_of("typeid_encode('user', id)", 'v_uuid',  %to_text),
                    count_of('baseuid_encode(id)',        'v_bytea', %to_text),
                    count_of('uid11_encode(id)',          'v_numeric'),
                    count_of('base62id_encode(id)', 't_uuid', name => 'base62id_encode(text)'),
                    count_of('id::text',            'v_bigint'),
                ]
            }
        ]
    };
}

my %from_text = (vs => { 'text::uuid' => 0.25 });

sub suite_decode {
    return {
        title  => 'From text',
        setup  => [values_of_each_type()],
        groups => [
            {
                name  => 'decode',
                title => 'From text: `SELECT count(…)` over a text column',
                peer  => 'text::uuid',
                rows  => $rows,
                warm  => 1,
                cases => [
                    { name => 'count(text), the floor', sql => 'SELECT count(id) FROM t_base62id' },
                    count_of('id::uuid', 't_uuid', name => 'text::uuid'),
                    (map { count_of("id::$_", "t_$_", name => "text::$_", %from_text) } @ours),
                    (
                        map {
                            count_of(
                                "${_}_decode(id)", "t_$_",
                                name => "${_}_decode(text)",
                                %from_text
                            )
                        } @family,
                        @others
                    ),
                    count_of(
                        'uuid_from_base32hex(id)',
                        't_base32hex',
                        name => 'uuid_from_base32hex(text)',
                        %from_text
                    ),
                    (
                        map { count_of("${_}_is_valid(id)", "t_$_", name => "${_}_is_valid(text)") }
                            qw(base62id typeid)
                    ),
                    count_of('id::bigint', 't_bigint', name => 'text::bigint'),
                ]
            }
        ]
    };
}

sub suite_copy {
    my @types = (@ours_and_core, 'text_c');
    local $rows = $rows / 2;
    my (@sql, %group);
    push @sql, source($rows), columns('v', $rows, @types);
    for my $format (qw(text binary)) {
        my $most = $format eq 'text' ? 0.75 : 1.0;
        my %vs   = map { $_ => { uuid => $most } } @ours;
        $group{"to_$format"} =
            [for_types(\%vs, { sql => "COPY v_\@ TO '/dev/null' (FORMAT $format)" }, @types)];
        $group{"from_$format"} = [
            for_types(
                \%vs,
                {
                    before => 'TRUNCATE c_@',
                    sql    => "COPY c_\@ FROM '\$DIR/\@.$format' (FORMAT $format)"
                },
                @types
            )
        ];
        push @sql, map { "COPY v_$_ TO '\$DIR/$_.$format' (FORMAT $format);" } @types;
    }
    push @sql, map { "CREATE UNLOGGED TABLE c_$_ (LIKE v_$_);" } @types;
    return {
        title  => 'COPY',
        setup  => \@sql,
        groups => [
            map {
                my ($way, $format) = split /_/;
                {
                    name  => "copy_$_",
                    title => "COPY \U$way\E, $format format",
                    rows  => $rows,
                    peer  => 'uuid',
                    warm  => 1,
                    cases => $group{$_}
                }
            } qw(to_text from_text to_binary from_binary)
        ]
    };
}

# ---------- generators ----------

sub suite_generate {
    my %new =
        (vs => { 'gen_random_uuid()' => [0.18, 0.25], $major >= 18 ? ('uuidv7()' => 0.25) : () });
    my $case = sub {
        my ($call, @more) = @_;
        return {
            name => $call,
            sql  => "SELECT count($call) FROM generate_series(1, $rows)",
            @more
        };
    };
    return {
        title  => 'Generators',
        setup  => ['CREATE SEQUENCE numbers;', 'CREATE SEQUENCE cached CACHE 1000;'],
        groups => [
            {
                name  => 'generate',
                title => 'Generators: `SELECT count(…) FROM generate_series(…)`',
                peer  => 'gen_random_uuid()',
                rows  => $rows,
                warm  => 1,
                cases => [
                    {
                        name => 'count(1), the floor',
                        sql  => "SELECT count(1) FROM generate_series(1, $rows)"
                    },
                    $case->('gen_random_uuid()'),
                    $major >= 18 ? $case->('uuidv7()') : (),
                    $case->(
                        'uuid_generate_v4()',
                        name  => 'uuid-ossp uuid_generate_v4()',
                        every => 2
                    ),
                    $case->(
                        'uuid_generate_v1()',
                        name  => 'uuid-ossp uuid_generate_v1()',
                        every => 2
                    ),
                    $case->('gen_random_bytes(16)', name => 'pgcrypto gen_random_bytes(16)'),
                    $case->(q{nextval('numbers')},  name => 'nextval(), a sequence'),
                    (map { $case->($_, %new) } @generators),
                    (
                        map { $case->($_) } q{typeid_generate_text('user')},
                        'uid11_fullrand_new()',
                        'uid11_snowish_new(1)',
                        'uid11_ts_seq_rand_new()',
                        'typeid_uuid_generate_v7()'
                    ),
                ]
            }
        ]
    };
}

my @defaults = (

    # name, column, targets of INSERT
    ['gen_random_uuid()', 'id uuid DEFAULT gen_random_uuid()'],
    ['uuidv7()',        'id uuid DEFAULT uuidv7()', undef, 18],
    ['bigint identity', 'id bigint GENERATED ALWAYS AS IDENTITY'],
    [
        q{typeid_generate('user')},
        q{id typeid DEFAULT typeid_generate('user')},
        { 'gen_random_uuid()' => 0.45 }
    ],
    ['xid_new()',                 'id uid11 DEFAULT xid_new()', { 'bigint identity' => 0.80 }],
    ['uid11_ts_seq_rand_new()',   'id uid11 DEFAULT uid11_ts_seq_rand_new()'],
    ['baseuid_new()',             'id baseuid DEFAULT baseuid_new()'],
    ['ulid_generate()',           'id ulid DEFAULT ulid_generate()'],
    ['typeid_uuid_generate_v7()', 'id base62id DEFAULT typeid_uuid_generate_v7()'],
    ['user_id_new()',             'id user_id DEFAULT user_id_new()'],
);
for my $type (grep { $fresh{$_} ne 'gen_random_uuid()' } @ours) {
    push @defaults, [$fresh{$type}, "id $type DEFAULT $fresh{$type}"]
        unless grep { $_->[0] eq $fresh{$type} } @defaults;
}

sub suite_insert {
    my (@setup, @cases) = $id_type;
    my $i = 0;
    for (@defaults) {
        my ($name, $column, $vs, $since) = @$_;
        next if $major < ($since // 0);
        my $table = 'i' . ++$i;
        push @setup, "CREATE TABLE $table ($column PRIMARY KEY, n integer);";
        push @cases,
            {
            name   => $name,
            before => "TRUNCATE $table; CHECKPOINT",
            sql    => "INSERT INTO $table (n) SELECT n FROM generate_series(1, $rows) n",
            $vs ? (vs => $vs) : ()
            };
    }

    # What an INSERT costs when nothing makes the id.
    push @setup, 'CREATE TABLE given (id bigint PRIMARY KEY, n integer);';
    push @cases,
        {
        name   => 'bigint of the statement, the floor',
        before => 'TRUNCATE given; CHECKPOINT',
        sql    => "INSERT INTO given SELECT n, n FROM generate_series(1, $rows) n"
        };
    return {
        title  => 'INSERT',
        setup  => \@setup,
        groups => [
            {
                name  => 'insert',
                title => 'INSERT, primary key by default',
                rows  => $rows,
                peer  => 'gen_random_uuid()',
                cases => \@cases
            }
        ]
    };
}

require IndexSuites;
require OwnSuites;
require EstimateSuites;
require NotationSuites;

sub suite_estimates { return EstimateSuites::suite($rows) }
sub suite_notations { return NotationSuites::suite($rows) }

our @order =
    qw(encode decode copy generate insert index sort grouping join probe search size typed numbers
    estimates notations);

sub suite {
    my ($name) = @_;
    die "no suite \"$name\"; there are: @order peers codec\n"
        unless grep { $_ eq $name } @order, 'peers';
    no strict 'refs';
    return &{"suite_$name"}();
}

1;
