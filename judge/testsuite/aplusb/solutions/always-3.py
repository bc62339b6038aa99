# expect: wrongAnswer on 2
print(3)
