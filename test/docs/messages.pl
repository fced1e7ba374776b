#!/usr/bin/perl
# Whether docs/troubleshooting.md has what the library says; prints TAP:
#
#   messages.pl TOP
#
# A message is found by its first six words.  A value in it, % in the source, is … on the page or an
# example's.  What messages say of one object or another, and DETAILs and HINTs of texts that are no
# ids (hint.cpp, error.cpp), count like messages.  A check of the C++ library is one message; that of
# bytes that are not whole is of decoders, which give NULL.
use strict;
use warnings;
use utf8;
use File::Find;
use FindBin;
use lib $FindBin::Bin;
use Text 'text_of';

binmode STDOUT, ':encoding(UTF-8)';
my $top = $ARGV[0];

# The literals that are the first argument of a call, as one text each; %s: is left alone.
sub messages_of {
    my ($file, $function) = @_;
    my @messages;
    my $source = text_of($file);
    while ($source =~ /\b$function\(((?:\s*"(?:[^"\\]|\\.)*")+)/g) {
        my $literals = $1;
        push @messages, join '', map { s/\\"/"/gr } $literals =~ /"((?:[^"\\]|\\.)*)"/g;
    }
    return @messages;
}

my %message;
find(
    {
        no_chdir => 1,
        wanted   => sub {
            return unless /\.[ch]pp$/ && !m{/server/assertions\.cpp$};
            my @functions =
                ('errmsg', m{/(?:type|id_type)/(?:hint|error)\.cpp$} ? ('errdetail') : ());
            for my $function (@functions) {
                $message{$_} = $File::Find::name for messages_of($_, $function);
            }
        }
    },
    "$top/src/pg"
);

# What the page shows in code, an example's values included.
my $page = join "\n", text_of("$top/docs/troubleshooting.md") =~ /`([^`\n]+)`/g;

my $value = qr/[^\n`]+?/;
my @missing;
for my $message (sort keys %message) {
    next if $message =~ /^%s$|^The characters do not spell whole bytes/;
    my @words   = split ' ', $message;
    my @first   = @words[0 .. ($#words < 5 ? $#words : 5)];
    my $pattern = join '\s',
        map { quotemeta($_) =~ s/(?:\\%(?:\\\.\\\*)?z?[a-z])+/$value/gr } @first;
    push @missing, "$message ($message{$message})" unless $page =~ /^$pattern/m;
}
printf "%sok - %d messages of the library are on the page of troubleshooting\n",
    @missing ? 'not ' : '', scalar keys %message;
print map { "#   $_\n" } @missing;
print keys %message > 100 ? '' : 'not ', "ok - there are such messages\n";
