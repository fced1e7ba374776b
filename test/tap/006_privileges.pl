# Privileges: who may install it, what stands in the way of an attacker who was there first, and
# what a user who may not see a row learns of it.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server('privileges');
my $db;    # where the statements go
sub sql { return $node->safe_psql($db, "@_") }

sub refused {
    my ($statement) = @_;
    my ($status, $out, $err) = $node->psql($db, $statement);
    return $status == 0 ? "not refused: $out" : $err;
}

sub database {
    my ($name, $owner) = @_;
    $node->safe_psql('postgres', "CREATE DATABASE $name" . ($owner ? " OWNER $owner" : ''));
    $db = $name;
}

# ----- who may install it

$db = 'postgres';
sql(
    'CREATE ROLE owner; CREATE ROLE stranger; CREATE ROLE attacker; CREATE ROLE alice; CREATE ROLE bob'
);
database('clean');
sql('CREATE EXTENSION base62id');
my $clean = fingerprint($node, 'clean', 'public');
cmp_ok(length $clean, '>', 50_000, 'the fingerprint of a clean installation has something to say');

database('owned', 'owner');
like(
    refused('SET ROLE stranger; CREATE EXTENSION base62id'),
    qr/permission denied to create extension/,
    'a user who cannot create in the database cannot install it'
);
sql('SET ROLE owner; CREATE EXTENSION base62id');
is(fingerprint($node, 'owned', 'public'),
    $clean, 'the database owner, who is no superuser, installs the very same thing');
is(sql("SELECT extowner::regrole FROM pg_extension WHERE extname = 'base62id'"),
    'owner', 'and owns the extension');
is(sql('SET ROLE stranger; SELECT typeid_prefix(typeid_generate($$user$$))'),
    'user', 'everybody may use it');

# ----- what it gives to whom

my $members =
    q{FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid AND extname = 'base62id'};
is(
    sql("SELECT string_agg(proname, ' ' ORDER BY proname) $members WHERE proacl IS NOT NULL"),
    'typeid_accept_bigint typeid_accept_uuid typeid_create_type typeid_upgrade_type uid11_mask uid11_unmask uuid_mask uuid_unmask',
    'no privilege but PostgreSQL\'s defaults; masks and id types are not for everybody'
);
is(sql("SELECT count(*) $members WHERE prosecdef OR proconfig IS NOT NULL"),
    '0', 'no SECURITY DEFINER');
is(
    sql(
        "SELECT string_agg(DISTINCT lanname, ' ' ORDER BY lanname) $members JOIN pg_language l ON l.oid = prolang"
    ),
    'c id_type internal',    # id_type is the extension's own: a body names what C does
    'no body that a search_path could mislead'
);

# A leakproof function may see rows that its user may not.  Only what cannot fail and tells nothing
# but its result may be one.
my $any_type = join '|', @types;
is(
    sql(
        "SELECT string_agg(DISTINCT regexp_replace(proname, '^(uuid|$any_type)_(.*?)(_(uuid|$any_type))?\$', '\\2'), ' ')
        $members WHERE proleakproof"
    ),
    'cmp eq ge gt hash hash_extended le lt ne',
    'comparison and hash functions are leakproof, and nothing else'
);
is(
    sql(
        "SELECT count(*) $members WHERE proname !~ '^typeid_(create|upgrade|drop)_type\$|^typeid_accept_(uuid|bigint)\$'
        AND ((NOT proisstrict AND prokind <> 'a')
        OR (proparallel <> 's' AND proname !~ '^(uuid|uid11)_(un)?mask\$'))"
    ),
    '0',
    'every function is strict (aggregates are never marked so) and parallel safe, but those that make types or ask for a mask key'
);

# ----- an attacker was there first

# Names that the script uses, in the target schema and in front of it in the search_path, as far as
# a user who is no superuser can make them.
my $trap  = q{BEGIN RAISE EXCEPTION ''caught''; END};
my $traps = '';
for my $schema (qw(evil public)) {
    $traps .= "CREATE DOMAIN $schema.uuid AS bigint; CREATE DOMAIN $schema.text AS bigint;
        CREATE DOMAIN $schema.bytea AS bigint; CREATE DOMAIN $schema.boolean AS bigint;
        CREATE DOMAIN $schema.timestamptz AS bigint; CREATE DOMAIN $schema.numeric AS bigint;
        CREATE FUNCTION $schema.btequalimage(oid) RETURNS pg_catalog.bool LANGUAGE plpgsql AS '$trap';
        CREATE FUNCTION $schema.uuid_eq(pg_catalog.uuid, pg_catalog.uuid) RETURNS pg_catalog.bool
            LANGUAGE plpgsql AS '$trap';
        CREATE FUNCTION $schema.uuid_cmp(pg_catalog.uuid, pg_catalog.uuid) RETURNS int LANGUAGE plpgsql AS '$trap';
        CREATE FUNCTION $schema.like_trap(pg_catalog.uuid, pg_catalog.uuid) RETURNS pg_catalog.bool
            LANGUAGE plpgsql AS '$trap';
        CREATE OPERATOR $schema.= (FUNCTION = $schema.like_trap, LEFTARG = pg_catalog.uuid, RIGHTARG = pg_catalog.uuid);
        CREATE OPERATOR $schema.< (FUNCTION = $schema.like_trap, LEFTARG = pg_catalog.uuid, RIGHTARG = pg_catalog.uuid);
        ";
}
database('hostile');
sql(
    "CREATE SCHEMA evil AUTHORIZATION attacker; GRANT CREATE ON SCHEMA public TO attacker; SET ROLE attacker; $traps"
);

