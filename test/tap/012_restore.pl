# docs/restore.md, word by word: dumps of a database with id types of each layout, with every kind
# of object of its owner and with README's schema are equal before and after; as a superuser and as
# the owner, with the extension in public and in a schema of its own.

use strict;
use warnings;
use Base62id;
use Cwd            qw(abs_path);
use File::Basename qw(dirname);
use PostgreSQL::Test::Utils;
use Test::More;

my $page  = slurp_file(dirname(abs_path(__FILE__)) . '/../../docs/restore.md');
my %block = $page =~ /<!-- restore: (\w+) -->\n```\n(.*?)^```/msg;
is(join(' ', sort keys %block), 'calls rest types', 'the page has three steps');

# The SQL of README and of the tutorial, which continues it.
my $top    = dirname(abs_path(__FILE__)) . '/../..';
my $readme = join '', map { slurp_file("$top/$_") =~ /^```sql\n(.*?)^```/msg } 'README.md',
    'docs/tutorial.md';
$readme =~ s/^CREATE EXTENSION .*\n//mg;

my $dir = "$PostgreSQL::Test::Utils::tmp_check/restore";
mkdir $dir or die;
my $node  = server('restore', settings => mask_keys("$dir/keys"));
my $super = $node->safe_psql('postgres', 'SELECT current_user');
$node->safe_psql('postgres', 'CREATE ROLE own LOGIN; CREATE ROLE reader');

for my $home (qw(public ids)) {
    fill("shop_$home", $home);
    my $before = definition($node, "shop_$home");
    like(
        $before,
        qr/CREATE POLICY.*CREATE PUBLICATION|CREATE PUBLICATION.*CREATE POLICY/s,
        "$home: there is something to compare"
    );

    # As a superuser.
    run_shell($super, "pg_dump -Fc -f $dir/$home.dump shop_$home", "$home, superuser: pg_dump");
    $node->safe_psql('postgres', "CREATE DATABASE super_$home OWNER own");
    run_shell(
        $super,
        "pg_restore --exit-on-error -d super_$home $dir/$home.dump",
        "$home, superuser: pg_restore"
    );
    $node->safe_psql("super_$home",
        "SET search_path = $home; SELECT typeid_upgrade_type(type) FROM typeid_types()");
    compare(definition($node, "super_$home"), $before, "$home, superuser");
    is(rows_of("super_$home"), rows_of("shop_$home"), "$home, superuser: the same rows");

    # By -n, which leaves casts out: into a database that has the types, and not into one that has
    # none.
    run_shell($super, "pg_dump -n app -Fc -f $dir/$home.app.dump shop_$home", "$home: pg_dump -n");
    $node->safe_psql('postgres',     "CREATE DATABASE schema_$home TEMPLATE super_$home");
    $node->safe_psql("schema_$home", 'SET client_min_messages = warning; DROP SCHEMA app CASCADE');
    run_shell(
        $super,
        "pg_restore --exit-on-error -d schema_$home $dir/$home.app.dump",
        "$home: pg_restore of one schema"
    );
    compare(
        definition($node, "schema_$home", '-n', 'app'),
        definition($node, "shop_$home",   '-n', 'app'),
        "$home, -n"
    );
    is(rows_of("schema_$home"), rows_of("shop_$home"), "$home, -n: the same rows");

    # As the owner: the page.
    $node->safe_psql('postgres', "CREATE DATABASE owner_$home OWNER own");
    for my $step (qw(calls types rest)) {
        my $text =
            $block{$step} =~ s/\bshop2\b/owner_$home/gr =~ s/\bshop\b(?!\.dump)/shop_$home/gr;
        run_shell(
            'own',
            "cd $dir && mkdir -p owner_$home && cd owner_$home\n$text",
            "$home, owner: $step",
            PGOPTIONS => $step eq 'calls' ? "-c search_path=$home" : ''
        );
    }
    compare(definition($node, "owner_$home"), $before, "$home, owner");
    is(rows_of("owner_$home"), rows_of("shop_$home"), "$home, owner: the same rows");
    is($node->safe_psql("owner_$home", "SET ROLE reader; SELECT count(*) FROM app.secret"),
        50, "$home, owner: row security is at work");
}

