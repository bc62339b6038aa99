import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@balloon/worker/log.ts';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type JudgeOptions, type RunningJudge, startJudge } from '#main.ts';
import { descendants } from '#sandbox/host-state.ts';
import { type FakeWeb, startFakeWeb, TEST_TOKEN } from '#testing/fake-web.ts';
import type { TestProblem } from '#testing/test-workshop.ts';
import { afterFirstTry, TRIED_LANGUAGES } from '#testing/tried-languages.ts';

/** Folder for all tests: the second start finds the programs of the first. */
const workDir = await mkdtemp(join(tmpdir(), 'balloon-judge-'));
afterAll(() => rm(workDir, { recursive: true }));

const SUM = 'print(sum(map(int, input().split())))';
const SUM_AFTER_A_SECOND = `import time\ntime.sleep(1)\n${SUM}`;
const PROBLEM: TestProblem = {
  timeLimitMs: 2000,
  memoryLimitKb: 65_536,
  checker: { kind: 'tokens' },
  tests: [
    { input: '1 2\n', answer: '3\n' },
    { input: '5 5\n', answer: '10\n' },
  ],
};
/** The same for solutions that are to be at work until the test ends. */
const SLOW_PROBLEM: TestProblem = { ...PROBLEM, timeLimitMs: 60_000 };
const MANY_TESTS: TestProblem = {
  ...PROBLEM,
  tests: Array.from({ length: 20 }, (_, i) => ({ input: `${i} 1\n`, answer: `${i + 1}\n` })),
};

let web: FakeWeb;
let judge: RunningJudge;
const lines: string[] = [];
const note = (line: string) => void lines.push(line);
const log: Log = { info: note, warn: note, error: note };

type Settings = Partial<Pick<JudgeOptions, 'slots' | 'token' | 'parallelTests' | 'examinesItself'>>;

async function start(settings: Settings = {}) {
  const defaults = { slots: 1, token: TEST_TOKEN, examinesItself: false };
  const ours = { serverUrl: web.url, workDir, name: 'test', log };
  judge = await afterFirstTry(() =>
    startJudge({
      ...{ ...defaults, ...settings, ...ours },
      precompiledHeaders: false,
      languagesFile: TRIED_LANGUAGES,
    }),
  );
}

beforeEach(async () => {
  lines.length = 0;
  web = await startFakeWeb();
});
afterEach(async () => {
  await judge.close();
  await web[Symbol.asyncDispose]();
});

describe('a judge', () => {
  test('reports its abilities, judges what it claims and names the fence', async () => {
    await start({ slots: 2, examinesItself: true });
    const right = web.enqueue(
      PROBLEM,
      'cpp20',
      '#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }',
    );
    const wrong = web.enqueue(PROBLEM, 'python3', 'print(3)');

    expect(await web.result(right)).toMatchObject({ verdict: 'accepted', testNumber: 0 });
    expect(await web.result(wrong)).toMatchObject({
      verdict: 'wrongAnswer',
      testNumber: 2,
      detail: expect.any(String),
    });
    const hello = await web.arrival(({ name }) => name === 'hello');
    expect(hello.body).toMatchObject({ name: 'test', slots: 2, mode: judge.mode });
    expect(judge.languages.map(({ key }) => key)).toEqual(expect.arrayContaining(['c', 'cpp20', 'python3']));
  });

  test('starts before the server and connects to it later', async () => {
    web.goAway();
    await start();
    const complaints = () => lines.filter((line) => line.includes('does not answer'));
    await expect.poll(complaints).toHaveLength(1);
    web.comeBack();

    const solution = web.enqueue(PROBLEM, 'python3', SUM);

    expect(await web.result(solution)).toMatchObject({ verdict: 'accepted' });
    expect(complaints()).toHaveLength(1);
    expect(lines).toContain('The server answers again');
  });

  test('reports at a bounded rate, and at least three times per lease', async () => {
    web.leaseMs = 600;
    await start();
    web.enqueue(SLOW_PROBLEM, 'python3', `import time\ntime.sleep(60)\n${SUM}`);
    const reports = () => web.calls.filter(({ name }) => name === 'progress');
    await expect.poll(() => reports().length).toBeGreaterThan(6);

    const sent = reports();
    const tookMs = (sent.at(-1)?.atMs ?? 0) - (sent[0]?.atMs ?? 0);
    // Two changes (compiling, test 1) and one renewal per third of the lease, not one per tick.
    expect(sent.length).toBeLessThanOrEqual(tookMs / 200 + 3);
    expect(sent.at(-1)?.body).toMatchObject({ state: 'testing', testNumber: 1 });
  });

  test.each([0, 1])(
    'renews a lease as the answer says that brought it, after %i other solutions',
    async (others) => {
      web.leaseMs = 86_400_000;
      await start();
      const results = web.holdResults();
      for (let other = 0; other < others; other += 1) web.enqueue(PROBLEM, 'python3', SUM);
      await web.arrival(({ name }) => name === (others > 0 ? 'result' : 'claim'));
      web.toldLeaseMs = 600;
      // A row of tests is told whenever it is looked at.
      const oneTest = { ...SLOW_PROBLEM, tests: SLOW_PROBLEM.tests.slice(0, 1) };
      const slow = web.enqueue(oneTest, 'python3', `import time\ntime.sleep(60)\n${SUM}`);
      results.letGo();

      const reports = () =>
        web.calls.filter(({ name, body }) => name === 'progress' && body.solutionId === slow).length;
      await expect.poll(reports).toBeGreaterThan(6);
    },
  );
});

