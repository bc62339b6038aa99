import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { ICPC_INTERACTOR, TESTLIB_INTERACTOR } from '#interactive/protocols.ts';
import { type Conversation, cpp, python, SHORT_MS, startTalkingJudge } from '#interactive/testing.ts';

const judge = await startTalkingJudge();
afterAll(() => judge[Symbol.asyncDispose]());

/** Interactor: guess a number up to 1000 in ten tries; writes the reason to the feedback directory. */
const GUESS_ICPC = python(`import sys
hidden = int(open(sys.argv[1]).read())
def end(code, why):
    open(sys.argv[3] + "judgemessage.txt", "w").write(why)
    sys.exit(code)
for _ in range(10):
    word = sys.stdin.readline().strip()
    if word == "": end(43, "no guess")
    guess = int(word)
    if guess == hidden:
        print("correct", flush=True)
        end(42 if sys.stdin.read().strip() == "" else 43, "guessed")
    print("lower" if hidden < guess else "higher", flush=True)
print("wrong", flush=True)
end(43, "ten wrong guesses")
`);

/** Same interactor in testlib's manner: the number of tries goes to the output file. */
const GUESS_TESTLIB = cpp(String.raw`#include <cstdio>
int main(int, char **argv) {
  int hidden, guess;
  if (fscanf(fopen(argv[1], "r"), "%d", &hidden) != 1) return 3;
  for (int tries = 1; tries <= 10; tries++) {
    if (scanf("%d", &guess) != 1) { fprintf(stderr, "wrong output format Unexpected end of file\n"); return 2; }
    puts(guess == hidden ? "correct" : hidden < guess ? "lower" : "higher");
    fflush(stdout);
    if (guess == hidden) { fprintf(fopen(argv[2], "w"), "%d\n", tries); fprintf(stderr, "ok\n"); return 0; }
  }
  puts("wrong"); fflush(stdout);
  fprintf(stderr, "wrong answer ten wrong guesses\n");
  return 1;
}
`);

const INTERACTORS = [
  ['an ICPC validator', ICPC_INTERACTOR, GUESS_ICPC],
  ['a testlib interactor', TESTLIB_INTERACTOR, GUESS_TESTLIB],
] as const;

/** Solution by bisection, with statements inserted at the named places. */
const solution = ({ flush = 'fflush(stdout);', whenCorrect = 'return 0;', whenWrong = 'return 0;' }) =>
  cpp(String.raw`#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <csignal>
#include <unistd.h>
int main() {
  char word[20];
  for (int low = 1, high = 1000;;) {
    int middle = (low + high) / 2;
    printf("%d\n", middle);
    ${flush}
    if (scanf("%19s", word) != 1) return 0;
    if (!strcmp(word, "correct")) { ${whenCorrect} }
    if (!strcmp(word, "wrong")) { ${whenWrong} }
    if (!strcmp(word, "lower")) high = middle - 1; else low = middle + 1;
  }
}
`);

/** Solution that repeats one guess. */
const stubborn = (whenWrong: string) =>
  cpp(`#include <cstdio>
#include <cstdlib>
#include <cstring>
int main() {
  char word[20];
  for (;;) {
    puts("1"); fflush(stdout);
    if (scanf("%19s", word) != 1) return 0;
    if (!strcmp(word, "wrong")) { ${whenWrong} }
  }
}
`);

const SOLUTION_PYTHON = python(`low, high = 1, 1000
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    word = input()
    if word == "correct": break
    if word == "lower": high = middle - 1
    else: low = middle + 1
`);

const SPIN = 'for (volatile int i = 0;; i = i + 1);';
const SPINS = cpp(`int main() { ${SPIN} }`);

describe.each(INTERACTORS)('%s', (_, protocol, interactor) => {
  const guess = (source: Conversation['solution'], more: Pick<Conversation, 'timeLimitMs'> = {}) =>
    judge.talk({ solution: source, interactor, protocol, input: '617', ...more });

  test.concurrent.each([
    ['guesses right', solution({}), 'accepted'],
    ['guesses right in Python', SOLUTION_PYTHON, 'accepted'],
    ['guesses wrong', stubborn('return 0;'), 'wrongAnswer'],
    ['gives up when it is told that it is wrong', stubborn('abort();'), 'wrongAnswer'],
    ['computes for ever after it was wrong', stubborn(SPIN), 'wrongAnswer'],
    ['forgets to flush', solution({ flush: '' }), 'idlenessLimit'],
    ['crashes in the middle', python('print(5, flush=True)\ninput()\nraise SystemExit(3)'), 'runtimeError'],
    ['dies of a signal at once', cpp('#include <cstdlib>\nint main() { abort(); }'), 'runtimeError'],
    ['ends with a code after it was right', solution({ whenCorrect: 'return 42;' }), 'runtimeError'],
    ['computes for ever', SPINS, 'timeLimit'],
    ['computes for ever after it was right', solution({ whenCorrect: SPIN }), 'timeLimit'],
    [
      'closes its output when it was right and computes for ever',
      solution({ whenCorrect: `fclose(stdout); ${SPIN}` }),
      'timeLimit',
    ],
    [
      'closes its output and waits for the end of the input',
      solution({ whenCorrect: 'fclose(stdout); while (getchar() != EOF); return 0;' }),
      'accepted',
    ],
    ['takes too much memory', python('x = bytearray(200 << 20)'), 'memoryLimit'],
    [
      'is stopped for a forbidden call',
      cpp('#include <sys/ptrace.h>\nint main() { ptrace(PTRACE_TRACEME, 0, 0, 0); for (;;); }'),
      'restrictedFunction',
    ],
  ])('a solution that %s', async (_, source, verdict) => {
    const isEndless = verdict === 'timeLimit' || verdict === 'idlenessLimit';
    const outcome = await guess(source, isEndless ? { timeLimitMs: SHORT_MS } : {});
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ verdict });
  });

  test.concurrent('a solution that ends too early is wrong, not broken', async () => {
    const { verdict, detail } = await guess(python('print(500, flush=True)'));
    expect(['wrongAnswer', 'presentationError']).toContain(verdict);
    expect(detail).toMatch(/no guess|Unexpected end of file/);
  });
});

