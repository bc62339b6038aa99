import { gunzipSync } from 'node:zlib';
import { unpackTestRuns } from '@balloon/domain/judging/test-runs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '#judging/judge-solution.ts';
import { createSlotLending } from '#service/slot-lending.ts';
import { startTestJudge, type TestProblem } from '#testing/test-workshop.ts';
import { createIdleGate } from '#workshop/idle-gate.ts';

/** Judges testsets that ask for more than limits and a checker of testlib's kind, each in the real sandbox. */
const judge = await startTestJudge();
afterAll(() => judge[Symbol.asyncDispose]());

const COPY = 'import sys\nsys.stdout.write(sys.stdin.read())';
const LIMITS = { timeLimitMs: 2000, memoryLimitKb: 65_536 };
const TESTS = ['1', '2', '3'].map((text) => ({ input: `${text}\n`, answer: `${text}\n` }));
const PLAIN: TestProblem = { ...LIMITS, checker: { kind: 'tokens' }, tests: TESTS };
/** Solution that fails on the second test. */
const FAILS_ON_2 = 'print(input().replace("2", "two"))';

function kattis(source: string, differing: Partial<TestProblem> = {}): TestProblem {
  const checker = { kind: 'program', protocol: 'kattis', language: 'python3', source } as const;
  return { ...PLAIN, checker, ...differing };
}

describe('a validator of an ICPC package', () => {
  test.concurrent.each([
    [42, 'accepted'],
    [43, 'wrongAnswer'],
    [0, 'judgingError'],
    [1, 'judgingError'],
    [44, 'judgingError'],
  ])('that exits with %d means %s', async (code, verdict) => {
    expect(await judge.judge(kattis(`exit(${code})`), 'python3', COPY)).toMatchObject({ verdict });
  });

  test.concurrent('that crashes is our trouble', async () => {
    const crash = kattis('import os\nos.kill(os.getpid(), 11)');
    const { verdict, detail } = await judge.judge(crash, 'python3', COPY);
    expect(verdict).toBe('judgingError');
    expect(detail).toContain('SIGSEGV');
  });

  test.concurrent('gets input, answer, a directory for its words, its flags, and the output on its input', async () => {
    const validator = `import sys
input, answer, feedback, *flags = sys.argv[1:]
open(feedback + "judgemessage.txt", "w").write(repr([open(input).read(), open(answer).read(), flags, sys.stdin.read()]))
exit(43)`;
    const checker = { ...kattis(validator).checker, flags: ['all', 'b c'] } as TestProblem['checker'];
    const tests = [{ input: '1\n', answer: '2\n' }];
    const common = await judge.judge({ ...PLAIN, checker, tests }, 'python3', COPY);
    expect(common.detail).toBe("['1\\n', '2\\n', ['all', 'b c'], '1\\n']");
    const own = [{ input: '1\n', answer: '2\n', flags: ['own'] }];
    const { detail } = await judge.judge({ ...PLAIN, checker, tests: own }, 'python3', COPY);
    expect(detail).toContain("['own']");
  });

  test.concurrent('may bring its own commands', async () => {
    const checker = {
      kind: 'program',
      protocol: 'kattis',
      language: 'script',
      source: { build: 'echo 42 > code', run: 'exit "$(cat code)"' },
    } as const;
    expect(await judge.judge({ ...PLAIN, checker }, 'python3', COPY)).toMatchObject({ verdict: 'accepted' });
  });
});

test('a checker of several files', async () => {
  const source = {
    'check.py': 'import sys\nfrom helper import same\nsys.exit(0 if same(*sys.argv[2:4]) else 1)',
    'helper.py': 'def same(a, b): return open(a).read() == open(b).read()',
  };
  const problem: TestProblem = { ...PLAIN, checker: { kind: 'program', language: 'python3', source } };
  expect(await judge.judge(problem, 'python3', COPY)).toMatchObject({ verdict: 'accepted' });
  expect(await judge.judge(problem, 'python3', FAILS_ON_2)).toMatchObject({
    verdict: 'wrongAnswer',
    testNumber: 2,
  });
});

