#!/usr/bin/perl
# Makes tables of what run.pl measured.
#
#   report.pl text FILE MAJOR       to the terminal: medians, least, spread, ratios, targets
#   report.pl docs SOURCE TARGET    docs/benchmarks.md and docs/img/bench-*.svg under TARGET, from
#                                   SOURCE/test/bench/results/*.tsv and findings.md (gnuplot draws)
#
# Of figures CPU/WALL the first ones count; the median of the second ones is shown as "elapsed".  A ratio is
# one of medians: ours divided by the peer's.  The spread is the half of the range between the
# quartiles, in percent of the median: half of the rounds lie within so much of it.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use File::Path ();
use Suites;

my ($mode, @arguments) = @ARGV;
binmode STDOUT, ':encoding(UTF-8)';

sub quantile {
    my ($q, @v) = @_;
    @v = sort { $a <=> $b } @v;
    my $at = $q * $#v;
    my ($low, $part) = (int $at, $at - int $at);
    return $v[$low] + ($part ? $part * ($v[$low + 1] - $v[$low]) : 0);
}

# {meta => {key => text}, of => {group => {contender => {median, least, spread, rows, unit, rounds}}}, order}
sub read_results {
    my ($file) = @_;
    my %r = (meta => {}, of => {}, order => {});
    open my $f, '<:encoding(UTF-8)', $file or die "$file: $!";
    while (my $line = <$f>) {
        chomp $line;
        if ($line =~ /^# (\w+): (.*)/) { $r{meta}{$1} = $2; next }
        my ($suite, $group, $name, $unit, $rows, @v) = split /\t/, $line;
        next unless @v;
        push $r{order}{$group}->@*, $name;
        my @wall = map { m{/(.*)} ? $1 : () } @v;
        s{/.*}{} for @v;
        my $median = quantile(0.5, @v);
        $r{of}{$group}{$name} = {
            median => $median, wall => @wall ? quantile(0.5, @wall) : undef, least => quantile(0, @v), rows => $rows, unit => $unit, rounds => scalar @v,
            spread => $median ? 50 * (quantile(0.75, @v) - quantile(0.25, @v)) / $median : 0};
    }
    return \%r;
}

# A figure as the group shows it.
sub scaled {
    my ($group, $c, $v) = @_;
    return $v unless ($group->{unit} // '') eq 'ns' && $c->{unit} eq 'ms';
    return $v * 1e6 / $c->{rows};
}

sub number {
    my ($v) = @_;
    return $v == 0 ? '0' : abs $v >= 99.5 ? sprintf('%.0f', $v) : abs $v >= 9.95 ? sprintf('%.1f', $v) : sprintf('%.2f', $v);
}

sub ratio { my ($v) = @_; return $v >= 0.1 ? sprintf('%.2f', $v) : sprintf('%.3f', $v) }

sub target_of {
    my ($t, $major) = @_;
    return ref $t ? $t->[$major >= 18 ? 1 : 0] : $t;
}

# Each target of a group: [contender, peer, target, ratio of medians, ratio of the least].
sub verdicts {
    my ($group, $results, $major) = @_;
    my $of = $results->{of}{$group->{name}} // {};
    my @found;
    for my $case ($group->{cases}->@*) {
        my $vs = $case->{vs} // next;
        for my $peer (sort keys %$vs) {
            my ($a, $b) = ($of->{$case->{name}}, $of->{$peer});
            next unless $a && $b;
            push @found, [$case->{name}, $peer, target_of($vs->{$peer}, $major),
                map { scaled($group, $a, $a->{$_}) / scaled($group, $b, $b->{$_}) } qw(median least)];
        }
    }
    return @found;
}

# What rounds to the target has met it.
sub met { my ($v) = @_; return ratio($v->[3]) <= $v->[2] }

sub groups_of {
    my ($suite, $major) = @_;
    Suites::configure($major, 0);
    return codec_group() if $suite eq 'codec';
    return Suites::suite($suite)->{groups}->@*;
}

sub utf8_of { my ($s) = @_; utf8::decode($s) if defined $s && !utf8::is_utf8($s); return $s }

# Suites.pm is written in octets; what is read from files is decoded.
sub decoded {
    my (@groups) = @_;
    for my $g (@groups) {
        $g->{$_} = utf8_of($g->{$_}) for qw(title peer);
        for my $c ($g->{cases}->@*) {
            $c->{name} = utf8_of($c->{name});
            $c->{vs} = {map { utf8_of($_) => $c->{vs}{$_} } keys $c->{vs}->%*} if $c->{vs};
        }
    }
    return @groups;
}

sub unit_of { my ($g) = @_; return {us => 'µs', B => 'octets'}->{$g->{unit} // 'ms'} // $g->{unit} // 'ms' }

# ---------- the codecs' own benchmark ----------

# The names are those of codec_bench.cpp: operation/system/implementation.
sub codec_group {
    require "$FindBin::Bin/codec.pl";
    return codec_targets();
}

# ---------- terminal ----------

sub text_report {
    my ($file, $major) = @_;
    my $results = read_results($file);
    my %seen;
    for my $suite (grep { !$seen{$_}++ } suites_in($file)) {
        for my $g (decoded(groups_of($suite, $major))) {
            my $of = $results->{of}{$g->{name}} // next;
            printf "\n%s (%s; PostgreSQL %s)\n", $g->{title}, unit_of($g), $major;
            printf "  %-44s %9s %9s %7s %8s %9s\n", '', 'median', 'least', 'spread', 'ratio', 'elapsed';
            my $peer = $g->{peer} ? $of->{$g->{peer}} : undef;
            for my $c ($g->{cases}->@*) {
                my $m = $of->{$c->{name}} // next;
                printf "  %-44s %9s %9s %6.1f%% %8s %9s\n", $c->{name}, number(scaled($g, $m, $m->{median})),
                    number(scaled($g, $m, $m->{least})), $m->{spread},
                    $peer ? ratio(scaled($g, $m, $m->{median}) / scaled($g, $peer, $peer->{median})) : '',
                    defined $m->{wall} ? number(scaled($g, $m, $m->{wall})) : '';
            }
            for my $v (verdicts($g, $results, $major)) {
                printf "  %-6s %s / %s: %s (least %s), target %s\n", met($v) ? 'met' : 'MISSED', @$v[0, 1],
                    ratio($v->[3]), ratio($v->[4]), $v->[2];
            }
        }
    }
}

sub suites_in {
    my ($file) = @_;
    open my $f, '<', $file or die "$file: $!";
    return map { /^#/ ? () : (split /\t/)[0] } <$f>;
}

# ---------- docs/benchmarks.md ----------

sub slurp { my ($file) = @_; open my $f, '<:encoding(UTF-8)', $file or return ''; local $/; return <$f> }

sub table_row { return '| ' . join(' | ', @_) . " |\n" }

sub docs {
    my ($source, $target) = @_;
    my %by = map { m{/(\d+)\.tsv$} ? ($1 => read_results($_)) : () } glob "$source/test/bench/results/*.tsv";
    my @majors = sort { $a <=> $b } keys %by or die "no results\n";
    my (@sections, @missed, $targets, %spread);
    for my $suite ('codec', @Suites::order) {
        my (%groups, @names);
        for my $major (@majors) {
            for my $g (decoded(groups_of($suite, $major))) {
                next unless $by{$major}{of}{$g->{name}};
                push @names, $g->{name} unless $groups{$g->{name}};
                $groups{$g->{name}}{$major} = $g;
            }
        }
        for my $name (@names) {
            push @sections, section($groups{$name}, \%by, \@majors);
            for my $major (sort { $a <=> $b } keys $groups{$name}->%*) {
                for my $v (verdicts($groups{$name}{$major}, $by{$major}, $major)) {
                    ++$targets;
                    push @missed, [$major, $groups{$name}{$major}{title}, @$v] unless met($v);
                }
                push $spread{$major}->@*, map { $_->{spread} } grep { $_->{rounds} > 1 } values $by{$major}{of}{$name}->%*;
            }
        }
    }
    my $text = slurp("$source/test/bench/benchmarks.md.in");
    my %part = (
        machines => join('', map { machine($_, $by{$_}) } @majors),
        noise => join('', map {
            sprintf "- PostgreSQL %s: the median spread of the contenders is %.1f %%, nine of ten are below %.1f %%.\n", $_,
                quantile(0.5, $spread{$_}->@*), quantile(0.9, $spread{$_}->@*) } grep { $spread{$_} } @majors),
        targets => @missed
            ? sprintf("%d of %d targets are met; these are not:\n\n", $targets - @missed, $targets)
                . table_row('measure', 'PostgreSQL', 'peer', 'target', 'ours: ratio') . table_row(('---') x 5)
                . join('', missed_rows(@missed))
            : "All $targets targets are met.\n",
        findings => slurp("$source/test/bench/findings.md"),
        tables => join("\n", @sections),
    );
    $text =~ s/^\@(\w+)\@\n/$part{$1} \/\/ die "no part $1\n"/gem;
    File::Path::make_path("$target/docs/img");
    open my $out, '>:encoding(UTF-8)', "$target/docs/benchmarks.md" or die "docs/benchmarks.md: $!";
    print $out $text;
    close $out;
    charts(\%by, \@majors, "$target/docs/img");
}

# One row for what misses the same target beside the same peer.
sub missed_rows {
    my (%row, @keys);
    for (@_) {
        my ($major, $title, $ours, $peer, $most, $ratio) = @$_;
        $peer =~ s/.* in (PL.pgSQL)$/$1/;
        my $key = join("\t", $title =~ s/ *[:,(].*//r, $major, "`$peer`", $most);
        push @keys, $key unless $row{$key};
        push $row{$key}->@*, "`$ours` " . ratio($ratio);
    }
    return map { table_row(split(/\t/, $_), join(', ', $row{$_}->@*)) } @keys;
}

sub machine {
    my ($major, $r) = @_;
    my $m = $r->{meta};
    return "- PostgreSQL $m->{server}, built with $m->{compiler}, on $m->{system}; $m->{cpu}, $m->{cores} cores, "
        . "$m->{memory} of memory; measured on $m->{date}"
        . ($m->{commit} eq 'unknown' ? '' : " at commit $m->{commit}") . ".\n";
}

sub section {
    my ($groups, $by, $majors) = @_;
    my @majors = grep { $groups->{$_} } @$majors;
    my $g = $groups->{$majors[-1]};
    my @with_peer = $g->{peer} ? ('/ peer') : ();
    my $text = "### $g->{title}\n\n" . ($g->{peer} ? "Peer: `$g->{peer}`. " : '') . 'Unit: ' . unit_of($g) . ".\n\n";
    $text .= table_row('', map { ("$_: median", 'least', 'spread', @with_peer) } @majors);
    $text .= table_row('---', ('---:') x (@majors * (3 + @with_peer)));
    for my $c ($g->{cases}->@*) {
        next unless grep { $by->{$_}{of}{$g->{name}}{$c->{name}} } @majors; # new since these were measured
        my @row;
        for my $major (@majors) {
            my $of = $by->{$major}{of}{$g->{name}};
            my $m = $of->{$c->{name}};
            if (!$m) { push @row, ('') x (3 + @with_peer); next }
            my $peer = $g->{peer} ? $of->{$g->{peer}} : undef;
            push @row, (map { number(scaled($g, $m, $m->{$_})) } qw(median least)),
                $m->{rounds} > 1 ? sprintf('%.1f %%', $m->{spread}) : '';
            push @row, $peer ? ratio(scaled($g, $m, $m->{median}) / scaled($g, $peer, $peer->{median})) : '' if @with_peer;
        }
        $text .= table_row($c->{name} =~ /[(:@]/ ? "`$c->{name}`" : $c->{name}, @row);
    }
    my @verdicts;
    for my $major (@majors) {
        push @verdicts, map { [$major, @$_] } verdicts($groups->{$major}, $by->{$major}, $major);
    }
    if (@verdicts) {
        $text .= "\n" . table_row('ours / peer', 'PostgreSQL', 'ratio', 'of the least', 'target', '')
            . table_row('---', '---', '---:', '---:', '---:', '---');
        for (sort { $a->[1] cmp $b->[1] || $a->[2] cmp $b->[2] || $a->[0] <=> $b->[0] } @verdicts) {
            my ($major, @v) = @$_;
            $text .= table_row("`$v[0]` / `$v[1]`", $major, ratio($v[3]), ratio($v[4]), "≤ $v[2]", met(\@v) ? 'met' : '**missed**');
        }
    }
    return $text;
}

# ---------- charts ----------

# One chart: [file, title, group, 'log' where the shortest bar would be a sliver].
my @charts = (
    ['encode', 'Ids to text: milliseconds a million', 'encode'],
    ['decode', 'Texts to ids: milliseconds a million', 'decode'],
    ['generate', 'New ids: milliseconds a million (logarithmic)', 'generate', 'log'],
    ['insert', 'INSERT with the key by default: milliseconds a million rows', 'insert'],
    ['index', 'CREATE INDEX: milliseconds, two million rows', 'index'],
    ['sort', 'ORDER BY: milliseconds, two million rows', 'sort'],
    ['size', 'Size of an index: octets a row', 'index_size'],
    ['pasted', 'Ours beside PL/pgSQL: nanoseconds a row (logarithmic)', 'pasted', 'log'],
);

# Horizontal bars with their figures, least on top; a panel a major, one colour for ours and one for theirs.
my %colour = (ours => '#2f6fb0', theirs => '#9a9a9a');

# What a contender's name says: it is one of our types, or calls one of our functions.
sub is_ours {
    my ($name) = @_;
    my (undef, @types) = map { /^#/ ? () : (split /\t/)[0] } split /\n/, slurp("$FindBin::Bin/../types.tsv");
    my $ours = join '|', @types, qw(base32hex xid typed);
    return $name =~ /^(?:text::)?(?:$ours)/ && $name !~ /PL.pgSQL$/ ? 1 : 0;
}

sub charts {
    my ($by, $majors, $dir) = @_;
    for (@charts) {
        my ($file, $title, $name, $log) = @$_;
        my @majors = grep { $by->{$_}{of}{$name} } @$majors or next;
        my $first = $majors[-1];
        my ($g) = grep { $_->{name} eq $name } map { decoded(groups_of($_, $first)) } grep { $_ ne 'codec' } @Suites::order;
        my $figure = sub { my ($m, $c) = @_; my $of = $by->{$m}{of}{$name}{$c}; return $of ? scaled($g, $of, $of->{median}) : undef };
        my @names = sort { ($figure->($first, $b) // 0) <=> ($figure->($first, $a) // 0) } $by->{$first}{order}{$name}->@*;
        my ($most) = sort { $b <=> $a } map { my $m = $_; map { $figure->($m, $_) // 0 } @names } @majors;
        my ($longest) = sort { $b <=> $a } map { length } @names;
        my ($width, $height) = (900, 86 + 17 * @names);
        my $left = (7 * $longest + 16) / $width; # the names stand in front of the first panel only
        my $panel = (0.98 - $left) / @majors;
        open my $p, '|-', 'gnuplot' or die "gnuplot: $!";
        binmode $p, ':encoding(UTF-8)';
        my $label = sub { my ($s) = @_; $s =~ s/["\\]/\\$&/g; return $s };
        printf $p qq{set terminal svg size %d,%d dynamic font "sans-serif,12" background "#ffffff" noenhanced\n}, $width, $height;
        print $p qq{set output "$dir/bench-$file.svg"\n}, qq{set multiplot\n},
            qq{set label 1 "}, $label->($title), qq{" at screen 0.5, screen }, 1 - 16 / $height, qq{ center font "sans-serif,15"\n},
            "set border 2 lc rgb '#555555'\nunset xtics\nset ytics nomirror scale 0\nset style fill solid\n",
            ($log ? "set logscale x\n" : ''), 'set yrange [-0.6:', @names - 0.4, "]\n",
            'set xrange [', ($log ? 10 : 0), ':', ($log ? $most * 12 : $most * 1.28), "]\n",
            sprintf("set tmargin at screen %g\nset bmargin at screen %g\n", 1 - 50 / $height, 28 / $height);
        for my $k (0 .. $#majors) {
            my ($from, $to) = ($left + $k * $panel, $left + ($k + 1) * $panel - 0.02);
            printf $p "set lmargin at screen %g\nset rmargin at screen %g\n", $from, $to;
            printf $p qq{set label 2 "PostgreSQL %s" at screen %g, screen %g center\n}, $majors[$k], ($from + $to) / 2, 1 - 38 / $height;
            print $p 'set ytics (', join(', ', map { '"' . ($k ? '' : $label->($names[$_])) . "\" $_" } 0 .. $#names), ")\n";
            for my $whose ('ours', 'theirs') {
                print $p "\$$whose$k << END\n";
                for my $i (0 .. $#names) {
                    my $v = $figure->($majors[$k], $names[$i]) // next;
                    next if is_ours($names[$i]) != ($whose eq 'ours');
                    printf $p "%g %g %g %g %g %g \" %s\"\n", $v, $i, $log ? 10 : 0, $v, $i - 0.38, $i + 0.38, number($v);
                }
                print $p "END\n";
            }
            print $p $k ? "unset key\n" : sprintf("set key at screen 0.5, screen %g center horizontal samplen 1.2\n", 12 / $height);
            print $p 'plot ', join(', ', map {
                "\$$_$k using 1:2:3:4:5:6 with boxxyerror lc rgb '$colour{$_}' title '" . ($_ eq 'ours' ? 'base62id' : 'others') . "', "
                    . "\$$_$k using 1:2:7 with labels left font 'sans-serif,10' notitle" } grep {
                        my $ours = $_ eq 'ours'; scalar grep { is_ours($_) == $ours } @names } 'ours', 'theirs'), "\n";
            print $p "unset label 1\n" unless $k;
        }
        print $p "unset multiplot\n";
        close $p or die "gnuplot failed\n";
    }
}

if ($mode eq 'text') { text_report(@arguments) }
elsif ($mode eq 'docs') { docs(@arguments) }
else { die "report.pl text|docs\n" }
