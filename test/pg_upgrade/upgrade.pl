# A database with every type, every kind of index, partitions and a domain goes from the oldest
# major to the newest by pg_upgrade, step by step and in one leap: the same rows, valid indexes, and
# the catalogs of a fresh installation.
#
# Run by test/pg_upgrade/run, which builds the extension for each major.

use strict;
use warnings;
use Base62id;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;

my @majors = split / /, $ENV{BASE62ID_MAJORS};
my $script = "$ENV{BASE62ID_ROOTS}/base62id-skip-support.sql";

sub cluster {
    my ($major, $name, %options) = @_;
    $ENV{TEMP_CONFIG} = "$ENV{BASE62ID_ROOTS}/$major.conf";

    # Checksums are on by default from 18 on; the clusters must agree.
    return server(
        $name,
        settings     => "base62id.mask_key_file = '$ENV{BASE62ID_ROOTS}/mask_keys'",
        install_path => "/usr/lib/postgresql/$major",
        extra        => [$major < 18 ? '--data-checksums' : ()],
        %options
    );
}

mask_keys("$ENV{BASE62ID_ROOTS}/mask_keys");
my $first = cluster($majors[0], "v$majors[0]");
create_tables($first, 'postgres');
$first->safe_psql('postgres', 'CREATE EXTENSION amcheck;' . rows(1, 5000));
$first->safe_psql(
    'postgres',
    join '',
    map {
        my $type = $_;
        "DELETE FROM ids_$type WHERE n % 5 = 0;
     CREATE TABLE hash_$type (id $type PRIMARY KEY, n integer) PARTITION BY HASH (id);"
            . join(
            '',
            map {
                "CREATE TABLE hash_${type}_$_ PARTITION OF hash_$type FOR VALUES WITH (MODULUS 4, REMAINDER $_);"
            } 0 .. 3
            )
            . "INSERT INTO hash_$type SELECT id, n FROM ids_$type;"
    } @types
);
$first->safe_psql(
    'postgres', "
    CREATE DOMAIN user_id AS typeid DEFAULT typeid_generate('user') CHECK (typeid_check(VALUE, 'user'));
    CREATE TABLE accounts (id user_id PRIMARY KEY, tags typeid[], made timestamptz GENERATED ALWAYS AS (typeid_timestamp(id)) STORED);
    CREATE INDEX ON accounts USING brin (id);
    CREATE INDEX ON accounts USING brin (id typeid_minmax_multi_ops);
    INSERT INTO accounts (tags) SELECT typeid_generate_batch('tag', 3) FROM generate_series(1, 500);
    CREATE TABLE by_time (id uid11 PRIMARY KEY) PARTITION BY RANGE (id);
    CREATE TABLE by_time_old PARTITION OF by_time FOR VALUES FROM (MINVALUE) TO ('"
        . $first->safe_psql('postgres', "SELECT xid_min('2026-01-01Z')") . "');
    CREATE TABLE by_time_new PARTITION OF by_time DEFAULT;
    INSERT INTO by_time SELECT xid_new('2025-12-31Z'::timestamptz + i * '1 minute'::interval) FROM generate_series(1, 3000) i;
    SELECT typeid_create_type('order_id', 'order');
    CREATE TABLE typed (id order_id PRIMARY KEY DEFAULT order_id_new(), hashed order_id, ids order_id[]);
    CREATE INDEX ON typed USING hash (hashed);
    CREATE INDEX ON typed USING brin (id);
    CREATE INDEX ON typed USING brin ((id::uuid) uuid_minmax_multi_ops);
    CREATE INDEX ON typed USING brin ((id::uuid) uuid_bloom_ops);
    INSERT INTO typed SELECT id, id, ARRAY[id, NULL] FROM (SELECT order_id_new() AS id FROM generate_series(1, 1000)) s;
    CREATE TABLE keys_base62id (id base62id PRIMARY KEY);
    CREATE TABLE keys_uuid (id uuid PRIMARY KEY);
    CREATE TABLE by_uuid (id uuid REFERENCES keys_base62id ON DELETE CASCADE);
    CREATE TABLE by_base62id (id base62id REFERENCES keys_uuid ON DELETE CASCADE);
    CREATE INDEX ON by_uuid (id);
    CREATE INDEX ON by_base62id (id);
    INSERT INTO keys_base62id SELECT gen_random_uuid() FROM generate_series(1, 1000);
    INSERT INTO keys_uuid SELECT id FROM keys_base62id;
    INSERT INTO by_uuid SELECT id FROM keys_base62id;
    INSERT INTO by_base62id SELECT id FROM keys_base62id;
    CREATE MATERIALIZED VIEW extremes AS SELECT min(id), max(id) FROM ids_baseuid;
    ANALYZE"
);
create_notated($first, 'postgres');
create_reservations($first, 'postgres', 'public');
$first->safe_psql(
    'postgres', q{
    CREATE TABLE id_type_reserved (room order_id, during int4range, words tsvector, EXCLUDE USING gist (room WITH =, during WITH &&));
    CREATE INDEX typed_reserved_gin ON id_type_reserved USING gin (room, words);
    CREATE INDEX typed_gist ON typed USING gist (id);
    INSERT INTO id_type_reserved SELECT id, int4range(1, 5), to_tsvector('simple', 'word') FROM typed}
);
my $content = content($first);
my $notated = notated($first, 'postgres');
like($content, qr/hash_baseuid_3\|9\d\d\|/, 'there is something to compare');
my $content_of_first = $content;
check_storage($first, 'postgres', "PostgreSQL $majors[0]");
$first->stop;

my $node = $first;
for my $i (1 .. $#majors) {
    $node = upgrade($node, $majors[$i - 1], $majors[$i], "v$majors[$i]");
}

# From the first to the last at once; pg_upgrade left the first cluster as it was.
$content = $content_of_first;
upgrade($first, $majors[0], $majors[-1], 'leap') if @majors > 2;
upgrade_without_keys($majors[0], $majors[-1]);
done_testing();

sub content {
    my ($node) = @_;
    my @tables = split /\n/,
        $node->safe_psql('postgres',
        q{SELECT oid::regclass FROM pg_class WHERE relkind IN ('r', 'm') AND relnamespace = 'public'::regnamespace ORDER BY relname}
        );
    return $node->safe_psql(
        'postgres',
        join(
            ' UNION ALL ',
            map {
                "SELECT '$_', count(*), md5(string_agg(t::text, ',' ORDER BY t::text COLLATE \"C\")) FROM $_ t"
            } @tables
            )
            . ' ORDER BY 1'
    );
}

sub pg_upgrade {
    my ($old, $from, $new, $to) = @_;
    chdir $PostgreSQL::Test::Utils::tmp_check or die;
    my ($out, $err) = ('', '');
    my $done = do {
        local $ENV{PATH} = "/usr/lib/postgresql/$to/bin:$ENV{PATH}";
        IPC::Run::run(
            [
                'pg_upgrade', '--no-sync',
                '-b',         "/usr/lib/postgresql/$from/bin",
                '-B',         "/usr/lib/postgresql/$to/bin",
                '-d',         $old->data_dir,
                '-D',         $new->data_dir,
                '-p',         $old->port,
                '-P',         $new->port,
                '-s',         $new->host
            ],
            '<',
            \undef,
            '>',
            \$out,
            '2>',
            \$err
        );
    };
    ok($done, "$from to $to: pg_upgrade")
        or do { diag($out . $err); BAIL_OUT('pg_upgrade failed') };
}

# From 18 on statistics come along, by the input function, which needs the key of a masked type.
# Where the new cluster lacks it they are left out.
sub upgrade_without_keys {
    my ($from, $to) = @_;
    my $old = cluster($from, 'keyed');
    $old->safe_psql(
        'postgres',
        "CREATE EXTENSION base62id; SELECT typeid_create_type('m_id', 'm', 'base62id', 1), typeid_create_type('k_id', 'k', 'uid11', 1);
        CREATE TABLE masked AS SELECT i, m_id_new() AS m, i::bigint::k_id AS k FROM generate_series(1, 1000) i; ANALYZE masked"
    );
    my $rows   = q{SELECT md5(string_agg(m || ' ' || k, ',' ORDER BY i)) FROM masked};
    my $before = $old->safe_psql('postgres', $rows);
    $old->stop;
    my $new = cluster($to, 'keyless', start => 0, settings => '');
    pg_upgrade($old, $from, $new, $to);
    $new->start;
    is(
        $new->safe_psql(
            'postgres', 'SELECT count(*), count(DISTINCT m), count(DISTINCT k) FROM masked'
        ),
        '1000|1000|1000',
        'without mask keys: the rows are there'
    );
    my ($status, $out, $err) = $new->psql('postgres', '\set VERBOSITY verbose' . "\n$rows");
    like($err, qr/55000/, '... their text needs the key');
    is(
        $new->safe_psql(
            'postgres',
            "SELECT count(*) FROM base62id_health() WHERE what ~ '^id type [mk]_id' AND state = 'broken'"
        ),
        '2',
        '... which base62id_health() says'
    );
    $new->append_conf('postgresql.conf',
        "base62id.mask_key_file = '$ENV{BASE62ID_ROOTS}/mask_keys'");
    $new->reload;
    is($new->safe_psql('postgres', $rows), $before, '... and with it is what it was');
    $new->stop;
}

sub upgrade {
    my ($old, $from, $to, $name) = @_;
    my $title = "$from to $to";
    my $new   = cluster($to, $name, start => 0);
    pg_upgrade($old, $from, $new, $to);
    $new->start;
    $new->safe_psql('postgres', 'ALTER EXTENSION amcheck UPDATE')
        ;    # which check_storage() looks for in this major
    is(content($new), $content, "$title: the same rows in the same partitions");
    check_storage($new, 'postgres', $title);
    check_reservations($new, 'postgres', $title);
    is(
        $new->safe_psql(
            'postgres', q{SET enable_seqscan = off; SET enable_indexscan = off;
        SELECT count(*) FROM id_type_reserved WHERE room >= (SELECT min(id) FROM typed) AND during && '[3,4)';
        SELECT count(*) FROM id_type_reserved WHERE room >= (SELECT min(id) FROM typed) AND words @@ 'word'}
        ),
        "1000\n1000",
        "$title: GiST and GIN of an id type"
    );
    is($new->safe_psql('postgres', 'SELECT count(*) FROM pg_index WHERE NOT indisvalid'),
        '0', "$title: all indexes are valid");

    # It works on: defaults, partition routing, domain, prefix search by index.
    $new->safe_psql(
        'postgres',
        'BEGIN; ' . join(
            '',
            map {
                "INSERT INTO ids_$_ SELECT v, v, v, 1, i, 0
            FROM (SELECT i, ($new_id{$_})::$_ AS v FROM generate_series(1, 100) i) x;
            INSERT INTO hash_$_ SELECT id, n FROM ids_$_ WHERE writer = 1;"
            } @types
            )
            . 'INSERT INTO accounts DEFAULT VALUES; INSERT INTO by_time SELECT xid_new(); REFRESH MATERIALIZED VIEW extremes;
            ANALYZE; ROLLBACK'
    );
    like(
        $new->safe_psql(
            'postgres',
            "SET enable_seqscan = off; EXPLAIN SELECT FROM ids_typeid WHERE id ^@ 'user_3'"
        ),
        qr/Index Cond/,
        "$title: prefix search by index"
    );
    my ($status, undef, $refusal) =
        $new->psql('postgres', "INSERT INTO accounts VALUES ('order_01h455vb4pex5vsknk084sn02q')");
    like($refusal, qr/user_id_check/, "$title: the domain refuses");

    # One family with uuid: foreign keys in both directions, and indexes of both sides.
    is(
        $new->safe_psql(
            'postgres',
            'BEGIN; DELETE FROM keys_base62id WHERE id < (SELECT id FROM keys_uuid ORDER BY id OFFSET 500 LIMIT 1);
        DELETE FROM keys_uuid WHERE id IN (SELECT id FROM keys_base62id LIMIT 100);
        SELECT (SELECT count(*) FROM by_uuid), (SELECT count(*) FROM by_base62id); ROLLBACK'
        ),
        '500|900',
        "$title: foreign keys to and from uuid"
    );
    my $plans = $new->safe_psql(
        'postgres', q{SET enable_seqscan = off;
        EXPLAIN SELECT FROM by_base62id WHERE id = ANY ('{80000000-0000-0000-0000-000000000000}'::uuid[]);
        EXPLAIN SELECT FROM by_uuid WHERE id > 'Fd9w4CutiyWHZha547fAai'::base62id}
    );
    is(scalar(() = $plans =~ /Index Cond/g), 2, "$title: and their indexes");

    # Id types come along; typeid_upgrade_type() adds what the new major can do, and ties their
    # families to them anew.
    is(
        $new->safe_psql(
            'postgres', q{SET enable_seqscan = off; BEGIN; INSERT INTO typed DEFAULT VALUES;
        SELECT count(*), count(DISTINCT id), count(*) FILTER (WHERE id ^@ 'order_0' AND id::text LIKE 'order\_%') FROM typed; ROLLBACK}
        ),
        '1001|1001|1001',
        "$title: id types are what they were"
    );
    my ($refused, undef, $mixed) =
        $new->psql('postgres', q{INSERT INTO typed VALUES ('user_01h455vb4pex5vsknk084sn02q')});
    like($mixed, qr/invalid input syntax for type order_id/, "$title: and refuse other kinds");
    my $skip =
        q{SELECT count(*) FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily JOIN pg_am a ON a.oid = opfmethod
        WHERE amproclefttype = 'order_id'::regtype AND amprocnum = 6 AND amname = 'btree'};
    my $tied =
        q{SELECT count(*) FROM pg_depend WHERE classid = 'pg_opfamily'::regclass AND refobjid = 'order_id'::regtype};
    is(
        $new->safe_psql('postgres', "$skip; $tied"),
        ($to >= 18 && $from >= 18 ? 1 : 0) . "\n0",
        "$title: their operator classes are the old ones"
    );
    $new->safe_psql('postgres',
        q{SELECT format('SELECT typeid_upgrade_type(%L)', type) FROM typeid_types() \gexec});
    is(
        $new->safe_psql('postgres', "$skip; $tied"),
        ($to >= 18 ? 1 : 0) . "\n0",
        "$title: typeid_upgrade_type() brings them up to date"
    );

    is(notated($new, 'postgres'),
        $notated, "$title: id types in every notation, and masked ones, are what they were");
    use_notated($new, 'postgres', $title);

    # The catalogs.
    $new->safe_psql('postgres', 'CREATE DATABASE fresh');
    $new->safe_psql('fresh',    'CREATE EXTENSION base62id');
    my $fresh = fingerprint($new, 'fresh', 'public');

    # Skip support came with 18, casts to and from bytea with 19.
    if (grep { $to >= $_ && $from < $_ } 18, 19) {
        isnt(fingerprint($new, 'postgres', 'public'),
            $fresh, "$title: lacks what later majors brought");
        $new->safe_psql('postgres', "\\i $script");
    }
    is(fingerprint($new, 'postgres', 'public'),
        $fresh, "$title: the extension is the same as a fresh one");
    if ($to >= 19) {
        my @family = split /\n/,
            $new->safe_psql('fresh',
            q{SELECT castsource::regtype FROM pg_cast WHERE casttarget = 'uuid'::regtype AND castcontext = 'i'}
            );
        is(
            $new->safe_psql(
                'postgres',
                join ' UNION ALL ',
                map {
                    "SELECT '$_', count(*) > 0 AND bool_and(id::bytea = uuid_send(id) AND id::bytea::$_ = id) FROM hash_$_"
                } @family
            ),
            join("\n", map { "$_|t" } @family),
            "$title: casts to and from bytea of the rows of types that are uuids"
        );
    }
    $new->safe_psql('fresh', 'DROP EXTENSION base62id');

    # What came from before 18 can have keys in time now, and takes them along.
    if ($to >= 18 && $from < 18) {
        create_temporal_keys($new, 'postgres', 'public');
        check_reservations($new, 'postgres', "$title, then keys in time");
        $content = content($new);
    }

    # Nothing of it is left behind, not even what pg_upgrade made part of our operator families
    # piece by piece.
    $new->safe_psql('postgres', 'DROP DATABASE fresh; CREATE DATABASE without TEMPLATE postgres');
    $new->safe_psql('without',  'DROP EXTENSION base62id CASCADE');
    is(
        $new->safe_psql(
            'without',
            q{SELECT (SELECT count(*) FROM pg_amop WHERE amopfamily NOT IN (SELECT oid FROM pg_opfamily)),
        (SELECT count(*) FROM pg_amproc WHERE amprocfamily NOT IN (SELECT oid FROM pg_opfamily)),
        (SELECT count(*) FROM pg_amop WHERE amoplefttype = 'uuid'::regtype AND amopfamily >= 16384)}
        ),
        '0|0|0',
        "$title: it can be dropped without a trace"
    );
    $new->safe_psql('postgres', 'DROP DATABASE without');
    stop_clean($new);
    return $new;
}
