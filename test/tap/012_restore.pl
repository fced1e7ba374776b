# docs/restore.md: dumps of a database with id types of each layout, with every kind of object of its
# owner and with README's schema are equal before and after `base62id-migrate restore`; by a
# superuser, by the owner and by a role of neither, in each state of the database and with each
# option of the page.  Where it cannot go through, it stops, and nothing is there.

use strict;
use warnings;
use Base62id;
use Cwd            qw(abs_path);
use File::Basename qw(dirname);
use PostgreSQL::Test::Utils;
use Test::More;

# The SQL of README and of the tutorial, which continues it.
my $top    = dirname(abs_path(__FILE__)) . '/../..';
my $readme = join '', map { slurp_file("$top/$_") =~ /^```sql\n(.*?)^```/msg } 'README.md',
    'docs/tutorial.md';
$readme =~ s/^CREATE EXTENSION .*\n//mg;

my $dir = "$PostgreSQL::Test::Utils::tmp_check/restore";
mkdir $dir or die;
my $node  = server('restore', settings => mask_keys("$dir/keys"));
my $super = $node->safe_psql('postgres', 'SELECT current_user');
$node->safe_psql('postgres',
    'CREATE ROLE own LOGIN; CREATE ROLE reader; CREATE ROLE neither LOGIN');

for my $home (qw(public ids)) {
    fill("shop_$home", $home);
    my $before = definition($node, "shop_$home");
    my $rows   = rows_of("shop_$home");
    like($before, qr/CREATE POLICY/,      "$home: there is a policy to compare");
    like($before, qr/CREATE PUBLICATION/, "$home: there is a publication to compare");
    my $archive = archive("shop_$home");

    # As a superuser, by pg_restore alone.
    new_database("plain_$home");
    run_shell(
        $super,
        "pg_restore --exit-on-error -d plain_$home $archive",
        "$home, superuser: pg_restore"
    );
    $node->safe_psql("plain_$home",
        "SET search_path = $home; SELECT typeid_upgrade_type(type) FROM typeid_types()");
    compare(definition($node, "plain_$home"), $before, "$home, superuser, pg_restore");

    # By each role that may, from each format.
    for my $case (
        ['superuser', $super, 'c'],
        ['owner',     'own',  'c'],
        $home eq 'public'
        ? (
            ['owner, directory',     'own',  'd', '-j', 2],
            ['owner, tar',           'own',  't'],
            ['superuser, directory', $super, 'd', '-j', 2]
        )
        : ()
        )
    {
        my ($title, $role, $format, @options) = @$case;
        my $db = new_database(join '_', 'by', $home, $title =~ /(\w+)/g);
        goes_through("$home, $title", $role, $db, archive("shop_$home", $format), @options);
        compare(definition($node, $db), $before, "$home, $title");
        is(rows_of($db), $rows, "$home, $title: the same rows");
    }
    my $owners = "by_${home}_owner";
    is($node->safe_psql($owners, "SET ROLE reader; SELECT count(*) FROM app.secret"),
        50, "$home, owner: row security is at work");

    # Where the extension is, options do not ask.
    next if $home ne 'public';

    # Over what is there, and not without being told so.
    stops("$home: tables that are there",
        'own', $owners, $archive, qr/the database has \S+ already: restore into an empty one/);
    for my $role ('own', $super) {
        my $db = $role eq 'own' ? $owners : "by_${home}_superuser";

        # Default privileges would hold for the tables that are made again, as with pg_restore alone.
        $node->safe_psql(
            $db,
            'DELETE FROM app.children; DELETE FROM app.secret;
             ALTER DEFAULT PRIVILEGES FOR ROLE own IN SCHEMA app REVOKE SELECT ON TABLES FROM reader'
        );
        goes_through("$home, --clean as $role", $role, $db, $archive, '--clean');
        compare(definition($node, $db), $before, "$home, --clean as $role");
        is(rows_of($db), $rows, "$home, --clean as $role: the same rows");
    }

    # By sections.
    my $sections = new_database("sections_$home");
    for my $section (qw(pre-data data post-data)) {
        goes_through("$home, $section", 'own', $sections, $archive, "--section=$section");
    }
    compare(definition($node, $sections), $before, "$home, by sections");
    is(rows_of($sections), $rows, "$home, by sections: the same rows");

    # One schema, whose types are in another one; and one table.
    for my $role ('own', $super) {
        my $schema = new_database($role eq 'own' ? "schema_own_$home" : "schema_super_$home");
        $node->safe_psql($schema, 'CREATE SCHEMA app AUTHORIZATION own');
        goes_through("$home, -n as $role", $role, $schema, $archive, '-n', 'app');
        compare(
            definition($node, $schema,      '-n', 'app', '-x'),
            definition($node, "shop_$home", '-n', 'app', '-x'),
            "$home, -n as $role"
        );
        is(rows_of($schema), $rows, "$home, -n as $role: the same rows");
    }
    my $table = new_database("table_$home");
    $node->safe_psql($table, 'CREATE SCHEMA app AUTHORIZATION own');
    goes_through("$home, -t", 'own', $table, $archive, '-t', 'aa_keys');
    my $none = new_database("none_$home");
    for my $name ('app.aa_keys', 'lacking') {
        stops(
            "$home, -t $name",
            'own', $none, $archive, qr/the archive has no schema or table of that name/,
            '-t',  $name
        );
    }
    is($node->safe_psql($table, 'SELECT count(*) FROM app.aa_keys'), 9, "$home, -t: its rows");
    is($node->safe_psql($table, "SELECT string_agg(type::text, ',') FROM $home.typeid_types()"),
        'u_id', "$home, -t: no type that it does not need");

    # A role of neither: nothing, or what its owner lets it.
    my $neither = new_database("neither_$home");
    stops("$home, neither",
        'neither', $neither, $archive,
        qr/role neither may not create the id types .*restore as the owner of the database/s);
    $node->safe_psql(
        $neither,
        "CREATE SCHEMA IF NOT EXISTS $home AUTHORIZATION own; GRANT ALL ON SCHEMA $home, public TO neither;
         CREATE EXTENSION base62id SCHEMA $home;
         GRANT EXECUTE ON FUNCTION $home.typeid_create_type, $home.uuid_unmask TO neither"
    );
    stops("$home, neither, without CREATE",
        'neither', $neither, $archive, qr/role neither may not create schema app/);
    $node->safe_psql($neither, "GRANT CREATE ON DATABASE $neither TO neither");
    goes_through("$home, neither", 'neither', $neither, $archive, '--no-privileges');
    compare(
        definition($node, $neither,     '-x', '-O'),
        definition($node, "shop_$home", '-x', '-O'),
        "$home, neither"
    );
    is(rows_of($neither), $rows, "$home, neither: the same rows");
}

