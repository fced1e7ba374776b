#!/usr/bin/env perl
# Draws the bit layouts and the diagrams of docs/ as SVG: perl docs/img/diagrams.pl (writes beside
# itself).
use strict;
use warnings;
use utf8;
use FindBin '$Bin';
use lib $Bin;
use Drawing;

# Bit layouts: name => [title, an id, bits of a symbol (0: symbols and fields do not meet), [bits,
# kind, label]...]
my %layout = (
    base62id => [
        'Base62id: 130 bits, 22 characters of base 62',
        'G8YOG5efuH94ezE3H5aIvQ', 0,
        [2,   'fixed', 'always 10'],
        [128, 'data',  'the UUID']
    ],
    base64uuid => [
        'Base64UUID: 132 bits, 22 characters of 6 bits',
        'FHEZKbu8gHouGLFaNJ4o$$', 6,
        [4,   'fixed', 'always 0100'],
        [128, 'data',  'the UUID']
    ],
    xid => [
        'xid, a profile of uid11: 64 bits, 11 characters of base 58',
        '5cnUbceUUfj', 0,
        [42, 'time',   'milliseconds since 2011-11-11'],
        [22, 'random', 'random']
    ],
    snowish => [
        'snowish, a profile of uid11',
        '',
        0,
        [1,  'fixed', 'always 0'],
        [41, 'time',  'milliseconds'],
        [10, 'field', 'machine'],
        [12, 'data',  'sequence']
    ],
    ts_seq_rand => [
        'ts_seq_rand, a profile of uid11',
        '', 0,
        [42, 'time',   'milliseconds'],
        [12, 'data',   'sequence'],
        [10, 'random', 'random']
    ],
    typeid => [
        'TypeID: a prefix, and 130 bits as 26 characters of 5 bits',
        'user_01h455vb4pex5vsknk084sn02q',
        5,
        [2,  'fixed',  'always 00'],
        [48, 'time',   'unix milliseconds'],
        [4,  'fixed',  'version 7'],
        [12, 'time',   '1/4096 milliseconds'],
        [2,  'fixed',  'variant'],
        [62, 'random', 'random']
    ],
    baseuid => [
        'BaseUid: 120 bits, 20 characters of 6 bits',
        'ANjssJkydKgUhN7wGFXl',
        6,
        [48, 'time',   'steps of 32.768 µs since 1970'],
        [72, 'random', 'random']
    ],
    ulid => [
        'ULID: 130 bits, 26 characters of 5 bits',
        '01ARZ3NDEKTSV4RRFFQ69G5FAV',
        5,
        [2,  'fixed',  'always 00'],
        [48, 'time',   'unix milliseconds'],
        [80, 'random', 'random']
    ],
    'baseuid-uuid' => [
        'A BaseUid as UUID of version 8',
        '2d8bf8e1-4c3e-8a55-ac7e-d608f11422c4',
        4,
        [48, 'time',   'time'],
        [4,  'fixed',  'version 8'],
        [12, 'random', 'random'],
        [2,  'fixed',  'variant'],
        [60, 'random', 'random'],
        [2,  'fixed',  'always 00']
    ],
);

for my $name (sort keys %layout) {
    my ($title, $id, $symbol, @fields) = $layout{$name}->@*;
    my $columns = (grep { length $_->[2] > 24 } @fields) ? 1 : 2;
    my $rows    = int((@fields + $columns - 1) / $columns);
    my $d       = Drawing->new(
        440,
        ($id ? 112 : 82) + 19 * $rows,
        "$title: " . join(', ', map { "$_->[0] bits $_->[2]" } @fields)
    );
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
        $d->together(
            sub {
                $d->bar($at, $y, $w, 22, $kind);
                $d->text($at + $w / 2, $y + 16, $width, size => 12) if $w > 16;
            }
        );
        $at += $w;
    }
    $y += 40;
    for my $i (0 .. $#fields) {
        my ($x, $line) = (14 + 212 * ($i % $columns), $y + 19 * int($i / $columns));
        $d->together(
            sub {
                $d->bar($x, $line - 10, 11, 11, $fields[$i][1]);
                $d->text(
                    $x + 17, $line, "$fields[$i][0]: $fields[$i][2]",
                    anchor => 'start',
                    size   => 12.5
                );
            }
        );
    }
    $d->write("$Bin/$name.svg");
}

