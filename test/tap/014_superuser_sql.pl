# SQL that a superuser runs calls nobody else's code: every SQL file that ships for PostgreSQL, and the
# statements that pages give to a superuser (blocks behind <!-- as a superuser -->).  The database
# belongs to a stranger, whose schema is the first of the path; in it is an overload of every function
# and operator of core that the file names, for types that fit better than core's own, and a domain for
# each type (test/lib/traps.sql).
#
# BASE62ID_SUPERUSER_SQL: a directory with files of these names instead, to see that the test fails.

use strict;
use warnings;
use Base62id;
use File::Basename qw(basename);
use PostgreSQL::Test::Utils;
use Test::More;

my $source = $ENV{BASE62ID_SRC}           // '.';
my $others = $ENV{BASE62ID_SUPERUSER_SQL} // '';

sub path_of {
    my ($file) = @_;
    my $other = "$others/" . ($file =~ s{.*/}{}r);
    return $others && -e $other ? $other : "$source/$file";
}

# A copy of the installation, with the example beside.
my $node       = server('superuser_sql', start => 0);
my $extensions = stage_example($node, $source);
for my $file (glob "$others/shop_ids*") {
    unlink "$extensions/" . basename($file);
    append_to_file("$extensions/" . basename($file), slurp_file($file));
}
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE stranger LOGIN');

# Fills the schema `trap`.
my $traps = slurp_file("$source/test/lib/traps.sql");

# The plain words of a text: each may be a function's name.
sub words_of {
    my ($text) = @_;
    my %words = map { $_ => 1 } $text =~ /\b([a-z_][a-z0-9_]*)\b/g;
    return join ',', sort keys %words;
}

# A database of the stranger's, trapped for what the text names.  $path: the path of its sessions.
my $number = 0;

sub trapped {
    my ($text, $path) = @_;
    my $db = 'trapped_' . ++$number;
    $node->safe_psql('postgres', "CREATE DATABASE $db OWNER stranger");
    my $words = words_of($text);
    $node->safe_psql($db, "SET ROLE stranger; $traps CALL trap.set('{$words}')");
    my $made = $node->safe_psql($db,
        q{SELECT count(*) FROM pg_proc WHERE pronamespace = 'trap'::regnamespace});
    cmp_ok($made, '>', 500, "$db: $made traps");
    $node->safe_psql('postgres', "ALTER DATABASE $db SET search_path = $path");
    return $db;
}

# That nothing of the stranger's ran, and what the session said.
sub is_safe {
    my ($db, $sql, $name, $may_fail) = @_;
    my ($status, $out, $err) = $node->psql($db, $sql, on_error_stop => 1);
    my ($first) = $err =~ /(CAUGHT:.*)/;
    is($first,  undef, "$name: nobody else's code ran");
    is($status, 0,     "$name: it ran") or diag $err unless $may_fail;
    return $err;
}

my @paths = ('trap, public', 'trap, pg_catalog, public');

# The install script, and the example, in the stranger's schema: by the stranger, as a trusted extension.
my $install = slurp_file((glob "$extensions/base62id--*.sql")[0]);
my $example = join '',
    map { slurp_file("$extensions/$_") } qw(shop_ids--1.0.sql shop_ids--1.0--1.1.sql);
for my $as ('SET ROLE stranger;', '') {
    my $db  = trapped("$install $example typeid_create_type", $paths[0]);
    my $who = $as ? 'by the stranger' : 'by the superuser';
    is_safe($db, "$as CREATE EXTENSION base62id SCHEMA trap", "the install script, $who");

    # Nearer than ours is what a call with literals would find.
    $node->safe_psql(
        $db,
        join '',
        "SET ROLE stranger;",
        map {
            "CREATE FUNCTION trap.typeid_create_type($_) RETURNS regtype LANGUAGE plpgsql AS
                \$\$BEGIN PERFORM trap.caught('typeid_create_type($_)'); RETURN NULL; END\$\$;"
        } 'pg_catalog.text, pg_catalog.text',
        'pg_catalog.name, pg_catalog.name',
        'pg_catalog.text, pg_catalog.text, pg_catalog.text'
    );
    is_safe(
        $db,
        "$as CREATE EXTENSION shop_ids SCHEMA trap VERSION '1.0'; ALTER EXTENSION shop_ids UPDATE",
        "the example, $who"
    );
    is($node->safe_psql($db, q{SELECT count(*) FROM trap.typeid_types()}),
        '3', "the example, $who: its types are there");
}