# A role that may create types and schemas, but nothing in the schema of the types.
my $no_schema = new_database('neither_no_schema');
$node->safe_psql(
    $no_schema,
    "SET ROLE own; CREATE EXTENSION base62id;
     GRANT EXECUTE ON FUNCTION typeid_create_type, uuid_unmask TO neither;
     GRANT CREATE ON DATABASE $no_schema TO neither"
);
stops(
    'neither, without the schema',
    'neither', $no_schema, archive('shop_public'),
    qr/permission denied for schema public.*Nothing is restored/s,
    '--no-privileges'
);

# Rows that a CHECK refuses here: what came before them is there. The words say so, and what they
# say to do goes through.
my $accepting = new_database('accepting');
$node->safe_psql('postgres', "ALTER DATABASE $accepting SET test.accepts = 'yes'");
$node->safe_psql(
    $accepting,
    "SET ROLE own; CREATE EXTENSION base62id; SELECT typeid_create_type('user_id', 'user');
     CREATE FUNCTION accepts() RETURNS boolean LANGUAGE sql AS
         'SELECT coalesce(current_setting(''test.accepts'', true), '''') = ''yes''';
     CREATE TABLE t (id user_id DEFAULT user_id_new() CHECK (public.accepts()));
     INSERT INTO t DEFAULT VALUES"
);
for my $case (['None of the rest was restored.', 'run it again.'],
    ['Some of the rest may be restored.', 'run it again with --clean.', '-j', 2])
{
    my ($what, $again, @options) = @$case;
    my $title = "rows that are refused @options";
    my $db    = new_database(@options ? 'refusing_in_two' : 'refusing');
    my ($status, $output) = attempt('own', $db, archive($accepting), @options);
    is($status, 1, "$title: stops");
    like($output, qr/violates check constraint/, "$title: says why");
    my $words =
        "$what The schemas, extensions and id types are there. Correct the reason and $again";
    like($output, qr/^\Q$words\E$/m, "$title: what is there, and what to do");
    $node->safe_psql('postgres', "ALTER DATABASE $db SET test.accepts = 'yes'");
    goes_through("$title, again", 'own', $db, archive($accepting), @options ? '--clean' : ());
    is($node->safe_psql($db, 'SELECT count(*) FROM t'), 1, "$title, again: the row is there");
}

