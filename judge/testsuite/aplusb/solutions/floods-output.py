# expect: outputLimit on 1
while True:
    print("flood" * 1000)
