# Finds conditional operators inside of others, which nobody reads at first sight:
#
#   perl conditionals.pl FILE...       prints FILE:LINE of each, and fails if there is one
#
# clang-tidy has this check from version 18 on (readability-avoid-nested-conditional-operator).
use strict;
use warnings;

# What is no code becomes blank; lines stay.
sub code_of {
    my ($text) = @_;
    my $blank = sub { $_[0] =~ s/[^\n]/ /gr };
    $text =~
        s{(//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+')}
        {$blank->($1)}gse;
    return $text;
}

# One frame for each open bracket: the operators of the present argument, how many are in brackets of
# its own, and the most that any argument has had.  What has statements is a block, and no operand.
sub nested_lines {
    my ($code)       = @_;
    my @frames       = ({});
    my $line         = 1;
    my $end_argument = sub {
        my $frame = $frames[-1];
        my $count = (delete $frame->{own} // 0) + (delete $frame->{inside} // 0);
        $frame->{most} = $count if $count > ($frame->{most} // 0);
    };
    my @found;
    for my $token ($code =~ /[\n?,;()\[\]{}]/g) {
        if ($token eq "\n") {
            $line++;
        } elsif ($token eq ',') {
            $end_argument->();
        } elsif ($token eq ';') {
            $frames[-1] = { block => 1 };
        } elsif ($token =~ /[(\[{]/) {
            push @frames, {};
        } elsif ($token =~ /[)\]}]/ && @frames > 1) {
            $end_argument->();
            my $group = pop @frames;
            next if $group->{block} || !$group->{most};
            push @found, $line if $frames[-1]{own};
            $frames[-1]{inside} = $group->{most};
        } elsif ($token eq '?') {
            push @found, $line if $frames[-1]{own} || $frames[-1]{inside};
            $frames[-1]{own}++;
        }
    }
    return @found;
}

my $found = 0;
for my $file (@ARGV) {
    open my $handle, '<', $file or die "$file: $!\n";
    local $/;
    for my $line (nested_lines(code_of(<$handle>))) {
        print "$file:$line\n";
        $found = 1;
    }
}
exit $found;
