import os
import re
import sys

feedback = sys.argv[3]


def end(code, words):
    with open(os.path.join(feedback, "judgemessage.txt"), "a") as file:
        file.write(words + "\n")
    sys.exit(code)


number = open(sys.argv[1]).read().split()[1]
word = sys.stdin.read().strip()
told = os.path.join(feedback, "told")
if not os.path.exists(told):
    if not re.fullmatch("[ab]{1,10}", word):
        end(43, "that is no word of a and b")
    open(told, "w").write(number)
    open(os.path.join(feedback, "nextpass.in"), "w").write("guess %s\n" % word)
    end(42, "told")
end(42 if word == open(told).read() else 43, "guessed %s" % word)
