# expect: accepted
print(sum(map(int, input().split())))
