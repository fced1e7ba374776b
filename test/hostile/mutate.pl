# Mutated files of COPY in binary: mutate.pl FILE DIRECTORY COUNT SEED
use strict;
use warnings;

my ($file, $directory, $count, $seed) = @ARGV;
open my $in, '<:raw', $file or die "$file: $!";
my $good = do { local $/; <$in> };
srand $seed;

for my $n (1 .. $count) {
    my $data = $good;
    for (1 .. 1 + int rand 3) {
        my $at = 19 + int rand(length($data) - 19);    # mostly behind the header
        $at = int rand 19 if rand() < 0.05;
        my $kind = int rand 7;
        if    ($kind == 0) { substr($data, $at, 1) = chr int rand 256 }
        elsif ($kind == 1) { substr($data, $at, 1) ^= chr(1 << int rand 8) }
        elsif ($kind == 2) { $data = substr $data, 0, $at }
        elsif ($kind == 3) { substr($data, $at, 1 + int rand 20) = '' }
        elsif ($kind == 4) {
            substr($data, $at, 0) = join '', map { chr int rand 256 } 0 .. int rand 20;
        } elsif ($kind == 5) {
            substr($data, $at, 0) = substr $data, 19 + int rand(length($data) - 19), int rand 60;
        } else {    # a field's length: one of the four octets 0 0 0 n in front of a value
            my @fields;
            push @fields, $-[0] while $data =~ /\0\0\0[\x08-\x60]/g;
            substr($data, $fields[rand @fields], 4) = pack 'N',
                (0, 7, 9, 14, 16, 17, 80, 2**31, 2**32 - 2)[rand 9]
                if @fields;
        }
        last if length $data < 40;
    }
    open my $out, '>:raw', "$directory/$n" or die "$directory/$n: $!";
    print $out $data;
    close $out or die;
}
