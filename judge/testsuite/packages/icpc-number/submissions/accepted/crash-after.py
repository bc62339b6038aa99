low, high = 1, 100
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    reply = input()
    if reply == "right":
        print("thank you", flush=True)
        raise SystemExit(0)
    low, high = (low, middle - 1) if reply == "less" else (middle + 1, high)
