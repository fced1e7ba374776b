# What a stranger can put in the way of the functions that make, change and report id types: names of
# core's and of ours, names that are code, settings, deeds in the middle of a call, and code in all
# places that typeid_accept_uuid() reads. Nothing of it runs with more rights than his own.
#
# tap/017 has event triggers, files that a superuser runs, and locks. sql/id_type_owner.sql has what
# one session can show. The head of tap/017 says what town(), hers.caught() and judge() are. judge()
# does not see whether anything ran: so each trap is shown to catch a statement, each call has to be
# executed, and what has to be left of it is compared.

use strict;
use warnings;
use Base62id;
use Attacks;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server('lookalikes');
besiege($node);

# A type of his, and what the functions find to do.
my $types = q{SET client_min_messages = warning;
    SELECT public.typeid_create_type('hers.a_id', 'a'), public.typeid_create_type('hers.b_id', 'b'),
        public.typeid_create_type('hers.n_id', 'n', 'uid11');
    DROP FUNCTION hers.b_id_min(timestamptz);};

# What he calls, and what a superuser calls. Arguments are given as their types, so that what is
# nearer can only be found by what the functions themselves do.
my $text    = '::pg_catalog.text';
my $regtype = '::pg_catalog.regtype';
my $create  = "typeid_create_type('hers.x_id'$text, 'x'$text, 'typeid'$text, 0, false";
my $calls   = "
    SELECT public.$create, false);
    SELECT public.$create, true);
    SELECT public.typeid_accept_uuid('hers.a_id'$regtype, true);
    SELECT public.typeid_accept_uuid('hers.a_id'$regtype, false);
    SELECT public.typeid_accept_bigint('hers.n_id'$regtype, true);
    SELECT public.typeid_accept_bigint('hers.n_id'$regtype, false);
    SELECT public.typeid_upgrade_type('hers.b_id'$regtype);
    SELECT public.typeid_drop_type('hers.x_id'$regtype);";
my $reports = "
    SELECT * FROM public.base62id_health();
    SELECT * FROM public.base62id_settings();
    SELECT * FROM public.typeid_types();
    SELECT public.typeid_create_type_sql('hers.y_id'$text, 'y'$text, 'typeid'$text, 0, false);
    SELECT * FROM public.base62id_inspect('a_01h455vb4pex5vsknk084sn02q'$text);";

# ---------- names of core's and of ours ----------

# In a schema that is the first of the path. Each with a statement that it catches, so that it is a
# trap; in that statement nothing is qualified, as a careless function would write it.
my $first_of_path = 'ALTER DATABASE :"DBNAME" SET search_path = hers, pg_catalog;';
my $calling_caught =
    q{LANGUAGE plpgsql AS $$BEGIN PERFORM hers.caught('a look-alike'); RETURN NULL; END$$};
