# expect: accepted
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
balloons = [(k, x, y * y) for x, y, k in zip(numbers[1::3], numbers[2::3], numbers[3::3])]


def darkest(p):
    return max((k * ((x - p) * (x - p) + square), x) for k, x, square in balloons)


# The power grows towards the balloon that needs most of it, so the best place is on its side.
left, right = -10_000.0, 10_000.0
for _ in range(70):
    middle = (left + right) / 2
    if darkest(middle)[1] > middle:
        left = middle
    else:
        right = middle
print('%.10f' % darkest((left + right) / 2)[0])
