use strict;
use warnings;
no warnings 'recursion';

sub deep {
    my $level = shift;
    return $level == 0 ? 0 : 1 + deep($level - 1);
}

chomp(my $wish = <STDIN>);
print "hello\n" if $wish eq 'hello';
print deep(100_000), "\n" if $wish eq 'deep';
exit 3 if $wish eq 'exit';
die 'as wished' if $wish eq 'fail';
if ($wish eq 'loop') { 1 while 1 }
if ($wish eq 'blocks') {
    my @blocks;
    push @blocks, 'x' x 2**20 while 1;
}
if ($wish eq 'nodes') {
    my $node;
    $node = [$node, 1] while 1;
}