describe('points', () => {
  const giving = (points: string) =>
    `import sys\nsys.stderr.write(f"points {${points}} so be it")\nsys.exit(7)`;
  const problemWith = (checker: string, differing: Partial<TestProblem> = {}): TestProblem => ({
    ...PLAIN,
    scoring: true,
    tests: TESTS.map((each) => ({ ...each, points: 10 })),
    checker: { kind: 'program', language: 'python3', source: checker },
    ...differing,
  });

  test.concurrent('full marks on every test are accepted', async () => {
    expect(await judge.judge(problemWith(giving('10')), 'python3', COPY)).toMatchObject({
      verdict: 'accepted',
      score: 30,
    });
  });

  test.concurrent('less is a wrong answer with a score, and all tests run', async () => {
    const checker = giving('int(open(sys.argv[1]).read()) * 5');
    expect(await judge.judge(problemWith(checker), 'python3', COPY)).toMatchObject({
      verdict: 'wrongAnswer',
      testNumber: 1,
      score: 30,
      detail: 'points 5 so be it',
    });
  });

  test.concurrent('any code may come with "partially correct", in percents of the test', async () => {
    const checker = 'import sys\nsys.stderr.write("partially correct (3) hm")\nsys.exit(3)';
    expect(await judge.judge(problemWith(checker), 'python3', COPY)).toMatchObject({
      verdict: 'wrongAnswer',
      score: 0.9,
    });
  });

  test.concurrent('our own failure on any test undoes the score', async () => {
    const checker = 'import sys\nsys.exit(1 if open(sys.argv[1]).read() == "1\\n" else 3)';
    expect(await judge.judge(problemWith(checker), 'python3', COPY)).toMatchObject({
      verdict: 'judgingError',
      testNumber: 2,
    });
  });

  test.concurrent('groups count as a whole', async () => {
    const group = { points: 40, isComplete: true, dependsOn: [], grading: null };
    const groups = [
      { ...group, name: 'a' },
      { ...group, name: 'b' },
    ];
    const tests = TESTS.map((each, index) => ({ ...each, group: index < 2 ? 'a' : 'b' }));
    const problem: TestProblem = { ...PLAIN, scoring: true, groups, tests };
    expect(await judge.judge(problem, 'python3', FAILS_ON_2)).toMatchObject({
      verdict: 'wrongAnswer',
      testNumber: 2,
      score: 40,
    });
  });

  test.concurrent('a validator writes its score into a file', async () => {
    const validator = `import sys
open(sys.argv[3] + "score.txt", "w").write(open(sys.argv[1]).read())
exit(42)`;
    const grading = {
      aggregation: 'sum',
      acceptScore: 1,
      rejectScore: 0,
      onReject: 'continue',
      range: null,
      ignoreSample: false,
      acceptIfAnyAccepted: true,
    } as const;
    const root = { name: '', points: null, isComplete: false, dependsOn: [], grading };
    const problem = kattis(validator, { scoring: true, groups: [root] });
    expect(await judge.judge(problem, 'python3', COPY)).toMatchObject({ verdict: 'accepted', score: 6 });
  });
});

describe('limits of the package', () => {
  test.concurrent('bound the length of the source', async () => {
    const source = `# ${'x'.repeat(1024)}\n${COPY}`;
    const outcome = await judge.judge({ ...PLAIN, packageLimits: { sourceKb: 1 } }, 'python3', source);
    expect(outcome).toMatchObject({ verdict: 'compilationError' });
    expect(outcome.compilationError).toContain('this problem allows 1024');
    expect(await judge.judge({ ...PLAIN, packageLimits: { sourceKb: 2 } }, 'python3', source)).toMatchObject({
      verdict: 'accepted',
    });
  });

  test.concurrent('bound the compilation, also of a program that is known from other problems', async () => {
    const source = 'int main(void) { return 0; }';
    const anyOutput = kattis('exit(42)');
    expect(await judge.judge(anyOutput, 'c', source)).toMatchObject({ verdict: 'accepted' });
    const packageLimits = { compilationMs: 1, compilationMemoryKb: 512 * 1024 };
    const outcome = await judge.judge({ ...anyOutput, packageLimits }, 'c', source);
    expect(outcome.verdict).toBe('compilationError');
    expect(outcome.compilationError).toContain('0.001 s of processor time');
  });

  test.concurrent('bound checkers, and let them have more than usual', async () => {
    const busy = kattis('import time\nwhile time.process_time() < 1: pass\nexit(42)', {
      tests: TESTS.slice(0, 1),
    });
    const outcome = await judge.judge({ ...busy, packageLimits: { validationMs: 300 } }, 'python3', COPY);
    expect(outcome).toMatchObject({ verdict: 'judgingError' });
    expect(outcome.detail).toContain('cpu');
    const hungry = kattis('data = bytearray(600_000_000)\nexit(42)', { tests: TESTS.slice(0, 1) });
    expect(await judge.judge(hungry, 'python3', COPY)).toMatchObject({ verdict: 'judgingError' });
    const packageLimits = { validationMemoryKb: 1024 * 1024 };
    expect(await judge.judge({ ...hungry, packageLimits }, 'python3', COPY)).toMatchObject({
      verdict: 'accepted',
    });
  });
});