# Keys of masked types: under another number it is the same key; another one under the same number
# is not, and without it there are no types and nothing else.
my $again = new_database('masked_again');
use_keys("$dir/renumbered", "3:000102030405060708090a0b0c0d0e0f\n");
goes_through('a key under another number', 'own', $again, archive('shop_public'));
is($node->safe_psql($again, "SELECT mask_key FROM typeid_types() WHERE prefix = 'm'"),
    3, 'the type has the number of this server');
my $missing = new_database('masked_missing');
use_keys("$dir/gone", "1:ffffffffffffffffffffffffffffffff\n");
for my $role ('own', $super) {
    stops("without the key, $role",
        $role, $missing, archive('shop_public'),
        qr/mask key for type public\.m_id is not available on this server.*Nothing is restored/s);
}
my $other = new_database('masked_other');
$node->safe_psql($other,
    "SET ROLE own; CREATE EXTENSION base62id; SELECT typeid_create_type('m_id', 'm', mask_key => 1)"
);
stops('another key', 'own', $other, archive('shop_public'),
    qr/type public\.m_id of the database has the mask [0-9a-f]{16}, that of the archive [0-9a-f]{16}/
);
stops(
    'another key, rows only',
    'own', $other, archive('shop_public'), qr/has the mask/,
    '--section=data'
);
use_keys("$dir/keys", '');

# Id types of a database beside those of an extension of its owner's own.
my $extensions = ($ENV{BASE62ID_DESTDIR} // '') . `$ENV{PG_CONFIG} --sharedir`;
chomp $extensions;
SKIP: {
    skip 'no directory that a second extension could be copied to', 4
        unless $ENV{BASE62ID_DESTDIR} && -w "$extensions/extension";
    system("cp $top/examples/id-types/shop_ids* $extensions/extension/") == 0 or die;
    new_database('mixed');
    $node->safe_psql(
        'mixed',
        "SET ROLE own; CREATE EXTENSION base62id; CREATE EXTENSION shop_ids;
         SELECT typeid_create_type('user_id', 'user');
         CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new());
         CREATE TABLE customers (id customer_id PRIMARY KEY DEFAULT customer_id_new());
         INSERT INTO users SELECT FROM generate_series(1, 10);
         INSERT INTO customers SELECT FROM generate_series(1, 10)"
    );
    same_by_both('mixed', "an own extension's types");
}

# A type that a superuser has renamed, or moved, only a superuser can make again.
for my $case (['renamed', 'RENAME TO member_id', 'public.member_id'],
    ['moved', 'SET SCHEMA app', 'app.user_id'])
{
    my ($from, $change, $type) = @$case;
    new_database($from);
    $node->safe_psql(
        $from,
        "SET ROLE own; CREATE EXTENSION base62id; CREATE SCHEMA app;
         SELECT typeid_create_type('user_id', 'user'), typeid_create_type('order_id', 'order');
         CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), o order_id);
         RESET ROLE; ALTER TYPE user_id $change"
    );
    stops("$from, owner", 'own', new_database("${from}_owner"),
        archive($from),
        qr/only a superuser can restore types that were renamed or moved: \Q$type\E\n/);
    my $db = new_database("${from}_superuser");
    goes_through("$from, superuser", $super, $db, archive($from));
    compare(definition($node, $db), definition($node, $from), "$from, superuser");
}

# Types that lack a part, as those of an older version may; a domain whose CHECK needs a cast that
# pg_dump has behind it; a type that takes numbers for the time of a move; odd names.
new_database('odd');
$node->safe_psql(
    'odd', q{SET ROLE own; CREATE EXTENSION base62id; CREATE SCHEMA "my app";
     SELECT typeid_create_type('user_id', 'user'), typeid_create_type('n_id', 'n', 'uid11'),
            typeid_create_type('"my app"."Order.Id"', 'ord', 'ulid', accept_uuid => true),
            typeid_create_type('"$it''s_id"', 'USR', 'hex');
     SELECT typeid_accept_bigint('n_id', true);
     CREATE DOMAIN checked AS uuid CHECK (VALUE::user_id::text <> '');
     CREATE TABLE t (id "my app"."Order.Id" PRIMARY KEY DEFAULT "my app"."Order.Id_new"(), c checked, n n_id, u user_id, h "$it's_id");
     INSERT INTO t (c, n, h) SELECT md5(g::text)::uuid, g::bigint, "$it's_id_new"() FROM generate_series(1, 20) AS g}
);
same_by_both('odd', 'odd types');
my $complete = definition($node, 'odd');
$node->safe_psql('odd', 'DROP OPERATOR ^@ (user_id, text); ALTER FUNCTION user_id_eq COST 7');
unlike(definition($node, 'odd'), qr/\Q$complete\E/, 'a type lacks a part');

