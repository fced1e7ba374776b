#!/usr/bin/perl
# Makes tables of what run.pl measured.
#
#   report.pl text FILE MAJOR       to the terminal: medians, least, spread, ratios, targets
#   report.pl page EVIDENCE SOURCE TARGET  docs/benchmarks.md and docs/img/bench-*.svg under TARGET, from the files
#                                   that scripts/bench keeps and SOURCE/test/bench/summary.md.in
#
# Of figures CPU/WALL the first ones count; the median of the second ones is shown as "elapsed".  A
# ratio is one of medians: ours divided by the peer's.  The spread is the half of the range between
# the quartiles, in percent of the median: half of the rounds lie within so much of it.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/../../docs/img";
use Drawing;
use File::Path ();
use List::Util qw(uniq);
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

# A major's {meta => {suite => {key => text}}, suite_of => {group => suite}, of => {group =>
# {contender => {median, least, spread, ...}}}}
sub read_results {
    my ($file, $major) = @_;
    my %r = (meta => {}, suite_of => {}, of => {});
    open my $f, '<:encoding(UTF-8)', $file or die "$file: $!";
    while (my $line = <$f>) {
        chomp $line;
        if ($line =~ /^# $major (\w+)\t(.*)/) {
            $r{meta}{$1} = { map { split /: /, $_, 2 } split /\t/, $2 };
        }
        my ($counted, @v) = split / /, $line =~ /\t$major=([^\t]*)/ ? $1 : next;
        next unless @v;
        my ($suite, $group, $name, $unit, $rows) = split /\t/, $line;
        $r{suite_of}{$group} = $suite;
        my @wall = map { m{/(.*)} ? $1 : () } @v;
        s{/.*}{} for @v;
        my $median = quantile(0.5, @v);
        $r{of}{$group}{$name} = {
            median       => $median,
            wall         => @wall ? quantile(0.5, @wall) : undef,
            least        => quantile(0, @v),
            rows         => $rows,
            unit         => $unit,
            rounds       => scalar @v,
            instructions => $counted =~ m{(.*)/(.*)} ? $1 / $2 : undef,
            spread       => $median ? 50 * (quantile(0.75, @v) - quantile(0.25, @v)) / $median : 0
        };
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
    return
          $v == 0        ? '0'
        : abs $v >= 99.5 ? sprintf('%.0f', $v)
        : abs $v >= 9.95 ? sprintf('%.1f', $v)
        :                  sprintf('%.2f', $v);
}

sub grouped {
    my ($v) = @_;
    $v = sprintf '%.0f', $v;
    1 while $v =~ s/^(\d+)(\d{3})/$1,$2/;
    return $v;
}

sub ratio { my ($v) = @_; return $v >= 0.1 ? sprintf('%.2f', $v) : sprintf('%.3f', $v) }

# For each row, and beside the peer.
sub instructions {
    my ($m, $peer) = @_;
    return ('', '') unless defined $m->{instructions};
    return (grouped($m->{instructions}),
        $peer && $peer->{instructions} ? ratio($m->{instructions} / $peer->{instructions}) : '');
}

sub target_of {
    my ($t, $major) = @_;
    return ref $t ? $t->[$major >= 18 ? 1 : 0] : $t;
}

# Each target of a group: [contender, peer, target, ratio of medians, ratio of the least].
sub verdicts {
    my ($group, $results, $major) = @_;
    my $of = $results->{of}{ $group->{name} } // {};
    my @found;
    for my $case ($group->{cases}->@*) {
        my $vs = $case->{vs} // next;
        for my $peer (sort keys %$vs) {
            my ($a, $b) = ($of->{ $case->{name} }, $of->{$peer});
            next unless $a && $b;
            push @found,
                [
                $case->{name},
                $peer,
                target_of($vs->{$peer}, $major),
                (
                    map { scaled($group, $a, $a->{$_}) / scaled($group, $b, $b->{$_}) }
                        qw(median least)
                )
                ];
        }
    }
    return @found;
}

# What rounds to the target has met it.
sub met { my ($v) = @_; return ratio($v->[3]) <= $v->[2] }

sub groups_of {
    my ($suite, $major) = @_;
    Suites::configure($major, 'full');
    return codec_group() if $suite eq 'codec';
    return Suites::suite($suite)->{groups}->@*;
}

sub utf8_of { my ($s) = @_; utf8::decode($s) if defined $s && !utf8::is_utf8($s); return $s }

# Suites.pm is written in bytes; what is read from files is decoded.
sub decoded {
    my (@groups) = @_;
    for my $g (@groups) {
        $g->{$_} = utf8_of($g->{$_}) for qw(title peer);
        for my $c ($g->{cases}->@*) {
            $c->{name} = utf8_of($c->{name});
            $c->{vs}   = { map { utf8_of($_) => $c->{vs}{$_} } keys $c->{vs}->%* } if $c->{vs};
        }
    }
    return @groups;
}

sub unit_of {
    my ($g) = @_;
    return { us => 'µs', B => 'bytes' }->{ $g->{unit} // 'ms' } // $g->{unit} // 'ms';
}

# ---------- the codecs' own benchmark ----------

# The names are those of codec_bench.cpp: operation/system/implementation.
sub codec_group {
    require "$FindBin::Bin/codec.pl";
    return codec_targets();
}

# ---------- terminal ----------

sub text_report {
    my ($file, $major) = @_;
    my $results = read_results($file, $major);
    my %seen;
    for my $suite (grep { !$seen{$_}++ } suites_in($file)) {
        for my $g (decoded(groups_of($suite, $major))) {
            my $of = $results->{of}{ $g->{name} } // next;
            printf "\n%s (%s; PostgreSQL %s)\n", $g->{title}, unit_of($g), $major;
            printf "  %-44s %9s %9s %7s %8s %9s %12s %8s\n", '', 'median', 'least', 'spread',
                'ratio', 'elapsed', 'instructions', 'ratio';
            my $peer = $g->{peer} ? $of->{ $g->{peer} } : undef;
            for my $c ($g->{cases}->@*) {
                my $m = $of->{ $c->{name} } // next;
                printf "  %-44s %9s %9s %6.1f%% %8s %9s %12s %8s\n", $c->{name},
                    number(scaled($g, $m, $m->{median})),
                    number(scaled($g, $m, $m->{least})), $m->{spread},
                    $peer
                    ? ratio(scaled($g, $m, $m->{median}) / scaled($g, $peer, $peer->{median}))
                    : '',
                    defined $m->{wall} ? number(scaled($g, $m, $m->{wall})) : '',
                    instructions($m, $peer);
            }
            for my $v (verdicts($g, $results, $major)) {
                printf "  %-6s %s / %s: %s (least %s), target %s\n", met($v) ? 'met' : 'MISSED',
                    @$v[0, 1],
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

sub slurp {
    my ($file) = @_;
    open my $f, '<:encoding(UTF-8)', $file or die "$file: $!";
    local $/;
    return <$f>;
}

sub table_row { return '| ' . join(' | ', @_) . " |\n" }

sub page {
    my ($evidence, $source, $target) = @_;
    my $file   = "$evidence/bench.tsv";
    my @majors = sort { $a <=> $b } uniq(slurp($file) =~ /^# (\d+) /gm) or die "no results\n";
    my %by     = map  { ($_ => read_results($file, $_)) } @majors;
    File::Path::make_path("$target/docs/img");
    my $alt  = charts(\%by, \@majors, "$target/docs/img");
    my $text = slurp("$source/test/bench/summary.md.in");
    $text =~ s/^\@short\@\n/short(\%by, \@majors)/gem;
    $text =~ s/^\@notations\@\n/notations(\%by, \@majors)/gem;
    $text =~ s/^\@types\@\n/slurp("$evidence\/bench-types.md")/gem;
    $text =~
        s{!\[\](?=\([^)]*/bench-(\w+)\.svg)}{"![" . ($alt->{$1} // die "no chart $1\n") . ']'}ge
        ;    # the alternative text says the result
    open my $out, '>:encoding(UTF-8)', "$target/docs/benchmarks.md" or die "docs/benchmarks.md: $!";
    print $out $text;
    close $out;
}

# What a reader asks first: [what, group, ours, the peer, what the peer is called].
my @short = (
    ['write an id as text',  'encode', 'base62id::text', 'uuid::text', '`uuid`'],
    ['read an id from text', 'decode', 'text::base62id', 'text::uuid', '`uuid`'],
    [
        'generate an id, 16 bytes',  'generate',
        'typeid_uuid_generate_v7()', 'gen_random_uuid()',
        '`gen_random_uuid()`'
    ],
    ['generate an id, 8 bytes', 'generate', 'xid_new()', 'nextval(), a sequence', 'a sequence'],
    ['insert a row',     'insert',       'xid_new()', 'gen_random_uuid()', '`gen_random_uuid()`'],
    ['build an index',   'index',        'base62id',  'text COLLATE "C"',  'text'],
    ['size of an index', 'index_size',   'uid11',     'uuid',              '`uuid`'],
    ['look up by primary key', 'lookup', 'base62id',  'uuid',              '`uuid`'],
);

sub short {
    my ($by, $majors) = @_;
    my $text = table_row(
        'operation', 'ours',
        'compared with',
        map { ("$_: time", 'instructions') } @$majors
    ) . table_row(('---') x 3, ('---:') x (2 * @$majors));
    for (@short) {
        my ($what, $group, $ours, $peer, $called) = @$_;
        $text .= table_row(
            $what,
            "`$ours`",
            $called,
            map {
                my $of = $by->{$_}{of}{$group};
                my ($ours, $peer) = ($of->{$ours}, $of->{$peer});
                $ours && $peer
                    ? (ratio($ours->{median} / $peer->{median}), (instructions($ours, $peer))[1])
                    : ('', '')
            } @$majors
        );
    }
    return $text;
}

# Instructions of the notations uuid and hex beside those of the same over uuid, or text.
my @of_notations = (
    ['write an id as text',           'text'],
    ['read an id from text',          'input'],
    ['`COPY` as text',                'copy'],
    ['`COPY` as binary',              'copy_binary'],
    ['plan `id = …`',               'plan_key'],
    ['plan `id IN (…, …)`',       'plan_list'],
    ['plan `id BETWEEN … AND …`', 'plan_range'],
    ['plan a join',                   'plan_join'],
    ['plan `id LIKE \'usr_…%\'`',   'plan_start', 'text'],
);

sub notations {
    my ($by, $majors) = @_;
    my @notations = ('notation uuid', 'notation hex');
    my $text      = table_row(
        'operation',
        'compared with',
        map {
            my $major = $_;
            map { "$major: " . s/(\w+)$/`$1`/r } @notations
        } @$majors
    ) . table_row(('---') x 2, ('---:') x (2 * @$majors));
    for (@of_notations) {
        my ($what, $group, $peer) = (@$_, 'uuid');
        $text .= table_row(
            $what,
            "`$peer`",
            map {
                my $of = $by->{$_}{of}{"notation_$group"};
                map { (instructions($of->{$_}, $of->{$peer}))[1] } @notations
            } @$majors
        );
    }
    return $text;
}

# ---------- charts ----------

# [file, title, the axis, group, ours, peers].
# What stands beside the extensions of others is measured with them in one run.
my @types  = (@Suites::ours, 'id type');
my @peers  = ('pg_uuidv7', 'pg-ulid', 'UUIDv47', 'typeid-sql');
my @charts = (
    ['encode', 'To write an id as text', 'ns a row', 'peers_encode', \@types, ['uuid', @peers]],
    [
        'generate',
        'To generate an id',
        'ns',
        'peers_generate',
        [
            'xid_new()',                 'ulid_generate()',
            'typeid_uuid_generate_v7()', "typeid_generate('user')",
            'baseuid_new()'
        ],
        ['gen_random_uuid()', 'uuidv7()', @peers]
    ],
    [
        'insert',
        'INSERT with the id by default',
        'ns a row',
        'insert',
        [
            'uid11_ts_seq_rand_new()', 'xid_new()',
            'ulid_generate()',         'typeid_uuid_generate_v7()',
            'baseuid_new()',           "typeid_generate('user')",
            'user_id_new()'
        ],
        ['bigint identity', 'gen_random_uuid()', 'uuidv7()']
    ],
);

# A step of 1, 2 or 5 times a power of ten that divides the axis into three to six.
sub axis_step {
    my ($most) = @_;
    my $step = 10**int(log($most) / log 10);
    $step /= 10 while $most / $step < 3;
    for my $factor (1, 2, 5) { return $step * $factor if $most / ($step * $factor) <= 5 }
    return $step * 10;
}

# Horizontal bars from zero, ours first and peers grey; a panel a major, with its machine.  The
# picture's title says what the bars say.
sub charts {
    my ($by, $majors, $dir) = @_;
    my %alt;
    for (@charts) {
        my ($file, $title, $unit, $group, $ours, $peers) = @$_;
        my $figure = sub {
            my ($major, $c) = @_;
            my $m = $by->{$major}{of}{$group}{$c} // return;
            return $unit =~ /^ns/
                && $m->{unit} eq 'ms' ? $m->{median} * 1e6 / $m->{rows} : $m->{median};
        };
        my @panels = grep {
            my $m = $_;
            $_->{bars} = [
                map {
                    my $c = $_;
                    my $v = $figure->($m->{major}, $c);
                    defined $v ? [$c, $v, (grep { $_ eq $c } @$ours) ? 'ours' : 'theirs'] : ()
                } @$ours,
                @$peers
            ];
            $_->{bars} = [sort { $a->[2] cmp $b->[2] || $a->[1] <=> $b->[1] } $_->{bars}->@*];
            $_->{bars}->@*
        } map { { major => $_ } } @$majors;

        # A bar of many times the others would leave of them nothing to see: it runs out of the
        # picture, its figure does not.
        my $most = 0;
        for my $panel (@panels) {
            my @by_size = sort { $b <=> $a } map { $_->[1] } $panel->{bars}->@*;
            shift @by_size while @by_size > 1 && $by_size[0] > 4 * $by_size[1];
            $most = $by_size[0] if $by_size[0] > $most;
        }
        my ($first) = @panels;
        $alt{$file} =
              "$title, PostgreSQL $first->{major}: "
            . join(', ', map { "$_->[0] " . number($_->[1]) } $first->{bars}->@*)
            . " $unit";
        my ($width, $left, $bar) = (440, 170, 19);
        my $height = 34;
        $height += 44 + $bar * $_->{bars}->@* for @panels;
        my $d = Drawing->new($width, $height + 20, $alt{$file});
        $d->text(12,          $height + 10, 'Blue: this extension', muted => 1, anchor => 'start');
        $d->text(12,          23,           $title,                 bold  => 1, anchor => 'start');
        $d->text($width - 12, 23,           $unit,                  muted => 1, anchor => 'end');
        my $scale = ($width - $left - 52) / $most;
        my $step  = axis_step($most);
        my $y     = 34;

        for my $panel (@panels) {
            my $results = $by->{ $panel->{major} };
            my $meta    = $results->{meta}{ $results->{suite_of}{$group} };
            my $bottom  = $y + 22 + $bar * $panel->{bars}->@*;
            $d->text(
                12, $y + 14,
                "PostgreSQL $panel->{major}, $meta->{cpu}, $meta->{cores} cores" =~ s/\(R\)//gr,
                muted  => 1,
                anchor => 'start'
            );
            for (my $at = 0 ; $at <= $most * 1.02 ; $at += $step) {
                $d->together(
                    sub {
                        $d->line(
                            $left + $at * $scale,
                            $y + 22, $left + $at * $scale,
                            $bottom, 'grid'
                        );
                        $d->text($left + $at * $scale, $bottom + 14, $at, muted => 1);
                    }
                );
            }
            my $row = $y + 22;
            for ($panel->{bars}->@*) {
                my ($label, $v, $whose) = @$_;
                my $long = $v > $most ? $most * $scale : $v * $scale;
                $d->together(
                    sub {
                        $d->text(
                            $left - 6, $row + 14, $label,
                            anchor => 'end',
                            $whose eq 'ours' ? () : (muted => 1),
                            size => length $label > 21 ? 11.5 : 12.5
                        );
                        $d->bar($left, $row + 2, $long, $bar - 4, $whose);
                        $d->cut($left + $long - 14, $row + 2, $bar - 4) if $v > $most;
                        $d->text(
                            $left + $long + 4, $row + 14, number($v),
                            anchor => 'start',
                            muted  => 1
                        );
                    }
                );
                $row += $bar;
            }
            $y = $bottom + 22;
        }
        $d->write("$dir/bench-$file.svg");
    }
    return \%alt;
}

if    ($mode eq 'text') { text_report(@arguments) }
elsif ($mode eq 'page') { page(@arguments) }
else                    { die "report.pl text|page\n" }