describe('files in place of streams', () => {
  const FILES = { ...PLAIN, inputFile: 'sum.in', outputFile: 'sum.out', outputLimitKb: 1024 };
  test.concurrent.each([
    ['reads and writes them', 'open("sum.out", "w").write(open("sum.in").read())', 'accepted', null],
    ['writes the wrong thing', 'open("sum.out", "w").write("7")', 'wrongAnswer', 'expected'],
    ['writes to the screen', COPY, 'presentationError', 'wrote no sum.out'],
    [
      'finds nothing on its input',
      'import sys\nassert sys.stdin.read() == ""\nopen("sum.out", "w").write(open("sum.in").read())',
      'accepted',
      null,
    ],
    ['leaves a link', 'import os\nos.symlink("sum.in", "sum.out")', 'presentationError', 'wrote no sum.out'],
    ['writes too much', 'open("sum.out", "w").write("x" * 1_100_000)', 'outputLimit', '1100000'],
    ['fails', 'open("sum.out", "w").write("1")\n1 / 0', 'runtimeError', 'exit code 1'],
  ])('a program that %s', async (_what, source, verdict, detail) => {
    const outcome = await judge.judge(FILES, 'python3', source);
    expect(outcome.verdict, outcome.detail ?? '').toBe(verdict);
    if (detail === null) expect(outcome.detail).toBe(null);
    else expect(outcome.detail).toContain(detail);
  });

  test('neither a large input nor a large output counts as memory of the program', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const large = line.repeat(400_000);
    const problem: TestProblem = {
      ...FILES,
      timeLimitMs: 20_000,
      outputLimitKb: 65_536,
      memoryLimitKb: 32_768,
      tests: [{ input: large, answer: large }],
    };
    const source = 'out = open("sum.out", "w")\nfor line in open("sum.in"): out.write(line)';
    const outcome = await judge.judge(problem, 'python3', source);
    expect(outcome.verdict, outcome.detail ?? '').toBe('accepted');
    expect(outcome.memoryKb).toBeLessThan(problem.memoryLimitKb);
    const greedy = `${source}\nall = bytearray(50_000_000)`;
    expect(await judge.judge(problem, 'python3', greedy)).toMatchObject({ verdict: 'memoryLimit' });
  });
});

describe('several passes', () => {
  /**
   * Checker that accepts, and asks for another pass with one more, as long as the answer is larger than the output.
   */
  const COUNTS_UP = `import os, sys
input, answer, feedback = sys.argv[1:]
trail = open(feedback + "trail", "a+")
trail.write(".")
trail.seek(0)
passes = len(trail.read())
printed = int(sys.stdin.read())
if printed != int(open(input).read() if passes == 1 else passes): exit(43)
if printed < int(open(answer).read()): open(feedback + "nextpass.in", "w").write(str(printed + 1))
exit(42)`;
  const multiPass = (answer: number, passes = 5) =>
    kattis(COUNTS_UP, { passes, tests: [{ input: '1', answer: `${answer}` }] });

  test.concurrent('go on as long as the validator asks for more, with its state kept between them', async () => {
    const outcome = await judge.judge(multiPass(4), 'python3', COPY);
    expect(outcome, outcome.detail ?? '').toMatchObject({ verdict: 'accepted' });
  });

  test.concurrent('a failure in a later pass counts', async () => {
    const source = 'n = int(input())\nassert n < 3\nprint(n)';
    expect(await judge.judge(multiPass(4), 'python3', source)).toMatchObject({ verdict: 'runtimeError' });
  });

  test.concurrent('have an end', async () => {
    const { verdict, detail } = await judge.judge(multiPass(9), 'python3', COPY);
    expect({ verdict, detail }).toMatchObject({
      verdict: 'judgingError',
      detail: expect.stringContaining('more than 5 passes'),
    });
  });
});