# Without its key, no call is written.
my $gone = "$dir/gone.keys";
append_to_file($gone, "7:ffffffffffffffffffffffffffffffff\n");
chmod 0600, $gone;
$node->append_conf('postgresql.conf', "base62id.mask_key_file = '$gone'");
$node->reload;
$node->poll_query_until('postgres', "SELECT current_setting('base62id.mask_key_file') = '$gone'");
my ($out, $err) = ('', '');
IPC::Run::run(
    ['bash', '-ec', "cd $dir\n" . $block{calls} =~ s/^pg_dump.*\n//r =~ s/\bshop\b/shop_public/gr],
    '>',
    \$out,
    '2>',
    \$err,
    init => sub { $ENV{PGHOST} = $node->host; $ENV{PGPORT} = $node->port; $ENV{PGUSER} = 'own' }
);
like($err, qr/no mask key for m_id/, 'without its key, no call is written');

# The three steps as the owner, from one database to another; what went wrong is returned.
sub three_steps {
    my ($from, $to) = @_;
    $node->safe_psql('postgres', "CREATE DATABASE $to OWNER own");
    for my $step (qw(calls types rest)) {
        my $text = $block{$step} =~ s/\bshop2\b/$to/gr =~ s/\bshop\b(?!\.dump)/$from/gr;
        my $said = '';
        IPC::Run::run(
            ['bash', '-euo', 'pipefail', '-c', "mkdir -p $dir/$to && cd $dir/$to\n$text"],
            '>&',
            \$said,
            init =>
                sub { $ENV{PGHOST} = $node->host; $ENV{PGPORT} = $node->port; $ENV{PGUSER} = 'own' }
        ) or return "$step: $said";
    }
    return '';
}

# Id types of a database beside those of an extension of its owner's own.
my $extensions = ($ENV{BASE62ID_DESTDIR} // '') . `$ENV{PG_CONFIG} --sharedir`;
chomp $extensions;
SKIP: {
    skip 'no directory that a second extension could be copied to', 2
        unless $ENV{BASE62ID_DESTDIR} && -w "$extensions/extension";
    system("cp $top/examples/id-types/shop_ids* $extensions/extension/") == 0 or die;
    $node->safe_psql('postgres', 'CREATE DATABASE mixed OWNER own');
    $node->safe_psql('mixed',    $_)
        for "SET ROLE own; CREATE EXTENSION base62id; CREATE EXTENSION shop_ids;
             SELECT typeid_create_type('user_id', 'user');
             CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new());
             CREATE TABLE customers (id customer_id PRIMARY KEY DEFAULT customer_id_new());
             INSERT INTO users SELECT FROM generate_series(1, 10);
             INSERT INTO customers SELECT FROM generate_series(1, 10)";
    is(three_steps('mixed', 'mixed_again'), '', "beside an own extension's types");
    compare(
        definition($node, 'mixed_again'),
        definition($node, 'mixed'),
        "an own extension's types"
    );
}

# A type that a superuser has renamed, or moved: no step makes it again, so the first one stops.
for my $change ('RENAME TO member_id', 'SET SCHEMA app') {
    my $from = $change =~ /RENAME/ ? 'renamed' : 'moved';
    $node->safe_psql('postgres', "CREATE DATABASE $from OWNER own");
    $node->safe_psql(
        $from,
        "SET ROLE own; CREATE EXTENSION base62id; CREATE SCHEMA app;
         SELECT typeid_create_type('user_id', 'user'); RESET ROLE; ALTER TYPE user_id $change"
    );
    like(
        three_steps($from, "${from}_again"),
        qr/^calls: .*only a superuser can restore types that were renamed or moved: (?:member_id|app\.user_id)/s,
        "a type that was $from stops the first step"
    );
}

# The names that dumps of id types mention are the frozen ones of docs/formats.md: the extension's
# objects, C functions, and families that types share.
$node->append_conf('postgresql.conf', "base62id.mask_key_file = '$dir/keys'");
$node->reload;
$node->poll_query_until('postgres',
    "SELECT current_setting('base62id.mask_key_file') = '$dir/keys'");
$node->safe_psql('postgres', 'CREATE DATABASE frozen');
$node->safe_psql(
    'frozen',
    "CREATE SCHEMA ids; CREATE EXTENSION base62id SCHEMA ids; CREATE SCHEMA app; SET search_path = ids;"
        . join '',
    map {
        my ($name, $arguments) = @$_;
        "SELECT typeid_create_type('app.$name', 'kind', $arguments);"
    } ['a', "'typeid'"],
    ['b', "'ulid', 1"],
    ['c', "'base62id', 0, true"],
    ['d', "'base64uuid', 1, true"],
    ['e', "'uid11'"],
    ['f', "'uid11', 1"]
);
my $dump      = definition($node, 'frozen');
my %mentioned = map { $_ => 1 } $dump =~ /\bids\.(\w+)/g,
    $dump =~ /'\$libdir\/base62id', '(\w+)'/g, $dump =~ /\bapp\.(id_type_\w+)/g;
my ($frozen) = slurp_file(dirname(abs_path(__FILE__)) . '/../../docs/formats.md') =~
    /<!-- frozen names -->\n```text\n(.*?)```/s;
is(
    join(' ', sort keys %mentioned),
    join(' ', sort grep { !/skipsupport/ || $node->pg_version >= 18 } split ' ', $frozen // ''),
    'the names that dumps of id types mention are those of docs/formats.md'
);

stop_clean($node);
done_testing();

sub run_shell {
    my ($role, $script, $title, %env) = @_;
    my $output = '';
    my $ok     = IPC::Run::run(
        ['bash', '-euo', 'pipefail', '-c', $script],
        '>',
        \$output,
        '2>&1',
        init => sub {
            %ENV = (%ENV, %env, PGHOST => $node->host, PGPORT => $node->port, PGUSER => $role);
        }
    );
    ok($ok, $title) or diag($output);
}

sub compare {
    my ($got, $wanted, $title) = @_;
    return if ok($got eq $wanted, "$title: dumps before and after are equal");
    append_to_file("$dir/wanted", $wanted);
    append_to_file("$dir/got",    $got);
    diag(`diff $dir/wanted $dir/got | head -60`);
    unlink "$dir/wanted", "$dir/got";
}

sub rows_of {
    my ($db) = @_;
    return $node->safe_psql($db,
        "SELECT count(*), md5(string_agg(s::text, ',' ORDER BY id)) FROM app.secret AS s UNION ALL SELECT count(*), (SELECT string_agg(id::text, ',' ORDER BY id) FROM app.aa_merged) FROM app.aa_view"
    );
}

sub fill {
    my ($db, $home) = @_;
    $node->safe_psql('postgres', "CREATE DATABASE $db OWNER own");
    $node->safe_psql($db,
        "CREATE SCHEMA IF NOT EXISTS $home AUTHORIZATION own; GRANT USAGE ON SCHEMA $home TO pg_database_owner; CREATE EXTENSION base62id SCHEMA $home"
    );
    $node->safe_psql(
        $db, "SET search_path = public, $home;
        GRANT CREATE ON SCHEMA public TO own;
        SELECT typeid_create_type('public.order_id', 'order'), typeid_create_type('inv_id', 'inv', 'uid11'),
               typeid_create_type('m_id', 'm', mask_key => 1), typeid_create_type('u_id', 'u', accept_uuid => true),
               typeid_create_type('b_id', 'b', 'base62id')"
    );
    $node->safe_psql(
        $db, "SET ROLE own; SET search_path = public, $home; CREATE SCHEMA app;
        SELECT set_config('search_path', 'app, public, $home', false);
        -- What needs the implicit cast from uuid, which nothing records, by names that come first.
        CREATE TABLE aa_keys (id u_id PRIMARY KEY);
        CREATE TABLE aa_refs (ref uuid REFERENCES aa_keys ON DELETE SET NULL, u u_id, n integer, same boolean GENERATED ALWAYS AS (ref = u) STORED, CHECK (u = ref)) PARTITION BY HASH (n);
        CREATE TABLE aa_refs_0 PARTITION OF aa_refs FOR VALUES WITH (MODULUS 1, REMAINDER 0);
        CREATE INDEX ON aa_refs (n) WHERE ref = u;
        CREATE VIEW aa_view AS SELECT r.n FROM aa_refs AS r JOIN aa_keys AS k ON k.id = r.ref;
        CREATE FUNCTION aa_count(uuid) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM aa_keys WHERE id = \$1; END;
        CREATE POLICY aa_policy ON aa_refs USING (ref = u);
        INSERT INTO aa_keys SELECT md5(g::text)::uuid FROM generate_series(1, 9) AS g;
        INSERT INTO aa_refs SELECT id, id, 1 FROM aa_keys;
        CREATE MATERIALIZED VIEW aa_merged AS SELECT coalesce(ref, u) AS id FROM aa_refs;
        CREATE TYPE mood AS ENUM ('sad', 'glad');
        CREATE DOMAIN order_domain AS order_id CHECK (VALUE::text <> '');
        CREATE DOMAIN kind AS typeid CHECK (typeid_check(VALUE, 'kind'));
        CREATE FUNCTION f(order_id) RETURNS text LANGUAGE sql AS 'SELECT \$1::text';
        CREATE FUNCTION trigger_f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE FUNCTION mood_is(mood, text) RETURNS boolean LANGUAGE sql AS 'SELECT \$1::text = \$2';
        CREATE OPERATOR public.= (FUNCTION = mood_is, LEFTARG = mood, RIGHTARG = text);
        COMMENT ON OPERATOR public.= (mood, text) IS 'mine';
        CREATE CAST (mood AS order_id) WITH INOUT;
        CREATE TABLE secret (id order_id PRIMARY KEY DEFAULT order_id_new(), n inv_id, m m_id DEFAULT m_id_new(), u u_id DEFAULT u_id_new(),
            b b_id DEFAULT b_id_new(), d order_domain, k kind, g ulid DEFAULT ulid_generate(), x text, EXCLUDE USING gist (m WITH =));
        CREATE INDEX ON secret USING brin (u); CREATE INDEX ON secret USING hash (n); CREATE INDEX ON secret (b) WHERE b IS NOT NULL;
        CREATE TABLE children (id order_id REFERENCES secret, u u_id) PARTITION BY HASH (u);
        CREATE TABLE children_0 PARTITION OF children FOR VALUES WITH (MODULUS 1, REMAINDER 0);
        CREATE VIEW v AS SELECT id FROM secret WHERE id ^@ 'order_'; CREATE RULE r AS ON DELETE TO v DO INSTEAD NOTHING;
        CREATE TRIGGER t BEFORE INSERT ON secret FOR EACH ROW EXECUTE FUNCTION trigger_f();
        CREATE POLICY p ON secret USING (x = 'seen'); ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
        CREATE STATISTICS st ON id, x FROM secret; CREATE PUBLICATION pb FOR TABLE secret;
        INSERT INTO secret (n, x) SELECT g::integer, CASE WHEN g % 2 = 0 THEN 'seen' ELSE 'hidden' END FROM generate_series(1, 100) AS g;
        CREATE MATERIALIZED VIEW mv AS SELECT id, n FROM secret; COMMENT ON TABLE secret IS 'c';
        GRANT USAGE ON SCHEMA app TO reader; GRANT SELECT ON secret TO reader;
        ALTER DEFAULT PRIVILEGES FOR ROLE own IN SCHEMA app GRANT SELECT ON TABLES TO reader;
        GRANT EXECUTE ON FUNCTION uuid_mask TO reader;"
    );

    # Some of its statements are errors, and the tutorial repeats the first ones.
    $node->psql(
        $db,
        "SET ROLE own; CREATE SCHEMA readme; SET search_path = readme, public, $home;\n$readme",
        on_error_stop => 0
    );
    is(
        $node->safe_psql(
            $db,
            'SET search_path = readme, public; SELECT (SELECT count(*) FROM orders JOIN users ON buyer = users.id), (SELECT count(*) FROM notes)'
        ),
        '1|1',
        "$home: README's schema"
    );
}
