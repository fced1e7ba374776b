# Nobody's code runs with more rights than his own, and nobody waits for a stranger, whatever stands
# where our functions, files and the example look: each attack is one that gave a superuser's rights,
# or the wait, before, or a spelling of it.
#
# Of test/lib/Attacks.pm:
#   town()         a database whose owner is the role stranger, with the extension; the stranger's
#                  schema is "hers"
#   hers.caught()  the stranger's function, which warns whether the role that runs it is a superuser:
#                  "CAUGHT in ..., superuser: t" or "f"
#   hers.pure()    the same as an IMMUTABLE function, hers.fires() as one of a trigger
#   judge()        fails if a superuser ran it, or if a message has the word "timeout": then somebody
#                  waited. It does not see whether anything ran at all. So each attack is also shown to
#                  be one: the stranger's code runs with his own rights, or catches a careless statement.
#
# The last lines of the output are a table: attack, outcome.

use strict;
use warnings;
use Base62id;
use Attacks;
use PostgreSQL::Test::Utils;
use Test::More;

my $source = $ENV{BASE62ID_SRC} // '.';
my $node   = server('attacks', start => 0);
stage_example($node, $source);
$node->start;
besiege($node);

# ---------- a superuser's event trigger that writes a log without a schema ----------

# What the event trigger does, with what it means in the superuser's schema.
my %log = (
    table => [
        'INSERT INTO ddl_log VALUES (tg_tag)',
        'CREATE TABLE public.ddl_log (tag text); GRANT INSERT ON public.ddl_log TO public'
    ],
    type     => ['PERFORM tg_tag::log_tag', 'CREATE DOMAIN public.log_tag AS text'],
    function => [
        'PERFORM log_event(tg_tag)',
        q{CREATE FUNCTION public.log_event(text) RETURNS void LANGUAGE sql AS ''}
    ],
    operator => [q{IF tg_tag = 'nothing'::text THEN RAISE 'never'; END IF}, 'SELECT'],
);

# What the caller puts in its place.
my $table_with_trigger = 'CREATE TEMP TABLE ddl_log (tag text);
    CREATE TRIGGER t BEFORE INSERT ON ddl_log FOR EACH ROW EXECUTE FUNCTION hers.fires()';
my @stand_ins = (
    ['a temporary table with a trigger', 'table', $table_with_trigger],
    [
        'a temporary table with a default',
        'table', q{CREATE TEMP TABLE ddl_log (tag text, more boolean DEFAULT hers.caught(''))}
    ],
    [
        'a temporary table with a CHECK',
        'table', 'CREATE TEMP TABLE ddl_log (tag text CHECK (hers.caught(tag)))'
    ],
    [
        'a temporary table with a generated column',
        'table',
        'CREATE TEMP TABLE ddl_log (tag text, more text GENERATED ALWAYS AS (hers.pure(tag)) STORED)'
    ],
    [
        'a temporary table with an index over an expression',
        'table', 'CREATE TEMP TABLE ddl_log (tag text); CREATE INDEX ON ddl_log (hers.pure(tag))'
    ],
    [
        'a temporary table with a rule', 'table',
        'CREATE TEMP TABLE ddl_log (tag text);
        CREATE RULE r AS ON INSERT TO ddl_log DO ALSO SELECT hers.caught(new.tag)'
    ],
    [
        'a temporary partitioned table',
        'table',
        'CREATE TEMP TABLE log_parts (tag text) PARTITION BY LIST (tag);
        CREATE TEMP TABLE part PARTITION OF log_parts (CHECK (hers.caught(tag))) DEFAULT;
        ALTER TABLE log_parts RENAME TO ddl_log'
    ],
    [
        'a temporary view of his table', 'table',
        'CREATE TEMP TABLE under (tag text CHECK (hers.caught(tag)));
        CREATE TEMP VIEW ddl_log AS SELECT tag FROM under'
    ],
    [
        'a table in a schema that comes first',
        'table',
        'CREATE TABLE hers.ddl_log (tag text CHECK (hers.caught(tag))); SET search_path = hers, public'
    ],
    [
        'a temporary table with a trigger that waits for COMMIT',
        'table',
        'CREATE TEMP TABLE ddl_log (tag text);
        CREATE CONSTRAINT TRIGGER t AFTER INSERT ON ddl_log DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION hers.fires()'
    ],
    [
        'a temporary table with a policy',
        'table',
        'CREATE TEMP TABLE ddl_log (tag text);
        CREATE POLICY p ON ddl_log WITH CHECK (hers.caught(tag));
        ALTER TABLE ddl_log ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY'
    ],
    [
        'an operator in a schema that comes first',
        'operator',
        'CREATE FUNCTION hers.same(pg_catalog.text, pg_catalog.text) RETURNS boolean LANGUAGE plpgsql AS
            $$BEGIN PERFORM hers.caught($1); RETURN false; END$$;
        CREATE OPERATOR hers.= (FUNCTION = hers.same, LEFTARG = pg_catalog.text, RIGHTARG = pg_catalog.text);
        SET search_path = hers, pg_catalog, public'
    ],
    [
        'a domain in pg_temp',
        'type', 'CREATE DOMAIN pg_temp.log_tag AS text CHECK (hers.caught(VALUE))'
    ],
    [
        'a function in a schema that comes first', 'function',
        q{CREATE FUNCTION hers.log_event(text) RETURNS void LANGUAGE sql AS 'SELECT hers.caught($1)';
        SET search_path = hers, public}
    ],
);

