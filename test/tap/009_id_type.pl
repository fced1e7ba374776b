# Id types outlive everything that databases go through: dumps in every format, with the extension
# in public and in a schema of its own; physical and logical replication; DROP EXTENSION; and many
# of them leave nothing behind.
#
# BASE62ID_FULL=1: more formats, and 200 types.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $dir = "$PostgreSQL::Test::Utils::tmp_check/id_type";
mkdir $dir or die;
my $keys = mask_keys("$dir/keys");

# As many locks as a server has by default.
my $node =
    server('id_type', allows_streaming => 'logical', settings => "max_connections = 100\n$keys");

# A restored class has its members by way of its family, until typeid_upgrade_type(): so the lines
# in any order.
sub lines_of {
    return join "\n", sort map { s/[ ,;]+$//r } split /\n/, definition($node, $_[0]);
}
my $rows = q{SELECT 'u', count(*), md5(string_agg(u::text, ',' ORDER BY id)) FROM app.users u
    UNION ALL SELECT 'o', count(*), md5(string_agg(o::text, ',' ORDER BY id)) FROM app.orders o};

# ---------- dump and restore ----------

for my $schema (qw(public ids)) {
    my $db = "from_$schema";
    $node->safe_psql('postgres', "CREATE DATABASE $db");
    $node->safe_psql(
        $db,
        "CREATE SCHEMA IF NOT EXISTS $schema; CREATE EXTENSION base62id SCHEMA $schema; CREATE SCHEMA app;
        SELECT $schema.typeid_create_type('public.user_id', 'user'), $schema.typeid_create_type('app.\"Order Id\"', 'order');
        CREATE TABLE app.users (id user_id PRIMARY KEY DEFAULT user_id_new(), friends user_id[], made timestamptz
            GENERATED ALWAYS AS (user_id_timestamp(id)) STORED);
        CREATE TABLE app.orders (id app.\"Order Id\" PRIMARY KEY DEFAULT app.\"Order Id_new\"(), buyer user_id REFERENCES app.users,
            CHECK (id OPERATOR(app.>) 'order_00000000000000000000000000')) PARTITION BY HASH (id);
        CREATE TABLE app.orders_0 PARTITION OF app.orders FOR VALUES WITH (MODULUS 2, REMAINDER 0);
        CREATE TABLE app.orders_1 PARTITION OF app.orders FOR VALUES WITH (MODULUS 2, REMAINDER 1);
        INSERT INTO app.users (friends) SELECT ARRAY[user_id_new(), NULL] FROM generate_series(1, 1000);
        INSERT INTO app.orders (buyer) SELECT id FROM app.users;
        CREATE INDEX ON app.users USING brin (id); CREATE INDEX ON app.users USING brin ((id::uuid) uuid_bloom_ops);
        CREATE INDEX ON app.orders USING hash (buyer); CREATE INDEX ON app.users (made) WHERE id OPERATOR(public.^@) 'user_0';
        CREATE DOMAIN app.vip AS user_id DEFAULT 'user_01h455vb4pex5vsknk084sn02q' CHECK (VALUE <> 'user_00000000000000000000000000');
        CREATE VIEW app.recent AS SELECT id, min(buyer) FROM app.orders WHERE id OPERATOR(app.>=) app.\"Order Id_min\"('2020-01-01Z') GROUP BY id;"
    );
    my ($all, $held) = (lines_of($db), $node->safe_psql($db, $rows));
    like($held, qr/^u\|1000\|/m, "$schema: there are rows to compare");
    like(
        $all,
        qr/^CREATE FUNCTION public\.user_id_in\(cstring\)/m,
        "$schema: there are definitions to compare"
    );
    my %variant = (
        plain     => [[]],
        custom    => [['--format=custom'],                ['--single-transaction']],
        directory => [['--format=directory', '--jobs=2'], ['--jobs=2']],
        tar       => [['--format=tar'],                   []],
        inserts   => [['--rows-per-insert=50', '--load-via-partition-root']],
    );
    my @public = $ENV{BASE62ID_FULL} ? sort keys %variant : qw(custom plain tar);

    for my $name ($schema eq 'public' ? @public : 'custom') {
        my ($dump_options, $restore_options) = @{ $variant{$name} };
        my ($file,         $to)              = ("$dir/$db.$name", "to_${schema}_$name");
        $node->safe_psql('postgres', "CREATE DATABASE $to");
        $node->command_ok(['pg_dump', @$dump_options, '-f', $file, $db], "$schema, $name: pg_dump");
        $node->command_ok(
            $restore_options
            ? ['pg_restore', '--exit-on-error', @$restore_options, '-d', $to, $file]
            : ['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $to, '-f', $file],
            "$schema, $name: restore"
        );
        is($node->safe_psql($to, $rows), $held, "$schema, $name: the same rows");
        ok(lines_of($to) eq $all, "$schema, $name: the same definitions");
        is(
            $node->safe_psql(
                $to,
                "SELECT string_agg(concat_ws(' ', type, prefix), ',' ORDER BY prefix) FROM $schema.typeid_types()"
            ),
            'app."Order Id" order,user_id user',
            "$schema, $name: the types are known"
        );
        $node->safe_psql($to,
            'INSERT INTO app.users DEFAULT VALUES; INSERT INTO app.orders (buyer) SELECT id FROM app.users LIMIT 1'
        );
        like(
            (
                $node->psql(
                    $to,
                    'SELECT FROM app.users u JOIN app.orders o ON u.id OPERATOR(public.=) o.id'
                )
            )[2],
            qr/operator does not exist: user_id public\.= app\."Order Id"/,
            "$schema, $name: the kinds are kept apart"
        );
        like(
            $node->safe_psql(
                $to,
                "SET enable_seqscan = off; EXPLAIN SELECT FROM app.users WHERE id ^@ 'user_01h4'"
            ),
            qr/Index Cond: \(\(id >= 'user_01h40{22}'::user_id\) AND/,
            "$schema, $name: prefix search by index"
        );
    }
}

# ---------- notations and masks ----------

$node->safe_psql('postgres', 'CREATE DATABASE from_notated');
create_notated($node, 'from_notated', 'CREATE EXTENSION base62id;');
my $notated = notated($node, 'from_notated');
like(
    $notated,
    qr/^in_masked i_m base62id 1\n.*^in_ulid i_u ulid 0\n.*^500\|/ms,
    'there are types of each notation to compare'
);
for my $format ($ENV{BASE62ID_FULL} ? ([], ['--inserts']) : (), ['--format=custom']) {
    my $name = "notated @$format" =~ s/\W+/_/gr;
    $node->safe_psql('postgres', "CREATE DATABASE $name");
    $node->command_ok(['pg_dump', @$format, '-f', "$dir/$name", 'from_notated'], "$name: pg_dump");
    $node->command_ok(
        $name =~ /custom/
        ? ['pg_restore', '--exit-on-error', '-d', $name, "$dir/$name"]
        : ['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $name, '-f', "$dir/$name"],
        "$name: restore"
    );
    is(notated($node, $name), $notated, "$name: the same types, rows, texts and view");
    use_notated($node, $name, $name);
}

# ---------- DROP TYPE and DROP EXTENSION ----------

my $families = 'SELECT count(*) FROM pg_opfamily f WHERE f.oid >= 16384
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = $$pg_opfamily$$::regclass AND objid = f.oid AND deptype = $$e$$)';
like(
    ($node->psql('from_public', 'DROP EXTENSION base62id'))[2],
    qr/cannot drop extension base62id because other objects depend on it/,
    'DROP EXTENSION is refused while there are id types'
);
$node->safe_psql('from_public', 'DROP EXTENSION base62id CASCADE');
is($node->safe_psql('from_public', "$families"),
    '0', 'DROP EXTENSION CASCADE takes the families along');
unlike(
    definition($node, 'from_public'),
    qr/^CREATE (TYPE|FUNCTION|AGGREGATE|OPERATOR|CAST)/m,
    'and everything else'
);
is(
    $node->safe_psql(
        'from_public',
        q{SELECT count(*), (SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = 'app.users'::regclass AND attnum > 0 AND NOT attisdropped) FROM app.users}
    ),
    '1000|',
    'a table stays, without its columns of the types and those generated from them'
);

# All types share families, which wait for the next type. That they go with the extension no dump
# knows: typeid_upgrade_type() says it again.
is($node->safe_psql('to_public_custom', 'DROP TYPE app."Order Id" CASCADE; ' . $families),
    '5', 'the shared families stay');
$node->safe_psql('to_public_custom', q{SELECT typeid_create_type('app."Order Id"', 'order')});
is($node->safe_psql('to_public_custom', 'DROP TYPE app."Order Id" CASCADE; ' . $families),
    '5', 'the next type takes them over');
$node->safe_psql('to_public_plain', 'DROP EXTENSION base62id CASCADE');
isnt($node->safe_psql('to_public_plain', $families),
    '0', 'after a restore, empty families stay behind');
$node->safe_psql('to_public_tar', 'SELECT typeid_upgrade_type(type) FROM typeid_types()');
is($node->safe_psql('to_public_tar', 'DROP EXTENSION base62id CASCADE; ' . $families),
    '0', 'after typeid_upgrade_type(), none do');

# They are in the schema of the extension, and follow it: then nothing is left in the old one.
my $where =
    q{SELECT DISTINCT opfnamespace::regnamespace FROM pg_opfamily JOIN pg_opclass AS c ON opcfamily = pg_opfamily.oid JOIN pg_am AS m ON m.oid = opcmethod
    WHERE opcintype IN (SELECT type FROM elsewhere.typeid_types())};
$node->safe_psql('to_ids_custom',
    'CREATE SCHEMA elsewhere; ALTER EXTENSION base62id SET SCHEMA elsewhere');
$node->safe_psql('to_ids_custom',
    q{CREATE SCHEMA tenant; SELECT elsewhere.typeid_create_type('tenant.late_id', 'late')});
is($node->safe_psql('to_ids_custom', $where), 'ids',
    'the next type goes to where the families are');
$node->safe_psql('to_ids_custom',
    'SELECT elsewhere.typeid_upgrade_type(type) FROM elsewhere.typeid_types()');
is($node->safe_psql('to_ids_custom', "$where; DROP SCHEMA ids"),
    'elsewhere', 'typeid_upgrade_type() moves them to the extension');

# A dump of another schema alone has them not.
$node->safe_psql('postgres', 'CREATE DATABASE alone');
$node->command_ok(['pg_dump', '-n', 'tenant', '-f', "$dir/tenant.sql", 'to_ids_custom'],
    'pg_dump -n of one schema');
my @restore = (
    'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', 'alone', '--single-transaction', '-f',
    "$dir/tenant.sql"
);
$node->safe_psql('alone',
    'CREATE SCHEMA elsewhere; CREATE EXTENSION base62id SCHEMA elsewhere; CREATE SCHEMA other');
$node->command_fails_like(
    \@restore,
    qr/operator family "elsewhere\.id_type_[a-z_]*ops" does not exist/,
    '... which wants the families'
);
$node->safe_psql('alone', q{SELECT elsewhere.typeid_create_type('other.any_id', 'any')});
$node->command_ok(\@restore, '... that any id type makes');

# Types that are dropped with their schema leave no members behind, after a restore too.
$node->safe_psql('alone', 'DROP SCHEMA tenant CASCADE');
is(
    $node->safe_psql(
        'alone',
        q{SELECT count(*) FROM (SELECT amproclefttype AS t FROM pg_amproc UNION SELECT amprocrighttype FROM pg_amproc UNION SELECT amoplefttype FROM pg_amop) AS m
        WHERE NOT EXISTS (SELECT FROM pg_type WHERE oid = t)}
    ),
    '0',
    'a schema that is dropped takes its members of the families along'
);

# ---------- many types ----------

$node->safe_psql('postgres', 'CREATE DATABASE many');

# The first type makes the families that stay there.
$node->safe_psql('many',
    q{CREATE EXTENSION base62id; SELECT typeid_create_type('first_id', 'first'); DROP TYPE first_id CASCADE}
);
my $shape = join(' UNION ALL ',
    map { "SELECT '$_', count(*), md5(string_agg(t::text, ',' ORDER BY t::text)) FROM $_ t" }
        qw(pg_type pg_proc pg_operator pg_opclass pg_opfamily pg_amop pg_amproc pg_cast pg_depend pg_description pg_aggregate pg_shdepend)
) . ' ORDER BY 1';
my $before = $node->safe_psql('many', $shape);
my @names  = map { (my $name = sprintf '%03d', $_) =~ tr/0-9/a-j/; $name }
    1 .. ($ENV{BASE62ID_FULL} ? 200 : 120);
my $many  = @names;
my @first = @names[0 .. 99];
$node->safe_psql('many', join '', 'BEGIN;',
    (map { "SELECT typeid_create_type('${_}_id', '$_');\n" } @first), 'COMMIT;');
$node->command_ok(['pg_dump', '--format=custom', '-f', "$dir/many", 'many'],
    '100 types, made in one transaction: pg_dump');
$node->safe_psql('postgres', 'CREATE DATABASE many_copy');
$node->command_ok(
    ['pg_restore', '--exit-on-error', '--single-transaction', '-d', 'many_copy', "$dir/many"],
    '... restored in one');
is($node->safe_psql('many_copy', 'SELECT count(*) FROM typeid_types()'), '100', '... all of them');
my $left = q{SELECT count(*) FROM pg_type WHERE typname LIKE '%!_id' ESCAPE '!'};
$node->safe_psql('many_copy', join '', 'BEGIN;', (map { "DROP TYPE ${_}_id CASCADE;\n" } @first),
    'ROLLBACK;');
pass('... dropped in one');
$node->safe_psql('many_copy', join '', map { "DROP TYPE ${_}_id CASCADE;\n" } @first[90 .. 99]);
$node->safe_psql('many_copy', 'DROP EXTENSION base62id CASCADE');
is($node->safe_psql('many_copy', $left), '0', '90 are dropped with base62id in one transaction');
SKIP:
{
    my $extensions =
          $ENV{BASE62ID_DESTDIR}
        ? $ENV{BASE62ID_DESTDIR} . $node->config_data('--sharedir') . '/extension'
        : '';
    skip 'sixty types of an extension: there is no staged installation that one could be added to',
        2
        unless -w $extensions;
    append_to_file("$extensions/sixty_ids.control",
        "default_version = '1.0'\nrelocatable = true\nrequires = 'base62id'\n");
    append_to_file("$extensions/sixty_ids--1.0.sql",
        join '', map { "SELECT typeid_create_type('${_}_id', '$_');\n" } @names[0 .. 59]);
    $node->safe_psql('many_copy', 'CREATE EXTENSION sixty_ids CASCADE');
    is($node->safe_psql('many_copy', 'SELECT count(*) FROM typeid_types()'),
        '60', 'an extension makes 60');
    $node->safe_psql('many_copy', 'DROP EXTENSION sixty_ids');
    is($node->safe_psql('many_copy', $left),
        '0', '... which are dropped with it in one transaction');
    unlink "$extensions/sixty_ids.control", "$extensions/sixty_ids--1.0.sql";
}
$node->safe_psql('many', join '',
    map { "SELECT typeid_create_type('${_}_id', '$_');\n" } @names[100 .. $#names]);
is($node->safe_psql('many', 'SELECT count(*), count(DISTINCT prefix) FROM typeid_types()'),
    "$many|$many", "$many types");
is(
    $node->safe_psql(
        'many', q{BEGIN; DO $$BEGIN PERFORM typeid_create_type('late_id', 'late'); END$$;
        SELECT idx_tup_fetch < 2000 FROM pg_stat_xact_sys_tables WHERE relname = 'pg_depend'; ROLLBACK}
    ),
    't',
    '... one more is made without a look at what all others consist of'
);

# Not those of the extension: their hash functions are uuid's, which 18 calls a wrong signature
# (sql/00_install). The shared families hold core's operators, and comparisons of a uuid with a type
# without operators: amvalidate says false.
is(
    $node->safe_psql(
        'many',
        q{SELECT string_agg(DISTINCT amname, ' ' ORDER BY amname) FILTER (WHERE NOT amvalidate(c.oid)), count(*) > 600
        FROM pg_opclass AS c JOIN pg_am AS m ON m.oid = opcmethod WHERE opcintype IN (SELECT type FROM typeid_types())}
    ),
    'btree hash|t',
    'all operator classes are valid but those of shared families'
);
$node->safe_psql('many', join '', map { "DROP TYPE ${_}_id CASCADE;\n" } @names);
is($node->safe_psql('many', $shape),
    $before, "$many types made and dropped: the catalogs are as before, row for row");

# ---------- two sessions make one ----------

$node->safe_psql('postgres', 'CREATE EXTENSION base62id');
my @sessions = map {
    client($node, "maker$_",
        "BEGIN; SELECT typeid_create_type('same_id', 'same'); SELECT pg_sleep(0.5); COMMIT;\n")
} 1 .. 2;
$_->{run}->finish for @sessions;
my @errors = map { slurp_file("$_->{base}.err") } @sessions;
is(scalar(grep { $_ eq '' } @errors), 1, 'of two sessions that make the same type, one does');
is(scalar(grep { /ERROR:  type "same_id" already exists/ } @errors), 1, 'and the other is told');

# ---------- replication ----------

$node->safe_psql(
    'postgres', q{
    SELECT typeid_create_type('user_id', 'user');
    CREATE TABLE users (id user_id PRIMARY KEY, n integer, friend user_id);
    CREATE TABLE full_users (id user_id, friends user_id[]);
    ALTER TABLE full_users REPLICA IDENTITY FULL;
    INSERT INTO users SELECT user_id_new(), i, user_id_new() FROM generate_series(1, 1000) i;
    INSERT INTO full_users SELECT id, ARRAY[id, friend] FROM users LIMIT 100;
    CREATE PUBLICATION p FOR TABLE users, full_users;}
);
$node->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('typed_standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->start;
my $subscriber = server('typed_subscriber', allows_streaming => 'logical');

for my $mode (qw(text binary)) {
    $subscriber->safe_psql('postgres', "CREATE DATABASE by_$mode");
    $subscriber->safe_psql(
        "by_$mode",
        "CREATE SCHEMA ids; CREATE EXTENSION base62id SCHEMA ids; SELECT ids.typeid_create_type('user_id', 'user');
        CREATE TABLE users (id user_id PRIMARY KEY, n integer, friend user_id); CREATE TABLE full_users (id user_id, friends user_id[]);
        CREATE SUBSCRIPTION by_$mode CONNECTION '"
            . $node->connstr
            . " dbname=postgres' PUBLICATION p WITH (binary = "
            . ($mode eq 'binary' ? 'true' : 'false') . ')'
    );
    $subscriber->wait_for_subscription_sync($node, "by_$mode", "by_$mode");
}
$node->safe_psql(
    'postgres',
    'INSERT INTO users SELECT user_id_new(), i FROM generate_series(1001, 1100) i; DELETE FROM users WHERE n % 7 = 0;
    UPDATE users SET id = friend WHERE n % 7 = 1 AND friend IS NOT NULL; UPDATE full_users SET friends = friends || id; DELETE FROM full_users WHERE id IN (SELECT id FROM users WHERE n < 20)'
);
my $users =
    'SELECT count(*), md5(string_agg(u::text, $$,$$ ORDER BY id)) FROM users u UNION ALL SELECT count(*), md5(string_agg(u::text, $$,$$ ORDER BY id)) FROM full_users u';
my $there = $node->safe_psql('postgres', $users);
$node->wait_for_catchup($standby);
is($standby->safe_psql('postgres', $users), $there, 'a standby has the same rows');
is(
    $standby->safe_psql(
        'postgres', q{SELECT string_agg(prefix, ' ' ORDER BY prefix) FROM typeid_types()}
    ),
    'same user',
    'and lists the types, read-only'
);
like(
    ($standby->psql('postgres', q{SELECT typeid_create_type('x_id', 'x')}))[2],
    qr/cannot acquire lock mode ShareUpdateExclusiveLock on database objects while recovery is in progress/,
    'but makes none'
);

for my $mode (qw(text binary)) {
    $node->wait_for_catchup("by_$mode");
    is($subscriber->safe_psql("by_$mode", $users),
        $there, "logical replication, $mode: the same rows");
}
$subscriber->safe_psql("by_$_", "DROP SUBSCRIPTION by_$_") for qw(text binary);

stop_clean($_) for $standby, $subscriber, $node;
done_testing();
