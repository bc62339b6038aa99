# expect: compilationError
count, wind = input().split()
lengths = list(map(int, input().split())
for row in range(max(lengths), 0, -1):
    print('.' * len(lengths))