for my $role ('own', $super) {
    my $db = new_database($role eq 'own' ? 'complete_own' : 'complete_super');
    goes_through("without a part, $role", $role, $db, archive('odd', 'c', 'again'));
    compare(definition($node, $db), $complete, "types are complete again, $role");
}

# What only a superuser can restore is said before anything is there.
for my $case (
    [
        'event trigger',
        'CREATE FUNCTION e() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN END$$; CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION e()',
        qr/only a superuser can restore event trigger e/
    ],
    [
        'function of C',
        q{CREATE FUNCTION c(uuid) RETURNS integer LANGUAGE internal STRICT AS 'uuid_hash'},
        qr/only a superuser can restore function public\.c\(uuid\)/
    ],
    [
        'grant on a type',
        'REVOKE USAGE ON TYPE user_id FROM PUBLIC',
        qr/only a superuser can restore the privileges of type user_id/
    ],
    [
        'untrusted extension',
        'CREATE EXTENSION amcheck',
        qr/permission denied to create extension "amcheck".*Nothing is restored/s
    ],
    )
{
    my ($title, $statements, $reason) = @$case;
    my $from = new_database('for_' . $title =~ s/ /_/gr);
    $node->safe_psql($from,
        "CREATE EXTENSION base62id; SELECT typeid_create_type('user_id', 'user'); CREATE TABLE t (id user_id); ALTER TABLE t OWNER TO own; $statements"
    );
    stops("$title, owner", 'own', new_database("${from}_owner"), archive($from), $reason);
    goes_through("$title, superuser", $super, new_database("${from}_super"), archive($from));
    compare(definition($node, "${from}_super"), definition($node, $from), "$title, superuser");
}
goes_through(
    'a grant on a type, owner, without it',
    'own',
    new_database('without_grants'),
    archive('for_grant_on_a_type'),
    '--no-privileges'
);

# --check leaves nothing.
my $checked = new_database('checked');
my $empty   = definition($node, $checked);
like(
    goes_through('--check', 'own', $checked, archive('shop_public'), '--check'),
    qr/nothing stands in the way; nothing is restored/,
    '--check says so'
);
compare(definition($node, $checked), $empty, '--check changes nothing');

# More types than fit into one transaction.
new_database('many');
$node->safe_psql('many', 'CREATE EXTENSION base62id');
$node->safe_psql('many',
    join '', map { "SELECT typeid_create_type('t${_}_id', 'p" . ('a' x $_) . "');\n" } 1 .. 60);
goes_through('60 types', 'own', new_database('many_again'), archive('many'));
compare(definition($node, 'many_again'), definition($node, 'many'), '60 types');

# What is no archive.
run_shell($super, "pg_dump -f $dir/shop.sql shop_public", 'a script');
stops('a script', 'own', $checked, "$dir/shop.sql", qr/is not an archive of pg_dump: write one/);
stops('no file',  'own', $checked, "$dir/nothing",  qr/there is no file/);

# On a server whose initial superuser has another name; there by pg_dumpall, too.
my $elsewhere = PostgreSQL::Test::Cluster->new('elsewhere');
$elsewhere->init(extra => ['--encoding=UTF8', '--locale=C.UTF-8', '-U', 'rdsadmin']);
$elsewhere->append_conf('postgresql.conf', "base62id.mask_key_file = '$dir/keys'");
$elsewhere->start;
my $wanted = definition($node, 'shop_ids');
my $tables = definition($node, 'shop_ids', '-n', 'app');
{
    local $ENV{PGUSER} = 'rdsadmin';
    $elsewhere->safe_psql('postgres', 'CREATE ROLE own LOGIN; CREATE ROLE reader');
    for my $role ('own', 'rdsadmin') {
        $elsewhere->safe_psql('postgres', "CREATE DATABASE by_$role OWNER own");
        goes_through("another superuser's name, $role",
            $role, "by_$role", archive('shop_ids'), { node => $elsewhere });
        my $got = definition($elsewhere, "by_$role") =~ s/\brdsadmin\b/$super/gr;
        compare($got, $wanted, "another superuser's name, $role");
    }
}
run_shell($super, "pg_dumpall -g >$dir/all.sql && pg_dump -C shop_ids >$dir/one.sql", 'pg_dumpall');
stops('of pg_dumpall', 'own', $checked, "$dir/all.sql", qr/is for psql, as a superuser/);

