#!/usr/bin/perl
# Measures what many id types in one database cost, in a database of its own on the server of the
# environment (PGHOST, PGPORT), and prints a table:
#
#   types.pl [COUNT...]     numbers of types, by default 50 100 200 400 2000
#
# Times are those that a backend, or pg_dump, spends on a processor: other work on the machine is
# not in them.  A backend's come from /proc/PID/schedstat, a program's from times(2).  Only those of
# pg_restore are elapsed times, because its work is spread over programs and backends.
use strict;
use warnings;
use utf8;
use File::Temp  ();
use IPC::Open2  ();
use List::Util  qw(min);
use Time::HiRes ();

my @counts  = @ARGV                 ? @ARGV                    : (50, 100, 200, 400, 2000);
my $program = $ENV{BASE62ID_BINDIR} ? "$ENV{BASE62ID_BINDIR}/" : '';
my $dir     = File::Temp->newdir('types.XXXXXX', TMPDIR => 1);
binmode STDOUT, ':encoding(UTF-8)';

# ---------- sessions ----------

sub session {
    my ($db) = @_;
    my $pid =
        IPC::Open2::open2(my $from, my $to, 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', $db,
        '-f', '-');
    $to->autoflush(1);
    my $s = { from => $from, to => $to, pid => $pid };
    ask($s, 'SET client_min_messages = warning;');
    ($s->{backend}) = ask($s, 'SELECT pg_backend_pid();');
    return $s;
}

# Runs SQL and psql commands; the lines that they print.
sub ask {
    my ($s, $text) = @_;
    print { $s->{to} } "$text\n\\echo .done.\n";
    my @lines;
    while (defined(my $line = readline $s->{from})) {
        chomp $line;
        return @lines if $line eq '.done.';
        push @lines, $line;
    }
    die "psql ended in: $text\n";
}

sub leave {
    my ($s) = @_;
    close $s->{to};
    waitpid $s->{pid}, 0;
    return;
}

# In a session that ends with it.
sub once {
    my ($db, $text) = @_;
    my $s     = session($db);
    my @lines = ask($s, $text);
    leave($s);
    return wantarray ? @lines : $lines[0];
}

sub cpu_of {
    my ($s) = @_;
    open my $f, '<', "/proc/$s->{backend}/schedstat" or die $!;
    my ($ns) = split / /, <$f>;
    return $ns / 1e6;
}

# Milliseconds on a processor of a session's statements.
sub cpu {
    my ($s, $text) = @_;
    my $before = cpu_of($s);
    ask($s, $text);
    return cpu_of($s) - $before;
}

my $used = 'SELECT sum(used_bytes) FROM pg_backend_memory_contexts;';

# Of statements: milliseconds in a new session, and when they are repeated, each the least of some;
# bytes that the session keeps.
sub first_and_again {
    my ($db, $text) = @_;
    my (@first, @again, $bytes);
    for (1 .. 3) {
        my $s = session($db);
        ask($s, $used);
        my ($before) = ask($s, $used);
        push @first, cpu($s, $text);
        my ($after) = ask($s, $used);
        push @again, map { cpu($s, $text) } 1 .. 3;
        $bytes = $after - $before;
        leave($s);
    }
    return (min(@first), min(@again), $bytes);
}

# Runs a program of PostgreSQL's; whether it worked.
sub program {
    my (@command) = @_;
    return system("$program@command 2>$dir/err") == 0;
}

# Seconds on a processor of a program and of those that it waited for.
sub seconds_of_program {
    my (@command) = @_;
    my @before = times;
    program(@command) or die read_errors();
    my @after = times;
    return $after[2] + $after[3] - $before[2] - $before[3];
}

sub read_errors {
    open my $err, '<', "$dir/err" or die $!;
    local $/;
    return <$err>;
}

# ---------- what is measured ----------

my (@rows, %figure);

sub figure {
    my ($count, $row, $value) = @_;
    push @rows, $row unless grep { $_ eq $row } @rows;
    $figure{$row}{$count} = $value;
    return;
}
sub ms { return sprintf $_[0] < 10 ? '%.1f' : '%.0f', $_[0] }

my $made = 0;

sub create_up_to {
    my ($last) = @_;
    my $s      = session('many_types');
    my $ms     = cpu(
        $s,
        join '',
        map {
            my $prefix = $_ =~ tr/0-9/a-j/r;
            "SELECT typeid_create_type('t${_}_id', 't$prefix');\n"
        } $made + 1 .. $last
    );
    leave($s);
    my $each = $ms / ($last - $made);
    $made = $last;
    return $each;
}

my @catalogs =
    qw(type proc operator cast opclass opfamily amop amproc depend description aggregate);

sub catalog_rows {
    return once('many_types',
        'SELECT ' . join(' + ', map { "(SELECT count(*) FROM pg_$_)" } @catalogs) . ';');
}

# One more type, beside all others; of two, because the first one fills the session's caches.
sub measure_one {
    my ($count) = @_;
    my $s       = session('many_types');
    my $locks   = 'SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND NOT fastpath;';
    my %call    = (
        create  => q{SELECT typeid_create_type('one_id', 'one');},
        upgrade => q{SELECT typeid_upgrade_type('one_id');},
        drop    => q{SELECT typeid_drop_type('one_id');}
    );
    my $rows = catalog_rows();
    for my $name ((qw(create upgrade drop)) x 2) {
        ask($s, 'BEGIN;');
        my $ms = cpu($s, $call{$name});
        figure($count, "locks of typeid_${name}_type", (ask($s, $locks))[0]);
        ask($s, 'COMMIT;');
        figure($count, 'rows in catalogs, a type', catalog_rows() - $rows) if $name eq 'create';
        figure($count, 'drop one type, ms',        ms($ms))                if $name eq 'drop';
    }
    leave($s);
    return;
}

