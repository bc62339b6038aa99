import re
import sys

text = sys.stdin.read()
assert re.fullmatch(r"[1-9][0-9]*\n-?[0-9]+( -?[0-9]+)*\n", text), "two lines of numbers"
n, numbers = text.strip().split("\n")
assert 1 <= int(n) <= 1000 and len(numbers.split()) == int(n)
sys.exit(42)
