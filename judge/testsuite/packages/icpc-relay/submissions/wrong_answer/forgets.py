what, value = input().split()
print("a" if what == "tell" else 1)
