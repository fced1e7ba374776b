# SVG for docs/: a few shapes, in colours that follow the reader's light or dark mode, and a title
# that says the picture in words.  Pictures are 440 units wide with text of 12 units and more, so
# they can be read at 400 pixels.
package Drawing;
use strict;
use warnings;
use utf8;

my $style = <<'CSS';
svg { --ground: #ffffff; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --fill: #f6f8fa; --ours: #2f6fb0; --theirs: #9aa4ae;
      --time: #9cc5ee; --random: #dfe3e8; --fixed: #f2c29b; --data: #b7dfb0; --field: #ecdc8a; --type: #d9b8ec; font-family: sans-serif; font-size: 13px; }
@media (prefers-color-scheme: dark) {
svg { --ground: #0d1117; --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --fill: #161b22; --ours: #58a6ff; --theirs: #6e7681;
      --time: #1f4f80; --random: #3a414a; --fixed: #7a4a1f; --data: #2b5f2a; --field: #665a17; --type: #5a3a73; } }
text { fill: var(--ink); }
.muted { fill: var(--soft); font-size: 12px; }
.bold { font-weight: 600; }
.mono { font-family: monospace; }
.box { fill: var(--fill); stroke: var(--line); }
.accent { fill: var(--ground); stroke: var(--ours); stroke-width: 2; }
.line { stroke: var(--soft); fill: none; stroke-width: 1.2; }
.grid { stroke: var(--line); fill: none; }
CSS

sub new {
    my ($class, $width, $height, $title, %more) = @_;
    return bless {
        width  => $width,
        height => $height,
        title  => $title,
        parts  => [],
        style  => $style . ($more{style} // '')
    }, $class;
}

sub escape { my ($s) = @_; $s =~ s/&/&amp;/g; $s =~ s/</&lt;/g; $s =~ s/>/&gt;/g; return $s }

sub add { my ($self, $svg) = @_; push $self->{parts}->@*, $svg; return }

# What CODE draws is one thing, and stands in one line.
sub together {
    my ($self, $code) = @_;
    my $from = $self->{parts}->@*;
    $code->();
    return $self->add(join '', splice $self->{parts}->@*, $from);
}

sub box {
    my ($self, $x, $y, $w, $h, $class) = @_;
    $class //= 'box';
    return $self->add(qq{<rect class="$class" x="$x" y="$y" width="$w" height="$h" rx="6"/>});
}

sub bar {
    my ($self, $x, $y, $w, $h, $colour) = @_;
    return $self->add(
        sprintf '<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="var(--%s)"/>',
        $x, $y, $w, $h, $colour);
}

# The mark of a bar that runs out of the picture.
sub cut {
    my ($self, $x, $y, $h) = @_;
    return $self->add(
        sprintf '<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="var(--ground)"/>',
        $x,
        $y + $h,
        $x + 5,
        $y,
        $x + 9,
        $y,
        $x + 4,
        $y + $h
    );
}

sub text {
    my ($self, $x, $y, $text, %how) = @_;
    my $class  = join ' ', grep { $how{$_} } qw(bold mono muted);
    my $anchor = $how{anchor} // 'middle';
    return $self->add(
        sprintf '<text x="%.1f" y="%.1f" text-anchor="%s"%s%s>%s</text>',
        $x,
        $y,
        $anchor,
        $class     ? qq{ class="$class"}                 : '',
        $how{size} ? qq{ style="font-size:$how{size}px"} : '',
        escape($text)
    );
}

# A text of an id in the colours of its fields, [bits, kind] each.  A symbol has the colour that its
# middle bit has; what stands in front of the fields is the type prefix.  Where a symbol is no whole
# number of bits, all have one colour.
sub symbols {
    my ($self, $x, $y, $text, $bits, @fields) = @_;
    my $size = length $text > 32 ? 11 : 12.5;
    my $wide = $size * 0.6;
    my $all  = 0;
    $all += $_->[0] for @fields;
    my $of_symbols = $bits ? $all / $bits : 0;
    my ($at, $left) = (0, $bits ? length($text =~ s/-//gr) - $of_symbols : 0);
    my (@bars, @middles);    # [x, width, kind] of each run of symbols of one colour

    for my $symbol (split //, $text) {
        my $kind = $bits ? '' : 'data';
        if ($bits && $symbol ne '-') {
            if ($left > 0) { --$left; $kind = 'type' }
            else {
                my $from = 0;
                for (@fields) { $kind = $_->[1] if $at + $bits / 2 >= $from; $from += $_->[0] }
                $at += $bits;
            }
        }
        if ($kind && $bits) {
            push @bars, [$x, 0.3, $kind]
                unless @bars && $bars[-1][2] eq $kind && $bars[-1][0] + $bars[-1][1] > $x;
            $bars[-1][1] += $wide;
        }
        push @middles, sprintf '%.1f', $x + $wide / 2;
        $x += $wide;
    }
    $self->together(
        sub {
            $self->bar($_->[0], $y, $_->[1], 21, $_->[2]) for @bars;
            $self->add(
                sprintf
                    '<text x="%s" y="%.1f" text-anchor="middle" class="mono" style="font-size:%spx">%s</text>',
                "@middles", $y + 15, $size, escape($text)
            );
        }
    );
    return $x;
}

sub line {
    my ($self, @at) = @_;
    my $class = @at > 4 ? pop @at : 'line';
    return $self->add(sprintf '<path class="%s" d="M%.1f %.1fL%.1f %.1f"/>', $class, @at);
}

sub arrow {
    my ($self, @at) = @_;
    my ($x,    $y)  = @at[2, 3];
    my $angle = atan2($at[3] - $at[1], $at[2] - $at[0]);
    $self->line(@at);
    my @tip = map { ($x - 8 * cos($angle + $_), $y - 8 * sin($angle + $_)) } 0.45, -0.45;
    return $self->add(
        sprintf '<path class="line" d="M%.1f %.1fL%.1f %.1fL%.1f %.1f"/>',
        @tip[0, 1],
        $x, $y, @tip[2, 3]
    );
}

sub write {
    my ($self, $file) = @_;
    my ($w,    $h)    = $self->@{qw(width height)};
    my $drawn = join "\n", $self->{parts}->@*;

    # No rule and no colour that nothing uses.
    my $style = join '', grep { !/^\.(\w+) / || $drawn =~ /class="[^"]*\b$1\b/ } split /^/,
        $self->{style};
    my %used = map { $_ => 1 } qw(ground line), "$style$drawn" =~ /var\(--(\w+)/g;
    $style =~ s/\s+--(\w+): #\w+;/$used{$1} ? $& =~ s{\s+}{ }r : ''/ge;
    open my $svg, '>:encoding(UTF-8)', $file or die "$file: $!";
    print $svg
        qq{<svg xmlns="http://www.w3.org/2000/svg" width="$w" height="$h" viewBox="0 0 $w $h" role="img">\n},
        '<title>', escape($self->{title}), "</title>\n<style>\n$style</style>\n",
        qq{<rect x="0.5" y="0.5" width="${\($w - 1)}" height="${\($h - 1)}" rx="8" fill="var(--ground)" stroke="var(--line)"/>\n},
        "$drawn\n</svg>\n";
    close $svg or die "$file: $!";
    return;
}

1;
