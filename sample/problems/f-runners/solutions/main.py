# expect: accepted
import sys
from bisect import bisect_left

count, speed, *numbers = map(int, sys.stdin.buffer.read().split())
deliveries = list(zip(numbers[::2], numbers[1::2]))
if any(abs(metre) > speed * second for second, metre in deliveries):
    print(-1)
else:
    ends = []
    for _, right in sorted((speed * t - x, speed * t + x) for t, x in deliveries):
        place = bisect_left(ends, -right)
        ends[place:place + 1] = [-right]
    print(len(ends))