# Ids in the colours of their fields.
{
    my @ids = (
        [
            'id type', 'user_01h455vb4pex5vsknk084sn02q', 5, [2, 'time'], [48, 'time'],
            [80, 'random']
        ],
        ['ulid',     '01ARZ3NDEKTSV4RRFFQ69G5FAV', 5, [2,   'time'], [48, 'time'], [80, 'random']],
        ['baseuid',  'ANjssJkydKgUhN7wGFXl',       6, [48,  'time'], [72, 'random']],
        ['base62id', 'G8YOG5efuH94ezE3H5aIvQ',     6, [132, 'data']],
        ['xid',      '5cnUbceUUfj',                          6, [42, 'time'], [24, 'random']],
        ['uuid',     '01890a5d-ac96-774b-bcce-b302099a8057', 4, [48, 'time'], [80, 'random']],
    );
    my $d = Drawing->new(
        440,
        30 * @ids + 46,
        'Ids in colours: an id type is a type prefix, time and random bits; ulid, baseuid and xid are time and random bits; a base62id is any UUID'
    );
    my $y = 14;
    for (@ids) {
        my ($name, $text, $bits, @fields) = @$_;
        $d->text(84, $y + 15, $name, anchor => 'end', $name eq 'uuid' ? (muted => 1) : ());
        $d->symbols(94, $y, $text, $bits, @fields);
        $y += 30;
    }
    my $x = 94;
    for (
        ['type',   'type prefix', 92],
        ['time',   'time',        58],
        ['random', 'random',      76],
        ['data',   'any UUID',    80]
        )
    {
        $d->bar($x, $y + 6, 11, 11, $_->[0]);
        $d->text($x + 16, $y + 16, $_->[1], anchor => 'start', muted => 1);
        $x += $_->[2];
    }
    $d->write("$Bin/ids.svg");
}

# TypeID, typeid, id type: what each word means.
{
    my $d = Drawing->new(440, 300,
        'TypeID is a format of text; typeid is a column type for ids of any kind; an id type is a type for one kind'
    );
    $d->box(70, 12, 300, 58, 'accent');
    $d->text(220, 35, 'TypeID: a format of text',        bold => 1);
    $d->text(220, 57, 'user_01h455vb4pex5vsknk084sn02q', mono => 1);
    $d->arrow(160, 70, 116, 106);
    $d->arrow(280, 70, 324, 106);
    for (
        [
            12,
            'typeid',
            'a column type',
            'for TypeIDs of any kind',
            'everybody can use it',
            '21 bytes for user_…',
            'a domain restricts it to one'
        ],
        [
            224,
            'an id type: user_id',
            'a type of your own',
            'for one kind of TypeID',
            'typeid_create_type()',
            '16 bytes, as uuid',
            'other kinds do not compare'
        ]
        )
    {
        my ($x, $name, @lines) = @$_;
        $d->box($x, 108, 204, 178);
        $d->text($x + 102, 134, $name, bold => 1);
        $d->text($x + 102, 158, $lines[0]);
        $d->text($x + 102, 176, $lines[1]);
        $d->text($x + 102, 206, $lines[2]);
        $d->text($x + 102, 242, $lines[3], muted => 1);
        $d->text($x + 102, 262, $lines[4], muted => 1);
    }
    $d->write("$Bin/three-words.svg");
}

