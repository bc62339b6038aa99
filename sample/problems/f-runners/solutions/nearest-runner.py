# expect: wrongAnswer on 8
# In the order of time, sends the nearest runner who can make it.
import sys

count, speed, *numbers = map(int, sys.stdin.buffer.read().split())
deliveries = sorted(zip(numbers[::2], numbers[1::2]))
if any(abs(metre) > speed * second for second, metre in deliveries):
    print(-1)
    sys.exit()
runners = []
for second, metre in deliveries:
    able = [(abs(metre - x), i) for i, (t, x) in enumerate(runners) if abs(metre - x) <= speed * (second - t)]
    if able:
        runners[min(able)[1]] = (second, metre)
    else:
        runners.append((second, metre))
print(len(runners))
