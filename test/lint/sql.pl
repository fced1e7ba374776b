#!/usr/bin/perl
# Lines of SQL out of form, as FILE:LINE: what is wrong; nothing where all is in form:
#
#   sql.pl FILE...
#
# A line has at most 100 characters, and at most one statement.  Data may be longer: rows of COPY,
# an array in quotes, '{…}', over several lines too, and lines of nothing but literals, with the
# commas, brackets and casts between them and the IS of a comment.  A literal that begins as a
# statement does is no data.
use strict;
use warnings;
use utf8;

binmode STDOUT, ':encoding(UTF-8)';
my $literal  = qr/E?'(?:[^']|'')*'/;
my $commands = 'SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|CREATE|ALTER|DROP|DO|CALL|BEGIN';

# Of nothing but literals.
sub is_data {
    my ($line) = @_;
    return 0 if $line =~ /'\s*(?:$commands)\b/i;
    $line             =~ s/$literal|\bIS\b|\b(?:NULL|true|false)\b|::\w+|[-+]?\b[\d.]+\b//g;
    return $line      =~ /^[\s,;()\[\]]*$/;
}

# Whether something follows the semicolon of a statement: not the end of a block or of its quotes,
# a comment, or what psql does with the result.
sub has_two_statements {
    my ($line) = @_;
    $line =~ s/$literal|"[^"]*"|--.*//g;
    return $line =~ /(?<!\\);\s*+(?!END\b|\$|\\|\)|')\S/i;
}

for my $file (@ARGV) {
    open my $in, '<:encoding(UTF-8)', $file or die "$file: $!";
    my $end_of_data;
    while (my $line = <$in>) {
        chomp $line;
        if ($end_of_data) {
            undef $end_of_data if $line =~ $end_of_data;
            next;
        }
        $end_of_data = qr/^\\\.$/ if $line =~ /^COPY .*FROM stdin/i;
        $end_of_data = qr/\}'|;$/ if $line =~ /'\{(?:(?!\}').)*$/;
        $line =~ s/'\{(?:(?!\}').)*(?:\}'|$)//g;
        if (length($line) > 100 && !is_data($line)) {
            print "$file:$.: ", length $line, " characters\n";
        } elsif (has_two_statements($line)) {
            print "$file:$.: two statements\n";
        }
    }
    close $in;
}