describe('an interactor', () => {
  /** Problem in which the solution guesses a number. */
  const guessing = (differing: Partial<TestProblem>): TestProblem => ({
    ...PLAIN,
    tests: [{ input: '7', answer: '3' }],
    ...differing,
  });
  const HIGHER = `
secret = int(open(sys.argv[1]).read())
guesses = 0
for line in sys.stdin:
    guesses += 1
    guess = int(line)
    print("=" if guess == secret else "<" if guess < secret else ">", flush=True)
    if guess == secret: break
else:
    LOST
`;
  const BINARY = `low, high = 1, 10
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    answer = input()
    if answer == "=": break
    if answer == "<": low = middle + 1
    else: high = middle - 1`;

  test.concurrent("of testlib's kind leaves the last word to the checker", async () => {
    const source = `import sys${HIGHER.replace('LOST', 'sys.exit(1)')}open(sys.argv[2], "w").write(str(guesses))`;
    const problem = guessing({ interactor: { language: 'python3', source } });
    // 5, 8, 6, 7: one guess more than the answer has, so the token checker rejects.
    expect(await judge.judge(problem, 'python3', BINARY)).toMatchObject({
      verdict: 'wrongAnswer',
      detail: 'expected "3", found "4" at byte 0 of the output',
    });
    const enough = { ...problem, tests: [{ input: '7', answer: '4' }] };
    expect(await judge.judge(enough, 'python3', BINARY)).toMatchObject({ verdict: 'accepted' });
    expect(await judge.judge(enough, 'python3', 'print(1)')).toMatchObject({ verdict: 'wrongAnswer' });
  });

  test.concurrent('of an ICPC package decides alone', async () => {
    const source = `import sys${HIGHER.replace('LOST', 'sys.exit(43)')}sys.exit(42)`;
    const problem = guessing({ interactor: { protocol: 'kattis', language: 'python3', source } });
    const outcome = await judge.judge(problem, 'python3', BINARY, { purpose: 'detail', excerptBytes: 10 });
    expect(outcome, outcome.detail ?? '').toMatchObject({ verdict: 'accepted', tests: [{ output: null }] });
    expect(await judge.judge(problem, 'python3', 'print(1)')).toMatchObject({ verdict: 'wrongAnswer' });
  });

  test.concurrent("gives points, testlib's way", async () => {
    const source = 'import sys\nsys.stderr.write("points 4")\nsys.exit(7)';
    const problem = guessing({
      interactor: { language: 'python3', source },
      scoring: true,
      tests: [{ input: '7', answer: '3', points: 8 }],
    });
    expect(await judge.judge(problem, 'python3', 'pass')).toMatchObject({ verdict: 'wrongAnswer', score: 4 });
  });
});

test('a solution is compiled with the grader', async () => {
  const grader = {
    'grader.cpp':
      '#include <iostream>\n#include "twice.h"\nint main() { int n; std::cin >> n; std::cout << twice(n) / 2; }',
    'twice.h': 'int twice(int);',
  };
  const source = '#include "twice.h"\nint twice(int n) { return n + n; }';
  expect(await judge.judge({ ...PLAIN, grader }, 'cpp20', source)).toMatchObject({ verdict: 'accepted' });
  expect(await judge.judge(PLAIN, 'cpp20', source)).toMatchObject({ verdict: 'compilationError' });
});

