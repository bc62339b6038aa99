import sys

high = int(input())
for guess in range(1, high + 1):
    print(guess, flush=True)
    if sys.stdin.readline().strip() in ("=", ""):
        break