my %traps = (
    'domains with the names of core\'s types' => [
        q{DO $d$
            DECLARE name pg_catalog.text;
            BEGIN
                FOREACH name IN ARRAY '{text,name,oid,regtype,regclass,uuid,int4,int8,bool,bytea,cstring,internal}'::text[] LOOP
                    EXECUTE pg_catalog.format('CREATE DOMAIN hers.%I AS pg_catalog.text CHECK (hers.caught(VALUE))', name);
                END LOOP;
            END $d$;}, q{SELECT 'x'::text}
    ],
    'types with casts, with the names of core\'s' => [
        qq{CREATE TYPE hers.regtype AS ENUM ('x');
        CREATE FUNCTION hers.written(hers.regtype) RETURNS pg_catalog.text $calling_caught;
        CREATE CAST (hers.regtype AS pg_catalog.text) WITH FUNCTION hers.written AS IMPLICIT;},
        q{SELECT upper('x'::regtype)}
    ],
    'casts of his types from and to id types' => [
        qq{CREATE TYPE hers.mine AS ENUM ('x');
        CREATE FUNCTION hers.to_mine(hers.a_id) RETURNS hers.mine $calling_caught;
        CREATE FUNCTION hers.from_mine(hers.mine) RETURNS hers.a_id $calling_caught;
        CREATE FUNCTION hers.uuid_to_mine(uuid) RETURNS hers.mine $calling_caught;
        CREATE CAST (hers.a_id AS hers.mine) WITH FUNCTION hers.to_mine AS IMPLICIT;
        CREATE CAST (hers.mine AS hers.a_id) WITH FUNCTION hers.from_mine AS IMPLICIT;
        CREATE CAST (uuid AS hers.mine) WITH FUNCTION hers.uuid_to_mine AS IMPLICIT;},
        q{SELECT hers.from_mine(gen_random_uuid())}
    ],
    'operators of core' => [
        q{DO $d$
            DECLARE name pg_catalog.text; type pg_catalog.text; made integer := 0;
            BEGIN
                FOREACH name IN ARRAY '{=,<>,<,>,<=,>=,||,~,!~,~~,^@}'::text[] LOOP
                    FOREACH type IN ARRAY '{text,name,oid,int4,int8,bool,uuid,"\"char\"",oidvector,"text[]","oid[]"}'::text[] LOOP
                        made := made + 1;
                        EXECUTE pg_catalog.format('CREATE FUNCTION hers.operator_%s(pg_catalog.%s, pg_catalog.%2$s) RETURNS boolean LANGUAGE plpgsql AS
                            $$BEGIN PERFORM hers.caught(%L); RETURN NULL; END$$', made, type, name);
                        EXECUTE pg_catalog.format('CREATE OPERATOR hers.%s (FUNCTION = hers.operator_%s, LEFTARG = pg_catalog.%s, RIGHTARG = pg_catalog.%3$s)',
                            name, made, type);
                    END LOOP;
                END LOOP;
            END $d$;}, q{SELECT 'x'::text = 'y'::text}
    ],
    'functions of core' => [
        join('',
            map { "CREATE FUNCTION hers.$_ $calling_caught;" } 'format(text, text) RETURNS text',
            'format_type(oid, integer) RETURNS text',
            'pg_describe_object(oid, oid, integer) RETURNS text',
            'pg_get_viewdef(oid) RETURNS text',
            'pg_get_expr(pg_node_tree, oid) RETURNS text',
            'pg_get_userbyid(oid) RETURNS name',
            'quote_ident(text) RETURNS text',
            'quote_literal(text) RETURNS text',
            'set_config(text, text, boolean) RETURNS text',
            'current_setting(text) RETURNS text',
            'to_regtype(text) RETURNS regtype',
            'pg_has_role(oid, text) RETURNS boolean',
            'cardinality(oid[]) RETURNS integer',
            'upper(text) RETURNS text')
            . q{CREATE FUNCTION hers.unnest(smallint[]) RETURNS SETOF smallint LANGUAGE plpgsql AS
                $$BEGIN PERFORM hers.caught('unnest'); END$$;},
        q{SELECT upper('x'::text)}
    ],
    'aggregates of core' => [
        q{CREATE FUNCTION hers.one_more(int8) RETURNS int8 LANGUAGE plpgsql AS
            $$BEGIN PERFORM hers.caught('an aggregate'); RETURN $1 + 1; END$$;
        CREATE FUNCTION hers.longer(text, text) RETURNS text LANGUAGE plpgsql AS
            $$BEGIN PERFORM hers.caught('an aggregate'); RETURN $1; END$$;
        CREATE AGGREGATE hers.count(*) (SFUNC = hers.one_more, STYPE = int8, INITCOND = 0);
        CREATE AGGREGATE hers.max(text) (SFUNC = hers.longer, STYPE = text, INITCOND = '');
        CREATE AGGREGATE hers.string_agg(text) (SFUNC = hers.longer, STYPE = text, INITCOND = '');},
        q{SELECT count(*) FROM pg_catalog.pg_am}
    ],
    'views with the names of catalogs' => [
        q{DO $d$
            DECLARE name pg_catalog.text;
            BEGIN
                FOR name IN
                    SELECT relname FROM pg_catalog.pg_class
                    WHERE relnamespace = 'pg_catalog'::pg_catalog.regnamespace AND relkind IN ('r', 'v')
                        AND pg_catalog.has_table_privilege(oid, 'SELECT')
                LOOP
                    BEGIN
                        EXECUTE pg_catalog.format('CREATE VIEW hers.%I AS SELECT * FROM pg_catalog.%1$I WHERE hers.caught(%1$L);
                            GRANT SELECT ON hers.%1$I TO public', name);
                    EXCEPTION WHEN invalid_table_definition THEN -- a column of anyarray
                    END;
                END LOOP;
            END $d$;}, q{SELECT typname FROM pg_type LIMIT 1}
    ],
    'functions of ours, nearer, in their schema' => [
        q{DO $d$
            DECLARE
                f pg_catalog.record;
                given pg_catalog.text;
            BEGIN
                FOR f IN
                    SELECT DISTINCT proname FROM pg_catalog.pg_proc AS p
                    JOIN pg_catalog.pg_depend AS d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
                    WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
                        AND pronamespace = 'public'::regnamespace AND prokind = 'f' AND pronargs > 0
                LOOP
                    FOREACH given IN ARRAY '{"VARIADIC name[]","a name DEFAULT NULL",anyelement,"uuid, bigint","name, name"}'::pg_catalog.text[] LOOP
                        BEGIN
                            EXECUTE pg_catalog.format('CREATE FUNCTION public.%I(%s) RETURNS pg_catalog.text LANGUAGE plpgsql AS
                                $$BEGIN PERFORM hers.caught(%1$L); RETURN NULL; END$$', f.proname, given);
                        EXCEPTION WHEN duplicate_function THEN
                        END;
                    END LOOP;
                END LOOP;
            END $d$;}, q{SELECT public.typeid_create_type('x'::name, 'x'::name)}
    ],
);
for my $what (sort keys %traps) {
    my ($make, $probe) = @{ $traps{$what} };
    my $db = town('public');
    my (undef, $problem) = as_role('stranger', $db, "$types\n$make\n$first_of_path");
    is($problem, '', "$what: the stranger can make them");
    my (undef, undef, $said) = $node->psql($db, $probe);
    like($said, qr/CAUGHT in .*, superuser: t/, '... and they catch what is not qualified');
    (undef, $said) = as_role('stranger', $db, $calls . $reports);
    judge("$what: what he calls", $said);
    unlike($said, qr/ERROR/, '... which is executed');
    (undef, undef, $said) = $node->psql($db, $calls . $reports);
    judge("$what: what a superuser calls", $said);
    unlike($said, qr/ERROR/, '... which is executed');
    (undef, $said) = as_role('monitor', $db, $reports);
    judge("$what: what a monitor calls", $said);
}

# The same in the temporary schema, which only his own session has.
my %temporary = (
    'temporary domains' => [
        q{CREATE DOMAIN pg_temp.text AS pg_catalog.text CHECK (hers.caught(VALUE));
        CREATE DOMAIN pg_temp.uuid AS pg_catalog.uuid CHECK (hers.caught(''));
        CREATE DOMAIN pg_temp.regtype AS pg_catalog.text CHECK (hers.caught(VALUE));
        CREATE DOMAIN pg_temp.typeid AS pg_catalog.text CHECK (hers.caught(VALUE));},
        q{SELECT 'x'::text}
    ],
    'temporary views of catalogs' => [
        join(
            '',
            map { "CREATE TEMP VIEW $_ AS SELECT * FROM pg_catalog.$_ WHERE hers.caught('$_');" }
                qw(pg_class pg_type pg_proc pg_depend pg_constraint pg_index pg_rewrite pg_policy pg_trigger
                pg_operator pg_opclass pg_namespace pg_extension pg_settings pg_roles pg_database)
        ),
        q{SELECT typname FROM pg_type LIMIT 1}
    ],
    'temporary views of casts and comments' => [
        q{CREATE TEMP VIEW pg_description AS SELECT * FROM pg_catalog.pg_description WHERE hers.caught('');
        CREATE TEMP VIEW pg_cast AS SELECT * FROM pg_catalog.pg_cast WHERE hers.caught('');},
        q{SELECT castmethod FROM pg_cast LIMIT 1}
    ],
);
for my $what (sort keys %temporary) {
    my ($make, $probe) = @{ $temporary{$what} };
    my $db = town('public');
    my (undef, $said) = as_role('stranger', $db,
        "$types\n$make\nSET search_path = pg_temp, pg_catalog;\n$probe;\n\\warn CALLS\n$calls $reports"
    );
    my ($probed, $called) = split /^CALLS$/m, $said, 2;
    like($probed, qr/CAUGHT in .*, superuser: f/, "$what catch what is not qualified");
    judge("$what: what he calls", $called // '');
    unlike($called // 'ERROR', qr/ERROR/, '... which is executed');
}

# ---------- names that are code ----------

# As the schema and as the type. \gexec is what pages give to a superuser, with the path pinned and
# the calls qualified as docs/production.md has them.
my @names = (
    q{x'; SELECT hers.caught('a name'); --},
    q{x"; SELECT hers.caught('a name'); --},
    q{x'||hers.caught('a name')||'},
    q{x\\'; SELECT hers.caught('a name'); --},
    q{$$; SELECT hers.caught('a name'); $$},
    q{@type@ @schema@ @base62id@},
    qq{x\n\@end\@\nSELECT hers.caught('a name');},
    q{%s%n%1$s%*d},
    q{*/ SELECT hers.caught('a name'); /*},
    q{"."hers"."caught},
);
my $upgrade_all = q{SET search_path = pg_catalog, pg_temp;
    SELECT format('SELECT public.typeid_upgrade_type(%L::regtype)', type) FROM public.typeid_types() \gexec};
{
    my $page        = slurp_file(($ENV{BASE62ID_SRC} // '.') . '/docs/production.md');
    my ($statement) = $upgrade_all =~ /(SELECT format.*)/;
    $statement =~ s/public\./ids./g;
    like($page, qr/\Q$statement\E/, 'docs/production.md upgrades all types by that statement');
}
for my $name (@names) {
    my $db            = town('public');
    my $in_quotes     = $name =~ s/"/""/gr;
    my $quoted        = qq{"$in_quotes"};
    my $type          = "$quoted.$quoted";
    my $type_text     = "\$name\$$type\$name\$";
    my $calls_of_type = "SELECT public.typeid_create_type($type_text, 'a');
        SELECT public.typeid_create_type($type_text, 'a', if_not_exists => true);
        SELECT public.typeid_accept_uuid($type_text, true);
        SELECT public.typeid_accept_uuid($type_text, false);
        SELECT public.typeid_create_type_sql($type_text, 'a');";
    my $drop_a_part    = qq{DROP FUNCTION $quoted."${in_quotes}_min"(timestamptz);};
    my $state_of_types = q{SELECT concat_ws(': ', what, state, detail) FROM public.base62id_health()
        WHERE what ~ '^id type '};
    my $shown = $name =~ s/\n/ /gr;

    for my $settings (
        '',
        'SET standard_conforming_strings = off; SET backslash_quote = on;
        SET escape_string_warning = off; SET quote_all_identifiers = on;'
        )
    {
        # From PostgreSQL 19 on standard_conforming_strings cannot be off.
        my $set = "DO \$d\$BEGIN $settings EXCEPTION WHEN feature_not_supported THEN END\$d\$;";
        my (undef, $said) =
            as_role('stranger', $db, "$set CREATE SCHEMA $quoted; $calls_of_type $drop_a_part");
        my $found = $node->safe_psql($db, $state_of_types);
        my (undef, undef, $said_then) = $node->psql($db, "$reports $upgrade_all");
        judge("the name $shown" . ($settings && ', with settings'), $said . $said_then);
        unlike($said . $said_then, qr/ERROR/, '... and all is executed');
        like(
            $found,
            qr/^\Qid type $type: warning: lacks function ${name}_min(\E/,
            '... the lost part is named, with the name of the type'
        );
        is($node->safe_psql($db, $state_of_types), '', '... and is there again after the upgrade');
        (undef, $said) =
            as_role('stranger', $db,
            "SELECT public.typeid_drop_type($type_text); DROP SCHEMA $quoted");
        is($said, '', '... and the type can be dropped');
    }
}

# ---------- settings of the caller ----------

# What a type consists of, under the same name: with any settings the same.
my $parts =
    q{SELECT md5(string_agg(pg_get_functiondef(p.oid) || coalesce(proacl::text, ''), '' ORDER BY p.oid::regprocedure::text))
    || (SELECT count(*) FROM pg_operator WHERE oprleft = 'hers.s_id'::regtype)
    || (SELECT count(*) FROM pg_cast WHERE 'hers.s_id'::regtype IN (castsource, casttarget))
    FROM pg_proc AS p WHERE prokind = 'f' AND proname ~ '^s_id_'};
my @settings = (
    q{SET search_path = ''},
    'SET search_path = not_there',
    'SET search_path = "$user", pg_temp, pg_catalog',
    'SET check_function_bodies = off',
    'SET quote_all_identifiers = on',
    'SET transform_null_equals = on',
    'SET array_nulls = off',
    'SET row_security = off',
    'SET client_min_messages = debug5',
    'SET lc_messages = "C"',
    'SET "DateStyle" = "German"',
    'SET plan_cache_mode = force_generic_plan',

    # Such plans seem to cost so much that they would be compiled.
    'SET enable_indexscan = off; SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off',
    'SET default_table_access_method = heap; SET default_tablespace = pg_default',
    'SET session_replication_role = replica',
    'SET allow_system_table_mods = on',
    'SET default_transaction_isolation = serializable',
    'SET jit = on; SET jit_above_cost = 0',
    'SET base62id.output = uuid',
);

# Those that a superuser has to have granted.
$node->safe_psql(
    'postgres',
    'GRANT SET ON PARAMETER lc_messages, session_replication_role, allow_system_table_mods
    TO stranger'
);
{
    my $db = town('public');
    my $as = q{SET ROLE stranger; SELECT public.typeid_create_type('hers.s_id', 's'); RESET ROLE;};
    my ($usual) = $node->safe_psql($db, "$as SET search_path = pg_catalog; $parts") =~ /(\w+)$/;
    $node->safe_psql($db, q{SELECT typeid_drop_type('hers.s_id')});
    as_role(
        'stranger', $db, q{SELECT public.typeid_create_type('hers.a_id', 'a'),
        public.typeid_create_type('hers.b_id', 'b'), public.typeid_create_type('hers.n_id', 'n', 'uid11')}
    );
    for my $setting (@settings) {
        my ($out, $said) = as_role(
            'stranger', $db, "\\set ON_ERROR_STOP 0\n$setting; $calls $reports
            SELECT public.typeid_create_type('hers.s_id', 's');
            SELECT hers.caught('his session')"
        );
        judge("settings: $setting", $said);
        unlike($said, qr/ERROR:/, '... and all is executed');
        like($said, qr/CAUGHT in his session, superuser: f/, '... and his session goes on');
        is($node->safe_psql($db, "SET search_path = pg_catalog; $parts"),
            $usual, '... and the parts are the usual ones');
        $node->safe_psql($db, q{SELECT typeid_drop_type('hers.s_id')});
    }
}

# ---------- deeds in the middle of a call ----------

# A superuser's event trigger writes to a table ddl_log. The caller has put a temporary table of that
# name in its place, and the trigger of that table does one of these deeds, with the caller's rights,
# in the middle of a call. The rest of the call must not do anything for it with a superuser's rights.
my %deeds = (
    'takes another path'   => 'SET search_path = hers, pg_temp',
    'becomes another role' => 'SET ROLE partner',
    'becomes the session'  => 'RESET ROLE',
    'becomes who he was'   => 'SET SESSION AUTHORIZATION DEFAULT',
    'renames the schema'   => 'ALTER SCHEMA hers RENAME TO others',
    'drops the schema'     => 'DROP SCHEMA hers CASCADE',
    'drops a part'         => 'DROP FUNCTION hers.a_id_max(timestamptz)',
    'replaces a part'      =>
        q{DROP FUNCTION hers.a_id_max(timestamptz); CREATE FUNCTION hers.a_id_max(timestamptz)
        RETURNS pg_catalog.text LANGUAGE sql AS $$SELECT hers.pure('a part')$$},
    'takes a name of a part' =>
        q{CREATE FUNCTION hers.x_id_max(timestamptz) RETURNS pg_catalog.text LANGUAGE sql
        AS $$SELECT hers.pure('a part')$$},
    'makes the type'          => q{SELECT public.typeid_create_type('hers.x_id', 'x')},
    'drops the type'          => q{SELECT public.typeid_drop_type('hers.a_id')},
    'drops the type, CASCADE' => 'DROP TYPE hers.a_id CASCADE',
    'drops the extension'     => 'DROP EXTENSION base62id CASCADE',
    'gives the schema away'   => 'ALTER SCHEMA hers OWNER TO partner',
    'raises'                  => 'SELECT 1 / 0',
    'locks and waits'         => 'LOCK TABLE hers.t; SELECT pg_catalog.pg_sleep(0.01)',
);
{
    my $db = town('public');
    $node->safe_psql(
        $db,
        qq{CREATE ROLE partner; GRANT partner TO stranger; SET ROLE stranger; $types RESET ROLE;
        CREATE TABLE public.ddl_log (event text); GRANT INSERT ON public.ddl_log TO public;
        CREATE FUNCTION public.see() RETURNS event_trigger LANGUAGE plpgsql AS
            \$\$BEGIN INSERT INTO ddl_log VALUES (tg_event); END\$\$;
        CREATE EVENT TRIGGER at_start ON ddl_command_start EXECUTE FUNCTION public.see();
        CREATE EVENT TRIGGER at_end ON ddl_command_end EXECUTE FUNCTION public.see();
        CREATE EVENT TRIGGER at_drop ON sql_drop EXECUTE FUNCTION public.see();
        SET ROLE stranger; CREATE TABLE hers.t ()}
    );

    # Outside of the schema, which may be dropped.
    $node->safe_psql(
        $db,
        q{SET ROLE stranger; CREATE FUNCTION public.acts() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            deed pg_catalog.text := pg_catalog.current_setting('hers.deed', true);
        BEGIN
            IF new.event = pg_catalog.current_setting('hers.event', true) AND deed <> '' THEN
                PERFORM pg_catalog.set_config('hers.deed', '', false);
                RAISE WARNING 'begins';
                EXECUTE deed;
            END IF;
            RETURN new;
        END $$}
    );
    my $types_of_town =
        'SELECT string_agg(t::text, chr(10) ORDER BY t::text) FROM typeid_types() AS t';
    my $types_before = $node->safe_psql($db, $types_of_town);
    my @midway       = (
        q{typeid_create_type('hers.x_id', 'x')}, q{typeid_accept_uuid('hers.a_id', true)},
        q{typeid_upgrade_type('hers.b_id')},     q{typeid_drop_type('hers.b_id')},
        q{typeid_drop_type('hers.a_id')}
    );
    for my $what (sort keys %deeds) {
        my $script = 'SET client_min_messages = warning; CREATE TEMP TABLE ddl_log (event text);
            CREATE TRIGGER t BEFORE INSERT ON ddl_log FOR EACH ROW EXECUTE FUNCTION public.acts();'
            . "\n";
        my @fired;
        for my $event (qw(ddl_command_start sql_drop ddl_command_end)) {
            for my $call (@midway) {
                my $call_name = $call =~ tr/'//dr;
                $script .=
                    qq{BEGIN; SET LOCAL hers.event = '$event'; SET hers.deed = \$deed\$$deeds{$what}\$deed\$;
                    DO \$call\$BEGIN PERFORM public.$call; EXCEPTION WHEN OTHERS THEN END\$call\$;
                    DO \$after\$
                    BEGIN
                        RAISE WARNING 'CAUGHT in the session, superuser: %',
                            (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user);
                    END \$after\$;
                    ROLLBACK;
                    \\warn ENDS $event of $call_name\n};
                my $fires = $event ne 'sql_drop' || $call =~ /drop_type/;
                push @fired, "$event of $call_name: " . ($fires ? 1 : 0);
            }
        }
        my (undef, $said) = as_role('stranger', $db, $script);
        judge("in the middle of a call, a trigger $what", $said);

        # What each call with each event has said stands before its line "ENDS ...".
        my @begun;
        while ($said =~ /\G(.*?)^ENDS ([^\n]*)\n?/gms) {
            my ($of_one, $which) = ($1, $2);
            my $times = () = $of_one =~ /WARNING:  begins/g;
            push @begun, "$which: $times";
        }
        is_deeply(\@begun, \@fired, '... the deed is done once for each event that fires');
        is(
            scalar(() = $said =~ /CAUGHT in the session, superuser: f/g),
            scalar @fired,
            '... and his session goes on'
        );
    }
    is(
        $node->safe_psql(
            $db,
            q{SELECT string_agg(what, ' ') FROM base62id_health() WHERE what ~ '^id type ' AND what !~ 'b_id'}
        ),
        '',
        'nothing of it stayed'
    );
    is($node->safe_psql($db, $types_of_town), $types_before, '... and no type is gone');
}

# ---------- where the superuser who acts is stopped ----------

{
    my $db = town('public');
    as_role('stranger', $db,
        "$types CREATE FUNCTION hers.x_id_max(timestamptz) RETURNS integer LANGUAGE sql AS 'SELECT 1'"
    );
    my $holder = $node->background_psql($db, extra_params => ['-U', 'stranger']);
    $holder->query_safe('BEGIN; DROP FUNCTION hers.a_id_max(timestamptz)');
    my %stops = (
        'a name that is taken' => [q{typeid_create_type('hers.x_id', 'x')}, 'already exists'],
        'his lock on a part'   =>
            [q{typeid_drop_type('hers.a_id')}, 'canceling statement due to statement timeout'],
    );
    for my $what (sort keys %stops) {
        my ($call, $error) = @{ $stops{$what} };
        my ($out,  $said)  = as_role(
            'stranger', $db,
            qq{SET statement_timeout = 500; DO \$d\$BEGIN PERFORM public.$call;
            EXCEPTION WHEN query_canceled OR duplicate_object THEN RAISE NOTICE 'stopped: %', SQLERRM; END\$d\$;
            SELECT hers.caught('his session'); SHOW search_path}
        );
        like($said, qr/stopped: .*$error/, "$what stops a call");

        # A timeout that stops the call is wanted here. To judge() the word means that somebody waits.
        judge("a call that is stopped by $what", $said =~ s/timeout//gr);
        like($said, qr/CAUGHT in his session, superuser: f/, '... and his session goes on');
        like($out,  qr/"\$user", public$/,                   '... and his search_path is back');
    }
    $holder->query_safe('ROLLBACK');
    $holder->quit;
}

# ---------- what a superuser runs for the owner of a table ----------

{
    my $db = town('public');
    as_role(
        'stranger', $db, qq{$types CREATE TABLE hers.t (x integer);
        CREATE FUNCTION hers.acts(integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT \$1';
        INSERT INTO hers.t SELECT generate_series(1, 100); CREATE INDEX t_acts ON hers.t (hers.acts(x));
        CREATE MATERIALIZED VIEW hers.m AS SELECT hers.acts(x) FROM hers.t;
        CREATE OR REPLACE FUNCTION hers.acts(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS
            \$\$BEGIN PERFORM pg_catalog.set_config('client_min_messages', 'warning', false), hers.caught('an expression');
                EXECUTE 'SELECT public.' || pg_catalog.current_setting('hers.call'); RETURN \$1; END\$\$}
    );
    for my $statement (
        'ANALYZE hers.t',
        'REINDEX TABLE hers.t',
        'CLUSTER hers.t USING t_acts',
        'VACUUM FULL hers.t',
        'CREATE INDEX ON hers.t (hers.acts(x + 1))',
        'REFRESH MATERIALIZED VIEW hers.m'
        )
    {
        my $all = '';
        for my $call (
            q{typeid_create_type('hers.x_id', 'x')},  q{typeid_upgrade_type('hers.b_id')},
            q{typeid_accept_uuid('hers.a_id', true)}, q{typeid_drop_type('hers.a_id')}
            )
        {
            my (undef, undef, $said) = $node->psql($db,
                "SET max_parallel_maintenance_workers = 0; SET hers.call = \$c\$$call\$c\$;\n$statement"
            );
            like(
                $said,
                qr/cannot change id types within a security-restricted operation/,
                "$statement by a superuser: $call is refused"
            );
            $all .= $said;
        }
        judge("$statement by a superuser", $all);
    }
}

# ---------- what typeid_accept_uuid() reads ----------

# Each has his code, as a function, a domain or an operator, over constants and over the type. A
# new session for each call: what PostgreSQL evaluates when it reads a definition first would be kept.
my @read = (
    [
        'a partition key',
        q{CREATE TABLE hers.p (id hers.a_id, u uuid) PARTITION BY LIST ((hers.pure('WHAT') || coalesce(id, u)::pg_catalog.text));
        CREATE TABLE hers.p1 PARTITION OF hers.p DEFAULT}
    ],
    [
        'an index expression',
        q{CREATE INDEX ON hers.a ((hers.pure('WHAT') || coalesce(id, u)::pg_catalog.text))}
    ],
    [
        'an index predicate',
        q{CREATE INDEX ON hers.a (n) WHERE hers.pure('WHAT') || coalesce(id, u)::pg_catalog.text = 'x'}
    ],
    [
        'an exclusion constraint',
        q{ALTER TABLE hers.a ADD EXCLUDE USING hash ((hers.pure('WHAT') || coalesce(id, u)::pg_catalog.text) WITH =)}
    ],
    [
        'a CHECK',
        q{ALTER TABLE hers.a ADD CHECK (hers.pure('WHAT') || coalesce(id, u)::pg_catalog.text <> n)}
    ],
    [
        'statistics',
        q{CREATE STATISTICS hers.s ON (hers.pure('WHAT') || coalesce(id, u)::pg_catalog.text), n FROM hers.a}
    ],
    ['a default', q{ALTER TABLE hers.a ADD d hers.a_id DEFAULT hers.made('WHAT')}],
    [
        'a generated column',
        q{ALTER TABLE hers.a ADD g pg_catalog.text GENERATED ALWAYS AS (hers.pure('WHAT') || coalesce(id, u)::pg_catalog.text) STORED}
    ],
    ['a view', q{CREATE VIEW hers.v AS SELECT hers.pure('WHAT'), coalesce(id, u) FROM hers.a}],
    [
        'a view of a set operation',
        q{CREATE VIEW hers.w AS SELECT hers.pure('WHAT'), id FROM hers.a UNION SELECT '', u::hers.a_id FROM hers.a}
    ],
    [
        'a view with a domain',
        q{CREATE DOMAIN hers.d AS pg_catalog.text CHECK (hers.caught('WHAT'));
        CREATE VIEW hers.x AS SELECT 'x'::hers.d, 'y'::hers.d || 'z', coalesce(id, u) FROM hers.a}
    ],

    # The input of such a constant checks the domain, as soon as a text is analysed.
    [
        'a view with an array of a domain',
        q{CREATE DOMAIN hers.d AS pg_catalog.int4 CHECK (hers.caught('WHAT'));
        CREATE VIEW hers.x AS SELECT '{1}'::hers.d[], coalesce(id, u) FROM hers.a}
    ],
    [
        'a CHECK with an array of a domain',
        q{CREATE DOMAIN hers.d AS pg_catalog.int4 CHECK (hers.caught('WHAT'));
        ALTER TABLE hers.a ADD CHECK ('{1}'::hers.d[] IS NOT NULL OR coalesce(id, u) IS NULL)}
    ],
    [
        'a default with a range of a domain',
        q{CREATE DOMAIN hers.d AS pg_catalog.int4 CHECK (hers.caught('WHAT'));
        CREATE TYPE hers.r AS RANGE (SUBTYPE = hers.d);
        ALTER TABLE hers.a ADD d hers.a_id DEFAULT CASE WHEN '[1,2)'::hers.r IS NULL THEN hers.made('x') END}
    ],
    [
        'a view with an operator',
        q{CREATE FUNCTION hers.op(pg_catalog.text, pg_catalog.text) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT hers.caught(''WHAT'')';
        CREATE OPERATOR hers.= (FUNCTION = hers.op, LEFTARG = pg_catalog.text, RIGHTARG = pg_catalog.text);
        CREATE VIEW hers.y AS SELECT 'x'::pg_catalog.text OPERATOR(hers.=) 'y', coalesce(id, u) FROM hers.a}
    ],
    [
        'a materialized view',
        q{CREATE MATERIALIZED VIEW hers.m AS SELECT hers.pure('WHAT'), coalesce(id, u) FROM hers.a WITH NO DATA}
    ],
    [
        'a policy',
        q{CREATE POLICY p ON hers.a USING (hers.pure('WHAT') || coalesce(id, u)::pg_catalog.text = 'x'); ALTER TABLE hers.a ENABLE ROW LEVEL SECURITY}
    ],
    [
        'a rule',
        q{CREATE RULE r AS ON DELETE TO hers.a DO ALSO SELECT hers.pure('WHAT'), coalesce(old.id, hers.made('x'))}
    ],
    [
        'the condition of a trigger',
        q{CREATE TRIGGER t BEFORE UPDATE ON hers.a FOR EACH ROW WHEN (coalesce(old.id, hers.made('WHAT')) IS NULL) EXECUTE FUNCTION hers.fires()}
    ],
    [
        'a body',
        q{CREATE FUNCTION hers.body() RETURNS pg_catalog.text LANGUAGE sql BEGIN ATOMIC SELECT hers.pure('WHAT') FROM hers.a WHERE coalesce(id, u) IS NULL; END}
    ],
    [
        'the default of an argument',
        q{CREATE FUNCTION hers.given(x hers.a_id DEFAULT hers.made('WHAT')) RETURNS integer LANGUAGE sql AS 'SELECT 1'}
    ],
    ['the default of a domain', q{CREATE DOMAIN hers.dd AS hers.a_id DEFAULT hers.made('WHAT')}],
    [
        'the CHECK of a domain',
        q{CREATE DOMAIN hers.dc AS hers.a_id CHECK (coalesce(VALUE, hers.made('WHAT')) IS NOT NULL)}
    ],
);
for (@read) {
    my ($what, $make) = @$_;
    my $db = town('public');
    my (undef, $problem) = as_role(
        'stranger', $db, q{SET client_min_messages = warning;
        SELECT public.typeid_create_type('hers.a_id', 'a', accept_uuid => true);
        CREATE TABLE hers.a (id hers.a_id, u uuid, n pg_catalog.text);
        CREATE FUNCTION hers.made(pg_catalog.text) RETURNS uuid IMMUTABLE LANGUAGE plpgsql AS
            $$BEGIN PERFORM hers.caught($1); RETURN '00000000-0000-0000-0000-000000000000'; END$$;}
            . ($make =~ s/WHAT/$what/gr)
    );
    unlike($problem, qr/ERROR/, "$what: the stranger can make it");
    my (undef, $said) =
        as_role('stranger', $db, q{SELECT public.typeid_accept_uuid('hers.a_id', false)});
    my (undef, undef, $more) =
        $node->psql($db, q{SELECT public.typeid_accept_uuid('hers.a_id', true)});
    for my $call (q{SELECT public.typeid_accept_uuid('hers.a_id', false)},
        q{SELECT public.typeid_upgrade_type('hers.a_id')}, $reports)
    {
        (undef, undef, my $again) = $node->psql($db, $call);
        $more .= $again;
    }
    judge("$what that typeid_accept_uuid() reads", $said . $more);
    my $needs_uuids = qr/ERROR:  type hers\.a_id must keep accepting uuids/;
    unlike(($said . $more) =~ s/$needs_uuids//gr, qr/ERROR/, '... and no call has another error');
}

my $attacks = outcomes();
cmp_ok($attacks, '>=', 100, "$attacks attacks");
stop_clean($node);
done_testing();
