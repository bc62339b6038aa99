what, value = input().split()
print(value)
