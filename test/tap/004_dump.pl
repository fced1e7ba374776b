# pg_dump and pg_restore in plain, custom, directory and tar format bring back the same rows, in the
# same partitions, and the same definitions: of a database with domains, defaults, generated columns,
# hash and range partitions, foreign keys, views, composite types, arrays and every kind of index,
# exclusion constraints, from 18 on keys in time, with the extension in public and in a schema of its
# own.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server('dump');
my $dir  = "$PostgreSQL::Test::Utils::tmp_check/dump";
mkdir $dir or die;

# A member of the extension that is dumped, in the schemas where it is installed: what this test makes
# there itself is tables.
my $by_itself =
    qr/^CREATE (?:TYPE|FUNCTION|AGGREGATE|OPERATOR|OPERATOR CLASS|OPERATOR FAMILY|CAST) \(?(?:public|ids)\..*/m;

for my $schema (qw(public ids)) {
    my $db = "from_$schema";
    $node->safe_psql('postgres', "CREATE DATABASE $db");
    fill($db, $schema);
    my $content    = content($db);
    my $definition = definition($node, $db);
    like($content, qr/^parts_range 1000 /m, "$schema: there is something to compare");
    like(
        $definition,
        qr/CREATE EXTENSION IF NOT EXISTS base62id WITH SCHEMA $schema;/,
        "$schema: the dump creates the extension there"
    );
    unlike($definition, $by_itself, "$schema: and none of its objects by itself");

    # The options of pg_dump, and those of pg_restore, which reads all formats but plain: psql does.
    my %variant = (
        plain     => [['--format=plain']],
        custom    => [['--format=custom'],                ['--single-transaction']],
        directory => [['--format=directory', '--jobs=2'], ['--jobs=2']],
        tar       => [['--format=tar'],                   []],

        # Each partition's rows through the parent: their place is computed anew from our hash.
        inserts => [['--format=plain', '--rows-per-insert=100', '--load-via-partition-root']],
    );

    # The other schema changes what a dump says, not its format.
    my @names = $schema eq 'public' ? sort keys %variant : qw(custom inserts);
    for my $name (@names) {
        my ($dump_options, $restore_options) = @{ $variant{$name} };
        my $file     = "$dir/$db.$name";
        my $restored = "to_${schema}_$name";
        $node->safe_psql('postgres', "CREATE DATABASE $restored");
        $node->safe_psql('postgres', "ALTER DATABASE $restored SET search_path = public, $schema");
        $node->command_ok(['pg_dump', @$dump_options, '-f', $file, $db], "$schema, $name: pg_dump");
        $node->command_ok(
            $restore_options
            ? ['pg_restore', '--exit-on-error', @$restore_options, '-d', $restored, $file]
            : ['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $restored, '-f', $file],
            "$schema, $name: restore"
        );
        is(content($restored), $content, "$schema, $name: the same rows in the same partitions");
        is(definition($node, $restored), $definition, "$schema, $name: the same definitions");
        check_storage($node, $restored, "$schema, $name")      if $name eq 'custom';
        check_reservations($node, $restored, "$schema, $name") if $name =~ /custom|plain/;

        # The defaults and constraints are at work.
        is(
            $node->safe_psql(
                $restored, 'INSERT INTO app.accounts DEFAULT VALUES RETURNING typeid_prefix(id)'
            ),
            'user',
            "$schema, $name: the default generates"
        );
        my ($ret, $out, $err) =
            $node->psql($restored,
            "INSERT INTO app.accounts VALUES ('order_01h455vb4pex5vsknk084sn02q')");
        like(
            $err,
            qr/violates check constraint "user_id_check"/,
            "$schema, $name: the domain refuses"
        );
    }
}

# Such a definition would be seen: of what is no member any more.
for my $object (
    'TYPE uid11',
    'FUNCTION uid11_hash(uid11)',
    'AGGREGATE max(uid11)',
    'OPERATOR = (uid11, uid11)',
    'OPERATOR CLASS uid11_ops USING btree',
    'OPERATOR FAMILY uid11_ops USING btree',
    'CAST (uid11 AS numeric)'
    )
{
    my ($kind) = $object =~ /^([A-Z ]+[A-Z])/;
    $node->safe_psql('from_public', "ALTER EXTENSION base62id DROP $object");
    like(definition($node, 'from_public'), qr/^CREATE $kind \(?public\./m, "$object is dumped");
    like(definition($node, 'from_public'), $by_itself,                     '... and found');
    $node->safe_psql('from_public', "ALTER EXTENSION base62id ADD $object");
}
stop_clean($node);
done_testing();

sub fill {
    my ($db, $schema) = @_;
    my $hash_parts = join '', map {
        my $type = $_;
        "CREATE TABLE app.hash_$type (id $schema.$type PRIMARY KEY, n integer) PARTITION BY HASH (id);\n"
            . join(
            '',
            map {
                      "CREATE TABLE app.hash_${type}_$_ PARTITION OF app.hash_$type "
                    . "FOR VALUES WITH (MODULUS 3, REMAINDER $_);\n"
            } 0 .. 2
            )
            . "INSERT INTO app.hash_$type SELECT id, n FROM public.ids_$type;\n"
    } @types;
    my $defaults = join ', ', map { "a_$_ $schema.$_ UNIQUE DEFAULT " . $new_id{$_} } @types;

    # create_tables makes the extension and the tables in the first schema of the search path.  Tables
    # stay in public wherever the extension is, and the search path is the one that a restored database
    # has.
    $node->safe_psql(
        $db, "CREATE EXTENSION amcheck; CREATE SCHEMA IF NOT EXISTS $schema;
        ALTER DATABASE $db SET search_path = $schema, public"
    );
    create_tables($node, $db);
    $node->safe_psql($db, join '', map { "ALTER TABLE $schema.ids_$_ SET SCHEMA public;" } @types)
        if $schema ne 'public';
    $node->safe_psql($db, "ALTER DATABASE $db SET search_path = public, $schema");
    $node->safe_psql($db, rows(1, 1000));
    create_reservations($node, $db, $schema);
    $node->safe_psql(
        $db, "
        CREATE SCHEMA app;
        CREATE DOMAIN app.user_id AS $schema.typeid DEFAULT $schema.typeid_generate('user')
            CHECK ($schema.typeid_check(VALUE, 'user'));
        CREATE TABLE app.accounts (id app.user_id PRIMARY KEY, made timestamptz GENERATED ALWAYS AS
            ($schema.typeid_timestamp(id)) STORED);
        CREATE INDEX ON app.accounts USING brin (id);
        CREATE INDEX ON app.accounts USING brin (id $schema.typeid_minmax_multi_ops);
        INSERT INTO app.accounts SELECT FROM generate_series(1, 500);
        CREATE TABLE app.orders (
            id $schema.uid11 PRIMARY KEY DEFAULT $schema.xid_new(),
            account app.user_id NOT NULL REFERENCES app.accounts,
            ref $schema.baseuid UNIQUE DEFAULT $schema.baseuid_new(),
            short $schema.base62id DEFAULT gen_random_uuid(),
            $defaults,
            tags $schema.typeid[] NOT NULL DEFAULT '{}',
            CHECK (id > '11111111111'), CHECK (ref OPERATOR($schema.<>) 'AAAAAAAAAAAAAAAAAAAA')
        );
        INSERT INTO app.orders (account, tags)
            SELECT id, ARRAY[id, $schema.typeid_generate('tag')] FROM app.accounts;
        CREATE INDEX ON app.orders USING btree (account, id DESC) INCLUDE (ref);
        CREATE INDEX ON app.orders USING gin (tags);
        CREATE INDEX ON app.orders (short) WHERE short OPERATOR($schema.^@) 'K';
        CREATE INDEX ON app.orders (($schema.typeid_prefix(account)));
        CREATE INDEX ON app.orders USING brin (id $schema.uid11_minmax_multi_ops (values_per_range = 16));
        CREATE TYPE app.pair AS (a $schema.uid11, b $schema.typeid);
        CREATE TABLE app.pairs (p app.pair, q app.pair[]);
        INSERT INTO app.pairs SELECT (id, account)::app.pair, ARRAY[(id, account)::app.pair] FROM app.orders;
        CREATE VIEW app.recent AS SELECT o.*, $schema.xid_timestamp(o.id) AS at FROM app.orders o
            WHERE o.id OPERATOR($schema.>=) $schema.xid_min('2020-01-01Z') AND account OPERATOR($schema.@>) 'user';
        CREATE MATERIALIZED VIEW app.per_account AS
            SELECT account, min(id) AS first, max(id) AS last FROM app.orders GROUP BY account;
        CREATE TABLE app.parts_range (id $schema.typeid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
        CREATE TABLE app.parts_range_a PARTITION OF app.parts_range
            FOR VALUES FROM (MINVALUE) TO ('order_00000000000000000000000000');
        CREATE TABLE app.parts_range_o PARTITION OF app.parts_range
            FOR VALUES FROM ('order_00000000000000000000000000') TO (MAXVALUE);
        INSERT INTO app.parts_range SELECT id, n FROM public.ids_typeid;
        $hash_parts
        "
    );
    $node->safe_psql($db, 'ANALYZE');
}

# Every table of the database, the leaves of partitioned ones too.
sub content {
    my ($db)   = @_;
    my @tables = split /\n/, $node->safe_psql(
        $db, q{SELECT oid::regclass FROM pg_class WHERE relkind IN ('r', 'p', 'm')
            AND relnamespace::regnamespace::text IN ('app', 'public') ORDER BY relname}
    );
    cmp_ok(scalar @tables, '>', 25, "$db has its tables");
    my $content = $node->safe_psql(
        $db,
        join(
            ' UNION ALL ',
            map {
                "SELECT '$_', count(*), md5(string_agg(t::text, ',' ORDER BY t::text)) FROM $_ t"
            } @tables
            )
            . ' ORDER BY 1'
    );
    return $content =~ s/^app\.//mgr =~ s/\|/ /gr;
}
