#!/usr/bin/env perl
# Draws the bit layouts of docs/ as SVG: perl docs/img/layouts.pl (writes beside itself).
use strict;
use warnings;
use utf8;
use FindBin '$Bin';

my %colour = (time => '#cfe3f7', random => '#e6e6e6', constant => '#f7d9c4', data => '#dcefd6', field => '#f3ecc2');

# name => [title, what one symbol of the text covers, [bits, kind, label]...]
my %layout = (
    base62id => ['Base62id: 2 · 2^128 + UUID, written in base 62 as 22 symbols', 0,
        [2, 'constant', '10'], [128, 'data', 'UUID']],
    base64uuid => ['Base64UUID: 132 bits, 22 symbols of 6 bits', 6,
        [4, 'constant', '0100'], [128, 'data', 'UUID']],
    xid => ['uid11, profile xid: 64 bits, written in base 58 as 11 symbols', 0,
        [42, 'time', 'milliseconds since 2011-11-11 11:11:11.111'], [22, 'random', 'random']],
    snowish => ['uid11, profile snowish', 0,
        [1, 'constant', '0'], [41, 'time', 'milliseconds'], [10, 'field', 'machine'], [12, 'field', 'sequence']],
    ts_seq_rand => ['uid11, profile ts_seq_rand', 0,
        [42, 'time', 'milliseconds'], [12, 'field', 'sequence'], [10, 'random', 'random']],
    typeid => ['TypeID suffix of a generated id: 00 and a UUID of version 7, 26 symbols of 5 bits', 5,
        [2, 'constant', '00'], [48, 'time', 'unix milliseconds'], [4, 'constant', '0111'],
        [12, 'time', '1/4096 ms'], [2, 'constant', '10'], [62, 'random', 'random']],
    baseuid => ['BaseUid: 120 bits, 20 symbols of 6 bits', 6,
        [48, 'time', 'unix nanoseconds >> 15'], [72, 'random', 'random']],
    ulid => ['ULID: 00 and 128 bits, 26 symbols of 5 bits', 5,
        [2, 'constant', '00'], [48, 'time', 'unix milliseconds'], [80, 'random', 'random']],
    'baseuid-uuid' => ['BaseUid as UUID of version 8', 0,
        [48, 'time', 'time'], [4, 'constant', '1000'], [12, 'random', 'random'], [2, 'constant', '10'],
        [60, 'random', 'random'], [2, 'constant', '00']],
);

for my $name (sort keys %layout) {
    my ($title, $symbol, @fields) = @{ $layout{$name} };
    my $bits = 0;
    $bits += $_->[0] for @fields;
    my $unit = 880 / $bits;
    my $height = $symbol ? 128 : 108;
    open my $svg, '>:utf8', "$Bin/$name.svg" or die "$name.svg: $!";
    print $svg qq{<svg xmlns="http://www.w3.org/2000/svg" width="920" height="$height" viewBox="0 0 920 $height" role="img"\n},
        qq{     font-family="sans-serif" font-size="13"><title>$title</title>\n},
        qq{<rect x="0.5" y="0.5" width="919" height="${\($height - 1)}" rx="6" fill="#fff" stroke="#ccc"/><text x="20" y="22" font-size="15">$title</text>\n};
    my $at = 0;
    for my $field (@fields) {
        my ($width, $kind, $label) = @$field;
        my ($x, $w) = (20 + $at * $unit, $width * $unit);
        printf $svg qq{<rect x="%.1f" y="48" width="%.1f" height="34" fill="%s" stroke="#444"/>\n}, $x, $w, $colour{$kind};
        # A narrow field has its label above, and wide ones inside.
        my $inside = $w > 8 * length $label;
        printf $svg qq{<text x="%.1f" y="%d" text-anchor="middle">%s</text>\n}, $x + $w / 2, $inside ? 69 : 42, $label =~ s/>/&gt;/gr;
        printf $svg qq{<text x="%.1f" y="98" font-size="10" fill="#444">%d</text>\n}, $x, $at if $w > 14;
        $at += $width;
    }
    printf $svg qq{<text x="900" y="98" text-anchor="end" font-size="10" fill="#444">%d</text>\n}, $bits;
    if ($symbol) {
        my $n = $bits / $symbol;
        printf $svg qq{<path d="%s" stroke="#888" stroke-width="0.6"/>\n},
            join ' ', map { sprintf 'M%.1f 102v8', 20 + $_ * $symbol * $unit } 0 .. $n;
        print $svg qq{<text x="20" y="117" font-size="10" fill="#444">one symbol each</text>\n};
    }
    print $svg "</svg>\n";
    close $svg or die "$name.svg: $!";
}
