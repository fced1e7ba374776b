# Logical replication of all types, in text and in binary: first copy, then inserts, updates of the key and of
# other columns, and deletes; with a primary key and with REPLICA IDENTITY FULL.  The subscriber has the
# extension in a schema that is not in its search_path.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $publisher = server('publisher', allows_streaming => 'logical');
my $subscriber = server('subscriber', allows_streaming => 'logical');

create_tables($publisher, 'postgres');
my $full = 'CREATE TABLE ids_full (' . join(', ', map { "c_$_ $_, a_$_ $_\[]" } @types) . ');';
$publisher->safe_psql(
    'postgres',
    "$full ALTER TABLE ids_full REPLICA IDENTITY FULL;\n" . rows(1, 3000)
      . 'INSERT INTO ids_full SELECT '
      . join(', ', map { "$_.id, ARRAY[$_.id, NULL, $_.hashed]" } @types)
      . ' FROM generate_series(1, 300) i '
      . join(' ', map { "JOIN ids_$_ $_ ON $_.n = i" } @types)
      . '; CREATE PUBLICATION all_ids FOR ALL TABLES;');

my $subscription = $publisher->connstr . ' dbname=postgres';
for my $mode (qw(text binary))
{
    $subscriber->safe_psql('postgres', "CREATE DATABASE by_$mode");
    my $tables = join "\n", map {
        "CREATE TABLE ids_$_ (id ids.$_ PRIMARY KEY, hashed ids.$_, summarized ids.$_, "
          . 'writer integer NOT NULL, n integer NOT NULL, part integer NOT NULL);'
    } @types;
    my $full_here = $full =~ s/(c_\w+|a_\w+) /$1 ids./gr;
    $subscriber->safe_psql("by_$mode", "CREATE SCHEMA ids; CREATE EXTENSION base62id SCHEMA ids;\n$tables $full_here");
    $subscriber->safe_psql(
        "by_$mode", "CREATE SUBSCRIPTION sub_$mode CONNECTION '$subscription' PUBLICATION all_ids
            WITH (binary = " . ($mode eq 'binary' ? 'true' : 'false') . ')');
}
wait_for_both();
same('after the first copy');

$publisher->safe_psql(
    'postgres',
    rows(3001, 4000) . join "\n", map {
        "UPDATE ids_$_ SET writer = writer + 1 WHERE n % 7 = 0;
         UPDATE ids_$_ SET id = hashed WHERE n % 7 = 1;
         UPDATE ids_$_ t SET id = x.v, hashed = x.v
             FROM (SELECT i, ($random_id{$_})::$_ AS v FROM generate_series(500001, 500200) i) x
             WHERE t.n = x.i - 500000;
         DELETE FROM ids_$_ WHERE n % 11 = 0;
         DELETE FROM ids_full WHERE c_$_ IN (SELECT c_$_ FROM ids_full ORDER BY c_$_ LIMIT 20);
         UPDATE ids_full SET a_$_ = a_$_ || c_$_ WHERE c_$_ IN (SELECT c_$_ FROM ids_full ORDER BY c_$_ LIMIT 20);"
    } @types);
wait_for_both();
same('after inserts, updates and deletes');

# Truly binary: the publisher was asked for it.
is( $subscriber->safe_psql('by_binary', 'SELECT subbinary FROM pg_subscription WHERE subname = $$sub_binary$$'),
    't', 'the second subscription is binary');
my $log = slurp_file($publisher->logfile);
like($log, qr/START_REPLICATION SLOT "sub_binary".*binary 'true'/, 'and the publisher sends binary to it');
unlike($log . slurp_file($subscriber->logfile), qr/ERROR:/, 'no server met an error');

stop_clean($subscriber);
stop_clean($publisher);
done_testing();

sub wait_for_both
{
    $subscriber->wait_for_subscription_sync($publisher, "sub_$_", "by_$_") for qw(text binary);
}

sub same
{
    my ($title) = @_;
    my $content = sub {
        my ($node, $db) = @_;
        return digest($node, $db)
          . $node->safe_psql($db, "SELECT count(*), md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ids_full t");
    };
    my $expected = $content->($publisher, 'postgres');
    like($expected, qr/\bbaseuid\|[1-9]\d{3}\|/, "$title there is something to compare");
    is($content->($subscriber, "by_$_"), $expected, "$title the $_ subscriber has the same rows") for qw(text binary);
}