# As the pages say.
sub measure_upgrade {
    my ($count) = @_;
    my $s       = session('many_types');
    my $all = q{SELECT format('SELECT typeid_upgrade_type(%L)', type) FROM typeid_types() \gexec};
    figure($count, 'upgrade all, ms a type', ms(cpu($s, $all) / $count));
    leave($s);
    return;
}

sub measure_dump {
    my ($count, $empty) = @_;
    for my $format (sort keys %$empty) {
        my $seconds = seconds_of_program("pg_dump -s -F$format -f $dir/dump.$format many_types");
        my $name    = $format eq 'c' ? 'pg_dump -s -Fc' : 'pg_dump -s';
        my $bytes   = -s "$dir/dump.$format";
        figure($count, "$name, bytes a type",
            sprintf '%.0f', ($bytes - $empty->{$format}) / $count);
        figure($count, "$name, s", sprintf '%.1f', $seconds);
    }
    return;
}

# In one transaction it needs a lock for each object: PostgreSQL has
# max_locks_per_transaction * (max_connections + …) of them.
sub measure_restore {
    my ($count) = @_;
    for my $way ('-j 1', '-j 4', '--single-transaction') {
        once('postgres', 'DROP DATABASE IF EXISTS many_types_2; CREATE DATABASE many_types_2;');
        my $began  = Time::HiRes::time();
        my $worked = program("pg_restore --exit-on-error $way -d many_types_2 $dir/dump.c");
        my $row    = "pg_restore $way, s elapsed";
        if ($worked) {
            figure($count, $row, sprintf '%.1f', Time::HiRes::time() - $began);
            my $restored = once('many_types_2', 'SELECT count(*) FROM typeid_types();');
            die "pg_restore $way: $restored types of $count\n" unless $restored == $count;
        } else {
            my $errors = read_errors();
            die $errors unless $errors =~ /out of shared memory/;
            figure($count, $row, 'out of shared memory');
        }
    }
    return;
}

# A session that uses none of them: names that all types share are looked up with their candidates.
sub measure_bystander {
    my ($count) = @_;
    my %query = (
        'first `id = 5` of a bigint'   => 'SELECT FROM plain WHERE id = 5;',
        q{first `u = '…'` of a uuid} =>
            q{SELECT FROM plain WHERE u = '018fd4a3-7c2e-7d01-9e4b-5a6f70819203';},
        q{first `v = '…'` of a varchar} => q{SELECT FROM plain WHERE v = 'x';},
        'first `d < now()` of a date'     => 'SELECT FROM plain WHERE d < now();',
        'first `min(t)` of a text'        => 'SELECT min(t) FROM plain;',
    );
    for my $name (sort keys %query) {
        my ($first, undef, $bytes) = first_and_again('many_types', $query{$name});
        figure($count, "$name: ms, kB", sprintf '%s, %.0f', ms($first), $bytes / 1000);
    }
    my ($first, undef, $bytes) = first_and_again('many_types', join '', values %query);
    figure(
        $count,
        'all five in a new session: ms, kB',
        sprintf '%s, %.0f',
        ms($first), $bytes / 1000
    );
    return;
}

sub measure_health {
    my ($count) = @_;
    my ($first, $again, $kept) = first_and_again('many_types', 'SELECT FROM base62id_health();');
    figure($count, 'base62id_health(), ms: first',        ms($first));
    figure($count, 'base62id_health(), ms: again',        ms($again));
    figure($count, 'base62id_health(), kB that it keeps', sprintf '%.0f', $kept / 1000);
    return;
}

once('postgres', 'DROP DATABASE IF EXISTS many_types; CREATE DATABASE many_types;');
once(
    'many_types',
    q{CREATE EXTENSION base62id; CREATE TABLE plain (id bigint, u uuid, v varchar, d date, t text);
    INSERT INTO plain SELECT g, gen_random_uuid(), g, now(), g FROM generate_series(1, 100) AS g;}
);
my %empty = map {
    seconds_of_program("pg_dump -s -F$_ -f $dir/dump.$_ many_types");
    $_ => -s "$dir/dump.$_"
} qw(c p);
measure_bystander(0);
measure_health(0);
for my $count (@counts) {
    figure($count, 'create a type, ms', ms(create_up_to($count)));
    once('many_types', 'VACUUM ANALYZE;');
    measure_upgrade($count);
    measure_one($count);
    measure_dump($count, \%empty);
    measure_restore($count);
    measure_health($count);
    measure_bystander($count);
}
once('postgres', "DROP DATABASE $_;") for qw(many_types many_types_2);

# ---------- the table ----------

print "| id types | ", join(' | ', 0, @counts), " |\n| --- |", ' ---: |' x (1 + @counts), "\n";
for my $row (@rows) {
    print "| $row | ", join(' | ', map { $figure{$row}{$_} // '' } 0, @counts), " |\n";
}
