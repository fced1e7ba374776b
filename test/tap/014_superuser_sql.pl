# SQL that a superuser runs calls nobody else's code: the install script, the extension of
# examples/id-types, base62id-skip-support.sql, base62id-inventory.sql, what moves from pure-sql, and the statements that pages
# give to a superuser (blocks behind <!-- as a superuser -->).  The database belongs to a stranger, whose schema is the first of the path; in it is an overload of every function and operator of
# core that the file names, for types that fit better than core's own, and a domain for each type.
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

# Fills the schema `trap`.  $words: what the file says; a plain word may be a function of core.
my $traps = <<'SQL';
CREATE SCHEMA trap;
GRANT ALL ON SCHEMA trap TO public;
CREATE FUNCTION trap.caught(what pg_catalog.text) RETURNS boolean LANGUAGE plpgsql AS
    $$BEGIN RAISE WARNING 'CAUGHT: % as %', what, current_user; RETURN true; END$$;
-- What an argument of a type may be given as, itself among them.
CREATE FUNCTION trap.nearer(type pg_catalog.oid) RETURNS pg_catalog.text[] LANGUAGE sql AS $$
    SELECT CASE
        WHEN type = 'text'::pg_catalog.regtype THEN '{pg_catalog.text,pg_catalog.name,pg_catalog.varchar}'::pg_catalog.text[]
        WHEN type = 'oid'::pg_catalog.regtype THEN '{pg_catalog.oid,pg_catalog.regtype,pg_catalog.regclass}'::pg_catalog.text[]
        WHEN type IN ('"any"'::pg_catalog.regtype, 'anyelement'::pg_catalog.regtype, 'anynonarray'::pg_catalog.regtype, 'anycompatible'::pg_catalog.regtype)
            THEN '{pg_catalog.text,pg_catalog.name,pg_catalog.oid,pg_catalog.regtype}'::pg_catalog.text[]
        WHEN type IN ('anyarray'::pg_catalog.regtype, 'anycompatiblearray'::pg_catalog.regtype)
            THEN '{pg_catalog.text[],pg_catalog.oid[]}'::pg_catalog.text[]
        WHEN type = 'int4'::pg_catalog.regtype THEN '{pg_catalog.int4,pg_catalog.int8}'::pg_catalog.text[]
        WHEN type::pg_catalog.regtype::pg_catalog.text ~ '^any|internal|cstring' THEN '{}'::pg_catalog.text[]
        ELSE ARRAY[pg_catalog.format_type(type, NULL)] END $$;
CREATE PROCEDURE trap.set(words pg_catalog.text[]) LANGUAGE plpgsql SET client_min_messages = error AS $$
DECLARE
    f record;
    arguments text[];
    given text;
    made integer := 0;
BEGIN
    FOR f IN
        SELECT proname, proretset, CASE WHEN prorettype::regtype::text ~ '^any|internal|cstring|record|void' THEN 'text' ELSE format_type(prorettype, NULL) END AS result,
               provariadic <> 0 AS variadic, proargtypes::oid[] AS types
          FROM pg_catalog.pg_proc
         WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY (words) AND prokind = 'f' AND pronargs <= 4
    LOOP
        -- All ways to give the arguments; of a list "any", up to three of them.
        arguments := ARRAY[''];
        FOR i IN 0 .. CASE WHEN f.variadic THEN cardinality(f.types) + 1 ELSE cardinality(f.types) - 1 END LOOP
            SELECT array_agg(a || CASE WHEN a = '' THEN '' ELSE ', ' END || n) INTO arguments
              FROM unnest(arguments) AS a, unnest(trap.nearer(f.types[least(i, cardinality(f.types) - 1)])) AS n;
            EXIT WHEN arguments IS NULL OR cardinality(arguments) > 500;
            CONTINUE WHEN i < cardinality(f.types) - 1;
            FOREACH given IN ARRAY arguments LOOP
                BEGIN
                    EXECUTE format('CREATE FUNCTION trap.%I(%s) RETURNS %s%s LANGUAGE plpgsql AS %L', f.proname, given,
                        CASE WHEN f.proretset THEN 'SETOF ' ELSE '' END, f.result,
                        format('BEGIN PERFORM trap.caught(%L); RETURN%s; END', format('%s(%s)', f.proname, given),
                               CASE WHEN f.proretset THEN '' ELSE ' NULL' END));
                    made := made + 1;
                EXCEPTION WHEN OTHERS THEN NULL;
                END;
            END LOOP;
        END LOOP;
    END LOOP;
    FOR f IN
        SELECT DISTINCT o, l, r
          FROM unnest('{=,<>,<,>,<=,>=,||,~,!~,+,-,/,^@}'::text[]) AS o,
               unnest('{text,name,oid,regclass,regtype,int4,int8,bool}'::text[]) AS l,
               unnest('{text,name,oid,regclass,regtype,int4,int8,bool,text[],oid[]}'::text[]) AS r
    LOOP
        BEGIN
            made := made + 1;
            EXECUTE format('CREATE FUNCTION trap.operator_%s(pg_catalog.%s, pg_catalog.%s) RETURNS %s LANGUAGE plpgsql AS %L', made, f.l, f.r,
                CASE f.o WHEN '||' THEN 'text' ELSE 'bool' END,
                format('BEGIN PERFORM trap.caught(%L); RETURN NULL; END', format('%s %s %s', f.l, f.o, f.r)));
            EXECUTE format('CREATE OPERATOR trap.%s (FUNCTION = trap.operator_%s, LEFTARG = pg_catalog.%s, RIGHTARG = pg_catalog.%s)', f.o, made, f.l, f.r);
        EXCEPTION WHEN OTHERS THEN NULL;
        END;
    END LOOP;
    FOREACH given IN ARRAY '{text,name,oid,regclass,regtype,regnamespace,uuid,bytea,int8,bool}'::text[] LOOP
        EXECUTE format('CREATE DOMAIN trap.%I AS pg_catalog.%1$I CHECK (trap.caught(%L))', given, 'type ' || given);
    END LOOP;
    RAISE NOTICE 'traps: %', made;
