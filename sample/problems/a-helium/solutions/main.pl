# expect: accepted
use strict;
use warnings;
use integer;
my ($first, $second, $balloon) = split ' ', do { local $/; <STDIN> };
my $litres = $first + $second;
print $litres / $balloon, ' ', $litres % $balloon, "\n";