# As the database's owner; an upgrade has something to do.
my $create_type = q{SELECT public.typeid_create_type('hers.x_id', 'x')};
my $drop_type   = q{SELECT public.typeid_drop_type('hers.a_id')};
my @calls       = (
    ['typeid_create_type',   $create_type],
    ['typeid_accept_uuid',   q{SELECT public.typeid_accept_uuid('hers.a_id', true)}],
    ['typeid_accept_bigint', q{SELECT public.typeid_accept_bigint('hers.n_id', true)}],
    ['typeid_upgrade_type',  q{SELECT public.typeid_upgrade_type('hers.b_id')}],
    ['typeid_drop_type',     $drop_type],
);

for my $stand_in (@stand_ins) {
    my ($what, $kind, $statements) = @$stand_in;
    my ($act, $meant) = @{ $log{$kind} };
    my $db = town('public');
    $node->safe_psql(
        $db,
        "SELECT typeid_create_type('hers.a_id', 'a'), typeid_create_type('hers.b_id', 'b'),
            typeid_create_type('hers.n_id', 'n', 'uid11');
        SET ROLE stranger; DROP FUNCTION hers.b_id_min(timestamptz); RESET ROLE;
        $meant; CREATE FUNCTION public.see() RETURNS event_trigger LANGUAGE plpgsql AS
            \$\$BEGIN $act; END\$\$;
        CREATE EVENT TRIGGER at_start ON ddl_command_start EXECUTE FUNCTION public.see();
        CREATE EVENT TRIGGER at_end ON ddl_command_end EXECUTE FUNCTION public.see();
        CREATE EVENT TRIGGER at_drop ON sql_drop EXECUTE FUNCTION public.see()"
    );
    my $script = "$statements;\n\\set ON_ERROR_STOP 0\n";
    for my $call (@calls) {
        my ($name, $statement) = @$call;
        $script .= "\\warn CALL $name\n$statement;\n";
    }
    my (undef, $err) = as_role('stranger', $db, $script);

    # What was said before the first call; then each call's name, and what was said until the next.
    my ($before, %said_by) = split /CALL (\w+)\n/, $err, -1;
    unlike($before, qr/ERROR/, "$what: the stranger can make it");
    for my $call (@calls) {
        my ($name) = @$call;
        my $said = $said_by{$name} // 'ERROR: it was not reached';
        judge("event trigger: $name, $what", $said);
        unlike($said, qr/ERROR/, '... and the call is executed');
        like($said, qr/CAUGHT in .*, superuser: f/, '... and runs it, with his rights');
    }
}

