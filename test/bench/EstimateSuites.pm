# How well the planner estimates what searches and comparisons find, in five shapes of data
# (estimates.sql): estimated rows to actual ones, the larger over the smaller, of which 1 is best.
package EstimateSuites;
use strict;
use warnings;
use FindBin;

# What is searched for, and beside what.
my @searches = (
    ['^@'      => 'the start of a text', [qw(base62id text)],      'text'],
    ['whole'   => '^@ of a whole text',  [qw(base62id text)],      'text'],
    ['>='      => '>=',                  [qw(base62id uuid text)], 'uuid'],
    ['between' => 'BETWEEN',             [qw(base62id uuid text)], 'uuid'],
);

# A figure of a search's sample in a shape.
sub figure {
    my ($shape, $search, $contender, $part) = @_;
    return sub {
        return $_[0]->value(
            "SELECT round(percentile_cont($part) WITHIN GROUP (ORDER BY factor)::numeric, 3)
            FROM estimates.factors
            WHERE (shape, search, contender) = ('$shape', '$search', '$contender')"
        );
    };
}

sub group {
    my ($shape, $search, $title, $contenders, $peer) = @_;
    my $name =
        "estimates_${shape}_" . ($search =~ /^\w+$/ ? $search : $search eq '^@' ? 'start' : 'from');
    return {
        name  => $name,
        title => "Estimates of $title, $shape: estimated rows to actual ones",
        unit  => 'times',
        peer  => "$peer, median",
        cases => [
            map {
                my $contender = $_;
                (
                    {
                        name => "$contender, median",
                        code => figure($shape, $search, $contender, 0.5)
                    },
                    {
                        name => "$contender, 95 of 100",
                        code => figure($shape, $search, $contender, 0.95)
                    },
                )
            } @$contenders
        ]
    };
}

sub suite {
    my ($rows) = @_;
    my @shapes = qw(bursts steady uniform hot references);
    my ($of_table, $of_sample) = $rows < 10_000 ? ($rows, 3) : (60_000, 120);
    open my $sql, '<', "$FindBin::Bin/estimates.sql" or die "estimates.sql: $!";
    my $functions = do { local $/; <$sql> };
    close $sql;
    return {
        title => 'Estimates',
        once  => 1,
        setup => [
            'DROP SCHEMA IF EXISTS estimates CASCADE;',
            $functions,
            'SELECT setseed(0.5);',
            map { "SELECT estimates.measure('$_', $of_table, $of_sample);" } @shapes
        ],
        groups => [
            map {
                my $shape = $_;
                map { group($shape, @$_) } @searches
            } @shapes
        ]
    };
}

1;
