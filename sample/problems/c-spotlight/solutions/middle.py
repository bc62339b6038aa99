# expect: wrongAnswer on 3
# Forgets that some balloons are darker than others.
balloons = [tuple(map(int, input().split())) for _ in range(int(input()))]
columns = [x for x, _, _ in balloons]
p = (min(columns) + max(columns)) / 2
print(max(k * ((x - p) ** 2 + y * y) for x, y, k in balloons))
