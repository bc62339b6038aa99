n = int(input())
print("%.2f" % (sum(map(int, input().split())) / n))
