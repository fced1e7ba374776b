# Id types made by an owner whose calls are canceled at any moment, whose backend is terminated, and
# whose transactions are prepared and outlive a crash: nothing half made is left, and the session has
# no rights but its own.  Nor has what autovacuum runs of his.  sql/id_type_owner.sql has what one
# session can show.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $seed = $ENV{BASE62ID_SEED} // time;
srand $seed;
note "seed $seed";
my $node = server('midway',
    settings =>
        "max_prepared_transactions = 5\nautovacuum_naptime = 1s\nlog_min_messages = warning");
$node->safe_psql('postgres', 'CREATE ROLE own LOGIN; CREATE DATABASE shop OWNER own');
my $own = sub { $node->safe_psql('shop', $_[0], extra_params => ['-U', 'own']) };
$own->(
    "CREATE EXTENSION base62id; CREATE SCHEMA s; SELECT typeid_create_type('s.kept_id', 'kept')");

# How many objects there are of each kind.
my $traces =
    q{SELECT (SELECT count(*) FROM pg_type), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_operator), (SELECT count(*) FROM pg_opclass),
    (SELECT count(*) FROM pg_opfamily), (SELECT count(*) FROM pg_amop), (SELECT count(*) FROM pg_amproc), (SELECT count(*) FROM pg_cast), (SELECT count(*) FROM pg_depend),
    (SELECT count(*) FROM pg_description), (SELECT count(*) FROM pg_shdepend)};
my $before = $node->safe_psql('shop', $traces);

# ---------- canceled and terminated at any moment ----------

my $whose =
    q{SELECT 'whose ' || concat_ws(' ', current_user, current_setting('search_path'), current_setting('client_min_messages'), current_setting('standard_conforming_strings'),
    set_config('role', 'pg_database_owner', false), set_config('role', 'none', false));};
my @calls = (
    q{SELECT typeid_create_type('s.new_id', 'new', accept_uuid => true);},
    q{SELECT typeid_upgrade_type('s.new_id');},
    q{SELECT typeid_accept_uuid('s.new_id', false);},
    q{SELECT typeid_drop_type('s.new_id');}
);

# How long one takes here, in milliseconds, when all is in the caches.
my ($took) = $own->(
    q{SELECT typeid_create_type('s.new_id', 'new'); SELECT typeid_drop_type('s.new_id'); SELECT clock_timestamp() AS began \gset
        SELECT typeid_create_type('s.new_id', 'new');
        SELECT 'took ' || ceil(1000 * extract(epoch FROM clock_timestamp() - :'began')); SELECT typeid_drop_type('s.new_id');}
) =~ /took (\d+)/;

sub calls {
    my ($longest) = @_;    # milliseconds, or none
    return "SET search_path = s, public; SET client_min_messages = error;\n" . join '', map {
        my $call = $calls[$_ % @calls];

        # An upgrade that has something to do.
        ($call =~ /upgrade/ ? "DROP FUNCTION s.new_id_smaller, s.new_id_lt CASCADE;\n" : '')
            . (
            $longest ? sprintf("SET statement_timeout = %d;\n%s\nRESET statement_timeout;\n",
                1 + rand 1.5 * $longest, $call) : "$call\n"
            )
            . "$whose\n"
    } 0 .. 119;
}

sub check_calls {
    my ($title, $out, $err) = @_;
    $err =~ s/^CONTEXT:  SQL statement ".*?^.*"$//msg;    # of a query of ours, in many lines
    my %whose = map { $_ => 1 } $out =~ /^(whose.*)/mg;
    is_deeply(
        [sort keys %whose],
        ['whose own s, public error on pg_database_owner none'],
        "$title: user, settings and context are the caller's again"
    );
    is_deeply(
        [
            grep {
                !/canceling statement|terminating connection due to|does not exist|could not find a function|$gone|already exists|is taken|^LINE|^ *\^|^$|^HINT|^DETAIL/
            } split /\n/,
            $err
        ],
        [],
        "$title: no other errors"
    );
    $own->("SELECT typeid_drop_type(type) FROM typeid_types() WHERE prefix = 'new'");
    is($node->safe_psql('shop', $traces), $before, "$title: nothing is left");
    $own->("SELECT typeid_create_type('s.new_id', 'new'); SELECT typeid_drop_type('s.new_id')");
}

# What was measured says little of the next second of a busy machine: sooner, until enough were
# canceled.
my ($status, $out, $err, $canceled, $all_out, $all_err) = ('', '', '', 0, '', '');
for (1 .. 10) {
    ($status, $out, $err) =
        $node->psql('shop', calls($took), extra_params => ['-U', 'own'], on_error_stop => 0);
    $all_out .= "$out\n";
    $all_err .= "$err\n";
    $canceled = () = $all_err =~ /canceling statement due to statement timeout/g;
    last if $canceled > 10;
    $took *= 0.7;
}
cmp_ok($canceled, '>', 10, "statement_timeout: $canceled calls were canceled");
check_calls('statement_timeout', $all_out, $all_err);

