#!/usr/bin/perl
# The queries that sqlc makes Go of, as PREPARE statements of psql: its parameters by name become
# numbers.
#
#   queries.pl FILE...
use strict;
use warnings;

my $n = 0;
for my $file (@ARGV) {
    open my $in, '<', $file or die "$file: $!\n";
    my $text = do { local $/; <$in> };
    for my $query (split /^--\s*name:/m, $text) {
        next unless $query =~ s/^\s*(\w+)\s*:\w+[^\n]*\n//;
        my ($name, %number) = ($1);
        my $parameter = sub { my $next = 1 + keys %number; '$' . ($number{ $_[0] } //= $next) };
        $query =~ s/--[^\n]*//g;
        $query =~ s/sqlc\.embed\(\s*(\w+)\s*\)/$1.*/g;
        $query =~ s/sqlc\.n?arg\(\s*'?(\w+)'?\s*\)/$parameter->($1)/ge;
        $query =~ s/(?<![\w@<])@(\w+)/$parameter->($1)/ge;
        $query =~ s/;\s*\z//;
        $n++;
        print "PREPARE \"q$n $name\" AS $query;\n";
    }
}
