# Physical replication: a standby made by pg_basebackup under load serves the same ids, and when it
# is promoted after the primary's death it goes on generating ids that the old primary never gave
# out.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep);

# Every generator, those that users of a type call and others, and whether its ids follow the clock.
my %generator = (
    (map { $_ => [$new_id{$_}, 1] } grep { $new_id{$_} ne 'gen_random_uuid()' } @types),
    fullrand     => ['uid11_fullrand_new()',                  0],
    snowish      => ['uid11_snowish_new(7)',                  1],
    ts_seq_rand  => ['uid11_ts_seq_rand_new()',               1],
    typeid_text  => ["typeid_generate_text('user')",          1],
    typeid_batch => ["(typeid_generate_batch('user', 1))[1]", 1],
    uuid_v7      => ['typeid_uuid_generate_v7()',             1],
);
my @generators = sort keys %generator;

my $primary = server('primary', allows_streaming => 1, settings => 'max_connections = 30');
create_tables($primary, 'postgres');
$primary->safe_psql('postgres',
          "CREATE EXTENSION amcheck;\n"
        . rows(1, 2000)
        . "CREATE TABLE issued AS SELECT "
        . join(', ', map { "$generator{$_}[0] AS $_" } @generators)
        . ' FROM generate_series(1, 2000);');

# A backup under load.  The ledger below begins after it, with a standby that confirms every commit.
my $load = client($primary, 'load', prepare_write(5) . join '',
    map { "EXECUTE write(1, $_);\n" } 1 .. 300);
$primary->backup('base');
$load->{run}->finish;
is(slurp_file("$load->{base}.err"), '', 'the load beside pg_basebackup met no error');

my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start;
$primary->wait_for_catchup($standby);
is(digest($standby, 'postgres'), digest($primary, 'postgres'), 'the standby has the same rows');
check_storage($standby, 'postgres', 'standby');

# Generators need no write access; each gives something on a standby.
is(
    $standby->safe_psql(
        'postgres',
        'SELECT ' . join ' AND ',
        map { "$generator{$_}[0] IS NOT NULL" } @generators
    ),
    't',
    'a standby generates ids in its read-only queries'
);

# The primary dies while four sessions write and draw ids; each commit waits for the standby.
$primary->append_conf('postgresql.conf', "synchronous_standby_names = '*'\n");
$primary->reload;
$primary->poll_query_until('postgres', "SELECT sync_state = 'sync' FROM pg_stat_replication")
    or die 'the standby does not become synchronous';
my $draw =
      "SELECT 'drew', "
    . join(', ', map { $generator{$_}[0] } @generators)
    . " FROM generate_series(1, 20);\n";
my @clients = map {
    my $writer = $_;
    client(
        $primary, "writer-$writer",
        prepare_write(5) . join '',
        map { "EXECUTE write($writer, $_);\n$draw" } 1 .. 2000
    )
} 2 .. 5;

# Some 1000 rows and 4000 rows of drawn ids later.
for (1 .. 1200) {
    my $octets = 0;
    $octets += -s "$_->{base}.out" // 0 for @clients;
    last if $octets > 1_500_000;
    sleep 0.1;
}
$primary->kill9;
$standby->promote;
my $later = $standby->safe_psql('postgres', "$draw" x 500);

$_->{run}->finish for @clients;
my @lines = map  { split /\n/, slurp_file("$_->{base}.out") } @clients;
my @wrote = grep { /^wrote\|/ } @lines;
my @drew  = grep { /^drew\|/ } @lines;
cmp_ok(scalar @wrote,
    '>', 500, @wrote . ' rows acknowledged, ' . @drew . ' rows of ids drawn before the death');

# Acknowledged by the old primary, so there on the new one.
my %stored;
for my $i (0 .. $#types) {
    $stored{$_}[$i] = 1
        for split /\n/,
        $standby->safe_psql('postgres', "SELECT id FROM ids_$types[$i] WHERE writer > 1");
}
my $missing = 0;
for my $line (@wrote) {
    my (undef, undef, undef, undef, @ids) = split /\|/, $line;
    $missing += grep { !$stored{ $ids[$_] }[$_] } 0 .. $#types;
}
is($missing, 0, 'no row acknowledged under synchronous replication is missing');
check_storage($standby, 'postgres', 'promoted standby');

# What the new primary makes, beside everything the old one gave out.
my @new = grep { /^drew\|/ } split /\n/, $later;
is(scalar @new, 10000, 'the promoted standby generates');
for my $i (0 .. $#generators) {
    my $name = $generators[$i];
    my (%old, %fresh);
    $old{ (split /\|/)[$i + 1] }++ for @drew;
    $old{$_}++ for split /\n/, $standby->safe_psql('postgres', "SELECT $name FROM issued");
    $fresh{ (split /\|/)[$i + 1] }++ for @new;
    is(scalar(grep { $old{$_} } keys %fresh),
        0, "$name: none of 10000 new ids is one of the old primary's");
    is(scalar(keys %fresh), 10000,        "$name: the new ids are distinct");
    is(scalar(keys %old),   @drew + 2000, "$name: so were the old ones");
    next unless $generator{$name}[1];
    my $last = (sort keys %old)[-1];
    my $next = (sort keys %fresh)[0];

    # Text order is the order of ids; uuid's too.
    cmp_ok($next, 'gt', $last, "$name: and the new ids sort behind the old ones");
}