for my $how (qw(cancel terminate)) {
    my $stop   = $how eq 'cancel' ? 'pg_cancel_backend(pid)' : 'pg_terminate_backend(pid)';
    my $killer = client(
        $node, $how,
        sprintf(
            "SELECT pg_sleep(%s * random());\nSELECT $stop FROM pg_stat_activity WHERE application_name = 'victim' AND state = 'active';\n",
            $how eq 'cancel' ? '0.03' : '0.3') x 4000
    );
    ($all_out, $all_err) = ('', '');
    for (1 .. ($how eq 'cancel' ? 1 : 10)) {
        my $script = "SET application_name = 'victim';\n" . calls();
        $node->psql(
            'shop', $script,
            extra_params  => ['-U', 'own'],
            on_error_stop => 0,
            on_error_die  => 0,
            stdout        => \$out,
            stderr        => \$err
        );
        $all_out .= "$out\n";
        $all_err .= "$err\n";
    }
    $killer->{run}->kill_kill;
    $node->poll_query_until('postgres',
        "SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'victim' OR query ~ 'victim' AND pid <> pg_backend_pid() AND state = 'active'"
    );
    my $stops = () = $all_err =~ /due to user request|due to administrator command/g;
    cmp_ok($stops, '>', 3, "pg_${how}_backend: $stops times");
    check_calls("pg_${how}_backend", $all_out, $all_err);
}

# ---------- prepared transactions ----------

$own->(
    "BEGIN; SELECT typeid_create_type('s.new_id', 'new'); CREATE TABLE s.t (id s.new_id PRIMARY KEY DEFAULT s.new_id_new()); INSERT INTO s.t DEFAULT VALUES; PREPARE TRANSACTION 'made'"
);
($status, $out, $err) = $node->psql(
    'shop',
    "SET lock_timeout = '100ms'; SELECT typeid_create_type('s.new_id', 'new')",
    extra_params => ['-U', 'own']
);
like($err, qr/lock timeout/, 'prepared: another call in the schema waits');
($status, $out, $err) = $node->psql(
    'shop',
    "SET lock_timeout = '100ms'; ALTER SCHEMA s RENAME TO r",
    extra_params => ['-U', 'own']
);
like($err, qr/lock timeout/, '... and so does who renames the schema');
$node->stop('immediate');
$node->start;
($status, $out, $err) = $node->psql(
    'shop',
    "SET lock_timeout = '100ms'; SELECT typeid_create_type('s.new_id', 'new')",
    extra_params => ['-U', 'own']
);
like($err, qr/lock timeout/, '... also after a crash');
is($node->safe_psql('shop', "SELECT to_regtype('s.new_id') IS NULL"),
    't', '... and the type is not there');
$own->("COMMIT PREPARED 'made'");
is(
    $own->(
        "SET search_path = s, public; INSERT INTO t DEFAULT VALUES; SELECT count(*), count(*) FILTER (WHERE id ^@ 'new_') FROM t"
    ),
    '2|2',
    '... until it is committed'
);
$own->("DROP TABLE s.t; BEGIN; SELECT typeid_drop_type('s.new_id'); PREPARE TRANSACTION 'gone'");
$node->stop('immediate');
$node->start;
$own->("ROLLBACK PREPARED 'gone'");
is(
    $own->("SELECT s.new_id_decode('new_01h455vb4pex5vsknk084sn02q')"),
    'new_01h455vb4pex5vsknk084sn02q',
    'a drop that was prepared and rolled back'
);
$own->("BEGIN; SELECT typeid_drop_type('s.new_id'); PREPARE TRANSACTION 'gone'");
$own->("COMMIT PREPARED 'gone'");
is($node->safe_psql('shop', $traces), $before, '... and one that was committed: nothing is left');

# ---------- autovacuum ----------

$own->(
    q{CREATE FUNCTION s.act(integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT $1';
    CREATE TABLE s.t (g integer) WITH (autovacuum_analyze_threshold = 1, autovacuum_analyze_scale_factor = 0); CREATE INDEX ON s.t (s.act(g))}
);
$own->(
    q{INSERT INTO s.t SELECT generate_series(1, 100);
    CREATE OR REPLACE FUNCTION s.act(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM public.typeid_create_type('s.new_id', 'new'); RETURN $1; END $$}
);
my $refused;
for (1 .. 300) {
    last
        if $refused = slurp_file($node->logfile) =~
        /cannot change id types within a security-restricted operation\n.*\n.*automatic analyze/s;
    select undef, undef, undef, 0.2;
}
ok($refused, 'autovacuum: what it runs for the owner of a table makes no type');
is($node->safe_psql('shop', "SELECT to_regtype('s.new_id') IS NULL"), 't', '... and there is none');

stop_clean($node);
done_testing();
