import sys

with open(sys.argv[2]) as output, open(sys.argv[3]) as answer:
    found, expected = output.read().split(), answer.read().split()
if found != expected:
    sys.stderr.write("expected %s, found %s" % (expected[:3], found[:3]))
    sys.exit(1)
