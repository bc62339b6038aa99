import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SHOWN_BYTES, startTestJudge, type TestProblem } from '#testing/test-workshop.ts';

/** Runs code that is tried before it is submitted, in the real sandbox. */
const judge = await startTestJudge();
afterAll(() => judge[Symbol.asyncDispose]());

const SUMS: TestProblem = {
  timeLimitMs: 1000,
  memoryLimitKb: 65_536,
  checker: { kind: 'tokens' },
  tests: [
    { input: '1 2\n', answer: '3\n', isSample: true },
    { input: '10 -4\n', answer: '6\n', isSample: true },
  ],
};
const RIGHT = 'import sys\nprint(sum(map(int, input().split())))\nprint("hm", file=sys.stderr)';

describe('on the samples', () => {
  test('every one is shown with its files, right or wrong', async () => {
    const { end, tests } = await judge.tryOut(SUMS, 'python3', RIGHT.replace('sum(', '3 or sum('));
    expect(end).toBe('done');
    expect(tests).toMatchObject([
      {
        number: 1,
        verdict: 'accepted',
        exitCode: 0,
        input: { text: '1 2\n', bytes: 4 },
        output: { text: '3\n', bytes: 2 },
        answer: { text: '3\n', bytes: 2 },
        stderr: { text: 'hm\n', bytes: 3 },
      },
      { number: 2, verdict: 'wrongAnswer', output: { text: '3\n' }, answer: { text: '6\n' } },
    ]);
    expect(tests[1]?.comment).toContain('expected');
  });

  test('a crash shows the program’s standard error, and the other samples still run', async () => {
    const source = 'import sys\nif input() == "1 2": sys.exit("no idea")\nprint(6)';
    const { tests } = await judge.tryOut(SUMS, 'python3', source);
    expect(tests).toMatchObject([
      { verdict: 'runtimeError', exitCode: 1, stderr: { text: 'no idea\n' } },
      { verdict: 'accepted' },
    ]);
  });

  test('the first that runs out of time is the last', async () => {
    const { end, tests } = await judge.tryOut(SUMS, 'python3', 'print(3, flush=True)\nwhile True: pass');
    expect(end).toBe('done');
    expect(tests).toMatchObject([{ verdict: 'timeLimit', exitCode: null, output: { text: '3\n' } }]);
  });

  test('a compilation error is reported, and sending tried code compiles nothing again', async () => {
    const broken = await judge.tryOut(SUMS, 'cpp20', 'int main() { return x; }');
    expect(broken).toMatchObject({ end: 'done', tests: [] });
    expect(broken.compilationError).toContain('was not declared');

    const programs = join(judge.open.workDir, 'programs');
    const source = '#include <cstdio>\nint main() { int a, b; scanf("%d%d", &a, &b); printf("%d", a + b); }';
    await judge.tryOut(SUMS, 'cpp20', source);
    const before = await readdir(programs, { recursive: true });
    expect(await judge.judge(SUMS, 'cpp20', source)).toMatchObject({ verdict: 'accepted' });
    await judge.tryOut(SUMS, 'cpp20', source, '4 5');
    expect(await readdir(programs, { recursive: true })).toEqual(before);
  });

  test('of an interactive problem only the verdict is shown', async () => {
    const interactor = {
      language: 'python3',
      source:
        'import sys\nsecret = open(sys.argv[1]).read().strip()\nprint("?", flush=True)\nsys.stderr.write("secret " + secret)\nsys.exit(0 if input() == secret else 1)',
    } as const;
    const guess = { ...SUMS, interactor, tests: [{ input: '42\n', answer: '\n', isSample: true }] };
    const source = 'import sys\ninput()\nprint(42)\nprint("asked", file=sys.stderr)';
    const { end, tests } = await judge.tryOut(guess, 'python3', source.replace('42', '41'));
    expect(end).toBe('done');
    expect(tests).toMatchObject([{ verdict: 'wrongAnswer', stderr: { text: 'asked\n' } }]);
    expect(tests[0]).toMatchObject({ comment: null, input: null, output: null, answer: null });
  });

  test('a broken checker is our fault', async () => {
    const checker = { kind: 'program', language: 'python3', source: 'raise SystemExit(3)' } as const;
    const outcome = await judge.tryOut({ ...SUMS, checker }, 'python3', RIGHT);
    expect(outcome).toMatchObject({ end: 'failed', tests: [] });
  });
});

describe('on own input', () => {
  test('the output is shown without a check', async () => {
    const { end, tests } = await judge.tryOut(SUMS, 'python3', RIGHT, '20 22\n');
    expect(end).toBe('done');
    expect(tests).toMatchObject([
      {
        number: 1,
        verdict: 'accepted',
        exitCode: 0,
        comment: null,
        input: null,
        output: { text: '42\n', bytes: 3 },
        answer: null,
        stderr: { text: 'hm\n', bytes: 3 },
      },
    ]);
  });

  test('a crash is reported with its signal', async () => {
    const source = '#include <csignal>\nint main() { raise(SIGSEGV); }';
    const { tests } = await judge.tryOut(SUMS, 'cpp20', source, '');
    expect(tests).toMatchObject([{ verdict: 'runtimeError', exitCode: null, signal: 11 }]);
  });

  test('long output is cut, and a flood of either stream is stopped', async () => {
    const long = await judge.tryOut(SUMS, 'python3', 'print("я" * 100000)', '');
    const [shown] = long.tests;
    expect(shown).toMatchObject({ verdict: 'accepted', output: { bytes: 200_001 } });
    expect(shown?.output?.text).toBe('я'.repeat(SHOWN_BYTES / 2));

    const flood =
      '#include <cstdio>\nint main() { for (;;) { puts("0123456789abcdef"); fputs("oh no ", stderr); } }';
    const { end, tests } = await judge.tryOut(SUMS, 'cpp20', flood, '');
    expect(end).toBe('done');
    expect(['outputLimit', 'timeLimit']).toContain(tests[0]?.verdict);
    expect(tests[0]?.output?.text).toHaveLength(SHOWN_BYTES);
    expect(tests[0]?.stderr?.text).toHaveLength(SHOWN_BYTES / 4);
    expect(tests[0]?.stderr?.bytes).toBeGreaterThan(SHOWN_BYTES / 4);
  });
});

test.each([
  ['on the samples', 100, undefined],
  ['on own input', 100, ''],
  ['that is just about to begin', 0, ''],
] as const)('a run %s that nobody wants any more ends at once', async (_what, abortAfterMs, input) => {
  const unwanted = new AbortController();
  const report = (state: string) => {
    if (state !== 'testing') return;
    if (abortAfterMs === 0) unwanted.abort();
    else setTimeout(() => unwanted.abort(), abortAfterMs);
  };
  const patient = { ...SUMS, timeLimitMs: 600_000 };
  const hooks = { signal: unwanted.signal, report };
  const run = judge.tryOut(patient, 'python3', 'while True: pass', input, hooks);
  await expect(run).rejects.toThrow('aborted');
});