# One that owns no more than a schema.
{
    my $db = town('public');
    $node->safe_psql(
        $db, q{CREATE ROLE squatter LOGIN; CREATE SCHEMA squat AUTHORIZATION squatter;
        SELECT typeid_create_type('squat.x_id', 'x'); GRANT EXECUTE ON FUNCTION hers.fires TO squatter;
        CREATE TABLE public.ddl_log (tag text); GRANT INSERT ON public.ddl_log TO public;
        CREATE FUNCTION public.see() RETURNS event_trigger LANGUAGE plpgsql AS
            $$BEGIN INSERT INTO ddl_log VALUES (tg_tag); END$$;
        CREATE EVENT TRIGGER at_start ON ddl_command_start WHEN TAG IN ('DROP TYPE')
            EXECUTE FUNCTION public.see()}
    );
    my (undef, $err, $status) = as_role('squatter', $db,
        "$table_with_trigger; SELECT public.typeid_drop_type('squat.x_id')");
    judge(
        'event trigger: typeid_drop_type by the owner of a schema, a temporary table with a trigger',
        $err
    );
    is($status, 0, '... and the call is executed');
    is($node->safe_psql($db, q{SELECT to_regtype('squat.x_id') IS NULL}), 't', '... and drops it');
    like($err, qr/CAUGHT in .*, superuser: f/, '... and runs the trigger, with his rights');
}

# An error that a trigger raises is caught by the caller, who is himself again.
{
    my $db = town('public');
    $node->safe_psql(
        $db, q{SELECT typeid_create_type('hers.a_id', 'a');
        CREATE FUNCTION public.see() RETURNS event_trigger LANGUAGE plpgsql AS
            $$BEGIN IF tg_event <> 'ddl_command_start' THEN RAISE EXCEPTION 'no'; END IF; END$$;
        CREATE EVENT TRIGGER at_end ON ddl_command_end EXECUTE FUNCTION public.see();
        CREATE EVENT TRIGGER at_drop ON sql_drop EXECUTE FUNCTION public.see()}
    );
    for my $call ($create_type, $drop_type) {
        my ($out, $err) = as_role(
            'stranger', $db,
            qq{DO \$do\$
            BEGIN
                EXECUTE \$q\$$call\$q\$;
            EXCEPTION WHEN raise_exception THEN
                RAISE NOTICE 'stopped: %', SQLERRM;
            END \$do\$;
            SELECT hers.caught(''); SHOW search_path}
        );
        judge("event trigger: an error is caught after $call", $err);
        like($err, qr/stopped: no$/m,              '... which it has stopped');
        like($err, qr/CAUGHT in .*, superuser: f/, '... and the session has his rights');
        like($out, qr/"\$user", public$/,          '... and his search_path is back');
    }
}

# An event trigger at login that makes a type, while another one logs it: the type is the session's.
SKIP:
{
    skip 'event triggers at login: from PostgreSQL 17 on', 4 if $node->pg_version < 17;
    my $db = town('public');
    $node->safe_psql(
        $db, q{CREATE TABLE public.ddl_log (tag text); GRANT INSERT ON public.ddl_log TO public;
        CREATE FUNCTION public.see() RETURNS event_trigger LANGUAGE plpgsql AS
            $$BEGIN INSERT INTO ddl_log VALUES (tg_tag); END$$;
        CREATE FUNCTION public.at_login() RETURNS event_trigger LANGUAGE plpgsql AS
            $$BEGIN
                IF session_user = 'stranger' THEN
                    PERFORM public.typeid_create_type('hers.login_id', 'login', if_not_exists => true);
                END IF;
            END$$;
        CREATE TABLE hers.ddl_log (tag text CHECK (hers.caught(tag)));
        GRANT INSERT ON hers.ddl_log TO public;
        ALTER ROLE stranger SET search_path = hers, public;
        CREATE EVENT TRIGGER at_end ON ddl_command_end EXECUTE FUNCTION public.see();
        CREATE EVENT TRIGGER at_login ON login EXECUTE FUNCTION public.at_login()}
    );
    my ($out, $err) = as_role('stranger', $db,
        q{SELECT type, prefix FROM public.typeid_types(); SELECT public.typeid_drop_type('login_id')}
    );
    judge('event trigger: typeid_create_type at login', $err);
    like($out, qr/^login_id\|login$/m, '... and the type is there');
    unlike($err, qr/ERROR/, '... and is dropped');
    like($err, qr/CAUGHT in .*, superuser: f/, '... and his table\'s CHECK runs with his rights');
    $node->safe_psql('postgres', 'ALTER ROLE stranger RESET search_path');
}