# The path holds for the session that creates the extension, as a superuser's own settings would.
sql('SET search_path = evil, public, pg_catalog; CREATE EXTENSION base62id SCHEMA public');
is(fingerprint($node, 'hostile', 'public'),
    $clean, 'hostile objects in search_path and target schema change nothing');

# What has one of our names stops the installation, and never becomes a part of it.
my @squatters = (
    'CREATE TYPE public.typeid AS (type pg_catalog.text, uuid pg_catalog.uuid)',
    'CREATE DOMAIN public.uid11 AS bigint',
    "CREATE FUNCTION public.base62id_encode(pg_catalog.uuid) RETURNS pg_catalog.text LANGUAGE plpgsql AS '$trap'",
    "CREATE FUNCTION public.base62id_version() RETURNS pg_catalog.text LANGUAGE plpgsql AS '$trap'",
    "CREATE FUNCTION public.typeid_type_lower(prefix pg_catalog.text) RETURNS pg_catalog.text LANGUAGE plpgsql AS '$trap'",
    "CREATE TABLE public.baseuid (a int)",
);
for my $i (0 .. $#squatters) {
    database("squatted_$i");
    sql("GRANT CREATE ON SCHEMA public TO attacker; SET ROLE attacker; $squatters[$i]");
    like(
        refused('CREATE EXTENSION base62id'),
        qr/already exists/,
        "refuses to install over: $squatters[$i]"
    );
}

# ----- DROP, CREATE again, SET SCHEMA

database('again', 'owner');
my $catalogs = "SELECT 'pg_' || c, n FROM ("
    . join(' UNION ALL ',
    map { "SELECT '$_' AS c, count(*) AS n FROM pg_$_" }
        qw(proc type operator opclass opfamily amop amproc cast aggregate description init_privs depend)
    ) . ') x ORDER BY 1';
my $before = sql($catalogs);
sql("CREATE EXTENSION base62id; CREATE TABLE t (id typeid DEFAULT typeid_generate('user'), n int)");
sql('DROP EXTENSION base62id CASCADE; SELECT n FROM t; DROP TABLE t');
is(sql($catalogs), $before, 'DROP leaves nothing in the catalogs');

# In one session: caches, generators and the library's state meet new oids.
is(
    sql(
        join "\n",
        map {
            "CREATE EXTENSION base62id; CREATE TABLE t (id typeid PRIMARY KEY, o uid11 UNIQUE);
         INSERT INTO t SELECT typeid_generate('user'), xid_new() FROM generate_series(1, 100);
         SELECT count(*) FROM t WHERE id ^@ 'user_0' AND typeid_generate_batch('a', 2) IS NOT NULL AND o > xid_min('2020-1-1');
         DROP TABLE t; DROP EXTENSION base62id;"
        } 1 .. 3
    ),
    "100\n100\n100",
    'created and dropped three times in a session'
);

sql(
    'SET ROLE owner; CREATE SCHEMA elsewhere; CREATE EXTENSION base62id; RESET ROLE; ALTER EXTENSION base62id SET SCHEMA elsewhere'
);
is(fingerprint($node, 'again', 'elsewhere'), $clean, 'all of it has moved');

# ----- rows that a user may not see

