# Calls of PostgreSQL's macros that would evaluate a call or an assignment twice.  PostgreSQL's
# Max(a, f()) calls f twice.
#
#   g++ -dM -E ... | perl test/lint/macros.pl FILE...
use strict;
use warnings;

my %macros;    # name => [[parameters], [tokens of the replacement]]
while (<STDIN>) {
    next unless /^#define (\w+)\(([^)]*)\) ?(.*)/;
    my ($name, $parameters, $body) = ($1, $2, $3);
    $body =~ s/"(?:\\.|[^"\\])*"//g;
    $body =~
        s/\b(?:sizeof|typeof|__typeof__) ?(\((?:[^()]++|(?1))*\))//g;    # evaluated at compile time
    $macros{$name} = [[split /\s*,\s*/, $parameters], [$body =~ /\w+|##|#|[^\w\s]/g]];
}

# The arguments of the call whose name stands before $at, each a list of tokens, and the end of the
# call.
sub arguments {
    my ($tokens, $at)        = @_;
    my ($depth,  @arguments) = (0, []);
    for (; $at < @$tokens ; ++$at) {
        my $token = $tokens->[$at];
        $depth += $token =~ /^[([{]$/;
        $depth -= $token =~ /^[)\]}]$/;
        last if $depth == 0;
        if ($token eq ',' && $depth == 1) { push @arguments, []; next }
        push @{ $arguments[-1] }, $token unless $token eq '(' && $depth == 1;
    }
    return ($at, @arguments);
}

# How often tokens evaluate a parameter, at most; by way of other macros too.
my %evaluations;

sub evaluations {
    my ($name) = @_;
    return $evaluations{$name} if $evaluations{$name};
    my ($parameters, $tokens) = @{ $macros{$name} };
    $evaluations{$name} = [(1) x @$parameters];    # of a macro that names itself
    return $evaluations{$name} = [map { count($tokens, $_) } @$parameters];
}

sub count {
    my ($tokens, $parameter) = @_;
    my $sum = 0;
    for (my $i = 0 ; $i < @$tokens ; ++$i) {
        if ($tokens->[$i] eq $parameter) {
            ++$sum unless $i && $tokens->[$i - 1] =~ /^#/;
        } elsif ($macros{ $tokens->[$i] } && ($tokens->[$i + 1] // '') eq '(') {
            my $times = evaluations($tokens->[$i]);
            ($i, my @arguments) = arguments($tokens, $i + 1);
            $sum += ($times->[$_] // 1) * count($arguments[$_], $parameter) for 0 .. $#arguments;
        }
    }
    return $sum;
}

# Does evaluating it twice do something twice?  Casts and macros that only read do not.
sub harmless {
    my ($text) = @_;
    1 while $text =~ s/\b(?:reinterpret|static|const)_cast\s*<[^()]*?>\s*\(/(/;
    return $text !~
        /\+\+|--|[^=!<>]=[^=]|\b(?!int\b|uint\d+\b|double\b|PG_GETARG_(?:DATUM|POINTER)\b)\w+\s*\(/;
}

for my $file (@ARGV) {
    open my $source, '<', $file or die "$file: $!\n";
    my $text = do { local $/; <$source> };
    $text =~ s{//[^\n]*|"(?:\\.|[^"\\\n])*"}{}g;
    while ($text =~ /\b(\w+)(?=\()/g) {
        my ($name, $line) = ($1, 1 + (substr($text, 0, $-[0]) =~ tr/\n//));
        next
            if !$macros{$name}
            || substr($text, 0, $-[0]) =~ /#\s*define\s+$/
            || $name =~ /^(?:ereport|elog|ereturn)$/;
        my ($call) = substr($text, pos $text) =~ /^(\((?:[^()]++|(?1))*\))/ or next;
        (undef, my @arguments) = arguments([$call =~ /\s+|\w+|[^\w\s]/g], 0);
        my $times = evaluations($name);
        for my $i (0 .. $#arguments) {
            my $argument = join '', @{ $arguments[$i] };
            print "$file:$line: $name evaluates $argument $times->[$i] times\n"
                if ($times->[$i] // 1) > 1 && !harmless($argument);
        }
    }
}
