# expect: runtimeError on 2
a, b = map(int, input().split())
print((a + b) * (a + b) // (a + b))
