# expect: compilationError
if True
    print(3)