describe('a detail', () => {
  const ASK = { purpose: 'detail', excerptBytes: 3 } as const;

  test('reports every test and gets the same verdict', async () => {
    const tests = [...TESTS, { input: '4\n', answer: '4\n' }];
    const source = `import os, sys
n = input()
if n == "2": print("a zero \\0 byte"); sys.exit()
if n == "3": os.kill(os.getpid(), 11)
if n == "4": sys.exit(5)
print(n)`;
    const quick = await judge.judge({ ...PLAIN, tests }, 'python3', source);
    const outcome = await judge.judge({ ...PLAIN, tests }, 'python3', source, ASK);
    expect(quick).toMatchObject({ verdict: 'wrongAnswer', testNumber: 2, tests: [] });
    expect(outcome).toMatchObject({ verdict: 'wrongAnswer', testNumber: 2, detail: quick.detail });
    expect(outcome.tests).toMatchObject([
      { number: 1, verdict: 'accepted', exitCode: 0, signal: null, comment: null },
      { number: 2, verdict: 'wrongAnswer', exitCode: 0, signal: null, comment: quick.detail },
      { number: 3, verdict: 'runtimeError', exitCode: null, signal: 11, comment: 'signal SIGSEGV (11)' },
      { number: 4, verdict: 'runtimeError', exitCode: 5, signal: null, comment: 'exit code 5' },
    ]);
    expect(outcome.tests[1]).toMatchObject({
      input: { text: '2\n', bytes: 2 },
      output: { text: 'a z', bytes: 14 },
      answer: { text: '2\n', bytes: 2 },
    });
  });

  test('brings an output in full, up to a bound, where it is asked to', async () => {
    const source = 'print("я" * 50_000)';
    const packedOf = async (outputBytes: number) => {
      const outcome = await judge.judge(PLAIN, 'python3', source, { ...ASK, outputBytes });
      return gunzipSync(Buffer.from(outcome.tests[0]?.packedOutput ?? '', 'base64'));
    };
    expect(`${await packedOf(1_000_000)}`).toBe(`${'я'.repeat(50_000)}\n`);
    expect((await packedOf(1000)).length).toBe(1000);
    const without = await judge.judge(PLAIN, 'python3', source, ASK);
    expect(without.tests[0]?.packedOutput).toBeUndefined();
  });

  test('may end early, which the missing tests show', async () => {
    const seen: number[] = [];
    const isEnough = ({ number }: { number: number }) => seen.push(number) === 2;
    const outcome = await judge.judge(PLAIN, 'python3', COPY, { ...ASK, isEnough });
    expect(seen).toEqual([1, 2]);
    expect(outcome.tests).toHaveLength(2);
  });
});

describe('the output on the first test that fails', () => {
  const outputOf = async (source: string, differing: Parameters<typeof judge.judge>[3] = {}) => {
    const { failedOutput, testNumber } = await judge.judge(PLAIN, 'python3', source, {
      keptOutputBytes: 6,
      ...differing,
    });
    return {
      testNumber,
      bytes: failedOutput?.bytes,
      text: failedOutput && `${gunzipSync(Buffer.from(failedOutput.packed, 'base64'))}`,
    };
  };

  test('comes with the result, cut, where the task asks for it', async () => {
    const wrong = 'n = input()\nprint("x" * 20 if n == "2" else n)';
    expect(await outputOf(wrong)).toEqual({ testNumber: 2, bytes: 21, text: 'xxxxxx' });
    const crashes = 'n = input()\nprint(n, flush=True)\nif n == "3": exit(1)';
    expect(await outputOf(crashes)).toEqual({ testNumber: 3, bytes: 2, text: '3\n' });
    expect((await outputOf(wrong, { keptOutputBytes: 0 })).bytes).toBeUndefined();
    expect((await outputOf(COPY)).bytes).toBeUndefined();
  });
});

describe('tests that free slots run', () => {
  /** Judges in one slot with another one free, and returns the slots that helped. */
  async function judgeShared(problem: TestProblem, source: string) {
    await using shared = await startTestJudge(2);
    const [, helper] = shared.open.slots;
    if (!helper) throw new Error('No second slot');
    const lending = createSlotLending(createIdleGate(2));
    // The pool of the test judge gives its last slot first.
    await using _offered = lending.offer(shared.open.slots[0] as typeof helper);
    const helped = new Set<number>();
    const borrowSlot = () => {
      const borrowed = lending.borrow();
      if (borrowed) helped.add(borrowed.slot.number);
      return borrowed;
    };
    return { outcome: await shared.judge(problem, 'python3', source, { borrowSlot }), helped };
  }

  test('lead to the verdict of one slot alone', async () => {
    const tests = Array.from({ length: 12 }, (_, index) => ({ input: `${index}\n`, answer: `${index}\n` }));
    const checker = { kind: 'program', protocol: 'kattis', language: 'python3', source: 'exit(42)' } as const;
    const fails = 'number = int(input())\nif number in (4, 7, 9): exit(number)\nprint(number)';

    const right = await judgeShared({ ...PLAIN, tests }, COPY);
    const wrong = await judgeShared({ ...PLAIN, checker, tests }, fails);

    expect(right).toMatchObject({ outcome: { verdict: 'accepted', testNumber: 0 }, helped: new Set([0]) });
    expect(wrong).toMatchObject({
      outcome: { verdict: 'runtimeError', testNumber: 5 },
      helped: new Set([0]),
    });
    expect(wrong.outcome.detail).toContain('4');
  });

  test('are told with verdict, time and memory up to the first failure, in their order', async () => {
    const checker = { kind: 'program', protocol: 'kattis', language: 'python3', source: 'exit(42)' } as const;
    const tests = Array.from({ length: 6 }, (_, index) => ({ input: `${index}\n`, answer: `${index}\n` }));
    const fails = 'number = int(input())\nif number > 2: exit(number)\nprint(number)';
    const { outcome } = await judgeShared({ ...PLAIN, checker, tests }, fails);
    const runs = unpackTestRuns(Buffer.from(outcome.testRuns ?? '', 'base64'));

    expect(runs?.map(({ number, verdictId }) => [number, verdictId])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 4],
    ]);
    expect(Math.max(...(runs ?? []).map(({ timeMs }) => timeMs))).toBe(Math.round(outcome.timeMs));
    expect(Math.max(...(runs ?? []).map(({ memoryKb }) => memoryKb))).toBe(Math.round(outcome.memoryKb));
  });

  test('are stopped behind the first failure, however long they would take', async () => {
    const slow = 'import time\nn = int(input())\nif n > 1: time.sleep(1000)\nprint("wrong" if n == 1 else n)';
    const { outcome, helped } = await judgeShared({ ...PLAIN, timeLimitMs: 600_000 }, slow);

    expect(outcome).toMatchObject({ verdict: 'wrongAnswer', testNumber: 1 });
    expect(helped).toEqual(new Set([0]));
  });
});

