# expect: accepted
a, b = map(int, input().split())
print(*divmod(a + b, int(input())))