# And the rows themselves: new defaults do not collide.
$standby->safe_psql('postgres',
    'ALTER SYSTEM RESET synchronous_standby_names; SELECT pg_reload_conf();');
my $written = $standby->safe_psql(
    'postgres',
    "SET synchronous_commit = local;\n" . prepare_write(5) . join '',
    map { "EXECUTE write(9, $_);\n" } 1 .. 200
);
is(scalar(grep { /^wrote\|/ } split /\n/, $written), 1000, 'the promoted standby writes');
check_storage($standby, 'postgres', 'promoted standby after writing');
stop_clean($standby);

# ---------- logical replication ----------

# Logical replication of all types, in text and in binary: first copy, then inserts, updates of the
# key and of other columns, and deletes; with a primary key and with REPLICA IDENTITY FULL.  The
# subscriber has the extension in a schema that is not in its search_path.

my $publisher  = server('publisher',  allows_streaming => 'logical');
my $subscriber = server('subscriber', allows_streaming => 'logical');

create_tables($publisher, 'postgres');
my $full = 'CREATE TABLE ids_full (' . join(', ', map { "c_$_ $_, a_$_ $_\[]" } @types) . ');';
$publisher->safe_psql('postgres',
          "$full ALTER TABLE ids_full REPLICA IDENTITY FULL;\n"
        . rows(1, 3000)
        . 'INSERT INTO ids_full SELECT '
        . join(', ', map { "$_.id, ARRAY[$_.id, NULL, $_.hashed]" } @types)
        . ' FROM generate_series(1, 300) i '
        . join(' ', map { "JOIN ids_$_ $_ ON $_.n = i" } @types)
        . '; CREATE PUBLICATION all_ids FOR ALL TABLES;');

my $subscription = $publisher->connstr . ' dbname=postgres';
for my $mode (qw(text binary)) {
    $subscriber->safe_psql('postgres', "CREATE DATABASE by_$mode");
    my $tables = join "\n", map {
              "CREATE TABLE ids_$_ (id ids.$_ PRIMARY KEY, hashed ids.$_, summarized ids.$_, "
            . 'writer integer NOT NULL, n integer NOT NULL, part integer NOT NULL);'
    } @types;
    my $full_here = $full =~ s/(c_\w+|a_\w+) /$1 ids./gr;
    $subscriber->safe_psql("by_$mode",
        "CREATE SCHEMA ids; CREATE EXTENSION base62id SCHEMA ids;\n$tables $full_here");
    $subscriber->safe_psql(
        "by_$mode", "CREATE SUBSCRIPTION sub_$mode CONNECTION '$subscription' PUBLICATION all_ids
            WITH (binary = " . ($mode eq 'binary' ? 'true' : 'false') . ')'
    );
}
wait_for_both();
same('after the first copy');

$publisher->safe_psql(
    'postgres',
    rows(3001, 4000) . join "\n",
    map {
        "UPDATE ids_$_ SET writer = writer + 1 WHERE n % 7 = 0;
         UPDATE ids_$_ SET id = hashed WHERE n % 7 = 1;
         UPDATE ids_$_ t SET id = x.v, hashed = x.v
             FROM (SELECT i, ($random_id{$_})::$_ AS v FROM generate_series(500001, 500200) i) x
             WHERE t.n = x.i - 500000;
         DELETE FROM ids_$_ WHERE n % 11 = 0;
         DELETE FROM ids_full WHERE c_$_ IN (SELECT c_$_ FROM ids_full ORDER BY c_$_ LIMIT 20);
         UPDATE ids_full SET a_$_ = a_$_ || c_$_ WHERE c_$_ IN (SELECT c_$_ FROM ids_full ORDER BY c_$_ LIMIT 20);"
    } @types
);
wait_for_both();
same('after inserts, updates and deletes');

# Truly binary: the publisher was asked for it.
is(
    $subscriber->safe_psql(
        'by_binary', 'SELECT subbinary FROM pg_subscription WHERE subname = $$sub_binary$$'
    ),
    't',
    'the second subscription is binary'
);
my $log = slurp_file($publisher->logfile);
like(
    $log,
    qr/START_REPLICATION SLOT "sub_binary".*binary 'true'/,
    'and the publisher sends binary to it'
);
unlike($log . slurp_file($subscriber->logfile), qr/ERROR:/, 'no server met an error');

stop_clean($subscriber);
stop_clean($publisher);
done_testing();

sub wait_for_both {
    $subscriber->wait_for_subscription_sync($publisher, "sub_$_", "by_$_") for qw(text binary);
}

sub same {
    my ($title) = @_;
    my $content = sub {
        my ($node, $db) = @_;
        return digest($node, $db)
            . $node->safe_psql($db,
            "SELECT count(*), md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ids_full t");
    };
    my $expected = $content->($publisher, 'postgres');
    like($expected, qr/\bbaseuid\|[1-9]\d{3}\|/, "$title there is something to compare");
    is($content->($subscriber, "by_$_"), $expected, "$title the $_ subscriber has the same rows")
        for qw(text binary);
}