describe('the next work', () => {
  const claimsOf = (solutionIds: readonly number[]) =>
    web.calls.filter(
      ({ name, body }) =>
        name === 'claim' ||
        (name === 'result' && solutionIds.includes(Number(body.solutionId)) && 'next' in body),
    );

  test('comes with the answer to a result, without a claim in between', async () => {
    web.goAway();
    await start();
    const solutions = [1, 2, 3].map(() => web.enqueue(PROBLEM, 'python3', SUM));
    web.comeBack();
    for (const solution of solutions) await web.result(solution);
    await web.arrival(({ name, body }) => name === 'result' && body.solutionId === solutions[2]);

    expect(
      claimsOf(solutions)
        .slice(0, 4)
        .map(({ name }) => name),
    ).toEqual(['claim', 'result', 'result', 'result']);
  });

  test('is claimed from a web that does not know wishes', async () => {
    web.knowsWishes = false;
    await start();
    const solutions = [1, 2].map(() => web.enqueue(PROBLEM, 'python3', SUM));

    for (const solution of solutions)
      expect(await web.result(solution)).toMatchObject({ verdict: 'accepted' });
    expect(web.calls.filter(({ name }) => name === 'claim').length).toBeGreaterThanOrEqual(2);
  });

  test('does not wait until a result is stored that takes its time for others', async () => {
    await start();
    const storing = web.holdResults();
    const solutions = [1, 2, 3].map(() => web.enqueue(PROBLEM, 'python3', SUM, { isStoredLater: true }));

    for (const solution of solutions) {
      const { body } = await web.arrival(
        ({ name, body }) => name === 'result' && body.solutionId === solution,
      );
      expect(body).not.toHaveProperty('next');
    }

    expect(web.stored.size).toBe(0);
    storing.letGo();
    for (const solution of solutions)
      expect(await web.result(solution)).toMatchObject({ verdict: 'accepted' });
  });

  test('waits for its turn where very many results are being stored', async () => {
    await start();
    const storing = web.holdResults();
    const solutions = Array.from({ length: 18 }, () =>
      web.enqueue(PROBLEM, 'python3', SUM, { isStoredLater: true }),
    );
    const sent = () => web.calls.filter(({ name }) => name === 'result');

    const waited = await web.arrival(({ name, body }) => name === 'result' && 'next' in body);

    expect(sent().indexOf(waited)).toBe(16);
    storing.letGo();
    for (const solution of solutions) await web.result(solution);
    expect(sent().map(({ body }) => body.solutionId)).toEqual(solutions);
  });

  test('is given back by a judge that closes before it began', async () => {
    await start();
    const first = web.enqueue(PROBLEM, 'python3', SUM_AFTER_A_SECOND);
    await web.arrival(({ name, body }) => name === 'progress' && body.solutionId === first);
    const second = web.enqueue(PROBLEM, 'python3', SUM_AFTER_A_SECOND);
    await web.result(first);

    await judge.close();

    const released = web.calls.filter(({ name }) => name === 'release');
    expect(released.map(({ body }) => body.solutionId)).toEqual([second]);
  });
});

describe('files of contests that begin soon', () => {
  /** Tests that no earlier judge has left in the folder. */
  const unseen = (first: number): TestProblem => ({
    ...PROBLEM,
    tests: [{ input: `${first} 0\n`, answer: `${first}\n` }],
  });

  test('are here before a solution needs them', async () => {
    const problem = unseen(70_001);
    web.announceSoon(problem);
    await start();
    await web.fetches(2);
    const solution = web.enqueue(problem, 'python3', SUM);

    expect(await web.result(solution)).toMatchObject({ verdict: 'accepted' });
    expect(web.fetched).toHaveLength(2);
  });

  test('are fetched by the solution where the web does not name them', async () => {
    web.refuseNext('needed-soon', 404, 'ROUTE_NOT_FOUND');
    await start();
    const solution = web.enqueue(unseen(70_002), 'python3', SUM);

    expect(await web.result(solution)).toMatchObject({ verdict: 'accepted' });
    expect(web.fetched).toHaveLength(2);
    expect(lines.filter((line) => line.includes('ahead'))).toEqual([]);
  });
});

