# docs/rolling-out.md, "A replica with plain columns": logical replication from columns of id types
# to uuid, text and base62id, the initial copy and the changes, in text and in binary.  What cannot
# be replicated ends with the reason of the page, and harms no other subscription.

use strict;
use warnings;
use Base62id;
use Cwd            qw(abs_path);
use File::Basename qw(dirname);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $dir = "$PostgreSQL::Test::Utils::tmp_check/reverse";
mkdir $dir or die;
my $settings  = mask_keys("$dir/keys") . "\nmax_replication_slots = 60\n";
my $publisher = server(
    'publisher',
    settings         => "$settings\nmax_wal_senders = 60",
    allows_streaming => 'logical'
);
my $subscriber = server('subscriber',
    settings =>
        "$settings\nmax_worker_processes = 80\nmax_logical_replication_workers = 60\nwal_retrieve_retry_interval = '1s'"
);

# From PostgreSQL 18 on, max_replication_slots is not the limit of origins any more.
if ($subscriber->pg_version >= 18) {
    $subscriber->append_conf('postgresql.conf', 'max_active_replication_origins = 60');
    $subscriber->restart;
}

# The page's statements, which make the publication's role.
my $top = dirname(abs_path(__FILE__)) . '/../..';
my ($section) =
    slurp_file("$top/docs/rolling-out.md") =~ /<!-- reverse replica: run by tap 016 -->\n(.*)/s;
my ($publish, $follow) = $section =~ /^```sql\n(.*?)^```/msg;
my ($role) = $publish =~ /^(CREATE ROLE replica .*?;\nALTER ROLE .*?;\n)/ms;
my $types  = q{CREATE EXTENSION base62id;
    SELECT typeid_create_type('open_id', 'open', accept_uuid => true),
           typeid_create_type('strict_id', 'strict'),
           typeid_create_type('masked_id', 'masked', mask_key => 1),
           typeid_create_type('number_id', 'number', 'uid11')};
$publisher->safe_psql('postgres', "$types; $role GRANT pg_read_all_data TO replica");
$subscriber->safe_psql('postgres', 'CREATE EXTENSION base62id');

# What makes the ids of each source.
my %ids = (
    open_id    => 'open_id_new()',
    strict_id  => 'strict_id_new()',
    masked_id  => 'masked_id_new()',
    number_id  => 'xid_new()',
    typeid     => q{typeid_generate('user')},
    ulid       => 'ulid_generate()',
    base62id   => 'gen_random_uuid()',
    base64uuid => 'gen_random_uuid()',
    uid11      => 'xid_new()',
);

