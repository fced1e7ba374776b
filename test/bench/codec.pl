#!/usr/bin/perl
# Runs codec_bench, whose operations are named SYSTEM/encode and SYSTEM/decode, and writes a table
# as run.pl's:
#
#   codec.pl BUILD MAJOR quick|full FILE
#
# For report.pl, which requires this file, it also holds the targets.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP ();
use Suites   ();

# Ours beside libuuid, and uid11, of half as many octets, beside the loop that one would write.
my %special = ('base62id' => ['libuuid', 0.60, 0.035], 'uid11' => ['uid11 loop', 0.40, 0.22]);
my @systems = (
    (sort map { $_ eq 'typeid' ? 'typeid suffix' : $_ } grep { $_ ne 'uid11' } Suites::types()),
    'uid11'
);
my %target = map { ($_ => $special{$_} || ['libuuid', 0.30, 0.035]) } @systems;
my @names  = ('libuuid', @systems, 'uid11 loop', 'base32hex', 'typeid user');

sub codec_targets {
    return map {
        my $i    = $_;
        my $verb = (qw(encode decode))[$i];
        {
            name  => "codec_$verb",
            title => "Codecs alone: $verb",
            unit  => 'ns',
            peer  => "libuuid/$verb",
            cases => [
                map {
                    {
                        name => "$_/$verb",
                        $target{$_} ? (vs => { "$target{$_}[0]/$verb" => $target{$_}[$i + 1] }) : ()
                    }
                } @names
            ]
        }
    } 0, 1;
}

sub run {
    my ($build, $major, $mode, $file) = @_;
    my $repetitions = $mode eq 'quick' ? 3 : 25;
    system(
        "$build/test/bench/codec_bench", "--benchmark_out=$file.json",
        '--benchmark_out_format=json',   "--benchmark_repetitions=$repetitions",
        '--benchmark_report_aggregates_only=false'
    ) == 0 or die "codec_bench failed\n";
    open my $in, '<', "$file.json" or die "$file.json: $!";
    my $listing = JSON::PP->new->utf8->decode(do { local $/; <$in> });
    close $in;
    my (%figures, @order);
    for my $run ($listing->{benchmarks}->@*) {
        next if $run->{run_type} ne 'iteration';
        push @order, $run->{run_name} unless $figures{ $run->{run_name} };
        push $figures{ $run->{run_name} }->@*, sprintf '%.4f', 1e9 / $run->{items_per_second};
    }
    open my $out, '>', $file or die "$file: $!";
    for my $name (@order) {
        my ($verb) = $name =~ m{/(encode|decode)} or next;
        print $out join("\t",
            'codec', "codec_$verb", $name, 'ns', 1, join ' ', "$major=", $figures{$name}->@*),
            "\n";
    }
    close $out;
}

run(@ARGV) unless caller;
1;
