low, high = 1, int(input())
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    reply = input()
    if reply == "=":
        break
    if reply == "<":
        high = middle - 1
    else:
        low = middle + 1