# ---------- files that a superuser runs ----------

# A function of the stranger's.
sub overload {
    my ($signature, $result) = @_;
    return "CREATE FUNCTION $signature RETURNS $result LANGUAGE plpgsql AS
        \$\$BEGIN PERFORM hers.caught(''); RETURN NULL; END\$\$";
}

# What fits the arguments better than core's; a relation, a domain and an operator need the first
# place of the path.  Each with a statement that it catches, where nothing has a schema.
my $name        = 'pg_catalog.name';
my $text        = 'pg_catalog.text';
my $comes_first = 'ALTER DATABASE :"DBNAME" SET search_path = public, pg_catalog';
my %nearer      = (
    'quote_ident(name)' =>
        [overload("public.quote_ident($name)", $text), q{SELECT quote_ident('x'::name)}],
    'quote_literal(name)' =>
        [overload("public.quote_literal($name)", $text), q{SELECT quote_literal('x'::name)}],
    'format(text, text)' =>
        [overload("public.format($text, $text)", $text), q{SELECT format('%s', 'x'::text)}],
    'format(text, name)' =>
        [overload("public.format($text, $name)", $text), q{SELECT format('%s', 'x'::name)}],
    'format(text, regclass)' => [
        overload("public.format($text, regclass)", $text),
        q{SELECT format('%s', 'pg_class'::regclass)}
    ],
    'current_setting(name)' => [
        overload("public.current_setting($name)", $text),
        q{SELECT current_setting('search_path'::name)}
    ],
    'set_config(text, name, boolean)' => [
        overload("public.set_config($text, $name, pg_catalog.bool)", $text),
        q{SELECT set_config('search_path', 'x'::name, true)}
    ],
    'operator = (name, name)' => [
        overload("public.same($name, $name)", 'boolean')
            . "; CREATE OPERATOR public.= (FUNCTION = public.same, LEFTARG = $name, RIGHTARG = $name);
            $comes_first", q{SELECT 'x'::name = 'x'::name}
    ],
    'operator || (text, text)' => [
        overload("public.both($text, $text)", $text)
            . "; CREATE OPERATOR public.|| (FUNCTION = public.both, LEFTARG = $text, RIGHTARG = $text);
            $comes_first", q{SELECT 'x'::text || 'y'::text}
    ],
    'view pg_extension' => [
        "CREATE VIEW public.pg_extension AS
            SELECT * FROM pg_catalog.pg_extension WHERE hers.caught(extname::text);
            GRANT SELECT ON public.pg_extension TO public; $comes_first",
        q{SELECT extname FROM pg_extension}
    ],
    'domain text' => [
        "CREATE DOMAIN public.text AS $text CHECK (hers.caught(VALUE)); $comes_first",
        q{SELECT 'x'::text}
    ],
);

# Before PostgreSQL 18 the file raises an error, in its first lines.  Later it has work only where a
# type lacks the function, as after pg_upgrade.
my $skip_support  = "$source/src/sql/updates/base62id-skip-support.sql";
my $is_there      = q{SELECT to_regprocedure('public.ulid_skipsupport(internal)') IS NOT NULL};
my $as_pg_upgrade = q{ALTER EXTENSION base62id DROP FUNCTION public.ulid_skipsupport(internal);
    ALTER OPERATOR FAMILY public.ulid_ops USING btree DROP FUNCTION 6 (public.ulid, public.ulid);
    DROP FUNCTION public.ulid_skipsupport(internal)};