test.concurrent('a solution may sleep and write after testlib has accepted, but not for ever', async () => {
  const guess = (whenCorrect: string, more: Pick<Conversation, 'timeLimitMs'> = {}) =>
    judge.talk({
      solution: solution({ whenCorrect }),
      interactor: GUESS_TESTLIB,
      protocol: TESTLIB_INTERACTOR,
      input: '3',
      ...more,
    });
  const writes = 'usleep(100000); for (int i = 0; i < 50000; i++) puts("more"); fflush(stdout); return 0;';
  expect(await guess(writes)).toMatchObject({ verdict: 'accepted' });
  expect(await guess('pause();', { timeLimitMs: SHORT_MS })).toMatchObject({ verdict: 'timeLimit' });
});

test.concurrent('a solution that gives up after a rejection never seems to have failed first', async () => {
  for (let round = 0; round < 15; round++) {
    const outcome = await judge.talk({
      solution: stubborn('abort();'),
      interactor: GUESS_TESTLIB,
      protocol: TESTLIB_INTERACTOR,
      input: '7',
    });
    expect(outcome).toMatchObject({ verdict: 'wrongAnswer', detail: 'wrong answer ten wrong guesses' });
  }
});

test.concurrent('what the interactor has decided stands, however long it takes to end', async () => {
  const slow = cpp(String.raw`#include <cstdio>
#include <unistd.h>
int main() {
  int guess;
  if (scanf("%d", &guess) != 1) return 2;
  puts("wrong"); fflush(stdout);
  usleep(400000); // longer than LINGER_MS
  fprintf(stderr, "wrong answer ten wrong guesses\n");
  return 1;
}
`);
  const outcome = await judge.talk({
    solution: stubborn('abort();'),
    interactor: slow,
    protocol: TESTLIB_INTERACTOR,
    input: '7',
  });
  expect(outcome).toMatchObject({ verdict: 'wrongAnswer', detail: 'wrong answer ten wrong guesses' });
});

test.concurrent('a solution that crashes is never merely wrong', async () => {
  for (let round = 0; round < 15; round++) {
    const outcome = await judge.talk({
      solution: cpp('#include <cstdlib>\n#include <unistd.h>\nint main() { usleep(2000); abort(); }'),
      interactor: GUESS_TESTLIB,
      protocol: TESTLIB_INTERACTOR,
      input: '7',
    });
    expect(outcome).toMatchObject({ verdict: 'runtimeError' });
    expect(outcome.detail).toMatch(/SIGABRT.+Unexpected end of file/);
  }
});

test.concurrent('the output of a testlib interactor is passed to the checker', async () => {
  const { output } = await judge.talk({
    solution: solution({}),
    interactor: GUESS_TESTLIB,
    protocol: TESTLIB_INTERACTOR,
    input: '500',
  });
  expect(readFileSync(output ?? '', 'utf8')).toBe('1\n');
});