# Which id?  Questions on the left, answers on the right; "no" goes down.
{
    my @steps = (
        [
            'Do people see, paste or',
            'mix up several kinds?',
            'id type',
            '16 bytes, prefix + 26',
            'with a mask: no time shows'
        ],
        [
            'Do you have UUIDs,',
            'and want them short?',
            'base62id',
            '16 bytes, 22 characters',
            'changes in place'
        ],
        [
            'Do your applications',
            'generate ULIDs?',
            'ulid',
            '16 bytes, 26 characters',
            'changes in place'
        ],
        [
            'Do you have bigint keys,',
            'and show them?',
            'numeric id type',
            '8 bytes, prefix + 11',
            'with a mask: no count shows'
        ],
        [
            'Does every byte count,',
            'and few servers write?',
            'uid11',
            '8 bytes, 11 characters',
            'generated by xid_new()'
        ],
    );
    my $d = Drawing->new(
        440,
        98 * @steps + 66,
        'Which id? Several kinds that get mixed up: id types. Uuids to shorten: base62id. ULIDs: ulid. Bigint keys: numeric id types. Every byte counts: uid11. Else baseuid, or uuid.'
    );
    my $y = 12;
    for (@steps) {
        my ($first, $second, $answer, @notes) = @$_;
        $d->box(12, $y, 178, 66);
        $d->text(101, $y + 28, $first);
        $d->text(101, $y + 48, $second);
        $d->arrow(190, $y + 33, 246, $y + 33);
        $d->text(216, $y + 26, 'yes', muted => 1);
        $d->box(248, $y, 180, 66, 'accent');
        $d->text(338, $y + 20, $answer,   bold  => 1, mono => 1);
        $d->text(338, $y + 39, $notes[0], muted => 1);
        $d->text(338, $y + 56, $notes[1], muted => 1);
        $d->arrow(101, $y + 66, 101, $y + 96);
        $d->text(118, $y + 85, 'no', muted => 1);
        $y += 98;
    }
    $d->box(12, $y, 416, 44);
    $d->text(220, $y + 19, 'baseuid: 15 bytes, 20 characters, in order of time');
    $d->text(220, $y + 36, 'or uuid, if people never read it', muted => 1);
    $d->write("$Bin/choose.svg");
}

# Where new ids go: each cell is a leaf page of an index, in the order of the keys; it is filled
# where one of 1,000 new ids went.
{
    my %pages;
    open my $in, '<', "$Bin/index-pages.tsv" or die "index-pages.tsv: $!";
    while (<$in>) {
        chomp;
        my ($of, $new) = split /\t/;
        $pages{$of} = [split / /, $new];
    }
    my %touched = map {
        my $of = $_;
        $of => scalar grep { $_ } $pages{$of}->@*
    } keys %pages;
    my ($columns, $cell) = (46, 9);
    my $d = Drawing->new(
        440, 272,
        sprintf(
            '1,000 new ids after 50,000: random ones change %d of %d pages of the index, time-ordered ones %d of %d',
            $touched{random},  scalar $pages{random}->@*,
            $touched{ordered}, scalar $pages{ordered}->@*
        )
    );
    my $y = 24;
    for (['random', 'Random (gen_random_uuid)'], ['ordered', 'In order of time']) {
        my ($of, $title) = @$_;
        $d->text(12, $y, $title, bold => 1, anchor => 'start');
        $d->text(
            428, $y,
            sprintf('%d of %d pages change', $touched{$of}, scalar $pages{$of}->@*),
            anchor => 'end'
        );
        my %cells;
        for my $i (0 .. $pages{$of}->$#*) {
            my ($x, $row) = ($i % $columns, int($i / $columns));
            $cells{ $pages{$of}[$i] ? 'ours' : 'random' } .= sprintf(
                'M%g %gh%gv%gh-%gz',
                12 + $x * $cell,
                $y + 10 + $row * $cell * 1.5,
                $cell - 1.5,
                $cell * 1.5 - 2,
                $cell - 1.5
            );
        }
        $d->add(qq{<path d="$cells{$_}" fill="var(--$_)"/>}) for sort keys %cells;
        $y += 22 + 13.5 * int(($pages{$of}->@* + $columns - 1) / $columns) + 18;
    }
    $d->text(
        12, $y - 6, 'Each cell is a page of the index of 50,000 ids.',
        anchor => 'start',
        muted  => 1
    );
    $d->text(
        12, $y + 11, 'Blue: at least one of 1,000 new ids went there.',
        anchor => 'start',
        muted  => 1
    );
    $d->write("$Bin/index-pages.svg");
}