# Half of the rows are alice's.  The other half, bob's, are numbers for which there is no bigint; every
# second one of those has the same uuid.
my $common    = '00000000-0000-7000-8000-000000000000';
my @uuid_like = qw(base62id base64uuid ulid);
database('rows');
sql(
    "CREATE EXTENSION base62id;
    CREATE TABLE secret (id typeid PRIMARY KEY, n uid11 UNIQUE, b baseuid, owner name, uuid uuid, "
        . join(', ', map { "$_ $_" } @uuid_like) . ");
    INSERT INTO secret
        SELECT typeid_generate('hidden'), 'jpXCZedGfVQ'::uid11::numeric - i, baseuid_new(), 'bob', u"
        . ', u' x @uuid_like . "
        FROM generate_series(1, 5000) i,
            LATERAL (SELECT CASE WHEN i % 2 = 0 THEN '$common' ELSE md5(i::text)::uuid END) x (u);
    INSERT INTO secret
        SELECT typeid_generate('mine'), i::bigint, baseuid_new(), 'alice', u"
        . ', u' x @uuid_like . "
        FROM generate_series(1, 5000) i,
            LATERAL (SELECT ('f' || substr(md5(i::text), 2))::uuid) x (u);
    ANALYZE secret;
    CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM secret WHERE owner = current_user;
    GRANT SELECT ON barrier TO alice;
    CREATE TABLE protected (LIKE secret INCLUDING ALL); INSERT INTO protected SELECT * FROM secret; ANALYZE protected;
    ALTER TABLE protected ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON protected USING (owner = current_user);
    GRANT SELECT ON protected TO alice;
    GRANT SELECT ON secret TO stranger;
    GRANT CREATE ON SCHEMA public TO alice;
    SET ROLE alice;
    CREATE FUNCTION leak(typeid) RETURNS boolean LANGUAGE plpgsql COST 0.0001
        AS 'BEGIN RAISE NOTICE ''%'', \$1; RETURN true; END'"
);

# Each of these raises an error or a notice when it is shown a hidden row; and how many of alice's rows
# it is true of.
my %conditions = (
    'n::bigint > 0'                          => 5000,
    'leak(id)'                               => 5000,
    "id ^\@ 'm' OR leak(id)"                 => 5000,
    '(n::bigint)::text IS NOT NULL'          => 5000,
    'uid11_to_bigint(n) IN (1, 2)'           => 2,
    "typeid_prefix(id) = 'mine' OR leak(id)" => 5000,
);

# A user who may read the whole table is told, where no index keeps rows from the condition.
my $no_index = 'SET enable_indexscan = off; SET enable_bitmapscan = off;';
for my $condition (sort keys %conditions) {
    my ($status, $out, $err) = $node->psql('rows',
        "SET ROLE stranger; $no_index SELECT count(*) FROM secret WHERE $condition");
    like(
        $err,
        qr/NOTICE:  hidden_|ERROR:  .*out of range/,
        "a hidden row can be told by $condition"
    );
}

# The rows that the planner expects, for which it reads what ANALYZE stored of all rows.
sub estimate {
    my ($role, $from, $condition) = @_;
    my ($n) =
        sql("SET ROLE $role; $no_index EXPLAIN SELECT FROM $from WHERE $condition") =~ /rows=(\d+)/;
    return $n;
}

# Conditions on a prefix that all hidden rows have, and on one that no row has.
my @templates = ("id ^\@ '%s_'", "id \@> '%s'", "typeid_has_prefix(id, '%s')");
for my $template (@templates) {
    my ($hidden, $absent) =
        map { estimate('stranger', 'secret', sprintf $template, $_) } qw(hidden absent);
    cmp_ok(
        $hidden, '>',
        10 * $absent,
        "a user who may read all rows gets estimates of $template from them"
    );
}

for my $relation (qw(barrier protected)) {
    my $as_alice = 'SET ROLE alice; SET enable_seqscan = off;';
    for my $condition (sort keys %conditions) {
        my ($status, $out, $err) =
            $node->psql('rows', "$as_alice SELECT count(*) FROM $relation WHERE $condition");
        is($status, 0, "$relation: no error from a hidden row: $condition");
        unlike($err, qr/hidden/, "$relation: no notice of a hidden row: $condition");
        is($out, $conditions{$condition}, "$relation: alice's own rows: $condition");
    }
    is(sql("$as_alice SELECT count(*) FROM $relation"), '5000', "$relation: alice sees her rows");

    for my $template (@templates) {
        my ($hidden, $absent) =
            map { estimate('alice', $relation, sprintf $template, $_) } qw(hidden absent);
        is($hidden, $absent,
            "$relation: estimates of $template do not tell what is there ($hidden rows)");
    }

    # Core's comparisons of uuids are leakproof, so that their estimates read statistics of hidden rows.
    # Ours reveal what those reveal, and no more.
    my %of_uuid = map { $_ => estimate('alice', $relation, sprintf $_, 'uuid') } (
        "%s = '$common'",
        "%s = '11111111-1111-7111-8111-111111111111'",
        "%s < '80000000-0000-0000-0000-000000000000'",
        "%s > 'f8000000-0000-0000-0000-000000000000'",
        "%s BETWEEN '$common' AND '10000000-0000-0000-0000-000000000000'",
        "%s BETWEEN '20000000-0000-0000-0000-000000000000' AND '30000000-0000-0000-0000-000000000000'"
    );
    cmp_ok(
        $of_uuid{"%s = '$common'"},
        '>',
        10 * $of_uuid{"%s = '11111111-1111-7111-8111-111111111111'"},
        "$relation: estimates of uuids tell of hidden rows"
    );
    for my $type (@uuid_like) {
        is_deeply({ map { $_ => estimate('alice', $relation, sprintf $_, $type) } keys %of_uuid },
            \%of_uuid, "$relation: those of $type tell the same");
    }
}

stop_clean($node);
done_testing();
