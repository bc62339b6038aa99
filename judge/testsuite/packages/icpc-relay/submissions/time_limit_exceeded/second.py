what, value = input().split()
while what == "guess":
    pass
print("b")
