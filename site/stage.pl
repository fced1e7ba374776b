#!/usr/bin/perl
# Puts the pages of the tree where mkdocs looks for them: stage.pl TOP TARGET
#
# docs/ keeps its shape; the tree's own pages (%page) stand beside it.  A link to another file of
# the tree leads to a copy of it under files/, a link to a directory becomes its text.
use strict;
use warnings;
use utf8;
use Cwd 'realpath';
use File::Basename;
use File::Copy 'copy';
use File::Find;
use File::Path 'make_path';
use File::Spec;

my ($top, $target) = map { realpath($_) } @ARGV;
my %page = (
    'CONTRIBUTING.md'    => 'contributing.md',
    'SECURITY.md'        => 'security.md',
    'CHANGELOG.md'       => 'changes.md',
    'pure-sql/README.md' => 'pure-sql.md',
    'README.md'          => 'index.md',
    'docs/index.md'      => 'pages.md'
);

# Pages that are no longer there, and where their readers are sent.
my %moved = (
    'faq.html'             => 'comparison.html',
    'start.html'           => 'tutorial.html',
    'typed-ids.html'       => 'id-types.html',
    'frameworks/uuid.html' => '../stored-ids.html',
);
my @other;
find(
    {
        no_chdir => 1,
        wanted   => sub {
            return unless -f;
            my $name = File::Spec->abs2rel($_, $top);
            if    (/\.md$/)  { $page{$name} //= $name =~ s{^docs/}{}r }
            elsif (/\.svg$/) { push @other, $name }
        }
    },
    "$top/docs"
);

sub put {
    my ($from, $to) = @_;
    make_path(dirname("$target/$to"));
    copy("$top/$from", "$target/$to") or die "$from: $!";
}

# Where a link of the page FROM leads, as seen from where the page stands now.
sub link_to {
    my ($from, $text, $href) = @_;
    my ($file, $anchor) = $href =~ /^([^#]*)(#.*)?$/;
    $anchor //= '';
    return "[$text]($href)" if $file eq '' || $file =~ /^(https?|mailto):/;
    my $name =
        File::Spec->abs2rel(realpath("$top/" . dirname($from) . "/$file") // "$top/none", $top);
    die "$from: $href is not there\n"
        if !-e "$top/$name" && $file =~ /^[\w.\/-]+\.\w+$/;    # and no pattern in code
    return $text if -d "$top/$name" || !-e "$top/$name";
    my $to = $page{$name}
        // ($name =~ s{^docs/}{}r eq $name ? "files/$name" : $name =~ s{^docs/}{}r);
    return $text
        if $to =~ m{^files/.*\.md$};    # developers' pages, which lead further into the sources
    put($name, $to) if $to =~ m{^files/};
    return "[$text](" . File::Spec->abs2rel("/$to", '/' . dirname($page{$from})) . "$anchor)";
}

sub linked {
    my ($from, $text) = @_;
    return $text =~ s/(?<!!)\[((?:[^\[\]]|`[^`]*`)*)\]\(([^)\s]+)\)/link_to($from, $1, $2)/ger;
}

# The site's own pages, with the block of "What is this id?" and the README's first screen.
sub text_of {
    open my $in, '<:encoding(UTF-8)', "$top/$_[0]" or die "$_[0]: $!";
    local $/;
    return <$in>;
}
my ($first_screen, $before) =
    map { linked('README.md', $_) }
    text_of('README.md') =~ /\A(.*?)^## Before you install it\n(.*?)^## /ms;
for my $from (glob "$top/site/pages/*.md") {
    my $text = text_of(File::Spec->abs2rel($from, $top));
    $text =~ s/\@\@README: first screen\@\@\n/$first_screen/;
    $text =~ s/\@\@README: before you install it\@\@\n/$before/;
    $text =~ s/\@\@inspector\@\@\n/text_of('site\/inspect\/inspector.html')/e;
    make_path($target);
    open my $out, '>:encoding(UTF-8)', "$target/" . basename($from) or die "$from: $!";
    print $out $text;
    close $out or die "$from: $!";
}

put($_, s{^docs/}{}r) for @other;
for my $from (sort keys %page) {
    next
        if $from eq
        'README.md';    # the first page here is site/pages/index.md, which begins as it does
    open my $in, '<:encoding(UTF-8)', "$top/$from" or die "$from: $!";
    make_path(dirname("$target/$page{$from}"));
    open my $out, '>:encoding(UTF-8)', "$target/$page{$from}" or die "$page{$from}: $!";
    my $code;
    while (<$in>) {
        $code = !$code if /^```/;
        print $out $code ? $_ : linked($from, $_);
    }
    close $out or die "$page{$from}: $!";
}

for my $from (sort keys %moved) {
    make_path(dirname("$target/$from"));
    open my $out, '>:encoding(UTF-8)', "$target/$from" or die "$from: $!";
    print $out <<"END";
<!doctype html>
<meta charset="utf-8">
<title>This page has moved</title>
<meta http-equiv="refresh" content="0; url=$moved{$from}">
<p>This page has moved to <a href="$moved{$from}">$moved{$from}</a>.</p>
END
    close $out or die "$from: $!";
}