# Of a database that pg_upgrade brought: without what 18 and 19 add.
my $file = path_of('src/sql/updates/base62id-skip-support.sql');
for my $path (@paths) {
    my $db = trapped(slurp_file($file), $path);
    $node->safe_psql($db, 'CREATE EXTENSION base62id SCHEMA public');
    if ($node->pg_version >= 18) {
        $node->safe_psql(
            $db,
            join '',
            map {
                "ALTER EXTENSION base62id DROP FUNCTION public.${_}_skipsupport(internal);
                ALTER OPERATOR FAMILY public.${_}_ops USING btree DROP FUNCTION 6 (public.$_, public.$_);
                DROP FUNCTION public.${_}_skipsupport(internal);
                ALTER OPERATOR FAMILY public.${_}_gist_ops USING gist DROP FUNCTION 12 (\"any\", \"any\");"
            } @types
        );
    }
    my $err = is_safe($db, "\\i $file", "skip support, path $path", $node->pg_version < 18);
    like($err, qr/skip support exists from PostgreSQL 18 on/, 'and it says what it needs')
        if $node->pg_version < 18;
}

# What lists the extension's objects, and those that use them.
my $inventory = path_of('src/sql/base62id-inventory.sql');
for my $path (@paths) {
    my $db = trapped(slurp_file($inventory), $path);
    $node->safe_psql(
        $db,
        'CREATE EXTENSION base62id SCHEMA public;
        SELECT public.typeid_create_type($$public.user_id$$::text, $$user$$::text, $$typeid$$::text, 0, false, false);
        CREATE TABLE trap.users (id public.user_id)'
    );
    is_safe($db, "\\i $inventory", "the inventory, path $path");
}

# pure-sql: itself, the ways from it to the extension, and its removal.
for my $path (@paths) {
    my $pure = path_of('pure-sql/base62id.sql');
    my $move = path_of('pure-sql/move-to-extension.sql');
    my $text = slurp_file($move);
    my $db   = trapped(slurp_file($pure) . $text, $path);
    is_safe($db, "\\i $pure", "pure-sql, path $path");
    $node->safe_psql(
        $db,
        q{SET search_path = trap; SELECT trap.typeid_create_type('trap.user_id'::pg_catalog.text, 'user'::pg_catalog.text,
        'typeid'::pg_catalog.text, 0, false, false); CREATE TABLE public.users (id trap.user_id DEFAULT trap.user_id_new());
        SELECT trap.typeid_create_uuid_domain('trap.member_id'::pg_catalog.text, 'member'::pg_catalog.text)}
    );
    $text =~ s/search_path = public;/search_path = trap;/ or die;
    append_to_file("$PostgreSQL::Test::Utils::tmp_check/move_$number.sql", $text);
    is_safe(
        $db,
        "\\i $PostgreSQL::Test::Utils::tmp_check/move_$number.sql",
        "move-to-extension.sql, path $path"
    );
    is(
        $node->safe_psql(
            $db,
            q{SET search_path = pg_catalog; SELECT typtype FROM pg_catalog.pg_type AS t JOIN pg_catalog.pg_namespace AS n ON n.oid = typnamespace
              WHERE nspname = 'trap' AND typname = 'user_id'}
        ),
        'b',
        'the domain is a type'
    );
    my $domains = path_of('pure-sql/domains-to-types.sql');
    $db = trapped(slurp_file($pure) . slurp_file($domains), $path);
    is_safe($db, "\\i $pure", "pure-sql for domains, path $path");
    $node->safe_psql(
        $db,
        q{SET search_path = trap;
        SELECT trap.typeid_create_uuid_domain(
            'trap.member_id'::pg_catalog.text, 'member'::pg_catalog.text);
        CREATE TABLE public.members (id trap.member_id PRIMARY KEY);
        INSERT INTO public.members VALUES (pg_catalog.gen_random_uuid());
        SET search_path = pg_catalog;
        CREATE EXTENSION base62id SCHEMA public}
    );
    is_safe($db, "\\i $domains", "domains-to-types.sql, path $path");
    is(
        $node->safe_psql(
            $db,
            q{SET search_path = pg_catalog;
            SELECT typtype FROM pg_type WHERE oid = 'trap.member_id'::regtype}
        ),
        'b',
        "domains-to-types.sql, path $path: the domain is a type"
    );
    my $remove = path_of('pure-sql/remove.sql');
    $text = slurp_file($remove);
    $db   = trapped(slurp_file($pure) . $text, $path);
    is_safe($db, "\\i $pure", "pure-sql to be removed, path $path");
    $node->safe_psql(
        $db,
        q{SET search_path = trap;
        SELECT trap.typeid_create_uuid_domain(
            'trap.member_id'::pg_catalog.text, 'member'::pg_catalog.text);
        SELECT trap.typeid_create_type('trap.user_id'::pg_catalog.text, 'user'::pg_catalog.text,
            'typeid'::pg_catalog.text, 0, false, false);
        CREATE TABLE public.users (id trap.user_id)}
    );
    $text =~ s/search_path = public;/search_path = trap;/ or die;
    my $of_trap = "$PostgreSQL::Test::Utils::tmp_check/remove_$number.sql";
    append_to_file($of_trap, $text);
    like(
        is_safe($db, "\\i $of_trap", "remove.sql in use, path $path", 'may fail'),
        qr/column id of table public\.users depends on type trap\.user_id/,
        "remove.sql, path $path: what is in use stops it"
    );
    $node->safe_psql($db, 'SET search_path = pg_catalog; DROP TABLE public.users');
    is_safe($db, "\\i $of_trap", "remove.sql, path $path");
    is(
        $node->safe_psql(
            $db,
            q{SET search_path = pg_catalog;
            SELECT count(*) FROM pg_type
            WHERE oid IN (to_regtype('trap.user_id'), to_regtype('trap.member_id'))}
        ),
        '0',
        "remove.sql, path $path: the domains are gone"
    );
    my $masks = path_of('pure-sql/masks.sql');
    $db = trapped(slurp_file($masks), $path);
    is_safe($db, "\\i $masks", "masks.sql, path $path");
}

# Examples.
for my $path (@paths) {
    my $scans = path_of('examples/monitor/scans.sql');
    my $db    = trapped(slurp_file($scans), $path);
    $node->safe_psql(
        $db,
        q{SET search_path = public, pg_catalog;
        CREATE EXTENSION base62id SCHEMA public;
        SELECT public.typeid_create_type('public.user_id', 'user');
        CREATE TABLE public.users (id public.user_id);
        CREATE VIEW public.new_ones AS
            SELECT id FROM public.users WHERE public.user_id_timestamp(id) >= pg_catalog.now()}
    );
    like(is_safe($db, "\\i $scans", "scans.sql, path $path"), qr/^$/, 'without a message');

    my $plan = path_of('examples/partitions/id_partitions.sql');
    my $keep = path_of('examples/partitions/keep.sql');
    $db = trapped(slurp_file($plan) . slurp_file($keep), $path);
    $node->safe_psql(
        $db,
        q{SET search_path = public, pg_catalog;
        CREATE EXTENSION base62id SCHEMA public;
        CREATE TABLE public.events (id public.uid11, what pg_catalog.text) PARTITION BY RANGE (id)}
    );
    is_safe($db, "SET search_path = public, pg_catalog; \\i $plan",
        "id_partitions.sql, path $path");
    is_safe($db, "\\i $keep", "keep.sql, path $path");
    is(
        $node->safe_psql(
            $db,
            q{SET search_path = pg_catalog;
            SELECT count(*) FROM pg_inherits WHERE inhparent = 'public.events'::regclass}
        ),
        '4',
        "keep.sql, path $path: the partitions are there"
    );
}

# ---------- pages ----------

# The statements of a page for superusers, each block as its reader pastes it.
sub blocks_of {
    my ($page) = @_;
    my $text   = slurp_file(path_of("docs/$page"));
    my @blocks = $text =~ /^<!-- as a superuser -->\n```sql\n(.*?)^```/msg;

    # On that page the extension has a schema of its own from the first block on.
    s/\bids\.(?=\w)/public./g for @blocks;
    return @blocks;
}
my %blocks = map { $_ => [blocks_of($_)] } map { basename($_) } glob "$source/docs/*.md";
is(
    join(' ', map { $_ . '/' . @{ $blocks{$_} } } grep { @{ $blocks{$_} } } sort keys %blocks),
    'on-your-server.md/3 production.md/4 remove.md/2',
    'pages have statements for superusers'
);

my $all_blocks = join '', map { @$_ } values %blocks;
my $pages      = trapped($all_blocks, 'pg_catalog');
$node->safe_psql($pages, 'CREATE EXTENSION base62id SCHEMA public');
$node->safe_psql(
    $pages,
    q{SELECT public.typeid_create_type('public.first_id', 'first');
    SELECT public.typeid_create_type('public.second_id', 'second')}
);
my $words = words_of($all_blocks);
$node->safe_psql($pages, "SET ROLE stranger; CALL trap.set_ours('{$words}')");

for my $page (sort keys %blocks) {
    for my $block (@{ $blocks{$page} }) {
        my ($title) = $block =~ /.*\n\s*(\S.*)/;
        for my $path (@paths) {
            my $db = 'trapped_' . ++$number;
            $node->safe_psql(
                'postgres',
                "CREATE DATABASE $db TEMPLATE $pages OWNER stranger;
                ALTER DATABASE $db SET search_path = $path"
            );
            is_safe($db, $block, "$page, path $path: $title");
        }
    }
}
stop_clean($node);
done_testing();
