# Nothing acknowledged is lost: concurrent writers, kill -9 of a backend or of the whole server in
# the middle, recovery, and a ledger of acknowledged commits that lies outside the server.
#
#   BASE62ID_CRASH_ROUNDS=120 scripts/test --only tap      more rounds than the default of 4
#
# kill -9 takes the processes, not the machine: what the operating system has been given survives.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);

my $rounds        = $ENV{BASE62ID_CRASH_ROUNDS} || ($ENV{BASE62ID_FULL} ? 20 : 4);
my $writers       = 3;
my $rows_a_commit = 10;
my $seed          = $ENV{BASE62ID_SEED} // time ^ $$;
srand($seed);
note "BASE62ID_SEED=$seed";

my $node = server(
    'crash',
    settings => q{
restart_after_crash = on
        max_wal_size = 32MB
        autovacuum_naptime = 1s
        autovacuum_vacuum_cost_delay = 0
    }
);
create_tables($node, 'postgres');
$node->safe_psql('postgres', 'CREATE EXTENSION amcheck');

my $deletes = join ', ',
    map { "w_$_ AS (DELETE FROM ids_$_ WHERE writer = \$1 AND n = \$2)" } @types;
my $prepare = prepare_write($rows_a_commit)
    . "PREPARE remove(int, int) AS WITH $deletes SELECT 'removed', \$1, \$2;\n";

my (%ledger, %removed, %in_doubt);    # by "writer|n"
my ($commits, $rows, $lost, $revived) = (0, 0, 0, 0);

for my $round (1 .. $rounds) {
    my @clients;
    for my $w (1 .. $writers) {
        my $writer = $round * 100 + $w;
        my $script = $prepare;
        for my $n (1 .. 3000) {
            $script .= "EXECUTE write($writer, $n);\n";
            if ($n % 4 == 0) {
                my $old = $n - 2;
                $script .= "\\echo removing|$writer|$old\nEXECUTE remove($writer, $old);\n";
            }
        }
        push @clients, client($node, $writer, $script);
    }
    push @clients, client($node, "vacuum-$round", "VACUUM; CHECKPOINT;\n" x 500);

    # All of them: who connects only after the blow is refused in other words than those of $gone.
    $node->poll_query_until(
        'postgres', qq{
        SELECT count(*) FILTER (WHERE query ~ '^EXECUTE') >= $writers
           AND count(*) FILTER (WHERE query ~ '^(VACUUM|CHECKPOINT)') >= 1
        FROM pg_stat_activity WHERE backend_type = 'client backend'}
    ) or BAIL_OUT('the clients do not begin');

    # Each has written something, which a busy machine takes its time for; the random part is what
    # moves the blow from one round to the next.
    for my $writer (@clients[0 .. $writers - 1]) {
        for (1 .. 600) { last if acknowledged($writer) >= 25 * $rows_a_commit; sleep 0.1 }
    }
    sleep(rand(0.9));
    my $whole_server = $round % 2 == 0;
    if ($whole_server) { kill_server($node, $writers) }
    else               { kill_backend() }
    $_->{run}->finish for @clients;
    if ($whole_server) { $node->start }
    else {
        $node->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'no recovery';
    }
    take_down(@clients);

    my ($bad, $seen) = compare("writer / 100 = $round", qr/^$round\d\d\|/);
    ok(!$bad,
        "round $round, kill -9 of " . ($whole_server ? 'the server' : 'a backend') . ": $seen");
    check_storage($node, 'postgres', "round $round");

    # Everything at the end, and from time to time in a long run, which then begins with empty
    # tables.
    next unless $round == $rounds || $round % 8 == 0;
    ($bad, $seen) = compare('true', qr/^/);
    ok(!$bad, "after round $round: $seen");
    is(
        $node->safe_psql('postgres', 'SELECT count(*) >= ' . expected_rows() . ' FROM ids_typeid'),
        't',
        "after round $round: the row count is at least what was acknowledged"
    );
    next if $round == $rounds;
    $node->safe_psql('postgres', join ' ', map { "TRUNCATE ids_$_;" } @types);
    %ledger = %removed = %in_doubt = ();
}
note "$rounds rounds, $commits acknowledged commits, $rows acknowledged rows in each of "
    . scalar(@types)
    . " tables, $lost lost, $revived deleted ones came back";
