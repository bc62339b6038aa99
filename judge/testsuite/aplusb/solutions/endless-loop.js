// expect: timeLimit on 1
for (;;);
