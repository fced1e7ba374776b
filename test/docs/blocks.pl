#!/usr/bin/perl
# Runs the SQL blocks of pages in the order of a reader, in a database of their own:
#
#   blocks.pl PAGE.md...    PGHOST, PGPORT, PGUSER name the server, TMPDIR a directory; prints a line
#                           of TAP for each block
#
# Several pages are a road: each continues where the one before it ended.  A block that begins with
# CREATE and stood before in the same words is not run again.  PAGE.md:SCHEMA has its tables in a
# schema of its own, where they have the names of those of another page.
#
# What a page supposes to be there (tables with rows) is made by its part of setup.sql.  A block has
# to run without an error, except for those that stand behind it in a block of no language, or of
# the language "output": there each line "ERROR:  …" is expected, and nothing else; lines "DETAIL:  …"
# and "HINT:  …" have to be among what the server says.  Such a block that holds a result instead is
# compared with what the SQL block's last query gives, after ids, times and widths of columns were
# made alike.  What a superuser types into a shell, psql -c "…", is SQL too.  Comments in the page,
# invisible when it is rendered:
#
#   <!-- sql: $1 = 'x', $2 = 5 -->      parameters of the next block
#   <!-- sql: not run: reason -->       the next block is not run here; it counts as skipped
#   <!-- sql: compare OLD NEW VALUE --> the next table compares queries of a table t, whose column id
#                                       has VALUE and first the type OLD, then NEW: the cells behind
#                                       a query say its results, or SQLSTATEs
use strict;
use warnings;
use utf8;
use Cwd 'realpath';
use File::Spec;
use FindBin;
use lib $FindBin::Bin;
use Text 'text_of';

my (@pages, %schema_of);
for (@ARGV) {
    my ($page, $schema) = split /:/;
    push @pages, $page;
    $schema_of{$page} = $schema;
}
my $road = @pages > 1;
binmode $_, ':encoding(UTF-8)' for *STDOUT, *STDERR;

# README, base62id; frameworks-java for a page of a directory.
sub name_of {
    my ($page) = @_;
    my $path = File::Spec->abs2rel(realpath($page), realpath("$FindBin::Bin/../.."));
    return $path =~ s{^docs/|\.md$}{}gr =~ s{/}{-}gr;
}
my $database = ($road ? 'road_' : 'page_') . join('_', map { name_of($_) } @pages) =~ s/\W/_/gr;

sub psql {
    my ($sql) = @_;
    open my $f, '>:encoding(UTF-8)', "$ENV{TMPDIR}/block.sql" or die $!;
    print $f $sql;
    close $f;
    open my $out, '-|:encoding(UTF-8)',
        "psql -Xq -v ON_ERROR_STOP=0 -d $database -f $ENV{TMPDIR}/block.sql 2>&1"
        or die $!;
    local $/;
    return <$out> // '';
}