# Source, column of the replica, what the replica then has of the source's id.  In text an id type
# goes as the session shows it, in binary as it sends itself.
my @in_text = (
    [qw(open_id uuid id::uuid)],               [qw(open_id text id::uuid)],
    [qw(open_id base62id id::uuid::base62id)], [qw(strict_id text id::text)],
    [qw(masked_id text id::text)],             [qw(number_id text id::text)],
    [qw(typeid text id::text)],                [qw(ulid uuid id::uuid)],
    [qw(base62id uuid id::uuid)],              [qw(base64uuid uuid id::uuid)],
);
my @in_binary = (
    [qw(open_id uuid id::uuid)],                     [qw(open_id base62id id::uuid::base62id)],
    [qw(strict_id uuid id::uuid)],                   [qw(strict_id base62id id::uuid::base62id)],
    ['masked_id', 'uuid', 'uuid_mask(id::uuid, 1)'], [qw(number_id bigint id::bigint)],
    [qw(ulid uuid id::uuid)],                        [qw(base62id uuid id::uuid)],
    [qw(base64uuid uuid id::uuid)],                  [qw(uid11 bigint id::bigint)],
);
my @not_in_text = (
    [qw(strict_id uuid),     qr/invalid input syntax for type uuid: "strict_/],
    [qw(strict_id base62id), qr/invalid input syntax for type base62id: "strict_/],
    [qw(masked_id uuid),     qr/invalid input syntax for type uuid: "masked_/],
    [qw(number_id bigint),   qr/invalid input syntax for type bigint: "number_/],
    [qw(typeid uuid),        qr/invalid input syntax for type uuid: "user_/],
    [qw(uid11 bigint),       qr/invalid input syntax for type bigint: "/],
);
my @not_in_binary = (
    [qw(open_id text),   qr/invalid byte sequence for encoding "UTF8"/],
    [qw(typeid text),    qr/invalid byte sequence for encoding "UTF8"/],
    [qw(number_id text), qr/invalid byte sequence for encoding "UTF8"/],
    [qw(typeid uuid),    qr/incorrect binary data format/],
);

# Before 16 the initial copy is text whatever the subscription says, so a replica that needs binary
# begins without one there.
my $copies_binary = $publisher->pg_version >= 16;
subscribe('in_text',   'false', 1,              map { table('text',   @$_[0, 1]) } @in_text);
subscribe('in_binary', 'true',  $copies_binary, map { table('binary', @$_[0, 1]) } @in_binary);
for my $case (@not_in_text, @not_in_binary) {
    my $text  = grep { $_ == $case } @not_in_text;
    my $table = table($text ? 'text' : 'binary', @$case[0, 1]);
    subscribe("sub_$table", $text ? 'false' : 'true', $text || $copies_binary, $table);
}
for my $table (tables()) {
    $publisher->safe_psql('postgres',
        "INSERT INTO $table (n) SELECT generate_series(11, 20); UPDATE $table SET n = -n WHERE n = 12; DELETE FROM $table WHERE n = 13"
    );
}
same_in_both('text', $_)   for @in_text;
same_in_both('binary', $_) for @in_binary;
refused('text', $_)        for @not_in_text;
refused('binary', $_)      for @not_in_binary;

# The page's other statements, word by word: the types accept UUIDs then.
my $tables =
    'CREATE TABLE users (id %s PRIMARY KEY, n integer); CREATE TABLE orders (id %s PRIMARY KEY)';
$publisher->safe_psql('postgres',
    sprintf("$tables; INSERT INTO users SELECT strict_id_new(), 1; ", 'strict_id', 'open_id')
        . $publish =~ s/\Q$role\E//r);
$subscriber->safe_psql('postgres', sprintf $tables, 'uuid', 'uuid');
my $host = $publisher->host;
my $port = $publisher->port;
$subscriber->safe_psql('postgres',
    $follow =~ s/host=\S+ dbname=shop/host=$host port=$port dbname=postgres/r);
my $user = $publisher->safe_psql('postgres', 'SELECT id::uuid FROM users');
ok($subscriber->poll_query_until('postgres', 'SELECT id FROM users', $user),
    "the page's replica follows");

# The other way: what the replica has is taken back as it is.
$subscriber->safe_psql(
    'postgres',
    "SELECT typeid_create_type('open_id', 'open', accept_uuid => true);
     CREATE TABLE back (id open_id, n integer);
     INSERT INTO back SELECT id, n FROM r_text_open_id_uuid"
);
my $ids = 'SELECT string_agg(id::text, \',\' ORDER BY n) FROM';
is(
    $subscriber->safe_psql('postgres', "$ids back"),
    $publisher->safe_psql('postgres', "$ids r_text_open_id_uuid"),
    'uuids of the replica are the same ids again'
);
$subscriber->safe_psql('postgres', "DROP SUBSCRIPTION $_")
    for split /\n/, $subscriber->safe_psql('postgres', 'SELECT subname FROM pg_subscription');
$publisher->stop;
$subscriber->stop;
done_testing();

sub name_of { return join '_', 'r', @_ }

# On both servers; with rows for the initial copy, where there is one.
sub table {
    my ($format, $source, $target) = @_;
    my $table = name_of($format, $source, $target);
    my $rows  = $format eq 'text' || $copies_binary ? 10 : 0;
    $publisher->safe_psql(
        'postgres',
        "CREATE TABLE $table (id $source PRIMARY KEY DEFAULT $ids{$source}, n integer);
         INSERT INTO $table (n) SELECT generate_series(1, $rows)"
    );
    $subscriber->safe_psql('postgres', "CREATE TABLE $table (id $target PRIMARY KEY, n integer)");
    return $table;
}

sub tables {
    return split /\n/,
        $publisher->safe_psql('postgres',
        q{SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^r_' ORDER BY 1});
}

sub subscribe {
    my ($name, $binary, $copy, @tables) = @_;
    $publisher->safe_psql('postgres', "CREATE PUBLICATION $name FOR TABLE " . join ', ', @tables);
    my $connection = $publisher->connstr('postgres') =~ s/'/''/gr;
    $copy = $copy ? 'true' : 'false';
    $subscriber->safe_psql('postgres',
        "CREATE SUBSCRIPTION $name CONNECTION '$connection user=replica' PUBLICATION $name WITH (binary = $binary, copy_data = $copy)"
    );
}

sub same_in_both {
    my ($format, $case) = @_;
    my ($source, $target, $expression) = @$case;
    my $table  = name_of($format, $source, $target);
    my $query  = "SELECT count(*), string_agg(%s::text || ' ' || n, ',' ORDER BY n) FROM $table";
    my $wanted = $publisher->safe_psql('postgres', sprintf $query, $expression);
    my $rows   = $format eq 'text' || $copies_binary ? 19 : 9;
    like($wanted, qr/^$rows\|/, "$table: there are rows");
    my $got = sprintf $query, 'id';
    $subscriber->poll_query_until('postgres', $got, $wanted);
    is($subscriber->safe_psql('postgres', $got), $wanted, "$table: the replica has the same");
}

sub refused {
    my ($format, $case) = @_;
    my ($source, $target, $reason) = @$case;
    my $table = name_of($format, $source, $target);
    my $found = 0;
    for (1 .. 300) {
        $found = slurp_file($subscriber->logfile) =~
            /ERROR: +$reason.*\n(?:.*DETAIL:.*\n|.*HINT:.*\n)*.*CONTEXT: .*\b$table\b/;
        last if $found;
        sleep 1;
    }
    ok($found, "$table: is refused with its reason");
    is($subscriber->safe_psql('postgres', "SELECT count(*) FROM $table"),
        0, "$table: the replica has nothing");
}
