# The text of a file, for the tests of pages.
package Text;
use strict;
use warnings;
use Exporter 'import';

our @EXPORT_OK = ('text_of');

sub text_of {
    my ($file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "$file: $!";
    local $/;
    return scalar <$in>;
}

1;
