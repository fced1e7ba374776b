#!/usr/bin/perl
# Puts the tutorial's statements into the page "Try it": steps.pl TUTORIAL.md TRY.md prints the page.
#
# @@HEADING@@ in it becomes the SQL under that heading of the tutorial, @@HEADING, 2@@ the second
# block of it.
use strict;
use warnings;
use utf8;

my ($tutorial, $page) = @ARGV;
binmode STDOUT, ':encoding(UTF-8)';

my (%sql, $heading, $code, $block);
open my $in, '<:encoding(UTF-8)', $tutorial or die "$tutorial: $!";
while (<$in>) {
    if (/^```/) {
        $code = /^```sql$/;
        ++$block if $code;
    } elsif ($code) {
        $sql{$heading} .= $_;
        $sql{"$heading, $block"} .= $_;
    } elsif (/^## (.*)/) {
        $heading = $1;
        $block   = 0;
    }
}

my %escape = ('&' => '&amp;', '<' => '&lt;', '>' => '&gt;');
open $in, '<:encoding(UTF-8)', $page or die "$page: $!";
while (<$in>) {
    s{\@\@(.*?)\@\@}{($sql{$1} // die "$tutorial has no SQL under \"$1\"\n") =~ s/([&<>])/$escape{$1}/gr =~ s/\n\z//r}ge;
    print;
}