cmp_ok($commits, '>', 20 * $rounds, 'the writers were at work');

$node->stop;
my $log = slurp_file($node->logfile);
unlike($log, qr/PANIC|TRAP|signal (?!9\b)\d+/, 'no other crash than ours');
done_testing();

# -----------------------------------------------------------------------------------------------

# Rows of commits that a client knows of.
sub acknowledged {
    my $written = slurp_file("$_[0]{base}.out");
    return () = $written =~ /^wrote\|/mg;
}

# Enters what a client wrote in the ledger.
sub take_down {
    for my $client (@_) {
        for my $line (split /\n/, slurp_file("$client->{base}.out")) {
            my ($what, $writer, $n, @values) = split /\|/, $line;
            next unless defined $n;
            my $key = "$writer|$n";
            if ($what eq 'wrote') {
                ++$commits if !$ledger{$key};
                ++$rows;
                my $part = shift @values;
                $ledger{$key}{$part} = join '|', @values;
            } elsif ($what eq 'removing') {
                $in_doubt{$key} = 1;
            } elsif ($what eq 'removed') {
                delete $in_doubt{$key};
                $removed{$key} = 1;
            }
        }
        my $errors = slurp_file("$client->{base}.err");

        # The only thing that may go wrong for a client is that the server goes away.
        $errors =~ s/^.*(?:$gone).*\n//mg;

        # VACUUM has one error of its own, which uuid columns without any extension give too (a
        # debugger that holds VACUUM at the spot shows it): an insertion moves the placeholder tuple
        # of a BRIN range to another page after brinGetTupleForHeapBlock() has read the range map
        # and before it reads the page.  The storage is checked below.
        note "client $client->{name}: the race in core's BRIN"
            if $client->{name} =~ /^vacuum/
            && $errors =~
            s/^psql:\S+ ERROR:  missing placeholder tuple\nCONTEXT:  while scanning relation .*\n//mg;
        is($errors, '', "client $client->{name} met no other error");
        unlink map { "$client->{base}.$_" } qw(sql out err);
    }
}

sub expected_rows {
    return $rows_a_commit * grep { !$removed{$_} && !$in_doubt{$_} } keys %ledger;
}

# Every acknowledged row is there with its values, and none of the removed ones.
sub compare {
    my ($where, $wanted) = @_;
    my %stored;
    my $select = join ' UNION ALL ', map {
        my $i = $_;
        "SELECT $i AS t, writer, n, part, id::text FROM ids_$types[$i] WHERE $where"
    } 0 .. $#types;
    for my $line (split /\n/, $node->safe_psql('postgres', $select)) {
        my ($t, $writer, $n, $part, $id) = split /\|/, $line;
        $stored{"$writer|$n"}{$part}[$t] = $id;
    }
    my ($checked, $missing, $back, $torn) = (0, 0, 0, 0);
    for my $key (grep { $_ =~ $wanted } keys %ledger) {
        next if $in_doubt{$key};
        if ($removed{$key}) {
            ++$back if $stored{$key};
            next;
        }
        for my $part (keys %{ $ledger{$key} }) {
            my $row = join '|', map { $_ // '' } @{ $stored{$key}{$part} // [] };
            ++$checked;
            ++$missing if $row ne $ledger{$key}{$part};
        }
    }

    # A commit is in all tables or in none.
    for my $key (keys %stored) {
        my @whole = grep {
            @{ $stored{$key}{$_} } == @types && !grep { !defined }
                @{ $stored{$key}{$_} }
            }
            keys %{ $stored{$key} };
        ++$torn if @whole != $rows_a_commit;
    }
    $lost    += $missing;
    $revived += $back;
    return (
        $missing + $back + $torn,
        "$checked acknowledged rows checked in each table, $missing lost, $back came back, $torn torn commits"
    );
}

sub kill_backend {
    my $pid = $node->safe_psql(
        'postgres', q{SELECT pid FROM pg_stat_activity
        WHERE query ~ '^EXECUTE' ORDER BY random() LIMIT 1}
    );
    $pid =~ /^\d+$/ or BAIL_OUT('no writer is running');
    kill 9, $pid;
}
