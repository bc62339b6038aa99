what, value = input().split()
if what == "tell":
    print(format(int(value) - 1, "010b").replace("0", "a").replace("1", "b"))
else:
    print(int(value.replace("a", "0").replace("b", "1"), 2) + 1)