# Whatever changes from run to run, and how wide psql makes its columns.
sub alike {
    my ($text) = @_;
    my $suffix = qr/[0-7][0-9a-hjkmnp-tv-z]{25}/;
    $text =~ s/\b([a-z_]*_)?$suffix\b/<$&>/g;
    $text =~ s/<([a-z_]*?)_?$suffix>/<$1 id>/g;
    $text =~ s/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00/<time>/g;
    $text =~ s/\b[1-9A-HJ-NP-Za-km-z]{11}\b/<uid11>/g if $text =~ /[1-9][A-Za-z]|[A-Za-z][1-9]/;
    return join "\n",
        grep { !/^[-+]*$|^\(\d+ rows?\)$/ } map { s/^ +| +$//gr =~ s/ +/ /gr } split /\n/, $text;
}

# The SQL of a page: a list of { at, sql, hint, result } or { at, compare, value, rows }.
sub blocks_of {
    my ($page) = @_;
    open my $in, '<:encoding(UTF-8)', $page or die "$page: $!";
    my @lines = <$in>;
    my (@blocks, %hint);
    for (my $i = 0 ; $i < @lines ; ++$i) {
        if ($lines[$i] =~ /^<!-- sql: compare (\S+) (\S+) (\S+) -->$/) {
            push @blocks, { at => $i + 1, compare => [$1, $2], value => $3, rows => [] };
            while ($lines[++$i] =~ /^\|/) {
                my @cell = map { s/\\\|/|/gr } split / (?<!\\)\| /, $lines[$i];
                push $blocks[-1]{rows}->@*, [map { s/^`|`$//gr } @cell[1 .. 3]]
                    if @cell > 3 && $cell[1] =~ /^`SELECT/;
            }
            next;
        }
        if ($lines[$i] =~ /^<!-- sql: (.*) -->$/) { $hint{text} = $1; next }
        next unless $lines[$i] =~ /^```(\w*)$/;
        my ($language, $at, $text) = ($1, $i + 1, '');
        $text .= $lines[$i] while ++$i < @lines && $lines[$i] !~ /^```$/;
        if ($language eq 'sql') {
            push @blocks, { at => $at, sql => $text, hint => delete $hint{text} };
        } elsif ($language eq '' && $text =~ /^sudo -u postgres psql \w+ -c "(.*)"$/m) {
            push @blocks, { at => $at, sql => "$1;", end => $i + 1 };
        } elsif ($language =~ /^(?:output)?$/ && @blocks && follows($blocks[-1], $at, @lines)) {
            $blocks[-1]{result} = $text;
        }
        $blocks[-1]{end} = $i + 1 if @blocks && $language eq 'sql';
    }
    return @blocks;
}

# Whether a block stands directly behind one of SQL, or after an empty line.
sub follows {
    my ($block, $at, @lines) = @_;
    return 0 unless $block->{end};
    return $block->{end} == $at - 1 || $block->{end} == $at - 2 && $lines[$at - 2] eq "\n";
}

my %of  = map { $_ => [blocks_of($_)] } @pages;
my @all = map { $of{$_}->@* } @pages;
exit unless @all;

system('createdb', $database) == 0 or die "createdb $database\n";
psql("ALTER DATABASE $database SET timezone = 'UTC';");
psql('CREATE EXTENSION base62id;')
    unless grep { ($_->{sql} // '') =~ /CREATE EXTENSION base62id/ } @all;

# What a page that stands alone supposes to be there.
sub set_up {
    my ($name) = @_;
    my ($supposed) =
        text_of("$FindBin::Bin/setup.sql") =~ /^-- page $name\n(.*?)(?=^-- page |\z)/ms;
    return unless $supposed;
    my $said = psql("SET client_min_messages = warning;\n$supposed");
    print 'not ' if $said =~ /ERROR|error:/;
    print "ok - $name: what the page supposes\n", map { "#   $_\n" } split /\n/, $said;
    return;
}
set_up(name_of($pages[0])) unless $road;

sub compare {
    my ($block) = @_;
    my @wrong;
    for my $k (0, 1) {

        # \\gset would stop at the first error; each query answers with its result or its SQLSTATE.
        my $script =
            "CREATE SCHEMA s; SET search_path = s, public; CREATE TABLE s.t (id $block->{compare}[0]);\n"
            . "INSERT INTO t VALUES ('$block->{value}');\n"
            . (
            $k
            ? "ALTER TABLE t ALTER id TYPE $block->{compare}[1] USING id::$block->{compare}[1];\n"
            : ''
            )
            . "\\pset format unaligned\n\\t on\n\\set VERBOSITY sqlstate\n"
            . join('',
            map { "SELECT x::text FROM ($_->[0]) q (x);\n\\echo ----\n" } $block->{rows}->@*)
            . "DROP SCHEMA s CASCADE;";
        my @got = split /^----\n/m, psql("SET client_min_messages = warning;\n$script");
        for my $i (0 .. $block->{rows}->$#*) {
            my ($query, @want) = $block->{rows}[$i]->@*;
            (my $got = $got[$i] // 'nothing') =~ s/^psql:\S+ ERROR: +|\n$//g;
            push @wrong, "$query: $block->{compare}[$k] gives $got, not $want[$k]"
                if $got ne $want[$k];
        }
    }
    return @wrong;
}

my %seen;

sub run_page {
    my ($name, $schema, @blocks) = @_;
    my $session = "SET timezone = 'UTC'; SET client_min_messages = warning;";
    $session .= " CREATE SCHEMA IF NOT EXISTS $schema; SET search_path = $schema, public;"
        if $schema;
    for my $block (@blocks) {
        if ($block->{compare}) {
            my @wrong = compare($block);
            printf "%sok - %s.md, line %d: %d queries before and after\n",
                @wrong || !$block->{rows}->@* ? 'not ' : '', $name, $block->{at},
                scalar $block->{rows}->@*;
            print map { "#   $_\n" } @wrong;
            next;
        }
        my ($sql, $hint) = ($block->{sql}, $block->{hint} // '');
        my $title = "$name.md, line $block->{at}: SQL";
        if ($hint =~ /^not run: (.*)/) { print "ok - $title # SKIP $1\n"; next }
        next if $road && $seen{$sql}++ && $sql =~ /^CREATE /;
        my %value = $hint =~ /(\$\d) = ('(?:[^']|'')*'|\d+)/g;
        $sql =~ s/\$(\d)\b/$value{"\$$1"} \/\/ "\$$1"/ge;
        my $said   = psql("$session\n$sql");
        my @errors = map { s/^psql:\S+ | at character \d+$//gr }
            grep { /^psql:.*(ERROR|FATAL|error):/ } split /\n/, $said;
        my $result   = $block->{result} // '';
        my @expected = $result =~ /^(ERROR: .*)$/mg;
        my @details  = $result =~ /^((?:DETAIL|HINT): .*)$/mg;
        my $good     = "@errors" eq "@expected" && !grep { index($said, "$_\n") < 0 } @details;

        if ($good && $result ne '' && !@expected) {
            my ($got, $want) = (alike($said), alike($result));
            $good = "\n$got" =~ /\n\Q$want\E\z/;                   # what a block prints last
            $said = "got:\n$got\nwanted:\n$want\n" unless $good;
        }
        print $good ? '' : 'not ',           "ok - $title\n";
        print map { "#   $_\n" } split /\n/, $said unless $good;
    }
    return;
}
run_page(name_of($_), $schema_of{$_}, $of{$_}->@*) for @pages;
