#!/usr/bin/perl
# Whether docs/troubleshooting.md has the message of each statement of mistakes.sql; prints TAP:
#
#   mistakes.pl TOP        PGHOST, PGPORT, PGUSER name the server, TMPDIR a directory
#
# The statements run as the owner of a database, who is no superuser.  Each has to be refused, with
# an SQLSTATE that stands in front of its message on the page.  A message of the page stands for those
# that differ in names only: in … and double quotes is any text, types, functions and operators are any.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Text 'text_of';

binmode STDOUT, ':encoding(UTF-8)';
my $top = $ARGV[0];

my ($setup, $mistakes) = split /^-- -{5,}.*\n/m, text_of("$top/test/docs/mistakes.sql"), 2;
$mistakes =~ s/^--.*\n//mg;
my @statements = grep { /\S/ } split /(?<=;)\n/, $mistakes;

# The messages of the page: an SQLSTATE, and a pattern.
my $name = qr/(?:"[^"]*"|[\w.\[\]]+(?: precision| varying| with time zone)?)/;
my @known;
for my $line (split /\n/, text_of("$top/docs/troubleshooting.md")) {
    my ($cell) = $line =~ /^\| ([0-9A-Z]{5} [^|]*`)/ or next;
    my $state;
    while ($cell =~ /`([^`]+)`|\b([0-9A-Z]{5})\b/g) {
        if ($2) { $state = $2; next }
        my $pattern = join '.*', map { quotemeta } split /…/, $1, -1;
        $pattern =~ s/\\"(?:(?!\\").)*\\"/"[^"]*"/g;
        $pattern =~ s/^function\\ .*\\\)\\ does/function\\ \\S+\\(.*\\)\\ does/;
        $pattern =~ s/^(operator\\ does\\ not\\ exist\\:\\ ).*/$1.*/;
        $pattern =~ s/\b(?:user_id|order_id|base62id|ulid|uid11|text|integer|unknown)\b/$name/g;
        push @known, [$state, qr/^$pattern$/];
    }
}

# What all texts that are no ids have in common stands in a sentence of the page.
push @known, ['22P02', qr/^invalid input syntax for type $name: ".*"$/s];

system('createuser mistakes_owner && createdb -O mistakes_owner mistakes') == 0
    or die "createdb mistakes\n";
my $script = "$ENV{TMPDIR}/mistakes.sql";
open my $out, '>:encoding(UTF-8)', $script or die "$script: $!";
print $out "SET ROLE mistakes_owner;\nSET client_min_messages = error;\n\\set QUIET on\n$setup\n",
    "\\set VERBOSITY verbose\n\\t on\n",
    map { "\\echo \@\@$_\n$statements[$_]\n" } 0 .. $#statements;
close $out;
open my $psql, '-|:encoding(UTF-8)', "psql -Xq -d mistakes -f $script 2>&1" or die $!;
my $said = do { local $/; <$psql> };
close $psql;
my ($before, %answer) = split /^\@\@(\d+)\n/m, $said;
printf "%sok - the tables of the mistakes\n%s", ($before =~ /ERROR/ ? 'not ' : ''),
    $before =~ /ERROR/ ? $before =~ s/^/#   /gmr : '';

my (@accepted, @unknown);
for my $n (0 .. $#statements) {
    my $answer = $answer{$n} // '';
    my ($state, $message) =
        $answer =~ /ERROR:  ([0-9A-Z]{5}): (.*?)(?:\n(?:LINE \d+|[A-Z ]+):.*)?\n*\z/s;
    if (!defined $state) { push @accepted, "$statements[$n]: $answer"; next }
    push @unknown, "$state $message: $statements[$n]"
        unless grep { $state eq $_->[0] && $message =~ $_->[1] } @known;
}
printf "%sok - %d mistakes are refused\n", @accepted ? 'not ' : '', scalar @statements;
print map { "#   $_\n" } map { split /\n/ } @accepted;
printf "%sok - the message of each is on the page of troubleshooting\n", @unknown ? 'not ' : '';
print map { "#   $_\n" } @unknown;
system 'dropdb mistakes && dropuser mistakes_owner';
