# expect: timeLimit on 1
while True:
    pass
