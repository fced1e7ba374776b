# What the library shares is taken when a server starts: no other session's locks can eat the room
# for it before its first use, on a primary, a standby, a promoted one, after a crash, in a
# single-user server.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep);

my $directory = PostgreSQL::Test::Utils::tempdir;
my $settings  = mask_keys("$directory/masks");
append_to_file("$directory/cluster", "0123456789abcdef0123456789abcdef\n");
chmod 0600, "$directory/cluster" or die;
$settings .= "\nbase62id.cluster_key_file = '$directory/cluster'\nbase62id.machine = 7\n"
    . "max_connections = 20\nmax_prepared_transactions = 0\nautovacuum = off";

my $uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
my $first_use =
    "SELECT uuid_unmask(uuid_mask('$uuid')), (SELECT count(*) FROM base62id_health() WHERE state = 'broken'), "
    . "(SELECT count(*) > 0 FROM base62id_settings()), xid_generator_scope(), xid_new() IS NOT NULL;";

# All room for locks, which stays the lock table's when the session is over; then the first use.
sub works_after_locks {
    my ($node,   $scope, $title) = @_;
    my ($status, $out,   $err)   = $node->psql('postgres',
        'SET ROLE plain; SELECT count(pg_advisory_lock(g)) FROM generate_series(1, 100000) AS g');
    like($err, qr/out of shared memory/, "$title: a session takes locks until there is no room");
    shared_works($node, $scope, '... and all that is shared works');
}

# Locks go after the client that had them.
sub shared_works {
    my ($node, $scope, $title) = @_;
    $node->poll_query_until('postgres', 'SELECT count(*) < 50 FROM pg_locks') or die;
    is($node->safe_psql('postgres', $first_use), "$uuid|0|t|$scope|t", $title);
}

my $primary = server('primary', allows_streaming => 1, settings => $settings);
$primary->safe_psql('postgres', 'CREATE EXTENSION base62id; CREATE ROLE plain');

# Too few for CREATE EXTENSION: the lock table of 19 does not grow.
$primary->append_conf('postgresql.conf', 'max_locks_per_transaction = 10');
$primary->restart;
$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;
$primary->restart;
works_after_locks($primary, 'cluster', 'a primary');
$primary->wait_for_catchup($standby);
works_after_locks($standby, 'server', 'a standby');
$primary->stop('immediate');
$standby->promote;
is($standby->safe_psql('postgres', $first_use), "$uuid|0|t|cluster|t", 'a promoted one');
$standby->restart;
works_after_locks($standby, 'cluster', '... after a restart');

# Many types in one transaction are many locks.
$standby->safe_psql(
    'postgres', join '',
    "CREATE SCHEMA many;\n",
    map { "SELECT typeid_create_type('many.$_', '$_');\n" } ('aa' .. 'dv')
);
$standby->restart;
my ($status, $out, $err) = $standby->psql('postgres', 'DROP SCHEMA many CASCADE');
like($err, qr/out of shared memory/, 'a hundred types dropped in one transaction');
shared_works($standby, 'cluster', '... and all that is shared works');

# All shared memory is made anew, with another secret.
$standby->append_conf('postgresql.conf', 'restart_after_crash = on');
$standby->reload;
$standby->psql('postgres', "COPY (SELECT 1) TO PROGRAM 'kill -9 \$PPID'");
$standby->poll_query_until('postgres', 'SELECT 1', '1') or die;
works_after_locks($standby, 'cluster', 'after a crash');
$standby->stop;

my ($text, $errors) = ('', '');
IPC::Run::run(
    ['postgres', '--single', '-D', $standby->data_dir, 'postgres'],
    '<', \"SELECT uuid_unmask(uuid_mask('$uuid')), xid_generator_scope(), xid_new() IS NOT NULL\n",
    '>', \$text, '2>', \$errors
);
like($text, qr/uuid_unmask = "$uuid".*xid_generator_scope = "cluster"/s, 'a single-user server')
    or diag($errors);
done_testing();