for my $what (sort keys %nearer) {
    my ($make, $probe) = @{ $nearer{$what} };
    my $db = town('public');
    $node->safe_psql($db, $as_pg_upgrade) if $node->pg_version >= 18;
    my (undef, $problem) = as_role('stranger', $db, $make);
    is($problem, '', "$what: the stranger can make it");
    my (undef, undef, $caught) = $node->psql($db, $probe);
    like($caught, qr/CAUGHT in .*, superuser: t/, '... and it catches what has no schema');
    my ($status, undef, $err) = $node->psql($db, "\\i $skip_support");
    judge("skip support: $what", $err);

    if ($node->pg_version < 18) {
        is($status, 3, '... and the file ends');
        like($err, qr/ERROR:  skip support exists from PostgreSQL 18 on/, '... with its own error');
        next;
    }
    is($status, 0, '... and the file is executed');
    is($node->safe_psql($db, "SET search_path = pg_catalog; $is_there"),
        't', '... and adds what was not there');
}

# The example, as a trusted extension in the stranger's schema; each look-alike with a statement that
# it catches.
my $regtype    = 'pg_catalog.regtype';
my %of_example = (
    'typeid_create_type(text, text)' => [
        overload("hers.typeid_create_type($text, $text)", $regtype),
        q{SELECT typeid_create_type('x'::text, 'x'::text)}
    ],
    'typeid_create_type(name, name)' => [
        overload("hers.typeid_create_type($name, $name)", $regtype),
        q{SELECT typeid_create_type('x'::name, 'x'::name)}
    ],
    'typeid_create_type(text, text, text)' => [
        overload("hers.typeid_create_type($text, $text, $text)", $regtype),
        q{SELECT typeid_create_type('x'::text, 'x'::text, 'ulid'::text)}
    ],
    'typeid_create_type(VARIADIC text[])' => [
        overload("hers.typeid_create_type(VARIADIC ${text}[])", $regtype),
        q{SELECT typeid_create_type('x'::text, 'x'::text)}
    ],
    'typeid_create_type with all arguments' => [
        overload("hers.typeid_create_type($text, $text, $text, int4, bool, bool)", $regtype),
        q{SELECT typeid_create_type('x'::text, 'x'::text, 'ulid'::text, 0, false, false)}
    ],
    'quote_ident(name)' =>
        [overload("hers.quote_ident($name)", $text), q{SELECT quote_ident('x'::name)}],
    'quote_ident(text)' => [
        overload("hers.quote_ident($text)", $text),
        q{SET search_path = hers, pg_catalog; SELECT quote_ident('x'::text)}
    ],
    'format(text, text)' =>
        [overload("hers.format($text, $text)", $text), q{SELECT format('%s', 'x'::text)}],
);
for my $what (sort keys %of_example) {
    my ($make, $probe) = @{ $of_example{$what} };
    my $db = town('public');
    my (undef, $problem) = as_role('stranger', $db, $make);
    is($problem, '', "$what: the stranger can make it");
    my (undef, $caught) = as_role('stranger', $db, "SET search_path = hers, public; $probe");
    like($caught, qr/CAUGHT in .*, superuser: f/, '... and it catches what has no schema');
    my ($out, $err, $status) = as_role('stranger', $db,
        q{CREATE EXTENSION shop_ids SCHEMA hers VERSION '1.0'; ALTER EXTENSION shop_ids UPDATE});
    judge("the example: $what", $err);
    is($status, 0, '... and its types are made');
}

# Another's schema as the name of base62id's.
{
    my $schema = q{"x'; SELECT hers.caught('') --"};
    $node->safe_psql('template1', "CREATE SCHEMA $schema");
    my $db = town($schema);
    my ($out, $err) = as_role('stranger', $db, 'CREATE EXTENSION shop_ids SCHEMA hers');
    judge('the example: a schema of base62id whose name is code', $err);
    is($err, '', '... and its types are made');
    $node->safe_psql('template1', "DROP SCHEMA $schema");
}

# ---------- a monitor, and a superuser who upgrades, under a stranger's locks ----------