describe('a slot that runs tests of another', () => {
  const goesBeyondTwoTests = () =>
    web.arrival(({ name, body }) => name === 'progress' && Number(body.testNumber) > 2);

  test('begins work that comes at once', async () => {
    await start({ slots: 2, parallelTests: 'always' });
    const problem = { ...MANY_TESTS, timeLimitMs: SLOW_PROBLEM.timeLimitMs };
    const slowsDown = `import time\na, b = map(int, input().split())\ntime.sleep(0.5 if a < 10 else 20)\nprint(a + b)`;
    const long = web.enqueue(problem, 'python3', slowsDown);
    await goesBeyondTwoTests();
    await web.result(web.enqueue(PROBLEM, 'python3', SUM));
    const isDone = web.stored.has(long);
    web.revoke(long);

    expect(isDone).toBe(false);
  });

  test('keeps the steps of both solutions in order', async () => {
    await start({ slots: 2, parallelTests: 'always' });
    const long = web.enqueue(MANY_TESTS, 'python3', `import time\ntime.sleep(0.5)\n${SUM}`);
    await goesBeyondTwoTests();
    const next = web.enqueue(PROBLEM, 'python3', SUM);
    await web.result(next);

    expect(await web.result(long)).toMatchObject({ verdict: 'accepted', testNumber: 0 });
    expect(web.stored.get(next)).toMatchObject({ verdict: 'accepted' });
    const steps = web.calls
      .filter(({ name, body }) => name === 'progress' && body.solutionId === long)
      .map(({ body }) => Number(body.testNumber));
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });
});

describe('when the web has accidents', () => {
  test('a result whose answer got lost is sent again, and the next solution is judged', async () => {
    await start();
    web.loseNextAnswer('result');
    const first = web.enqueue(PROBLEM, 'python3', SUM);
    const second = web.enqueue(PROBLEM, 'python3', 'print(3)');

    await web.result(second);

    const sent = web.calls.filter(({ name, body }) => name === 'result' && body.solutionId === first);
    expect(sent).toHaveLength(2);
    expect(web.stored.get(first)?.verdict).toBe('accepted');
  });

  test('a web that restarts in the middle of a test gets the result', async () => {
    await start();
    const solution = web.enqueue(PROBLEM, 'python3', SUM_AFTER_A_SECOND);
    await web.arrival(({ name }) => name === 'progress');
    web.goAway();
    setTimeout(web.comeBack, 2500); // by then the result was sent without success

    expect(await web.result(solution)).toMatchObject({ verdict: 'accepted' });
  });

  test('a result for which no place waits is sent again until it is stored', async () => {
    await start();
    web.loseNextAnswer('result');
    const solution = web.enqueue(PROBLEM, 'python3', SUM, { isStoredLater: true });
    const next = web.enqueue(PROBLEM, 'python3', SUM);
    await web.result(next);

    await expect
      .poll(() => lines.filter((line) => line.startsWith(`Solution ${solution}: `)))
      .toHaveLength(1);

    const sent = web.calls.filter(({ name, body }) => name === 'result' && body.solutionId === solution);
    expect(sent).toHaveLength(2);
    expect(web.stored.get(solution)?.verdict).toBe('accepted');
  });

  test('a web that forgot the judge is greeted again and gets the result', async () => {
    await start();
    const solution = web.enqueue(PROBLEM, 'python3', SUM_AFTER_A_SECOND);
    await web.arrival(({ name }) => name === 'progress');
    web.forgetJudges();

    expect(await web.result(solution)).toMatchObject({ verdict: 'accepted' });
    expect(web.calls.filter(({ name }) => name === 'hello')).toHaveLength(2);
  });

  test('a lease that is lost ends the work', async () => {
    await start();
    const revoked = web.enqueue(MANY_TESTS, 'python3', `import time\ntime.sleep(0.3)\n${SUM}`);
    await web.arrival(({ name, body }) => name === 'progress' && Number(body.testNumber) >= 2);
    web.revoke(revoked);
    const next = web.enqueue(PROBLEM, 'python3', SUM);

    await web.result(next);

    expect(web.calls.some(({ name, body }) => name === 'result' && body.solutionId === revoked)).toBe(false);
    const furthest = web.calls.findLast(
      ({ name, body }) => name === 'progress' && body.solutionId === revoked,
    );
    expect(furthest?.body.testNumber).toBeLessThan(MANY_TESTS.tests.length);
  });

  test('a refused result is logged and dropped', async () => {
    await start();
    web.refuseNext('result', 409, 'FENCE_OLD');
    const first = web.enqueue(PROBLEM, 'python3', SUM);
    const second = web.enqueue(PROBLEM, 'python3', SUM);

    await web.result(second);

    expect(web.stored.has(first)).toBe(false);
    expect(lines).toContain(`Solution ${first}: the server refused the result (FENCE_OLD: FENCE_OLD)`);
  });

  test('a passing trouble of the web is no refusal', async () => {
    await start();
    web.refuseNext('result', 503, 'DATABASE_AWAY');
    const solution = web.enqueue(PROBLEM, 'python3', SUM);

    expect(await web.result(solution)).toMatchObject({ verdict: 'accepted' });
  });

  test('a blob that breaks off in the middle is fetched again', async () => {
    await start();
    web.loseNextAnswer('blobs');
    const fresh = { ...PROBLEM, tests: [{ input: '20 22\n', answer: '42\n' }] };
    const solution = web.enqueue(fresh, 'python3', SUM);

    expect(await web.result(solution)).toMatchObject({ verdict: 'accepted' });
  });

  test('a blob that is missing is a judging error of one solution, and the judge goes on', async () => {
    await start();
    const lonely = { ...PROBLEM, tests: [{ input: '1 41\n', answer: '42\n' }] };
    const without = web.enqueue(lonely, 'python3', SUM);
    web.shelf.remove(web.shelf.put('1 41\n').sha256);
    const next = web.enqueue(PROBLEM, 'python3', SUM);

    expect(await web.result(next)).toMatchObject({ verdict: 'accepted' });
    expect(web.stored.get(without)).toMatchObject({
      verdict: 'judgingError',
      detail: expect.stringContaining('BLOB_NOT_FOUND'),
    });
  });
});

