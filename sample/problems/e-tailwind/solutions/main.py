# expect: accepted
import heapq
import sys

cities, routes, period, *numbers = map(int, sys.stdin.buffer.read().split())
flights = [[] for _ in range(cities + 1)]
for u, v, hours in zip(numbers[::3], numbers[1::3], numbers[2::3]):
    flights[u].append((v, hours, 0))
    flights[v].append((u, hours, 1))

arrival = {}
queue = [(0, 1)]
while queue:
    now, city = heapq.heappop(queue)
    if city in arrival:
        continue
    arrival[city] = now
    phase = now // period
    for to, hours, wind in flights[city]:
        if to not in arrival:
            departure = now if phase % 2 == wind else (phase + 1) * period
            heapq.heappush(queue, (departure + hours, to))
print(arrival.get(cities, -1))
