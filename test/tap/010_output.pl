# base62id.output of a role, a database, a session: who sees uuids, what a kept plan writes, who may
# set it, logical replication and dumps under either form, and what a client (or a pooler in between)
# is told.

use strict;
use warnings;
use Base62id;
use IO::Socket::UNIX;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server('output', preload => '', allows_streaming => 'logical');
my $uuid = '0195357a-9f3c-7b2e-a1d4-06c8e7f5b390';
my $dir  = "$PostgreSQL::Test::Utils::tmp_check/output";
mkdir $dir or die;

sub as_role {
    my ($role, $sql, $db)  = @_;
    my ($ret,  $out, $err) = $node->psql($db // 'postgres', $sql, extra_params => ['-U', $role]);
    return $ret == 0 ? $out : $err;
}

$node->safe_psql(
    'postgres', "CREATE EXTENSION base62id; CREATE ROLE old_app LOGIN; CREATE ROLE new_app LOGIN;
    CREATE TABLE t (id base62id PRIMARY KEY, ids base62id[]); GRANT ALL ON t TO PUBLIC;
    INSERT INTO t VALUES ('$uuid', ARRAY['$uuid'::base62id])"
);
my $id = $node->safe_psql('postgres', "SELECT base62id_encode('$uuid'::uuid)");

# ----- one table, two applications

$node->safe_psql('postgres', 'ALTER ROLE old_app SET base62id.output = uuid');
my $see = 'SELECT id, ids[1], to_json(t) FROM t ORDER BY id LIMIT 1';
is(
    as_role('old_app', $see),
    "$uuid|$uuid|{\"id\":\"$uuid\",\"ids\":[\"$uuid\"]}",
    'one role sees uuids'
);
is(as_role('new_app', $see), "$id|$id|{\"id\":\"$id\",\"ids\":[\"$id\"]}", 'another one sees ids');
is(as_role('old_app', "SELECT count(*) FROM t WHERE id = '$uuid'"),
    '1', 'what it sees it can ask for');
is(as_role('old_app', "SELECT count(*) FROM t WHERE id = '$id'"),   '1', '... and the id as well');
is(as_role('new_app', "SELECT count(*) FROM t WHERE id = '$uuid'"), '1', 'the other one, too');
$node->safe_psql('postgres',
    'CREATE DATABASE shop; ALTER DATABASE shop SET base62id.output = uuid');
$node->safe_psql('shop', 'CREATE EXTENSION base62id');
is(as_role('new_app', "SELECT '$id'::base62id", 'shop'), $uuid, 'a whole database sees uuids');

# The setting is of output: whatever it is, types that are uuids read one, and the others do not.
for my $output (qw(id uuid)) {
    my $set = "SET base62id.output = $output;";
    is(as_role('new_app', "$set SELECT ('$uuid'::ulid)::uuid", 'shop'),
        $uuid, "output = $output: a ulid reads a uuid");
    for my $type (qw(typeid baseuid uid11)) {
        like(
            as_role('new_app', "$set SELECT '$uuid'::$type", 'shop'),
            qr/invalid input syntax for type $type: "$uuid"/,
            "output = $output: a $type does not"
        );
    }
}

# ----- a plan that was made before SET

# What is sent, and JSON, have the form of the moment; a cast to text always writes the id.
my $kept = <<~END;
    SET plan_cache_mode = force_generic_plan;
    PREPARE kept AS SELECT id, to_json(id), id::text AS text FROM t ORDER BY t.id LIMIT 1;
    EXECUTE kept;
    SET base62id.output = uuid;
    EXECUTE kept;
    RESET base62id.output;
    EXECUTE kept;
    SELECT generic_plans, custom_plans FROM pg_prepared_statements;
    END
is(
    as_role('new_app', $kept),
    qq{$id|"$id"|$id\n$uuid|"$uuid"|$id\n$id|"$id"|$id\n3|0},
    'a kept plan writes what the session says now, and casts to text the id'
);

# ----- who may set it

like(
    as_role('new_app', 'ALTER ROLE CURRENT_USER SET base62id.output = uuid'),
    qr/permission denied to set parameter "base62id.output"/,
    'not for itself, where the library is not loaded'
);
is(
    as_role('new_app', "SET base62id.output = uuid; $see"),
    "$uuid|$uuid|{\"id\":\"$uuid\",\"ids\":[\"$uuid\"]}",
    'a session for itself, also before the library is loaded'
);
is(
    as_role(
        'new_app',
        "SELECT base62id_version() <> ''; ALTER ROLE CURRENT_USER SET base62id.output = uuid"
    ),
    't',
    'a role for itself, where the library is loaded'
);
is(
    as_role('new_app', $see),
    "$uuid|$uuid|{\"id\":\"$uuid\",\"ids\":[\"$uuid\"]}",
    '... and it holds'
);
like(
    as_role('new_app', "SELECT base62id_version(); SET base62id.output = hex"),
    qr/invalid value for parameter "base62id.output"/,
    'no other value'
);
$node->safe_psql('postgres', 'ALTER ROLE new_app RESET base62id.output');

# ----- logical replication in text writes the form of its role

$node->safe_psql(
    'shop',
    "CREATE ROLE replicator LOGIN REPLICATION; CREATE TABLE sent (id base62id); CREATE PUBLICATION p FOR TABLE sent;
    GRANT SELECT ON sent TO replicator; SELECT pg_create_logical_replication_slot('sent', 'pgoutput')"
);
for my $pinned (0, 1) {
    $node->safe_psql('postgres', "ALTER ROLE replicator SET base62id.output = 'id'") if $pinned;
    $node->safe_psql('shop',     "INSERT INTO sent VALUES ('$uuid')");
    local $ENV{PGUSER} = 'replicator';
    my $sent = $node->pg_recvlogical_upto(
        'shop', 'sent', $node->lsn('insert'), 180,
        proto_version     => 1,
        publication_names => 'p'
    );
    like(
        $sent,
        $pinned ? qr/\Q$id/                      : qr/$uuid/,
        $pinned ? 'a role of its own writes ids' : 'replication writes what the database says'
    );
}
$node->safe_psql('shop', "SELECT pg_drop_replication_slot('sent')");

# ----- dumps under either form

$node->safe_psql(
    'postgres', q{CREATE TABLE parts (id base62id, n integer) PARTITION BY RANGE (id);
    CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (MINVALUE) TO ('80000000-0000-0000-0000-000000000000');
    CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('80000000-0000-0000-0000-000000000000') TO (MAXVALUE);
    INSERT INTO parts SELECT md5(g::text)::uuid, g FROM generate_series(1, 500) AS g;
    CREATE VIEW v AS SELECT * FROM t WHERE id = '} . $uuid . q{'}
);
my $content =
    'SELECT md5(string_agg(id::text || n, $$,$$ ORDER BY id)) FROM parts UNION ALL SELECT md5(string_agg(id::text, $$,$$)) FROM v';
my $want = $node->safe_psql('postgres', $content);
for (['id', 'uuid'], ['uuid', 'id']) {
    my ($dumped, $restored) = @$_;
    my $db = "${dumped}_$restored";
    $node->safe_psql('postgres', "CREATE DATABASE $db");
    {
        local $ENV{PGOPTIONS} = "-c base62id.output=$dumped";
        $node->command_ok(['pg_dump', '-f', "$dir/$db", 'postgres'], "dumped as $dumped");
    }
    {
        local $ENV{PGOPTIONS} = "-c base62id.output=$restored";
        $node->command_ok(['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $db, '-f', "$dir/$db"],
            "... restored as $restored");
    }
    is($node->safe_psql($db, $content), $want, '... the same rows');
}
like(slurp_file("$dir/uuid_id"),
    qr/^$uuid\t\{$uuid\}$/m, 'a dump holds uuids where its session says so');
like(slurp_file("$dir/id_uuid"), qr/^$id\t\{$id\}$/m, '... else ids');

# ----- what the client is told: ParameterStatus, by the protocol itself

my $socket  = IO::Socket::UNIX->new(Peer => $node->host . '/.s.PGSQL.' . $node->port) or die $!;
my $user    = $node->safe_psql('postgres', 'SELECT current_user');
my $startup = pack('N', 196608) . "user\0$user\0database\0postgres\0\0";
print $socket pack('N', 4 + length $startup), $startup;
$socket->flush;

sub told    # what is said of the setting until the server is ready
{
    my @said;
    while (1) {
        my ($head, $body) = ('', '');
        read($socket, $head, 5) == 5 or die 'the server has gone';
        my ($kind, $length) = unpack 'a N', $head;
        read($socket, $body, $length - 4);
        die $body if $kind eq 'E';
        push @said, $1 if $kind eq 'S' && $body =~ /^base62id\.output\0(.*)\0/;
        return "@said" if $kind eq 'Z';
    }
}

sub ask {
    my $query = "$_[0]\0";
    print $socket 'Q', pack('N', 4 + length $query), $query;
    $socket->flush;
    return told();
}
told();
ask('SELECT base62id_version()');
is(ask('SET base62id.output = uuid'), 'uuid', 'a change is reported to the client');
is(ask('BEGIN; SET LOCAL base62id.output = id; COMMIT'),
    '', 'a change that is over before the server is ready is not reported');
is(ask('RESET base62id.output'), 'id', 'a RESET is reported');
close $socket;

stop_clean($node);
done_testing();