END $$;
SQL

# A database of the stranger's, trapped for what the text names.  $path: the path of its sessions.
my $number = 0;

sub trapped {
    my ($text, $path) = @_;
    my $db = 'trapped_' . ++$number;
    $node->safe_psql('postgres', "CREATE DATABASE $db OWNER stranger");
    my %words = map { $_ => 1 } $text =~ /\b([a-z_][a-z0-9_]*)\b/g;
    my $words = join ',', sort keys %words;
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

# pure-sql: itself, and the ways from it to the extension.
for my $path (@paths) {
    my $pure = path_of('pure-sql/base62id.sql');
    my $move = path_of('pure-sql/move-to-extension.sql');
    my $text = slurp_file($move);
    my $db   = trapped(slurp_file($pure) . $text, $path);
    is_safe($db, "\\i $pure", "pure-sql, path $path");
    $node->safe_psql(
        $db,
        q{SET search_path = trap; SELECT trap.typeid_create_type('trap.user_id'::pg_catalog.text, 'user'::pg_catalog.text,
        'typeid'::pg_catalog.text, 0, false, false); CREATE TABLE public.users (id trap.user_id DEFAULT trap.user_id_new())}
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
    $db = trapped(slurp_file($domains), $path);
    $node->safe_psql($db, 'CREATE EXTENSION base62id SCHEMA public');
    is_safe($db, "\\i $domains", "domains-to-types.sql, path $path");
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
    'on-your-server.md/2 production.md/4 remove.md/2',
    'pages have statements for superusers'
);

# What fits better than a function of ours, or as well in a schema before: the same arguments in
# `trap`, others in the extension's own schema, where the stranger may create.
my $ours_trapped = <<'SQL';
CREATE PROCEDURE trap.set_ours(words pg_catalog.text[]) LANGUAGE plpgsql AS $$
DECLARE
    f record;
    given text;
BEGIN
    FOR f IN
        SELECT proname, pg_get_function_identity_arguments(p.oid) AS arguments, proretset,
               pg_get_function_result(p.oid) AS result, proargtypes::oid[] AS types
          FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_depend AS d ON d.objid = p.oid
         WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_extension'::regclass
           AND d.deptype = 'e' AND proname = ANY (words)
           AND d.refobjid = (SELECT oid FROM pg_catalog.pg_extension WHERE extname = 'base62id')
    LOOP
        CALL trap.catch_call('trap', f.proname, f.arguments, f.result, f.proretset);
        FOREACH given IN ARRAY '{text,name,oid,regclass,anyelement,"text, text","name, name",
            "text, bool","oid, bool","name, bool","text, text, text","text, text, text, int4, bool",
            "name, name, name, int4, bool, bool"}'::text[]
        LOOP
            CALL trap.catch_call('public', f.proname, given, f.result, f.proretset);
        END LOOP;
    END LOOP;
END $$;
CREATE PROCEDURE trap.catch_call(place pg_catalog.text, function pg_catalog.text,
    arguments pg_catalog.text, result pg_catalog.text, of_set boolean) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE FUNCTION %I.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L', place, function,
        arguments, result, format('BEGIN PERFORM trap.caught(%L); RETURN%s; END',
        format('%s.%s(%s)', place, function, arguments), CASE WHEN of_set THEN '' ELSE ' NULL' END));
EXCEPTION WHEN OTHERS THEN NULL;
END $$;
SQL
my $all_blocks = join '', map { @$_ } values %blocks;
my $pages      = trapped($all_blocks, 'pg_catalog');
$node->safe_psql($pages, 'CREATE EXTENSION base62id SCHEMA public');
$node->safe_psql(
    $pages,
    q{SELECT public.typeid_create_type('public.first_id', 'first');
    SELECT public.typeid_create_type('public.second_id', 'second')}
);
my %words = map { $_ => 1 } $all_blocks =~ /\b([a-z_][a-z0-9_]*)\b/g;
my $words = join ',', sort keys %words;
$node->safe_psql($pages, "SET ROLE stranger; $ours_trapped CALL trap.set_ours('{$words}')");

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
