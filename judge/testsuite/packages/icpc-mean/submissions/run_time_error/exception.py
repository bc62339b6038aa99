numbers = list(map(int, open(0).read().split()))
print(numbers[2000])
