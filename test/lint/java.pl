#!/usr/bin/perl
# Lines of Java out of form, as FILE:LINE: what is wrong; nothing where all is in form:
#
#   java.pl FILE...
#
# A line has at most 120 characters, and at most one statement.  Debian has no formatter of Java.
use strict;
use warnings;
use utf8;

binmode STDOUT, ':encoding(UTF-8)';
my $literal = qr/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)+'/;

# Whether something follows the semicolon of a statement: not the end of a block, a comment, or
# the next part of the head of a loop.
sub has_two_statements {
    my ($line) = @_;
    $line        =~ s{$literal|//.*|/\*.*?(?:\*/|$)|^\s*\*.*}{}g;
    $line        =~ s/\b(?:for|try) (\((?:[^()]++|(?1))*\))//g;
    return $line =~ /;\s*+(?!\})\S/;
}

for my $file (@ARGV) {
    open my $in, '<:encoding(UTF-8)', $file or die "$file: $!";
    while (my $line = <$in>) {
        chomp $line;
        if (length($line) > 120) {
            print "$file:$.: ", length $line, " characters\n";
        } elsif (has_two_statements($line)) {
            print "$file:$.: two statements\n";
        }
    }
    close $in;
}
