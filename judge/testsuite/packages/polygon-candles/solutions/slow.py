total = 0
n = int(input())
for word in input().split():
    for digit in word:
        total += 0
    total += int(word)
print(total)
