# expect: runtimeError on 12
from functools import lru_cache

balloons = input()


@lru_cache(maxsize=None)
def hang(i, end, other):
    """Ropes for the balloons from i on, or None; the last balloon hangs on the rope that ends in `end`."""
    if i == len(balloons):
        return ()
    if balloons[i] != end:
        rest = hang(i + 1, balloons[i], other)
        if rest is not None:
            return (False, rest)
    if balloons[i] != other:
        rest = hang(i + 1, balloons[i], end)
        if rest is not None:
            return (True, rest)
    return None


answer = hang(0, '', '')
if answer is None:
    print('NO')
else:
    ropes, rope = [], 0
    while answer:
        switched, answer = answer
        rope ^= switched
        ropes.append('12'[rope])
    print('YES\n' + ''.join(ropes))