# What the stranger does to a type before, and what he holds while others call.
my %held = (
    'a function over his table in the place of T_min' => [
        'DROP FUNCTION hers.a_id_min(timestamptz);
        CREATE FUNCTION hers.a_id_min(timestamptz) RETURNS integer LANGUAGE sql
        BEGIN ATOMIC SELECT max(x) FROM hers.t; END', 'LOCK TABLE hers.t'
    ],
    'a function over his table in the place of T_new' => [
        'DROP FUNCTION hers.a_id_new();
        CREATE FUNCTION hers.a_id_new() RETURNS integer LANGUAGE sql
        BEGIN ATOMIC SELECT max(x) FROM hers.t; END', 'LOCK TABLE hers.t'
    ],
    'a function over his view, whose default he is changing, in the place of T_decode' => [
        'DROP FUNCTION hers.a_id_decode(text); CREATE VIEW hers.v AS SELECT x FROM hers.t;
        CREATE FUNCTION hers.a_id_decode(t text) RETURNS bigint LANGUAGE sql
        BEGIN ATOMIC SELECT count(*) FROM hers.v; END', 'ALTER VIEW hers.v ALTER x SET DEFAULT 1'
    ],
    'an operator over his function in the place of ^@' => [
        'DROP OPERATOR hers.^@ (hers.a_id, text);
        CREATE FUNCTION hers.mine(hers.a_id, text) RETURNS boolean LANGUAGE sql
        BEGIN ATOMIC SELECT x > 0 FROM hers.t; END;
        CREATE OPERATOR hers.^@ (FUNCTION = hers.mine, LEFTARG = hers.a_id, RIGHTARG = text)',
        'LOCK TABLE hers.t'
    ],
    'an aggregate over his function in the place of max' => [
        'DROP AGGREGATE hers.max(hers.a_id);
        CREATE FUNCTION hers.last(hers.a_id, hers.a_id) RETURNS hers.a_id LANGUAGE sql
        BEGIN ATOMIC SELECT $1 FROM hers.t; END;
        CREATE AGGREGATE hers.max(hers.a_id) (SFUNC = hers.last, STYPE = hers.a_id)',
        'LOCK TABLE hers.t'
    ],
    'classes, which he has dropped' => [
        'DROP OPERATOR FAMILY IF EXISTS hers.a_id_ops USING btree;
        DROP OPERATOR CLASS hers.a_id_hash_ops USING hash', 'LOCK TABLE hers.t'
    ],
    'the type, which he is dropping'   => ['SELECT 1', 'DROP TYPE hers.a_id CASCADE'],
    'a part, which he is dropping'     => ['SELECT 1', 'DROP FUNCTION hers.a_id_min(timestamptz)'],
    'its schema, which he is dropping' => ['SELECT 1', 'DROP SCHEMA hers CASCADE'],
);
for my $what (sort keys %held) {
    my ($before, $held) = @{ $held{$what} };
    my $db = town('public');
    my (undef, $problem) = as_role(
        'stranger', $db,
        "SET client_min_messages = warning; SELECT public.typeid_create_type('hers.a_id', 'a');
        CREATE TABLE hers.t (x integer); $before"
    );
    is($problem, '', "$what: the stranger can do it");
    my $holder = $node->background_psql($db, extra_params => ['-U', 'stranger']);
    $holder->query_safe("SET client_min_messages = warning; BEGIN; $held");
    my ($out, $err) = as_role(
        'monitor', $db,
        q{SET lock_timeout = '500ms'; SET statement_timeout = '10s';
        SELECT what, state, detail FROM public.base62id_health() WHERE what ~ 'type'}
    );
    judge("health: $what", "$err$out");
    like($out, qr/of stranger/, '... and he is named')
        if $what =~ /^an? .* in the place of /;

    if ($what =~ /^an? (?:function|operator|aggregate)/) {
        (undef, undef, $err) =
            $node->psql($db,
            q{SET lock_timeout = '500ms'; SELECT typeid_upgrade_type('hers.a_id')});
        judge("typeid_upgrade_type by a superuser: $what", $err);
        like($err, qr/already exists/, '... and it is refused');
    }
    $holder->query_safe('ROLLBACK');
    $holder->quit;
}

my $attacks = outcomes();
cmp_ok($attacks, '>=', 90, "$attacks attacks");
stop_clean($node);
done_testing();
