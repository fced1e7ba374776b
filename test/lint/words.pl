#!/usr/bin/perl
# Finds on pages what the list of words says in other words:
#
#   words.pl WORDS PAGE.md...    prints PAGE:LINE: "found": what to write instead
#
# WORDS has a pattern in each line, any case, a tab, and what to write.  Only prose and the cells of
# tables are read: code, comments and the targets of links are not.
use strict;
use warnings;
use utf8;

binmode STDOUT, ':encoding(UTF-8)';
my ($list, @pages) = @ARGV;

sub lines_of {
    my ($file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "$file: $!\n";
    chomp(my @lines = <$in>);
    return @lines;
}

my @words = map { [split /\t/, $_, 2] } grep { !/^(?:#|$)/ } lines_of($list);

# Blanks in the place of what is not prose, so that the number of each line stays.
sub prose_of {
    my ($page)    = @_;
    my $text      = join "\n", lines_of($page);
    my $only_ends = sub { $_[0] =~ s/[^\n]//gr };
    $text =~ s/^(\s*)(```+)[^\n]*\n.*?^\s*\2\s*$/$only_ends->($&)/gems;
    $text =~ s/<!--.*?-->/$only_ends->($&)/ges;
    $text =~ s/`[^`\n]*`/`/g;
    $text =~ s/\]\([^)\s]*\)/]/g;
    return split /\n/, $text;
}

for my $page (@pages) {
    my $number = 0;
    for my $line (prose_of($page)) {
        ++$number;
        for my $word (@words) {
            my ($pattern, $instead) = @$word;
            print "$page:$number: \"$&\": $instead\n" while $line =~ /$pattern/gi;
        }
    }
}
