# expect: runtimeError on 9
import sys

cities, routes, period, *numbers = map(int, sys.stdin.buffer.read().split())
flights = [[] for _ in range(cities + 1)]
for u, v, hours in zip(numbers[::3], numbers[1::3], numbers[2::3]):
    flights[u].append((v, hours, 0))
    flights[v].append((u, hours, 1))

arrival = {}


def arrive(city, now):
    if now >= arrival.get(city, now + 1):
        return
    arrival[city] = now
    for flight in flights[city]:
        fly(now, *flight)


def fly(now, to, hours, wind):
    phase = now // period
    arrive(to, (now if phase % 2 == wind else (phase + 1) * period) + hours)


arrive(1, 0)
print(arrival.get(cities, -1))