# Such a script names the old superuser, who has to be there.
run_shell(
    'rdsadmin',
    "psql -X -d postgres -c 'CREATE ROLE \"$super\" SUPERUSER'",
    'the old superuser',
    { node => $elsewhere }
);
run_shell(
    'rdsadmin',
    "psql -X -q -v ON_ERROR_STOP=1 -d postgres -f $dir/one.sql >/dev/null",
    'a script by psql, as a superuser',
    { node => $elsewhere }
);
{
    local $ENV{PGUSER} = 'rdsadmin';
    compare(definition($elsewhere, 'shop_ids', '-n', 'app'),
        $tables, 'a script by psql, as a superuser');
}
stop_clean($elsewhere);

# The names that dumps of id types mention are the frozen ones of docs/formats.md: the extension's
# objects, C functions, and families that types share.
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

sub new_database {
    my ($db) = @_;
    $node->safe_psql('postgres', qq{CREATE DATABASE "$db" OWNER own});
    return $db;
}

# An archive of a database; the same one again, unless another name is wanted.
sub archive {
    my ($db, $format, $name) = ($_[0], $_[1] // 'c', $_[2] // '');
    my $path = "$dir/$db$name.$format";
    run_shell($super, "pg_dump -F$format -f $path $db", "archive of $db, format $format")
        unless -e $path;
    return $path;
}

sub use_keys {
    my ($file, $text) = @_;
    append_to_file($file, $text);
    chmod 0600, $file or die;
    $node->append_conf('postgresql.conf', "base62id.mask_key_file = '$file'");
    $node->reload;
    $node->poll_query_until('postgres',
        "SELECT current_setting('base62id.mask_key_file') = '$file'");
    $node->safe_psql('shop_public', 'SELECT FROM base62id_settings()');
}

# What a role's restore says, and how it ends.
sub attempt {
    my ($role, $db, $archive, @options) = @_;
    my $on     = ref $options[-1] ? pop(@options)->{node} : $node;
    my $output = '';
    IPC::Run::run(
        ['python3', "$top/migrate/base62id-migrate", 'restore', @options, $db, $archive],
        '>',
        \$output,
        '2>&1',
        init => sub {
            %ENV = (%ENV, PGHOST => $on->host, PGPORT => $on->port, PGUSER => $role);
            $ENV{PYTHONDONTWRITEBYTECODE} = 1;
        }
    );
    return ($? >> 8, $output);
}

sub goes_through {
    my ($title,  @how)    = @_;
    my ($status, $output) = attempt(@how);
    is($status, 0, "$title: goes through") or diag($output);
    return $output;
}

sub stops {
    my ($title, $role, $db, $archive, $reason, @options) = @_;
    my $before = definition($node, $db);
    my ($status, $output) = attempt($role, $db, $archive, @options);
    is($status, 1, "$title: stops");
    like($output, $reason, "$title: says why");
    compare(definition($node, $db), $before, "$title: nothing is there");
}

# An owner's and a superuser's restore are the same.
sub same_by_both {
    my ($from, $title) = @_;
    for my $role ('own', $super) {
        my $db = new_database($role eq 'own' ? "${from}_owner" : "${from}_super");
        goes_through("$title, $role", $role, $db, archive($from));
        compare(definition($node, $db), definition($node, $from), "$title, $role");
    }
}

sub run_shell {
    my ($role, $script, $title, $options) = @_;
    my $on     = $options ? $options->{node} : $node;
    my $output = '';
    my $ok     = IPC::Run::run(['bash', '-euo', 'pipefail', '-c', $script],
        '>', \$output, '2>&1',
        init => sub { %ENV = (%ENV, PGHOST => $on->host, PGPORT => $on->port, PGUSER => $role) });
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
        CREATE FUNCTION named(argument order_id) RETURNS text LANGUAGE sql AS 'SELECT argument::text';
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
        GRANT EXECUTE ON FUNCTION uuid_mask, named TO reader;"
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
