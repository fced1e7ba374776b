#!/usr/bin/perl
# What a reader meets on the pages, whatever is in them; prints TAP:
#
#   pages.pl TOP        README.md, CONTRIBUTING.md, SECURITY.md, CHANGELOG.md, docs/, pure-sql/README.md, the clients' pages
#                       and those of the site under TOP
#
# - Links lead to a file, and to a heading of it.
# - Each page is linked from docs/index.md or from a page that is.
# - Pages for readers keep evidence, its words and its dates out: a release carries what commands printed.
use strict;
use warnings;
use utf8;
use Cwd 'realpath';
use File::Basename;
use File::Find;
use File::Spec;
use FindBin;
use lib $FindBin::Bin;
use Text 'text_of';

binmode STDOUT, ':encoding(UTF-8)';
my $top   = realpath($ARGV[0]);
my @pages = (
    (map { "$top/$_" } qw(README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md)),
    (map { "$top/$_" } qw(clients/CONTRIBUTING.md pure-sql/README.md)),
    map { glob "$top/$_/README.md" } qw(clients clients/* migrate scripts/release src src/pg test)
);
find({ no_chdir => 1, wanted => sub { push @pages, $_ if /\.md$/ } }, "$top/docs");

# What nobody reads for its prose: code, and what a comment says to the tests.
sub without_code {
    my ($text) = @_;
    $text        =~ s/^```.*?^```$//gmsx;
    $text        =~ s/<!--.*?-->//gs;
    return $text =~ s/`[^`\n]*`//gr;
}

# As the code hosts and mkdocs make it of a heading.
sub anchor {
    my ($heading) = @_;
    $heading =~ s/\]\([^)]*\)//g;
    return lc($heading) =~ s/[^\w\s-]//gr =~ s/\s/-/gr;
}

sub result {
    my ($title, @wrong) = @_;
    print @wrong ? 'not ' : '', "ok - $title\n", map { "#   $_\n" } @wrong;
}

my (%text, %anchors);
my @of_the_site =
    glob "$top/site/pages/*.md";  # their links are those of the built site, which test/site follows
for my $page (@pages, @of_the_site) {
    $text{$page} = text_of($page);
    my ($code, %seen);
    for (split /\n/, $text{$page}) {
        $code = !$code if /^```/;
        next           if $code || !/^#+ (.*)/;
        my $anchor = anchor($1);
        $anchors{$page}{ $seen{$anchor}++ ? "$anchor-" . ($seen{$anchor} - 1) : $anchor } = 1;
    }
}

my (@broken, %linked);
for my $page (@pages) {
    my $short = File::Spec->abs2rel($page, $top);
    for (without_code($text{$page}) =~ /\]\(([^)\s]+)\)/g) {
        next if /^(https?|mailto):/;
        my ($file, $anchor) = /^([^#]*)(?:#(.*))?$/;
        my $target = $file eq '' ? $page : dirname($page) . "/$file";
        $target =~ s{/\./}{/}g;
        1 while $target =~ s{/(?!\.\.)[^/]+/\.\./}{/};
        push @broken, "$short: $_"
            unless -e $target
            && (!defined $anchor || $target !~ /\.md$/ || $anchors{$target}{$anchor});
        $linked{$page}{$target} = 1;
    }
}
result('links lead to a file and to a heading', @broken);

my @reached = "$top/docs/index.md";
my %reached = map { $_ => 1 } @reached;
while (my $page = shift @reached) {
    push @reached, grep { !$reached{$_}++ && $text{$_} } keys $linked{$page}->%*;
}
result('every page is reached from docs/index.md',
    grep { m{^docs/} && !$reached{"$top/$_"} } map { File::Spec->abs2rel($_, $top) } @pages);

my $navigation = do {
    open my $file, '<:encoding(UTF-8)', "$top/site/mkdocs.yml" or die "site/mkdocs.yml: $!";
    local $/;
    <$file>;
};
result(
    'every page is in the navigation of the site',
    grep    { m{^docs/(.+)} && $navigation !~ /[ ]\Q$1\E$/m }
        map { File::Spec->abs2rel($_, $top) } @pages
);

my @evidence = (
    qr/\b202[4-9]-\d\d-\d\d\b/,
    qr/\b(?:was|were) (?:run|seen|measured|tried|tested|found|read)\b/i,
    qr/\bnot run\b/i,
    qr/\bFound:/,
    qr/\bLast run\b/i,
    qr/\b[\d,]+ (?:checks|tests|test cases)\b/i,
    qr/\bseeds?\b/,
    qr/\bin all,? measured\b/i,
    qr/\bat commit\b/i,
    qr/\b(?:medians? of|(?:an)?other run|in one run)\b/i,
    qr/\b(?:is|are|as) (?:a test|tests|executed)\b/i,
    qr/\boctets?\b/i,
    qr/\bTwo things are to be known\b/i
);
my @found;
for my $page (@pages, @of_the_site) {
    my $short = File::Spec->abs2rel($page, $top);
    next
        if $short =~
        m{(?:^|/)CONTRIBUTING\.md$|^(?:clients|migrate|scripts/release|src|src/pg|test)/README\.md$}
        ;    # for developers
    my $text = without_code($text{$page});
    for my $word (@evidence) {
        push @found, "$short: $1" while $text =~ /(.{0,30}$word.{0,20})/g;
    }
}
result('pages for readers keep evidence, its words and its dates out', @found);
