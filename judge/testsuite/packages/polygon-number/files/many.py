# many <highest>: three tests in three files
import sys

highest = int(sys.argv[1])
for number, secret in enumerate([1, highest, highest * 2 // 3], 1):
    with open(str(number), "w") as file:
        print(highest, secret, file=file)
