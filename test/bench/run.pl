#!/usr/bin/perl
# Measures one suite against the server of the environment (PGHOST, PGPORT) and writes what it
# measured:
#
#   run.pl SUITE MAJOR once|quick|full FILE  time
#   run.pl SUITE MAJOR count FILE          adds instructions to FILE; the server is stopped afterwards
#
# FILE is a table, one line a contender: suite, group, contender, unit, rows, and the figures:
# MAJOR=INSTRUCTIONS/ROWS, where they were counted, and one a round.
#
# A statement gives two figures, CPU/WALL: the time that its backend spent on a processor, which the
# kernel counts in nanoseconds (/proc/PID/schedstat), and the time of psql's \timing, both in
# milliseconds.  The first one is compared: other work on the machine is not in it.  EXPLAIN ANALYZE
# would add its instrumentation to every row, and a DO block would run the statement through SPI and
# a cursor; so every statement returns one row at most, and the client costs one round trip through
# a Unix socket.
#
# One session runs all contenders of a suite, round by round, in a new random order each round: what
# disturbs the machine disturbs all of them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use File::Temp  ();
use IPC::Open2  ();
use List::Util  qw(shuffle);
use Time::HiRes ();
use Suites;

my ($name, $major, $mode, $file) = @ARGV;
Suites::configure($major, $mode);
srand 20251;
$| = 1;
my $suite = Suites::suite($name);
my $dir   = File::Temp->newdir('bench.XXXXXX', TMPDIR => 1);

# ---------- one session of psql ----------

my ($from, $to, $pid, $backend);

sub connect_psql {
    $pid = IPC::Open2::open2($from, $to, 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', 'bench',
        '-f', '-');
    $to->autoflush(1);
    ($backend) = ask('SELECT pg_backend_pid();');
}

# Runs SQL and psql commands; the lines that they print.
sub ask {
    my ($text) = @_;
    $text =~ s/\$DIR\b/$dir/g;
    print $to "$text\n\\echo .done.\n";
    my @lines;
    while (defined(my $line = <$from>)) {
        chomp $line;
        return @lines if $line eq '.done.';
        push @lines, $line;
    }
    die "psql ended in: $text\n";
}

# Nanoseconds.
sub time_on_processor {
    open my $f, '<', "/proc/$backend/schedstat" or die "/proc/$backend/schedstat: $!";
    return (split ' ', <$f>)[0];
}

sub timed {
    my ($sql)  = @_;
    my $before = time_on_processor();
    my ($line) = grep { /^Time: / } ask("\\timing on\n$sql;\n\\timing off");
    my $ms     = (time_on_processor() - $before) / 1e6;
    return $line =~ /^Time: ([\d.]+) ms/ ? sprintf('%.3f/%.3f', $ms, $1) : die "no time: $sql\n";
}

# ---------- what a case with code may call ----------

sub new { return bless {}, shift }

sub value { my ($self, $sql) = @_; return (ask("$sql;"))[0] }

# Microseconds for each of $per parts of a transaction, CPU/WALL: what the backends of pgbench's
# clients spent on a processor in all, and the elapsed time.
sub pgbench {
    my ($self, $script, $per, @options) = @_;
    my $path = "$dir/script.sql";
    open my $f, '>', $path or die "$path: $!";
    print $f $script;
    close $f;
    my ($before, $began) = (time_of_ended_backends(), Time::HiRes::time());
    open my $p, '-|', 'pgbench', '-n', @options, '-f', $path, 'bench' or die "pgbench: $!";
    my ($transactions) = map { /actually processed: (\d+)/ } <$p>;
    close $p or die "pgbench failed\n";
    my $wall = Time::HiRes::time() - $began;

    # The postmaster reaps a backend a moment after its client has gone.
    my $cpu = time_of_ended_backends();
    for (my $last = -1 ; $cpu != $last ;) {
        $last = $cpu;
        Time::HiRes::sleep(0.05);
        $cpu = time_of_ended_backends();
    }
    return sprintf '%.4f/%.4f', map { 1e6 * $_ / ($transactions * $per) } $cpu - $before, $wall;
}

# Elapsed microseconds for each of the last $count statements of each script, when one run takes
# them at random.
sub latencies {
    my ($self, $scripts, $count, @options) = @_;
    my @files;
    for my $i (0 .. $#$scripts) {
        push @files, '-f', "$dir/script$i.sql";
        open my $f, '>', $files[-1] or die "$files[-1]: $!";
        print $f $scripts->[$i];
        close $f;
    }
    open my $p, '-|', 'pgbench', '-n', '-r', @options, @files, 'bench' or die "pgbench: $!";
    my @of_script;
    while (my $line = <$p>) {
        push @of_script,         [] if $line               =~ /^SQL script \d+:/;
        push $of_script[-1]->@*, $1 if @of_script && $line =~ /^\s+([\d.]+)\s+(?:\d+\s+)?\S/;
    }
    close $p or die "pgbench failed\n";
    return map {
        my @ms  = @$_;
        my $sum = 0;
        $sum += $_ for @ms[-$count .. -1];
        sprintf '%.2f', 1000 * $sum / $count
    } @of_script;
}

