import os
import sys


def end(code, words):
    with open(os.path.join(sys.argv[3], "judgemessage.txt"), "w") as file:
        file.write(words)
    os._exit(code)


secret = int(open(sys.argv[1]).read())
for turn in range(1, 11):
    line = sys.stdin.readline()
    if not line.strip().isdigit():
        end(43, "guess %d is not a number" % turn)
    guess = int(line)
    try:
        print("less" if secret < guess else "more" if secret > guess else "right", flush=True)
    except BrokenPipeError:
        end(43, "nobody reads")
    if guess == secret:
        end(42, "%d guesses" % turn)
end(43, "too many guesses")
