# expect: presentationError on 1
# checker: exact
print("", sum(map(int, input().split())))
