import { afterAll, describe, expect, test } from 'vitest';
import { startTestJudge, type TestProblem } from '#testing/test-workshop.ts';

const judge = await startTestJudge();
afterAll(() => judge[Symbol.asyncDispose]());

/** Program under test that copies its input; in Python, so that nothing has to be compiled. */
const COPY = 'import sys\nsys.stdout.write(sys.stdin.read())';

function problemWith(checker: string, tests = ['1', '2']): TestProblem {
  return {
    timeLimitMs: 2000,
    memoryLimitKb: 65_536,
    checker: { kind: 'program', language: 'python3', source: checker },
    tests: tests.map((text) => ({ input: `${text}\n`, answer: `answer ${text}\n` })),
  };
}

const check = (checker: string, tests?: string[], program = COPY) =>
  judge.judge(problemWith(checker, tests), 'python3', program);

describe('exit codes of testlib', () => {
  test.concurrent.each([
    [0, 'accepted'],
    [1, 'wrongAnswer'],
    [2, 'presentationError'],
    [3, 'judgingError'],
    [4, 'presentationError'],
    [5, 'wrongAnswer'],
    [7, 'wrongAnswer'],
    [8, 'wrongAnswer'],
    [6, 'judgingError'],
    [42, 'judgingError'],
    [255, 'judgingError'],
  ])('%d means %s', async (code, verdict) => {
    const outcome = await check(`import sys\nsys.exit(${code})`);
    expect(outcome).toMatchObject({ verdict, testNumber: code === 0 ? 0 : 1 });
  });
});

describe('what a checker sees', () => {
  test('input, output and answer as its arguments', async () => {
    const checker = `import sys
input, output, answer = [open(path).read().strip() for path in sys.argv[1:]]
sys.exit(0 if output == input and answer == "answer " + input else 1)`;
    expect(await check(checker, ['1', '2', '3'])).toMatchObject({ verdict: 'accepted' });
  });

  test('its words, cleaned, become the detail', async () => {
    const checker =
      'import sys\nsys.stderr.write("\\x1b[31mwrong \\x00answer\\x1b[0m: " + "x" * 10000)\nsys.exit(1)';
    const { detail } = await check(checker);
    expect(detail).toMatch(/^wrong answer: x{1000,}/);
    expect(detail?.length).toBeLessThan(4000);
  });

  test('only itself and the three files', async () => {
    const checker = `import os, sys
sys.stderr.write(" | ".join(" ".join(sorted(os.listdir(path))) for path in ["/box", "/box/.test", "/w"]))
sys.exit(1)`;
    expect(await check(checker)).toMatchObject({
      detail: '.test main.py | answer.txt input.txt output.txt | .shm .tmp',
    });
  });

  test('a program sees neither the answer nor what a checker left', async () => {
    const checker = 'open("/w/left", "w").write("x")\nopen("/tmp/left", "w").write("x")';
    const program = `import os
print(os.listdir("/box"), [name for name in os.listdir("/w") + os.listdir("/tmp") if name == "left"])`;
    const seen = problemWith(
      `${checker}\nimport sys\nsys.stderr.write(open(sys.argv[2]).read())\nsys.exit(len(open(sys.argv[1]).read()) - 2)`,
      ['1', '22'],
    );
    const outcome = await judge.judge(seen, 'python3', program);
    expect(outcome).toMatchObject({ verdict: 'wrongAnswer', testNumber: 2, detail: "['main.py'] []" });
  });
});

describe('a hostile or broken checker is our trouble', () => {
  test.concurrent.each([
    ['crashes', 'import os\nos.kill(os.getpid(), 11)', 'SIGSEGV'],
    ['eats memory', 'all = []\nwhile True: all.append(bytearray(1 << 20))', 'memory'],
    ['floods its output', 'while True: print("flood" * 1000)', 'output'],
    ['does not compile', 'if True', 'does not compile'],
    ['ends by an exception, which Python tells by code 1 too', '1 / 0', 'ZeroDivisionError'],
    ['bombs with forks', 'import os\nwhile True: os.fork()', 'the checker broke'],
  ])('one that %s', async (_what, checker, detail) => {
    const outcome = await check(checker);
    expect(outcome).toMatchObject({ verdict: 'judgingError', detail: expect.stringContaining(detail) });
  });

  test('a checker that changes the files or leaves some for the next test', async () => {
    const checker = `import os, sys
for path in sys.argv[1:] + ["/box/main.py", "/box/new"]:
    try:
        open(path, "w").write("changed")
        sys.exit(3)
    except OSError:
        pass
    try:
        os.remove(path)
        sys.exit(3)
    except OSError:
        pass
for path in ["/w/left", "/tmp/left", "/dev/shm/left"]:
    if os.path.exists(path):
        sys.exit(3)
    open(path, "w").write("left")`;
    expect(await check(checker, ['1', '2', '3'])).toMatchObject({ verdict: 'accepted' });
  });

  test('one that leaves processes behind does not disturb the next test', async () => {
    const checker = `import os, signal, time
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(100)
assert len([name for name in os.listdir("/proc") if name.isdigit()]) <= 3`;
    expect(await check(checker, ['1', '2', '3'])).toMatchObject({ verdict: 'accepted' });
  });
});

test('a checker in C++ is compiled once', async () => {
  const source = `#include <fstream>
#include <string>
int main(int, char **argv) {
  std::string input, output;
  std::ifstream(argv[1]) >> input;
  std::ifstream(argv[2]) >> output;
  return input == output ? 0 : 1;
}`;
  const problem: TestProblem = {
    ...problemWith(''),
    checker: { kind: 'program', language: 'cpp20', source },
  };
  expect(await judge.judge(problem, 'python3', COPY)).toMatchObject({ verdict: 'accepted' });
  expect(await judge.judge(problem, 'python3', 'print(3)')).toMatchObject({
    verdict: 'wrongAnswer',
    testNumber: 1,
  });
});
