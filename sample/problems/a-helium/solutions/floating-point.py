# expect: wrongAnswer on 10
a, b = map(int, input().split())
k = int(input())
litres = float(a) + float(b)
print(int(litres // k), int(litres % k))
