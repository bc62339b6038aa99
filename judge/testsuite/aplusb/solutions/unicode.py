# expect: accepted
числа = input().split()
print(sum(map(int, числа)))
