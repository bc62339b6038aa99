# expect: memoryLimit on 1
all = []
while True:
    all.append(bytearray(1 << 20))
