# expect: wrongAnswer on 6
# Separates equal neighbours, and takes for granted that this is enough; three in a row are the one exception.
balloons = input()
if any(color * 3 in balloons for color in set(balloons)):
    print('NO')
else:
    print('YES\n' + ('12' * len(balloons))[:len(balloons)])