describe('tests in a row', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({ input: `${index}\n`, answer: `${index}\n` }));
  const problem = { ...PLAIN, tests };

  /** Numbers of tests that the rows had, in their order. */
  const rows: number[] = [];
  for (const { program } of judge.open.slots) {
    const { runInRow } = program;
    program.runInRow = (request, steps) => {
      rows.push(steps.length);
      return runInRow(request, steps);
    };
  }

  // Fetches every file, so that all tests can follow each other.
  beforeAll(async () => void (await judge.judge(problem, 'python3', COPY)));

  /** Judges a source in a row and alone, where the outputs are asked for; returns how many tests each row had, too. */
  async function judgeBoth(source: string, differing: Partial<TestProblem> = {}) {
    const judgeOnce = (ask: Parameters<typeof judge.judge>[3] = {}) =>
      judge.judge({ ...problem, ...differing }, 'python3', source, { keptOutputBytes: 6, ...ask });
    const alone = await judgeOnce({ outputBytes: 1 });
    rows.length = 0;
    return { alone: resultOf(alone), inRow: resultOf(await judgeOnce()), asked: [...rows] };
  }

  const resultOf = ({ verdict, testNumber, detail, score, testRuns, failedOutput }: Outcome) => ({
    ...{ verdict, testNumber, detail, score, failedOutput },
    verdicts: unpackTestRuns(Buffer.from(testRuns ?? '', 'base64'))?.map(({ verdictId }) => verdictId),
  });

  test.each([
    ['of a right program', COPY, { verdict: 'accepted', testNumber: 0 }],
    ['with a wrong output', 'print(input().replace("4", "5"))', { verdict: 'wrongAnswer', testNumber: 5 }],
    [
      'with a right output and a crash',
      'n = int(input())\nprint(n, flush=True)\nexit(n // 7)',
      { testNumber: 8 },
    ],
    ['that need their points', 'print(max(3, int(input())))', { score: 9, testNumber: 1 }],
  ])('%s have the result of tests alone', async (_what, source, expected) => {
    const scoring = { scoring: true, tests: tests.map((each) => ({ ...each, points: 1 })) };
    const { alone, inRow, asked } = await judgeBoth(source, 'score' in expected ? scoring : {});

    expect(alone).toMatchObject(expected);
    expect(inRow).toEqual(alone);
    expect(asked[0]).toBe(12);
  });

  test('become few where outputs are right in another form', async () => {
    const { alone, inRow, asked } = await judgeBoth('print(input(), end=" ")');

    expect(alone.verdict).toBe('accepted');
    expect(inRow).toEqual(alone);
    // The last test has none behind it.
    expect(asked).toEqual([12, ...Array.from({ length: 10 }, () => 2)]);
  });

  test('are not for a program that decides what is right', async () => {
    const checker = { kind: 'program', protocol: 'kattis', language: 'python3', source: 'exit(43)' } as const;
    const { inRow, asked } = await judgeBoth(COPY, { checker });

    expect(inRow).toMatchObject({ verdict: 'wrongAnswer', testNumber: 1 });
    expect(asked).toEqual([]);
  });
});
