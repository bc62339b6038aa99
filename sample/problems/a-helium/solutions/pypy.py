# expect: accepted
# language: pypy3
cylinders = sum(map(int, input().split()))
balloon = int(input())
print(cylinders // balloon, cylinders % balloon)
