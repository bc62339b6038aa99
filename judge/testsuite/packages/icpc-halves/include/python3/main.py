from solution import split

print(*split(int(input())))
