#!/usr/bin/env perl
# Draws the bit layouts of docs/ as SVG: perl docs/img/layouts.pl (writes beside itself).
use strict;
use warnings;
use utf8;
use FindBin '$Bin';
use lib $Bin;
use Drawing;

# name => [title, an id, bits of a symbol (0: symbols and fields do not meet), [bits, kind, label]...]
my %layout = (
    base62id => ['Base62id: 130 bits, 22 symbols of base 62', 'G8YOG5efuH94ezE3H5aIvQ', 0,
        [2, 'fixed', 'always 10'], [128, 'data', 'the UUID']],
    base64uuid => ['Base64UUID: 132 bits, 22 symbols of 6 bits', 'FHEZKbu8gHouGLFaNJ4o$$', 6,
        [4, 'fixed', 'always 0100'], [128, 'data', 'the UUID']],
    xid => ['xid, a profile of uid11: 64 bits, 11 symbols of base 58', '5cnUbceUUfj', 0,
        [42, 'time', 'milliseconds since 2011-11-11'], [22, 'random', 'random']],
    snowish => ['snowish, a profile of uid11', '', 0,
        [1, 'fixed', 'always 0'], [41, 'time', 'milliseconds'], [10, 'field', 'machine'], [12, 'data', 'sequence']],
    ts_seq_rand => ['ts_seq_rand, a profile of uid11', '', 0,
        [42, 'time', 'milliseconds'], [12, 'data', 'sequence'], [10, 'random', 'random']],
    typeid => ['TypeID: a prefix, and 130 bits as 26 symbols of 5 bits', 'user_01h455vb4pex5vsknk084sn02q', 5,
        [2, 'fixed', 'always 00'], [48, 'time', 'unix milliseconds'], [4, 'fixed', 'version 7'],
        [12, 'time', '1/4096 milliseconds'], [2, 'fixed', 'variant'], [62, 'random', 'random']],
    baseuid => ['BaseUid: 120 bits, 20 symbols of 6 bits', 'ANjssJkydKgUhN7wGFXl', 6,
        [48, 'time', 'steps of 32.768 µs since 1970'], [72, 'random', 'random']],
    ulid => ['ULID: 130 bits, 26 symbols of 5 bits', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 5,
        [2, 'fixed', 'always 00'], [48, 'time', 'unix milliseconds'], [80, 'random', 'random']],
    'baseuid-uuid' => ['A BaseUid as UUID of version 8', '2d8bf8e1-4c3e-8a55-ac7e-d608f11422c4', 4,
        [48, 'time', 'time'], [4, 'fixed', 'version 8'], [12, 'random', 'random'], [2, 'fixed', 'variant'],
        [60, 'random', 'random'], [2, 'fixed', 'always 00']],
);

for my $name (sort keys %layout) {
    my ($title, $id, $symbol, @fields) = $layout{$name}->@*;
    my $columns = (grep { length $_->[2] > 24 } @fields) ? 1 : 2;
    my $rows = int((@fields + $columns - 1) / $columns);
    my $d = Drawing->new(440, ($id ? 112 : 82) + 19 * $rows, "$title: " . join(', ', map { "$_->[0] bits $_->[2]" } @fields));
    $d->text(14, 24, $title, bold => 1, anchor => 'start', size => 13);
    my $y = 38;
    if ($id) {
        $d->symbols(14, $y, $id, $symbol, map { [@$_[0, 1]] } @fields);
        $y += 30;
    }
    my $bits = 0;
    $bits += $_->[0] for @fields;
    my $at = 14;
    for (@fields) {
        my $w = 412 * $_->[0] / $bits;
        my ($width, $kind) = @$_;
        $d->together(sub {
            $d->bar($at, $y, $w, 22, $kind);
            $d->text($at + $w / 2, $y + 16, $width, size => 12) if $w > 16;
        });
        $at += $w;
    }
    $y += 40;
    for my $i (0 .. $#fields) {
        my ($x, $line) = (14 + 212 * ($i % $columns), $y + 19 * int($i / $columns));
        $d->together(sub {
            $d->bar($x, $line - 10, 11, 11, $fields[$i][1]);
            $d->text($x + 17, $line, "$fields[$i][0]: $fields[$i][2]", anchor => 'start', size => 12.5);
        });
    }
    $d->write("$Bin/$name.svg");
}
