# What is measured: suites of groups of contenders, and the targets.
#
# A suite has a set-up (SQL) and groups.  Within a group one contender is the peer, and each case is a
# statement that is timed:
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

our ($major, $quick, $rows, $many);

sub configure {
    ($major, $quick) = @_;
    $rows = $quick ? 200_000 : 1_000_000;
    $many = $quick ? 400_000 : 2_000_000;
}

# Five in the suites over millions of rows, where a round takes long and repeats well; more where it does not.
sub rounds { my ($suite) = @_; return $quick ? 3 : $suite->{rounds} // 9 }

# Our types, as test/lib/types.tsv has them: those that are stored as uuid, and the others.
our @ours;
my (@family, %fresh);
{
    open my $table, '<', __FILE__ =~ s{[^/]*$}{../lib/types.tsv}r or die "types.tsv: $!";
    for (grep { !/^(#|type\t)/ } <$table>) {
        my ($name, $family, undef, undef, $fresh) = split /\t/;
        push @ours, $name;
        push @family, $name if $family eq 'uuid';
        $fresh{$name} = $fresh;
    }
}
sub types { return @ours }
my %of_family = map { $_ => 1 } @family;
my @others = grep { !$of_family{$_} } @ours;
# What makes ids of ours, each once.
my @generators = map { $fresh{$_} } grep { $fresh{$_} ne 'gen_random_uuid()' } @ours;

# The types of the index-grade comparisons.  All hold ids of the same moments, spread over a year: the uuids
# are version 7, our types that are stored as uuid, typeid and text hold the same ones, bigint the payloads of uid11.
my %type = (
    uuid       => ['uuid',             'uuid'],
    (map { $_ => [$_, "uuid::$_"] } @family),
    (map { $_ => [$_, $_] } @others),
    typed      => ['user_id',          'uuid::user_id'],
    bigint     => ['bigint',           'uid11::bigint'],
    text_c     => ['text COLLATE "C"', 'typeid::text'],
    text       => ['text',             'typeid::text'],
    # What core does with as many bytes as a typeid has: the floor of any type of that size.
    bytea      => ['bytea',            q{uuid_send(uuid) || 'user'::bytea}],
);
my %shown = (typed => 'typed id', text_c => 'text COLLATE "C"', text => 'text, default collation', bytea => 'bytea, 20 bytes');
my @ours_and_core = ('uuid', @family, (sort { $a eq 'typeid' ? -1 : $b eq 'typeid' ? 1 : $a cmp $b } @others), 'bigint');
my @all = (@ours_and_core, 'typed', 'bytea', 'text_c', 'text');
# The typed id that these comparisons take, made where it is not there yet.
my $typed_id = q{SELECT typeid_create_type('user_id', 'user') WHERE to_regtype('user_id') IS NULL;};

# OFFSET 0 keeps the sub-selects apart, so that each function is called once a row. Not by LATERAL: PostgreSQL 15 memoizes
# there, and gave two rows of one time one id.
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
    return (grep { $_ eq 'typed' } @types) ? $typed_id : (), map {
        my ($type, $expression) = $type{$_}->@*;
        ("CREATE TABLE ${prefix}_$_ (id $type);",
            "INSERT INTO ${prefix}_$_ SELECT $expression FROM source ORDER BY hashint4(n # $seed) LIMIT $n;",
            "VACUUM (ANALYZE, FREEZE) ${prefix}_$_;")
    } @types;
}

# The same statement for each type; @ stands for its name.
sub for_types {
    my ($targets, $case, @types) = @_;
    return map {
        my $t = $_;
        my %c = map { my $v = $case->{$_}; $v =~ s/\@/$t/g unless ref $v; ($_ => $v) } keys %$case;
        $c{name} = $shown{$t} // $t;
        $c{vs} = $targets->{$t} if $targets->{$t};
        $c{every} = 2 if $t eq 'text';
        \%c;
    } @types;
}

# ---------- conversion ----------

sub values_of_each_type {
    my @text = (
        uuid => 'uuid', (map { $_ => "${_}_encode(uuid)" } @family, 'base32hex'), (map { $_ => $_ } @others),
        bigint => 'uid11::bigint');
    my @sql = (source($rows), columns('v', $rows, @ours_and_core),
        'CREATE TABLE v_bytea AS SELECT substr(uuid_send(uuid), 1, 15) AS id FROM source;',
        q{CREATE TABLE v_char AS SELECT 'a'::"char" AS id FROM source;},
        'CREATE TABLE v_numeric AS SELECT uid11::numeric AS id FROM source;');
    while (my ($name, $expression) = splice @text, 0, 2) {
        push @sql, "CREATE TABLE t_$name AS SELECT ($expression)::text AS id FROM source;";
    }
    return (@sql, 'VACUUM (ANALYZE, FREEZE);');
}

sub count_of {
    my ($expression, $table, %more) = @_;
    my $name = $more{name} // $expression =~ s/\bid\b/$table =~ s{^[vt]_}{}r/er;
    return {name => $name, sql => "SELECT count($expression) FROM $table", %more};
}

my %to_text = (vs => {'uuid::text' => [0.55, 0.60]});

sub suite_encode {
    return {
        title => 'To text',
        setup => [values_of_each_type()],
        groups => [{
            name => 'encode', title => 'To text: `SELECT count(…)` over a table of a million ids',
            peer => 'uuid::text', rows => $rows, warm => 1,
            cases => [
                {name => 'count(*), the floor', sql => 'SELECT count(*) FROM v_uuid'},
                count_of('uuid_hash(id)', 'v_uuid', name => 'uuid_hash(uuid), a call that makes nothing'),
                count_of('id::text', 'v_char', name => '"char"::text, a text of one symbol'),
                count_of('id::text', 'v_uuid'),
                (map { count_of('id::text', "v_$_", %to_text) } @ours),
                (map { count_of("${_}_encode(id)", 'v_uuid', %to_text) } @family, 'base32hex'),
                count_of("typeid_encode('user', id)", 'v_uuid', %to_text),
                count_of('baseuid_encode(id)', 'v_bytea', %to_text),
                count_of('uid11_encode(id)', 'v_numeric'),
                count_of('base62id_encode(id)', 't_uuid', name => 'base62id_encode(text)'),
                count_of('id::text', 'v_bigint'),
            ]}]};
}

my %from_text = (vs => {'text::uuid' => 0.25});

sub suite_decode {
    return {
        title => 'From text',
        setup => [values_of_each_type()],
        groups => [{
            name => 'decode', title => 'From text: `SELECT count(…)` over a text column of a million ids',
            peer => 'text::uuid', rows => $rows, warm => 1,
            cases => [
                {name => 'count(text), the floor', sql => 'SELECT count(id) FROM t_base62id'},
                count_of('id::uuid', 't_uuid', name => 'text::uuid'),
                (map { count_of("id::$_", "t_$_", name => "text::$_", %from_text) } @ours),
                (map { count_of("${_}_decode(id)", "t_$_", name => "${_}_decode(text)", %from_text) } @family, 'base32hex', @others),
                (map { count_of("${_}_is_valid(id)", "t_$_", name => "${_}_is_valid(text)") } qw(base62id typeid)),
                count_of('id::bigint', 't_bigint', name => 'text::bigint'),
            ]}]};
}

# Each function beside the one of the same name in pure-sql/base62id.sql.
sub suite_pasted {
    my $few = $quick ? 5_000 : 20_000;
    my @cases;
    my $pair = sub {
        my ($call, $from) = @_;
        my $name = $call =~ s/\(id.*/()/r =~ s/, id\)/, …)/r;
        my $few_from = $from eq 'series' ? "generate_series(1, $few)" : "(SELECT id FROM $from LIMIT $few) s";
        $from = "generate_series(1, $rows)" if $from eq 'series';
        push @cases,
            {name => $name, sql => "SELECT count($call) FROM $from", rows => $rows, vs => {"$name in PL/pgSQL" => 0.025}},
            {name => "$name in PL/pgSQL", sql => "SELECT count(pasted.$call) FROM $few_from", rows => $few};
    };
    open my $file, '<', __FILE__ =~ s{[^/]*$}{../../pure-sql/base62id.sql}r or die "pure-sql/base62id.sql: $!";
    my %is_pasted = map { $_ => 1 } map { /FUNCTION (?:\S+\.)?(\w+)_decode\(/ } <$file>;
    $pair->("${_}_encode(id)", 'v_uuid') for grep { $is_pasted{$_} } @family, 'base32hex';
    $pair->("typeid_encode('user', id)", 'v_uuid');
    $pair->('uid11_encode(id)', 'v_numeric');
    $pair->('baseuid_encode(id)', 'v_bytea');
    $pair->("${_}_decode(id)", "t_$_") for grep { $is_pasted{$_} } @family, 'base32hex', @others;
    $pair->($fresh{$_}, 'series') for grep { $is_pasted{$_} && $fresh{$_} ne 'gen_random_uuid()' } @ours;
    return {
        title => 'Beside the same functions in PL/pgSQL',
        setup => [values_of_each_type(), 'CREATE SCHEMA pasted;', 'SET search_path = pasted;',
            '\i pure-sql/base62id.sql', 'RESET search_path;'],
        groups => [{
            name => 'pasted', title => 'The same functions in PL/pgSQL (`pure-sql/base62id.sql`), nanoseconds a row',
            unit => 'ns', cases => \@cases}]};
}

sub suite_copy {
    my @types = (@ours_and_core, 'text_c');
    local $rows = $rows / 2;
    my (@sql, %group);
    push @sql, source($rows), columns('v', $rows, @types);
    for my $format (qw(text binary)) {
        my $most = $format eq 'text' ? 0.75 : 1.0;
        my %vs = map { $_ => {uuid => $most} } @ours;
        $group{"to_$format"} = [for_types(\%vs, {sql => "COPY v_\@ TO '/dev/null' (FORMAT $format)"}, @types)];
        $group{"from_$format"} = [for_types(\%vs, {before => 'TRUNCATE c_@',
            sql => "COPY c_\@ FROM '\$DIR/\@.$format' (FORMAT $format)"}, @types)];
        push @sql, map { "COPY v_$_ TO '\$DIR/$_.$format' (FORMAT $format);" } @types;
    }
    push @sql, map { "CREATE UNLOGGED TABLE c_$_ (LIKE v_$_);" } @types;
    return {
        title => 'COPY', setup => \@sql,
        groups => [map {
            my ($way, $format) = split /_/;
            {name => "copy_$_", title => "COPY \U$way\E, $format format, half a million rows", rows => $rows,
                peer => 'uuid', warm => 1, cases => $group{$_}}
        } qw(to_text from_text to_binary from_binary)]};
}

# ---------- generators ----------

sub suite_generate {
    my %new = (vs => {'gen_random_uuid()' => [0.18, 0.25], $major >= 18 ? ('uuidv7()' => 0.25) : ()});
    my $case = sub { my ($call, @more) = @_;
        return {name => $call, sql => "SELECT count($call) FROM generate_series(1, $rows)", @more} };
    return {
        title => 'Generators',
        setup => ['CREATE SEQUENCE numbers;', 'CREATE SEQUENCE cached CACHE 1000;'],
        groups => [{
            name => 'generate', title => 'Generators: `SELECT count(…) FROM generate_series(1, 1000000)`',
            peer => 'gen_random_uuid()', rows => $rows, warm => 1,
            cases => [
                {name => 'count(1), the floor', sql => "SELECT count(1) FROM generate_series(1, $rows)"},
                $case->('gen_random_uuid()'),
                $major >= 18 ? $case->('uuidv7()') : (),
                $case->('uuid_generate_v4()', name => 'uuid-ossp uuid_generate_v4()', every => 2),
                $case->('uuid_generate_v1()', name => 'uuid-ossp uuid_generate_v1()', every => 2),
                $case->('gen_random_bytes(16)', name => 'pgcrypto gen_random_bytes(16)'),
                $case->(q{nextval('numbers')}, name => 'nextval(), a sequence'),
                (map { $case->($_, %new) } @generators),
                (map { $case->($_) } q{typeid_generate_text('user')}, 'uid11_fullrand_new()', 'uid11_snowish_new(1)',
                    'uid11_ts_seq_rand_new()', 'typeid_uuid_generate_v7()'),
            ]}]};
}

my @defaults = (
    # name, column, targets of INSERT
    ['gen_random_uuid()', 'id uuid DEFAULT gen_random_uuid()'],
    ['uuidv7()', 'id uuid DEFAULT uuidv7()', undef, 18],
    ['bigint identity', 'id bigint GENERATED ALWAYS AS IDENTITY'],
    [q{typeid_generate('user')}, q{id typeid DEFAULT typeid_generate('user')}, {'gen_random_uuid()' => 0.45}],
    ['xid_new()', 'id uid11 DEFAULT xid_new()', {'bigint identity' => 0.80}],
    ['uid11_ts_seq_rand_new()', 'id uid11 DEFAULT uid11_ts_seq_rand_new()'],
    ['baseuid_new()', 'id baseuid DEFAULT baseuid_new()'],
    ['ulid_generate()', 'id ulid DEFAULT ulid_generate()'],
    ['typeid_uuid_generate_v7()', 'id base62id DEFAULT typeid_uuid_generate_v7()'],
    ['user_id_new()', 'id user_id DEFAULT user_id_new()'],
);
for my $type (grep { $fresh{$_} ne 'gen_random_uuid()' } @ours) {
    push @defaults, [$fresh{$type}, "id $type DEFAULT $fresh{$type}"] unless grep { $_->[0] eq $fresh{$type} } @defaults;
}

sub insert_cases {
    my ($make) = @_;
    my (@setup, @cases) = $typed_id;
    my $i = 0;
    for (@defaults) {
        my ($name, $column, $vs, $since) = @$_;
        next if $major < ($since // 0);
        my $table = 'i' . ++$i;
        push @setup, "CREATE TABLE $table ($column PRIMARY KEY, n integer);";
        push @cases, {name => $name, before => "TRUNCATE $table; CHECKPOINT", $make->($table), $vs ? (vs => $vs) : ()};
    }
    return (setup => \@setup, cases => \@cases);
}

sub suite_insert {
    my %made = insert_cases(sub {
        (sql => "INSERT INTO $_[0] (n) SELECT n FROM generate_series(1, $rows) n") });
    # What an INSERT costs when nothing makes the id.
    push $made{setup}->@*, 'CREATE TABLE given (id bigint PRIMARY KEY, n integer);';
    push $made{cases}->@*, {name => 'bigint of the statement, the floor', before => 'TRUNCATE given; CHECKPOINT',
        sql => "INSERT INTO given SELECT n, n FROM generate_series(1, $rows) n"};
    return {
        title => 'INSERT', setup => $made{setup},
        groups => [{name => 'insert', title => 'INSERT of a million rows, primary key by default', rows => $rows,
            peer => 'gen_random_uuid()', cases => $made{cases}}]};
}

sub suite_writers {
    my $each = $rows / 4;
    my %made = insert_cases(sub {
        my ($table) = @_;
        my $script = "INSERT INTO $table (n) SELECT n FROM generate_series(1, $each) n;\n";
        return (code => sub { $_[0]->pgbench($script, 250, qw(-c 4 -j 2 -t 1)) });
    });
    return {
        title => 'Four writers', setup => $made{setup},
        groups => [{name => 'writers', title => 'Four writers at once, a quarter of a million rows each', rows => $rows,
            peer => 'gen_random_uuid()', cases => $made{cases}}]};
}

# ---------- index-grade ----------

my %everywhere = ((map { $_ => {uuid => 1.03} } @family), uid11 => {bigint => 1.05}, baseuid => {uuid => 1.05});
my %sorted = (%everywhere, uid11 => {bigint => 1.05, uuid => 0.95}, typeid => {uuid => 1.05}, typed => {uuid => 1.03});
my %probed = (%everywhere, typeid => {uuid => 1.10});

sub suite_index {
    return {
        title => 'CREATE INDEX', rounds => 11, setup => [source($many), columns('k', $many, @all)],
        groups => [{name => 'index', title => 'CREATE INDEX, two million rows in random order', rows => $many, peer => 'uuid',
            cases => [for_types(\%sorted, {before => 'DROP INDEX IF EXISTS k_@_id_idx',
                sql => 'CREATE INDEX ON k_@ (id)'}, @all)]}]};
}

sub suite_sort {
    my %vs = (%sorted, typeid => {uuid => 1.05, 'text COLLATE "C"' => 0.15});
    return {
        title => 'ORDER BY', rounds => 11, setup => [source($many), columns('k', $many, @all)],
        groups => [{name => 'sort', title => 'ORDER BY in memory, two million rows in random order', rows => $many, peer => 'uuid',
            cases => [for_types(\%vs, {plan => 'Sort',
                sql => 'SELECT count(*) FROM (SELECT id FROM k_@ ORDER BY id OFFSET 0) s'}, @all)]}]};
}

sub suite_grouping {
    my @types = (@ours_and_core, 'text_c');
    return {
        title => 'GROUP BY', rounds => 5, setup => [source($many), columns('k', $many, @types)],
        groups => [
            {name => 'group', title => 'GROUP BY by hashing, two million groups', rows => $many, peer => 'uuid',
                cases => [for_types(\%everywhere, {plan => 'HashAggregate',
                    sql => 'SELECT count(*) FROM (SELECT id FROM k_@ GROUP BY id OFFSET 0) s'}, @types)]},
            {name => 'distinct', title => '`count(DISTINCT id)`, two million rows', rows => $many, peer => 'uuid',
                cases => [for_types(\%everywhere, {sql => 'SELECT count(DISTINCT id) FROM k_@'}, @types)]}]};
}

sub suite_join {
    my @types = (@ours_and_core, 'text_c');
    return {
        title => 'Joins', rounds => 5,
        setup => [source($many), columns('k', $many, @types), columns('j', $many, @types),
            map { ("CREATE UNIQUE INDEX ON k_$_ (id);", "CREATE UNIQUE INDEX ON j_$_ (id);") } @types],
        groups => [
            {name => 'hash_join', title => 'Hash join, two million rows on each side', rows => $many, peer => 'uuid',
                cases => [for_types(\%everywhere, {plan => 'Hash Join', before => 'SET enable_mergejoin = off; SET enable_nestloop = off',
                    sql => 'SELECT count(*) FROM j_@ j JOIN k_@ k ON k.id = j.id'}, @types)]},
            {name => 'merge_join', title => 'Merge join over two indexes, two million rows on each side', rows => $many, peer => 'uuid',
                cases => [for_types(\%everywhere, {plan => 'Merge Join(?s:.*)Index Only Scan',
                    before => 'SET enable_hashjoin = off; SET enable_nestloop = off; SET enable_seqscan = off',
                    sql => 'SELECT count(*) FROM j_@ j JOIN k_@ k ON k.id = j.id'}, @types)]}]};
}

sub suite_probe {
    my @types = (@ours_and_core, 'bytea', 'text_c');
    my $probes = $many / 10;
    return {
        title => 'Look-ups', rounds => 15,
        setup => [source($many), columns('k', $many, @types), columns('p', $probes, @types),
            (map { "CREATE UNIQUE INDEX ON k_$_ (id);" } @types),
            (map {
                my $expression = $type{$_}[1];
                "CREATE TABLE keys_$_ AS SELECT (n - 1) / 10 AS n"
                    . join('', map { ", min(($expression)::text) FILTER (WHERE (n - 1) % 10 = $_) AS k$_" } 0 .. 9)
                    . ' FROM source WHERE n <= 100000 GROUP BY 1;',
                "ALTER TABLE keys_$_ ADD PRIMARY KEY (n);"
            } @types),
            'VACUUM (ANALYZE, FREEZE);'],
        groups => [
            {name => 'probe', title => 'Index probes: nested loop over an index-only scan', rows => $probes, peer => 'uuid', warm => 1,
                cases => [for_types(\%probed, {plan => 'Nested Loop(?s:.*)Index Only Scan',
                    before => 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_memoize = off; SET enable_material = off',
                    sql => 'SELECT count(*) FROM p_@ p JOIN k_@ k ON k.id = p.id'}, @types)]},
            {name => 'lookup', title => 'Point look-up by primary key, pgbench with prepared statements: latency', unit => 'us', peer => 'uuid',
                cases => [lookups(@types)]}]};
}

# One run of pgbench takes a script for each type, at random, so that what disturbs one disturbs all.  Ten
# look-ups follow a statement that fetches their keys, as text, as a driver would send them.
sub lookups {
    my @types = @_;
    my @scripts = map {
        my $t = $_;
        "\\set n random(0, 9999)\nSELECT " . join(', ', map { "k$_" } 0 .. 9) . " FROM keys_$t WHERE n = :n \\gset\n"
            . join('', map { "SELECT id FROM k_$t WHERE id = :k$_;\n" } 0 .. 9);
    } @types;
    my %figure;
    return map {
        my $t = $_;
        {name => $shown{$t} // $t, $probed{$t} ? (vs => $probed{$t}) : (), code => sub {
            @figure{@types} = $_[0]->latencies(\@scripts, 10, qw(-M prepared -c 1 -T), $quick ? 3 : 8) unless exists $figure{$t};
            return delete $figure{$t};
        }}
    } @types;
}

# Searches that uuid cannot do, beside what people do instead.
sub suite_search {
    my @types = (@ours_and_core, 'text_c');
    my $searches = 10_000;
    my (@prefix_setup, @prefix_cases);
    for my $t (@ours) {
        my $without = $t eq 'uid11' ? 2 : 4;
        push @prefix_setup, "CREATE TABLE s_$t AS SELECT left($type{$t}[1]::text, -$without) AS start FROM source WHERE n <= $searches;";
        push @prefix_cases, {name => "$t ^@ prefix", plan => 'Index Cond',
            sql => "SELECT sum(c) FROM s_$t s, LATERAL (SELECT count(*) FROM k_$t k WHERE k.id ^@ s.start) l(c)"};
    }
    my $from = q{timestamptz '2025-06-01 00:00+00'};
    my $to = q{timestamptz '2025-07-01 00:00+00'};
    my $between = sub { my ($t, $min, @more) = @_;
        my ($low, $high) = map { my $x = $min; $x =~ s/TS/$_/r } $from, $to;
        return {name => $t, plan => 'Index Only Scan', before => 'SET enable_seqscan = off; SET enable_bitmapscan = off',
            sql => "SELECT count(*) FROM k_$t WHERE id >= $low AND id < $high", @more} };
    return {
        title => 'Searches',
        setup => [source($many), columns('k', $many, @types), @prefix_setup,
            "CREATE TABLE s_uuid AS SELECT uuid AS start FROM source WHERE n <= $searches;",
            "CREATE TABLE k_created AS SELECT uuid AS id, ts FROM source;",
            (map { "CREATE UNIQUE INDEX ON k_$_ (id);" } @types),
            'CREATE INDEX ON k_created (ts);', 'VACUUM (ANALYZE, FREEZE);'],
        groups => [
            {name => 'prefix', title => '10,000 searches by a prefix that one id has', rows => $searches,
                peer => 'text COLLATE "C", range', warm => 1,
                cases => [@prefix_cases,
                    {name => 'text COLLATE "C", range', plan => 'Index Cond',
                        sql => q{SELECT sum(c) FROM s_typeid s, LATERAL (SELECT count(*) FROM k_text_c k
                            WHERE k.id >= s.start AND k.id < s.start || '~') l(c)} =~ s/\s+/ /gr},
                    {name => 'uuid, the whole id', plan => 'Index Cond',
                        sql => 'SELECT sum(c) FROM s_uuid s, LATERAL (SELECT count(*) FROM k_uuid k WHERE k.id = s.start) l(c)'},
                    {name => 'uuid, id::text LIKE (one search)', rows => 1, every => 2,
                        sql => q{SELECT count(*) FROM k_uuid WHERE id::text LIKE '01950000-0000-%'}}]},
            {name => 'time', title => 'Ids of one month of twelve, by index-only scan', rows => int($many / 12),
                peer => 'timestamptz column', warm => 1,
                cases => [
                    {name => 'timestamptz column', plan => 'Index Only Scan', before => 'SET enable_seqscan = off; SET enable_bitmapscan = off',
                        sql => "SELECT count(*) FROM k_created WHERE ts >= $from AND ts < $to"},
                    $between->('typeid', q{typeid_min('user', TS)}), $between->('uid11', 'xid_min(TS)'),
                    $between->('baseuid', 'baseuid_min(TS)'), $between->('ulid', 'ulid_min(TS)'),
                    $between->('base62id', q{typeid_to_uuid(typeid_min('', TS))}),
                    $between->('bigint', 'xid_min(TS)::bigint'),
                    $between->('text_c', q{typeid_min('user', TS)::text}, name => 'text COLLATE "C"')]}]};
}

# ---------- sizes, memory, rates ----------

sub suite_size {
    my $bytes = sub { my ($t, $of) = @_;
        return sub { $_[0]->value("SELECT pg_relation_size('$of') / $rows.0") } };
    my @types = (@all, 'text22');
    local $type{text22} = ['text COLLATE "C"', 'base62id_encode(uuid)'];
    my %same = ((map { $_ => {uuid => 1.0} } @family), uid11 => {bigint => 1.0}, baseuid => {uuid => 1.0}, typed => {uuid => 1.0});
    my %heap = (%same, typeid => {'text, 31 symbols' => 0.87});
    my %index = (%same, typeid => {'text, 31 symbols' => 0.82});
    my %name = (%shown, text_c => 'text, 31 symbols', text22 => 'text, 22 symbols');
    my $cases = sub { my ($vs, $of) = @_;
        return [map { {name => $name{$_} // $_, code => $bytes->($_, $of =~ s/\@/$_/r), vs => $vs->{$_} // {}} }
            grep { $_ ne 'text' } @types] };
    return {
        title => 'Sizes', once => 1,
        setup => [source($rows), columns('v', $rows, grep { $_ ne 'text' } @types),
            map { "CREATE INDEX ON v_$_ (id);" } grep { $_ ne 'text' } @types],
        groups => [
            {name => 'heap', title => 'Heap, bytes a row', unit => 'B', peer => 'uuid', cases => $cases->(\%heap, 'v_@')},
            {name => 'index_size', title => 'Index, bytes a row', unit => 'B', peer => 'uuid', cases => $cases->(\%index, 'v_@_id_idx')}]};
}

# The most memory of the backend's own that a statement over ten million rows adds.
sub suite_memory {
    my $n = $rows * 10;
    my @cases = (
        (map { ["${_}_encode(id)", 'v_uuid'] } @family, 'base32hex'), ["typeid_encode('user', id)", 'v_uuid'],
        ['uid11_encode(id)', 'v_numeric'], ['baseuid_encode(id)', 'v_bytea'],
        (map { ["${_}_decode(id)", "t_$_"] } @family, 'base32hex', @others));
    return {
        title => 'Memory', once => 1, setup => [values_of_each_type()],
        groups => [{
            name => 'memory', unit => 'kB', title => 'Memory that the functions add to the peak of a statement over ten million rows',
            cases => [map {
                my ($call, $table) = @$_;
                # A join would put the rows into a tuple store.
                my $from = 'FROM (' . join(' UNION ALL ', ("SELECT id FROM $table") x 10) . ') s';
                {name => $call =~ s/\bid\b/…/r, code => sub { $_[0]->peak_memory("SELECT count(id) $from", "SELECT count($call) $from") }}
            } @cases]}]};
}

# "The encoding rate significantly surpasses the rate of record creation."
sub suite_rate {
    my $fresh = {before => 'TRUNCATE r; CHECKPOINT'};
    return {
        title => 'Encoding beside record creation',
        setup => [source($rows), columns('v', $rows, 'uuid'), 'CREATE UNLOGGED TABLE r (id uuid);',
            'CREATE UNLOGGED TABLE one (id uuid);'],
        groups => [{
            name => 'rate', title => 'Encoding beside record creation, nanoseconds a row', unit => 'ns', rows => $rows, warm => 1,
            peer => 'INSERT … SELECT, one column, unlogged',
            cases => [
                {name => 'count(id), the floor', sql => 'SELECT count(id) FROM v_uuid'},
                {name => 'count(base62id_encode(id))', sql => 'SELECT count(base62id_encode(id)) FROM v_uuid'},
                {name => 'INSERT … SELECT, one column, unlogged', before => 'TRUNCATE r', sql => 'INSERT INTO r SELECT id FROM v_uuid'},
                {name => 'INSERT of one row, prepared (pgbench)', rows => 1, before => 'TRUNCATE one',
                    code => sub { $_[0]->pgbench("INSERT INTO one VALUES (gen_random_uuid());\n", 1000,
                        qw(-M prepared -c 1 -T), $quick ? 1 : 3) }},
            ]}]};
}

# ---------- typed ids ----------

# An application's three tables by each kind of key.  The domain is the typed id of who is no superuser.
my %key = (
    bigint  => {type => sub { 'bigint' }, default => sub { 'GENERATED ALWAYS AS IDENTITY' }},
    uuid_v4 => {type => sub { 'uuid' }, default => sub { 'DEFAULT gen_random_uuid()' }},
    uuid_v7 => {type => sub { 'uuid' }, default => sub { 'DEFAULT typeid_uuid_generate_v7()' }},
    typeid  => {type => sub { 'typeid' }, default => sub { "DEFAULT typeid_generate('$_[0]')" }},
    domain  => {type => sub { "$_[0]_domain" }, default => sub { "DEFAULT typeid_generate('$_[0]')" }},
    typed   => {type => sub { "$_[0]_id" }, default => sub { "DEFAULT $_[0]_id_new()" }},
);
my @keys = qw(bigint uuid_v4 uuid_v7 typeid domain typed);
my %key_name = (uuid_v4 => 'uuid, version 4', uuid_v7 => 'uuid, version 7', domain => 'domain over typeid', typed => 'typed ids');

sub application {
    my ($k, $users) = @_;
    my ($type, $default) = $key{$k}->@{qw(type default)};
    my $id = sub { $type->($_[0]) . ' ' . $default->($_[0]) . ' PRIMARY KEY' };
    return (
        "CREATE SCHEMA $k;",
        "CREATE TABLE $k.users (id " . $id->('user') . ', email text NOT NULL UNIQUE, name text);',
        "CREATE TABLE $k.orders (id " . $id->('order') . ', buyer ' . $type->('user') . " NOT NULL REFERENCES $k.users, total integer, made timestamptz DEFAULT now());",
        "CREATE TABLE $k.items (id " . $id->('item') . ', part_of ' . $type->('order') . " NOT NULL REFERENCES $k.orders, n integer, what text);",
        "INSERT INTO $k.users (email, name) SELECT 'user' || n || '\@example.com', 'Name ' || n FROM generate_series(1, $users) n;",
        "INSERT INTO $k.orders (buyer, total) SELECT id, 0 FROM $k.users, generate_series(1, 5) ORDER BY hashtext(email || generate_series);",
        "INSERT INTO $k.items (part_of, n, what) SELECT id, n, 'thing' FROM $k.orders, generate_series(1, 3) n;",
        "CREATE INDEX orders_buyer ON $k.orders (buyer);", "CREATE INDEX items_part_of ON $k.items (part_of);");
}

# What one visit does; parameters have no types, as drivers send them.
sub visit {
    my ($k, $users) = @_;
    return <<~SQL;
        \\set n random(1, $users)
        SELECT id AS u FROM $k.users WHERE email = 'user' || :n || '\@example.com' \\gset
        SELECT name FROM $k.users WHERE id = :u;
        INSERT INTO $k.orders (buyer, total) VALUES (:u, 0) RETURNING id AS o \\gset
        INSERT INTO $k.items (part_of, n, what) VALUES (:o, 1, 'a'), (:o, 2, 'b'), (:o, 3, 'c');
        UPDATE $k.orders SET total = 3 WHERE id = :o;
        SELECT o.id, o.made, i.id, i.n, i.what FROM $k.orders o JOIN $k.items i ON i.part_of = o.id WHERE o.id = :o;
        SELECT o.id, count(*) FROM $k.orders o JOIN $k.items i ON i.part_of = o.id WHERE o.buyer = :u GROUP BY o.id ORDER BY o.id DESC LIMIT 10;
        SELECT u.id, u.name FROM $k.users u JOIN $k.orders o ON o.buyer = u.id WHERE o.id = :o;
        SQL
}

my @typed_setup = (
    (map { ("SELECT typeid_create_type('${_}_id', '$_') WHERE to_regtype('${_}_id') IS NULL;", "CREATE DOMAIN ${_}_domain AS typeid CHECK (typeid_check(VALUE, '$_'));") } qw(user order item)));

sub suite_application {
    my $users = $quick ? 4_000 : 20_000;
    my $visits = $quick ? 1_000 : 5_000;
    my $sizes = sub { my ($vs, @relations) = @_;
        return [map { my $k = $_; {name => $key_name{$k} // $k, vs => $k eq 'typed' ? $vs : {}, code => sub {
            $_[0]->value('SELECT round((' . join(' + ', map { "pg_relation_size('$k.$_')" } @relations) . ") / (SELECT count(*) FROM $k.items)::numeric, 2)") }} } @keys] };
    my $equal = {'uuid, version 7' => 1.0};
    return {
        title => 'An application: users, orders and their items', setup => [@typed_setup, (map { application($_, $users) } @keys), 'VACUUM (ANALYZE, FREEZE);'],
        groups => [
            {name => 'fresh_heap', title => 'Heaps, bytes an item', unit => 'B', peer => 'uuid, version 7', cases => $sizes->($equal, qw(users orders items))},
            {name => 'visit', title => 'A visit: eight statements, prepared', unit => 'us', peer => 'uuid, version 7', warm => 1,
                cases => [map { my $k = $_; {name => $key_name{$k} // $k, vs => $k eq 'typed' ? {'uuid, version 7' => 1.03} : {},
                    code => sub { $_[0]->pgbench(visit($k, $users), 1, qw(-M prepared -c 1 -t), $visits) }} } @keys]},
            {name => 'report', title => 'A report over all: items and orders of each user', rows => $users * 15, peer => 'uuid, version 7', warm => 1,
                cases => [map { {name => $key_name{$_} // $_, vs => $_ eq 'typed' ? {'uuid, version 7' => 1.03} : {}, plan => 'Join',
                    sql => "SELECT count(*) FROM (SELECT u.id, count(DISTINCT o.id), count(*) FROM $_.users u JOIN $_.orders o ON o.buyer = u.id JOIN $_.items i ON i.part_of = o.id GROUP BY u.id) s"} } @keys]},
        ]};
}

# One type of typed ids as the other types are measured.
sub suite_typed {
    my @types = qw(uuid typeid typed);
    my %peer = (vs => {typeid => 1.10});
    my $pair = sub { my ($expression, $of) = @_;
        return [map { {name => $_, sql => "SELECT count(" . ($expression =~ s/\@/$type{$_}[0]/gr) . ") FROM " . $of->($_), $_ eq 'typed' ? %peer : ()} } @types] };
    my @joined = map { "j$_" } 1 .. 8;
    my $others = 50;
    my $chain = sub { my ($k) = @_;
        return 'EXPLAIN SELECT * FROM ' . join(' JOIN ', "$k.t1", map { "$k.t$_ ON t$_.id = t" . ($_ - 1) . '.next' } 2 .. 6) . ' WHERE t1.id = ' };
    return {
        title => 'Typed ids beside uuid and typeid',
        setup => [source($rows), @typed_setup, columns('v', $rows, @types),
            (map { "CREATE INDEX ON v_$_ (id);" } @types),
            'CREATE TABLE t_uuid AS SELECT uuid::text AS id FROM source;', 'CREATE TABLE t_typeid AS SELECT typeid::text AS id FROM source;',
            (map { "SELECT typeid_create_type('other_${_}_id', 'o" . ($_ =~ tr/0-9/a-j/r) . "');" } 1 .. $others),
            'CREATE SCHEMA by_uuid; CREATE SCHEMA by_typed;',
            (map { "CREATE TABLE by_uuid.t$_ (id uuid PRIMARY KEY, next uuid); CREATE TABLE by_typed.t$_ (id other_${_}_id PRIMARY KEY, next other_" . ($_ + 1) . '_id);' } 1 .. 6),
            'VACUUM (ANALYZE, FREEZE);'],
        groups => [
            {name => 'text', title => 'Text, by cast', rows => $rows, unit => 'ns', peer => 'typeid', warm => 1, cases => $pair->('id::text', sub { "v_$_[0]" })},
            {name => 'input', title => 'Input, by cast', rows => $rows, unit => 'ns', peer => 'typeid', warm => 1, cases => $pair->('id::@', sub { $_[0] eq 'uuid' ? 't_uuid' : 't_typeid' })},
            {name => 'typed_copy', title => 'COPY of a column as text', rows => $rows, peer => 'typeid', warm => 1,
                cases => [map { {name => $_, sql => "COPY v_$_ TO '/dev/null'", $_ eq 'typed' ? %peer : ()} } @types]},
            {name => 'typed_sort', title => 'Sorting', rows => $rows, peer => 'uuid', warm => 1,
                cases => [map { {name => $_, before => 'SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off',
                    sql => "SELECT id FROM v_$_ ORDER BY id OFFSET " . ($rows - 1), $_ eq 'typed' ? (vs => {uuid => 1.03}) : ()} } @types]},
            {name => 'typed_index', title => 'CREATE INDEX', rows => $rows, peer => 'uuid', warm => 1,
                cases => [map { {name => $_, before => "DROP INDEX IF EXISTS again_$_", sql => "CREATE INDEX again_$_ ON v_$_ (id)", $_ eq 'typed' ? (vs => {uuid => 1.03}) : ()} } @types]},
            {name => 'typed_probe', title => 'Look-ups by index, within a join', rows => $rows, peer => 'uuid', warm => 1,
                cases => [map { {name => $_, before => 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = on', plan => 'Nested Loop',
                    sql => "SELECT count(*) FROM (SELECT id FROM v_$_ LIMIT 100000) a JOIN v_$_ b ON a.id = b.id", $_ eq 'typed' ? (vs => {uuid => 1.03}) : ()} } @types]},
            {name => 'plan', title => "Planning a join of six tables; typed: six kinds, with $others kinds in the database", unit => 'us', peer => 'uuid', warm => 1,
                cases => [
                    {name => 'uuid', code => sub { $_[0]->pgbench($chain->('by_uuid') . "'01890a5d-ac96-774b-bcce-b302099a8057';\n", 1, qw(-c 1 -t), $quick ? 300 : 1500) }},
                    {name => 'typed', code => sub { $_[0]->pgbench($chain->('by_typed') . "'ob_01h455vb4pex5vsknk084sn02q';\n", 1, qw(-c 1 -t), $quick ? 300 : 1500) }}]},
        ]};
}

# What a reader would take instead: extensions of others, whose sources scripts/bench --peers has built.  BASE62ID_PEERS names those
# that are there; a report has all that were measured.
my %peer = (
    pg_uuidv7 => {generate => 'uuidv7.uuid_generate_v7()', schema => 'uuidv7'},
    ulid => {generate => 'ulid.gen_ulid()', type => 'ulid.ulid', from => 'ulid_encode(uuid)::ulid.ulid', called => 'pg-ulid'},
    uuid47 => {generate => 'uuid47.uuid47_generate()', type => 'uuid47.uuid47', from => 'uuid47.uuid_to_uuid47(uuid)', called => 'UUIDv47',
        before => q{SET uuid47.key = '0011223344556677:8899aabbccddeeff'}},
    'typeid-sql' => {generate => q{"typeid-sql".typeid_generate('user')}, type => '"typeid-sql".typeid',
        from => q{ROW ('user', uuid)::"typeid-sql".typeid}, print => '"typeid-sql".typeid_print(id)', parse => '"typeid-sql".typeid_parse(id)',
        # Its functions look each other up by the path.
        install => qq{SET search_path = "typeid-sql"; \\i peers/typeid-sql.sql\nRESET ALL;},
        before => 'SET search_path = "typeid-sql", public'},
);

sub suite_peers {
    my @there = sort grep { !defined $ENV{BASE62ID_PEERS} || " $ENV{BASE62ID_PEERS} " =~ / \Q$_\E / } keys %peer;
    my @typed = grep { $peer{$_}{type} } @there;
    my $called = sub { $peer{$_[0]}{called} // $_[0] };
    # PL/pgSQL, at 10 and more microseconds, in each second round.
    my $how = sub { ($peer{$_[0]}{before} ? (before => $peer{$_[0]}{before}) : (), $_[0] eq 'typeid-sql' ? (every => 2) : ()) };
    my $generate = sub { my ($call, @more) = @_; return {name => $call, sql => "SELECT count($call) FROM generate_series(1, $rows)", @more} };
    my @types = ('uuid', @ours, 'typed');
    local $type{typeid} = ['public.typeid', 'typeid'];
    return {
        title => 'Beside extensions of others',
        setup => [
            (map { my $x = $peer{$_}; my $in = $x->{schema} // $_;
                qq{CREATE SCHEMA "$in"; } . ($x->{install} // qq{CREATE EXTENSION "$_" SCHEMA "$in";})} @there),
            source($rows), @typed_setup, columns('v', $rows, @types), (map { "CREATE TABLE t_$_ AS SELECT id::text AS id FROM v_$_;" } @types),
            (map { my $x = $peer{$_};
                ($x->{before} ? "$x->{before};" : (), qq{CREATE TABLE public."v_$_" AS SELECT $x->{from} AS id FROM source;} =~ s/"v_ulid"/v_pg_ulid/r,
                    qq{CREATE TABLE public."t_$_" AS SELECT @{[$x->{print} // 'id::text']} AS id FROM "v_$_";} =~ s/"([vt])_ulid"/$1_pg_ulid/gr, 'RESET ALL;') } @typed),
            'VACUUM (ANALYZE, FREEZE);'],
        groups => [
            {name => 'peers_generate', title => 'Generators of others', peer => 'gen_random_uuid()', rows => $rows, warm => 1,
                cases => [$generate->('gen_random_uuid()'), $major >= 18 ? $generate->('uuidv7()') : (),
                    (map { $generate->($peer{$_}{generate}, name => $called->($_), $how->($_)) } @there),
                    (map { $generate->(/^typeid_generate\(/ ? "public.$_" : $_, name => $_) } @generators, 'typeid_uuid_generate_v7()')]},
            {name => 'peers_encode', title => 'To text, beside types of others', peer => 'uuid', rows => $rows, warm => 1,
                cases => [(map { count_of('id::text', "v_$_", name => $shown{$_} // $_) } @types),
                    (map { count_of($peer{$_}{print} // 'id::text', $_ eq 'ulid' ? 'v_pg_ulid' : qq{"v_$_"}, name => $called->($_), $how->($_)) } @typed)]},
            {name => 'peers_decode', title => 'From text, beside types of others', peer => 'uuid', rows => $rows, warm => 1,
                cases => [(map { count_of('id::' . $type{$_}[0], "t_$_", name => $shown{$_} // $_) } @types),
                    (map { count_of($peer{$_}{parse} // "id::$peer{$_}{type}", $_ eq 'ulid' ? 't_pg_ulid' : qq{"t_$_"}, name => $called->($_), $how->($_)) } @typed)]},
        ]};
}

our @order = qw(encode decode pasted copy generate insert writers index sort grouping join probe search size memory rate typed application);

sub suite {
    my ($name) = @_;
    die "no suite \"$name\"; there are: @order peers codec\n" unless grep { $_ eq $name } @order, 'peers';
    no strict 'refs';
    return &{"suite_$name"}();
}

1;