describe('an interactor in trouble', () => {
  const PATIENT = python('print(1, flush=True)\nprint(input())');

  const talk = (interactor: Conversation['interactor'], more: Partial<Conversation> = {}) =>
    judge.talk({
      solution: PATIENT,
      interactor,
      protocol: TESTLIB_INTERACTOR,
      input: '1',
      more: { interactorMay: { cpuMs: 3 * SHORT_MS } },
      ...more,
    });

  test.concurrent.each([
    ['crashes', cpp('#include <cstdlib>\nint main() { abort(); }'), 'crashed with SIGABRT'],
    ['has an uncaught exception', python('raise ValueError("broken")'), 'ended with exit code 1'],
    [
      'says that it failed',
      python('import sys\nsys.stderr.write("FAIL no test")\nsys.exit(3)'),
      'FAIL no test',
    ],
    ['ends with a code of nobody', python('import sys\nsys.exit(77)'), 'exit code 77'],
    ['computes for ever', SPINS, 'limit'],
    ['sleeps without reading', cpp('#include <unistd.h>\nint main() { pause(); }'), 'does not read'],
  ])('that %s is not the solution to blame', async (_, interactor, words) => {
    const outcome = await talk(interactor);
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ verdict: 'judgingError' });
    expect(outcome.detail).toContain(words);
  });

  test.concurrent("that ends with 0 has not spoken the ICPC packages' language", async () => {
    expect(await talk(python('pass'), { protocol: ICPC_INTERACTOR })).toMatchObject({
      verdict: 'judgingError',
    });
  });

  test.concurrent('that computes for ever beside a solution that does so too', async () => {
    const late = cpp(`#include <unistd.h>\nint main() { sleep(1); ${SPIN} }`);
    // The solution may share its core with others while the interactor has one to itself.
    const more = { interactorMay: { cpuMs: 20 * SHORT_MS } };
    const outcome = await talk(late, { solution: SPINS, timeLimitMs: SHORT_MS, more });
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ verdict: 'timeLimit' });
  });

  test.concurrent('that loops at the end of its input has a failed solution to blame', async () => {
    const loops = python('import sys\nwhile True: sys.stdin.readline()');
    expect(await talk(loops, { solution: python('raise SystemExit(1)') })).toMatchObject({
      verdict: 'runtimeError',
    });
  });

  test.concurrent('that thinks for longer than the solution may wait is waited for', async () => {
    const thinks = cpp(`#include <cstdio>
#include <ctime>
int main() {
  int n;
  if (scanf("%d", &n) != 1) return 3;
  while (clock() < CLOCKS_PER_SEC * 1.4);
  puts("2"); fflush(stdout);
  return 0;
}`);
    // Python alone needs the time limit for its start on a busy machine.
    const waits = cpp('#include <cstdio>\nint main() { puts("1"); fflush(stdout); putchar(getchar()); }');
    const outcome = await judge.talk({
      solution: waits,
      interactor: thinks,
      protocol: TESTLIB_INTERACTOR,
      input: '1',
      timeLimitMs: 100,
    });
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ verdict: 'accepted' });
  });

  test.concurrent('that reads whatever comes is protected from a flood', async () => {
    const reads = python('import sys\nsys.exit(0 if len(sys.stdin.read()) else 1)');
    const floods = cpp('#include <cstdio>\nint main() { for (;;) puts("1234567890123456789012345678901"); }');
    expect(await talk(reads, { solution: floods })).toMatchObject({ verdict: 'outputLimit' });
  });
});

const ROUNDS = 1000;
test.concurrent.each([
  [
    'C++',
    cpp(String.raw`#include <cstdio>
int main() { int n; while (scanf("%d", &n) == 1 && n >= 0) { printf("%d\n", n + 1); fflush(stdout); } }`),
  ],
  ['Python', python('while (n := int(input())) >= 0: print(n + 1, flush=True)')],
])('a thousand rounds in %s', async (_, source) => {
  const asks = cpp(String.raw`#include <cstdio>
int main(int, char **argv) {
  int n = 0;
  for (int i = 0; i < ${ROUNDS}; i++) {
    printf("%d\n", n); fflush(stdout);
    if (scanf("%d", &n) != 1) return 1;
  }
  puts("-1"); fflush(stdout);
  fprintf(fopen(argv[2], "w"), "%d", n);
  return n == ${ROUNDS} ? 0 : 1;
}`);
  const outcome = await judge.talk({
    solution: source,
    interactor: asks,
    protocol: TESTLIB_INTERACTOR,
    input: '',
    timeLimitMs: 2000,
  });
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ verdict: 'accepted' });
});

describe('in several passes', () => {
  /**
   * Interactor that counts the passes in a file of its own; each pass must answer its number, the third is the last.
   */
  const COUNTS = python(`import os, sys
folder = sys.argv[3]
number = int(open(sys.argv[1]).read())
seen = open(folder + "seen").read() if os.path.exists(folder + "seen") else ""
assert seen == "".join(str(i) for i in range(1, number)), seen
assert not os.path.exists(folder + "nextpass.in")
open(folder + "seen", "w").write(seen + str(number))
open(folder + "judgemessage.txt", "a").write("pass %d. " % number)
print(number, flush=True)
if int(input()) != number: sys.exit(43)
if number < 3: open(folder + "nextpass.in", "w").write(str(number + 1))
else: open(folder + "score.txt", "w").write("17.5")
sys.exit(42)
`);

  test.concurrent('an interactor finds its files again, and the next input is its own', async () => {
    const outcomes = await judge.talkInPasses({
      solution: python('print(input())'),
      interactor: COUNTS,
      protocol: ICPC_INTERACTOR,
      input: '1',
    });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(outcomes.at(-1)?.feedback).toEqual({ judgeMessage: 'pass 1. pass 2. pass 3.', score: '17.5' });
  });

  test.concurrent('a rejected pass is the last one', async () => {
    const outcomes = await judge.talkInPasses({
      solution: python('n = int(input())\nprint(1 if n < 2 else 9)'),
      interactor: COUNTS,
      protocol: ICPC_INTERACTOR,
      input: '1',
    });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['accepted', 'wrongAnswer']);
  });
});
