# expect: wrongAnswer on 1
a, b = map(int, input().split())
k = int(input())
print((a + b) // k)
