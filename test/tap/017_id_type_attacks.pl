# Nobody's code runs with more rights than his own, and nobody waits for a stranger, whatever stands
# where our functions, files and the example look: each attack is one that gave a superuser's rights,
# or the wait, before, or a spelling of it.
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
my @stand_ins = (
    [
        'a temporary table with a trigger', 'table',
        'CREATE TEMP TABLE ddl_log (tag text);
        CREATE TRIGGER t BEFORE INSERT ON ddl_log FOR EACH ROW EXECUTE FUNCTION hers.fires()'
    ],
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
my @calls = (
    typeid_create_type   => q{SELECT public.typeid_create_type('hers.x_id', 'x')},
    typeid_accept_uuid   => q{SELECT public.typeid_accept_uuid('hers.a_id', true)},
    typeid_accept_bigint => q{SELECT public.typeid_accept_bigint('hers.n_id', true)},
    typeid_upgrade_type  => q{SELECT public.typeid_upgrade_type('hers.b_id')},
    typeid_drop_type     => q{SELECT public.typeid_drop_type('hers.a_id')},
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
    for (my $i = 0 ; $i < @calls ; $i += 2) {
        $script .= "\\warn CALL $calls[$i]\n$calls[$i + 1];\n";
    }
    my ($out, $err) = as_role('stranger', $db, $script);
    my ($before, %said) = split /CALL (\w+)\n/, $err;
    unlike($before, qr/ERROR/, "$what: the stranger can make it");
    for (my $i = 0 ; $i < @calls ; $i += 2) {
        judge("event trigger: $calls[$i], $what", $said{ $calls[$i] } // '');
        unlike($said{ $calls[$i] } // 'ERROR', qr/ERROR/, '... and the call is executed');
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
    my ($out, $err) =
        as_role('squatter', $db, "$stand_ins[0][2]; SELECT public.typeid_drop_type('squat.x_id')");
    judge('event trigger: typeid_drop_type by the owner of a schema, ' . $stand_ins[0][0], $err);
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
    for my $call (@calls[1, 9]) {
        my ($out, $err) = as_role(
            'stranger', $db,
            qq{DO \$do\$ BEGIN EXECUTE \$q\$$call\$q\$; EXCEPTION WHEN OTHERS THEN END \$do\$;
            SELECT hers.caught(''); SHOW search_path}
        );
        judge("event trigger: an error is caught after $call", $err);
        like($out, qr/"\$user", public$/, '... and his search_path is back');
    }
}

# An event trigger at login that makes a type, while another one logs it: the type is the session's.
SKIP:
{
    skip 'event triggers at login: from PostgreSQL 17 on', 3 if $node->pg_version < 17;
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
# place of the path.
my $name        = 'pg_catalog.name';
my $text        = 'pg_catalog.text';
my $comes_first = 'ALTER DATABASE :"DBNAME" SET search_path = public, pg_catalog';
my %nearer      = (
    'quote_ident(name)'               => overload("public.quote_ident($name)",      $text),
    'quote_literal(name)'             => overload("public.quote_literal($name)",    $text),
    'format(text, text)'              => overload("public.format($text, $text)",    $text),
    'format(text, name)'              => overload("public.format($text, $name)",    $text),
    'format(text, regclass)'          => overload("public.format($text, regclass)", $text),
    'current_setting(name)'           => overload("public.current_setting($name)",  $text),
    'set_config(text, name, boolean)' =>
        overload("public.set_config($text, $name, pg_catalog.bool)", $text),
    'operator = (name, name)' => overload("public.same($name, $name)", 'boolean')
        . "; CREATE OPERATOR public.= (FUNCTION = public.same, LEFTARG = $name, RIGHTARG = $name);
        $comes_first",
    'operator || (text, text)' => overload("public.both($text, $text)", $text)
        . "; CREATE OPERATOR public.|| (FUNCTION = public.both, LEFTARG = $text, RIGHTARG = $text);
        $comes_first",
    'view pg_extension' => "CREATE VIEW public.pg_extension AS
        SELECT * FROM pg_catalog.pg_extension WHERE hers.caught(extname::text);
        GRANT SELECT ON public.pg_extension TO public; $comes_first",
    'domain text' => "CREATE DOMAIN public.text AS $text CHECK (hers.caught(VALUE)); $comes_first",
);
my $skip_support = "$source/src/sql/updates/base62id-skip-support.sql";
for my $what (sort keys %nearer) {
    my $db = town('public');
    my (undef, $problem) = as_role('stranger', $db, $nearer{$what});
    is($problem, '', "$what: the stranger can make it");
    my ($status, $out, $err) = $node->psql($db, "\\i $skip_support");
    judge("skip support: $what", $err);
}

# The example, as a trusted extension in the stranger's schema.
my $regtype    = 'pg_catalog.regtype';
my %of_example = (
    'typeid_create_type(text, text)' => overload("hers.typeid_create_type($text, $text)", $regtype),
    'typeid_create_type(name, name)' => overload("hers.typeid_create_type($name, $name)", $regtype),
    'typeid_create_type(text, text, text)' =>
        overload("hers.typeid_create_type($text, $text, $text)", $regtype),
    'typeid_create_type(VARIADIC text[])' =>
        overload("hers.typeid_create_type(VARIADIC ${text}[])", $regtype),
    'typeid_create_type with all arguments' =>
        overload("hers.typeid_create_type($text, $text, $text, int4, bool, bool)", $regtype),
    'quote_ident(name)'  => overload("hers.quote_ident($name)",   $text),
    'quote_ident(text)'  => overload("hers.quote_ident($text)",   $text),
    'format(text, text)' => overload("hers.format($text, $text)", $text),
);
for my $what (sort keys %of_example) {
    my $db = town('public');
    my (undef, $problem) = as_role('stranger', $db, $of_example{$what});
    is($problem, '', "$what: the stranger can make it");
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
    'a function with a default over his view in the place of T_decode' => [
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
