# expect: presentationError on 1
balloons = input()
print('YES')
print(*['12'[i % 2] for i in range(len(balloons))])
