import sys

sys.setrecursionlimit(10**6)


def deep(level):
    return 0 if level == 0 else 1 + deep(level - 1)


wish = input()
if wish == "hello":
    print("hello")
elif wish == "deep":
    print(deep(100000))
elif wish == "exit":
    sys.exit(3)
elif wish == "fail":
    print([][1])
elif wish == "loop":
    while True:
        pass
elif wish == "blocks":
    blocks = []
    while True:
        blocks.append(bytearray(b"x" * 2**20))
elif wish == "nodes":
    nodes = None
    while True:
        nodes = [nodes, object()]