describe('the end of a judge', () => {
  test('closing gives unfinished work back at once', async () => {
    await start();
    const solution = web.enqueue(PROBLEM, 'python3', 'import time\ntime.sleep(100)');
    await web.arrival(({ name, body }) => name === 'progress' && body.testNumber === 1);

    await judge.close();

    const released = web.calls.filter(({ name }) => name === 'release');
    expect(released.map(({ body }) => body.solutionId)).toEqual([solution]);
    expect(web.calls.some(({ name }) => name === 'result')).toBe(false);
    await judge.ended;
  });

  test('a verdict that is on its way when the judge closes still arrives', async () => {
    await start();
    web.refuseNext('result', 503, 'DATABASE_AWAY');
    const solution = web.enqueue(PROBLEM, 'python3', SUM);
    await expect.poll(() => lines.some((line) => line.includes('does not answer'))).toBe(true);

    await judge.close();

    expect(web.stored.get(solution)?.verdict).toBe('accepted');
  });

  test('results for which no place waits still arrive when the judge closes', async () => {
    await start();
    const storing = web.holdResults();
    const solutions = [1, 2].map(() => web.enqueue(PROBLEM, 'python3', SUM, { isStoredLater: true }));
    for (const solution of solutions)
      await web.arrival(({ name, body }) => name === 'result' && body.solutionId === solution);

    const closed = judge.close();
    setTimeout(storing.letGo, 200);
    await closed;

    expect([...web.stored.keys()]).toEqual(solutions);
    expect(web.calls.some(({ name }) => name === 'release')).toBe(false);
  });

  test('a sandbox that dies under a program is replaced, and the test runs again', async () => {
    await start();
    const solution = web.enqueue(PROBLEM, 'python3', 'import time\ntime.sleep(100)');
    await web.arrival(({ name, body }) => name === 'progress' && body.testNumber === 1);

    killHelper();

    await expect.poll(() => web.stored.get(solution)?.verdict).toBeDefined();
    expect(web.stored.get(solution)?.verdict).not.toBe('judgingError');
    await judge.close();
  });

  test('a sandbox that dies while nothing runs is replaced for the next solution', async () => {
    await start();
    await web.arrival(({ name }) => name === 'hello');

    killHelper();
    const solution = web.enqueue(PROBLEM, 'python3', SUM);

    await expect.poll(() => web.stored.get(solution)?.verdict).toBe('accepted');
    await judge.close();
  });

  test('a token that the web refuses ends the judge with a clear line', async () => {
    await start({ token: 'not-the-token-of-this-web' });

    await expect(judge.ended).rejects.toThrow('UNAUTHENTICATED');
    expect(lines.some((line) => line.startsWith('The judge cannot go on'))).toBe(true);
  });
});

/**
 * Kills the helper with SIGKILL. Its init processes, which come after it, have the same command line and die with it.
 */
function killHelper(): void {
  const ours = descendants(process.pid).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(workDir),
  );
  process.kill(Math.min(...ours.map(Number)), 'SIGKILL');
}