# Seconds on a processor of all backends that have ended, from their parent's "cutime" and "cstime".
sub time_of_ended_backends {
    my $field = sub {
        open my $f, '<', "/proc/$_[0]/stat" or die "/proc/$_[0]/stat: $!";
        return (split ' ', <$f> =~ s/.*\) //r)[@_[1 .. $#_]];
    };
    my ($user, $system) = $field->($field->($backend, 1), 13, 14);
    return ($user + $system) / 100;
}

# ---------- instructions ----------

# Of each case's second run, without what is done once in a session, as callgrind counts them in a
# server of one process. Nothing else on the machine changes them.  What pgbench runs has none.
sub count_instructions {
    my (@statements, @case_of);
    for my $group ($suite->{groups}->@*) {
        for my $case (grep { $_->{sql} } $group->{cases}->@*) {
            eval { check_plan($case); 1 } or do { print "not counted: $@"; next };
            my @run = map { s/\s+/ /gr =~ s/\$DIR\b/$dir/gr } 'RESET ALL',
                (split /;\s*/, $case->{before} // ''), $case->{sql};
            push @statements, @run, @run;
            $case_of[$#statements] = [$group, $case];
        }
    }
    my ($bin, $data, $config) = ask(
        q{SELECT unnest(ARRAY[(SELECT setting FROM pg_config WHERE name = 'BINDIR'),
        current_setting('data_directory'), current_setting('config_file')]);}
    );
    close $to;
    waitpid $pid, 0;
    system("$bin/pg_ctl", '-D', $data, '-w', '-m', 'fast', '-s', 'stop') == 0
        or die "the server does not stop\n";
    open my $server, '|-',
        "valgrind --tool=callgrind --collect-atstart=no --toggle-collect=PortalRun --dump-after=PortalRun --combine-dumps=yes "
        . "--callgrind-out-file=$dir/counted $bin/postgres --single -D $data -c config_file=$config bench >$dir/single.log 2>&1"
        or die "valgrind: $!";
    print $server "$_\n" for @statements;
    close $server or die 'valgrind failed: ' . `tail -n 20 $dir/single.log`;
    open my $counted, '<', "$dir/counted" or die "$dir/counted: $!";
    my @totals = map { /^totals: (\d+)/ ? $1 : () } <$counted>;
    die scalar @totals, ' counts of ', scalar @statements,
        " statements\n" . `grep ERROR $dir/single.log`
        if @totals < @statements;
    my %count;

    for my $i (grep { $case_of[$_] } 0 .. $#case_of) {
        my ($group, $case) = $case_of[$i]->@*;
        $count{ $group->{name} }{ $case->{name} } =
            "$totals[$i]/" . ($case->{rows} // $group->{rows} // 1);
    }
    local ($^I, @ARGV) = ('', $file);
    while (<>) {
        my (undef, $group, $contender) = split /\t/;
        print s/\t$major=\K/$count{$group}{$contender} \/\/ ''/er;
    }
}

# ---------- the rounds ----------

sub prepare {
    my ($case) = @_;
    ask('RESET ALL;' . ($case->{before} ? "$case->{before};" : ''));
}

sub check_plan {
    my ($case) = @_;
    return unless $case->{plan};
    prepare($case);
    my $plan = join "\n", ask("EXPLAIN (COSTS OFF) $case->{sql};");
    $plan =~ /$case->{plan}/ or die "$case->{name}: the plan is not /$case->{plan}/:\n$plan\n";
}

sub measure {
    my ($case) = @_;
    prepare($case);
    return $case->{code}->(__PACKAGE__->new) if $case->{code};
    return timed($case->{sql});
}

exit if $mode eq 'count' && !grep { $_->{sql} } map { $_->{cases}->@* } $suite->{groups}->@*;
connect_psql();
ask($_) for $suite->{setup}->@*;
ask('CHECKPOINT;');
if ($mode eq 'count') { count_instructions(); exit }
my $rounds = $suite->{once} ? 1 : $Suites::rounds;
for my $group ($suite->{groups}->@*) {
    check_plan($_) for $group->{cases}->@*;
    next unless $group->{warm};
    measure($_) for $group->{cases}->@*;
}
for my $round (1 .. $rounds) {
    for my $group ($suite->{groups}->@*) {
        for my $case (shuffle $group->{cases}->@*) {

            # Slow contenders of every second round run in the first and the last one.
            next if ($round - 1) % ($case->{every} // 1);
            push $case->{figures}->@*, measure($case);
        }
    }
    print "round $round\n";
}
close $to;
waitpid $pid, 0;

open my $out, '>', $file or die "$file: $!";
for my $group ($suite->{groups}->@*) {
    for my $case ($group->{cases}->@*) {

        # The unit of timed statements is the millisecond, whatever the report makes of it.
        my $unit =
            $case->{code} && $group->{unit} && $group->{unit} ne 'ns' ? $group->{unit} : 'ms';
        print $out join("\t",
            $name,    $group->{name}, $case->{name}, $unit, $case->{rows} // $group->{rows} // 1,
            join ' ', "$major=",      $case->{figures}->@*),
            "\n";
    }
}
close $out;
