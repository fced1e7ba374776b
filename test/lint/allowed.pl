#!/usr/bin/perl
# Of the findings FILE:LINE: … that it reads, prints those of files that have more of them than a
# list allows:
#
#   CHECK FILE... | allowed.pl LIST CHECK
#
# LIST has lines of a check, a file and how many findings it may still have, with tabs between them.
# So the list only shrinks: a file that is not in it may have none.
use strict;
use warnings;

my ($list, $check) = @ARGV;
my (%allowed, %found);
open my $in, '<', $list or die "$list: $!\n";
while (<$in>) {
    next if /^(?:#|$)/;
    chomp;
    my ($of, $file, $count) = split /\t/;
    $allowed{$file} = $count if $of eq $check;
}
close $in;

while (my $line = <STDIN>) {
    my ($file) = $line =~ /^([^:]+):\d+/ or next;
    push @{ $found{$file} }, $line;
}
for my $file (sort keys %found) {
    print @{ $found{$file} } if @{ $found{$file} } > ($allowed{$file} // 0);
}
