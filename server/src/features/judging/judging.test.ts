import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { JudgeTask } from '@balloon/contracts/judging/judge.ts';
import { Solution, SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { doJudgingChores } from '#features/judging/judging-chores.ts';
import { storeTestset } from '#features/problems/testsets/store-testset.ts';
import { shortenFarPauses } from '#features/queue/clock-set-back.ts';
import { countQueries } from '#testing/count-queries.ts';
import { leasesRunOut } from '#testing/leases-run-out.ts';
import { startTestJudge, TestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const LEASE_MS = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ leaseMs: LEASE_MS });
});
afterAll(() => server.close());
// Each test finds neither solutions in the queue nor judges, and all languages open.
afterEach(async () => {
  const { db } = server.services;
  await db.deleteFrom('judging').execute();
  await db.deleteFrom('judge').execute();
  await db.updateTable('language').set({ nonactive: false, hasJudge: false }).execute();
});

async function givenAuthor() {
  const contest = await server.given.contest();
  return { contest, author: await server.given.participant(contest) };
}

/** Reads the only solution, as its author sees it. */
async function shown(author: Person, contest: { id: number }): Promise<Solution> {
  const { solutions } = (await author.get(`/api/contest/${contest.id}/solutions/my`)).as(SolutionList);
  expect(solutions).toHaveLength(1);
  return Solution.parse(solutions[0]);
}

/** Sets the last contact of all judges to this many minutes ago. */
async function judgesSilentFor(minutes: number) {
  const { db } = server.services;
  const seenAtMs = Date.now() - minutes * 60_000;
  await db.updateTable('judge').set({ seenAtMs }).execute();
  await doJudgingChores(server.services);
}

test('an idle site asks the database only twice in a round of chores', async () => {
  // Given the site of a day, on which nothing waits now.
  const { author, contest } = await givenAuthor();
  const judge = await startTestJudge(server.url);
  await author.submit(contest, { solution: 'print(1)' });
  expect(await judge.result(await judge.mustClaim())).toBe(true);
  await server.services.db.deleteFrom('judge').execute();

  expect(await countQueries(server.services, () => doJudgingChores(server.services))).toBe(2);
});

describe('a verdict', () => {
  test('of a judge is stored with all its details', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);

    const sent = await author.submit(contest, { solution: 'print(3)' });
    const task = await judge.mustClaim();
    expect(task).toMatchObject({
      source: 'print(3)',
      language: 'python3',
      attempt: 1,
      rules: { timeLimitMs: 1000 },
    });
    expect(task.tests.map(({ number, inputBytes }) => [number, inputBytes])).toEqual([
      [1, 4],
      [2, 5],
    ]);
    expect((await shown(author, contest)).progress).toEqual({
      state: 'compiling',
      testNumber: 0,
      testsNumber: 2,
    });
    expect(await judge.progress(task, 'testing', 2)).toBe(true);
    expect(await judge.result(task, { verdict: 'wrongAnswer', testNumber: 2, detail: 'a\0b' })).toBe(true);

    expect(sent.status).toBe(200);
    expect(await shown(author, contest)).toMatchObject({
      id: task.solutionId,
      verdict: {
        ...{ id: 2, name: 'Wrong answer', scored: true },
        ...{ testNumber: 2, executionTime: 0.012, memory: 3456 },
      },
      testNumber: 2,
      executionTime: 0.012,
      memory: 3456,
      progress: null,
    });
    const row = await server.services.db
      .selectFrom('solution')
      .select(['judgingDetail', 'judgedBy'])
      .where('id', '=', task.solutionId)
      .executeTakeFirstOrThrow();
    expect(row.judgingDetail).toBe('a\uFFFDb');
    expect(row.judgedBy).toMatchObject({ compiler: 'test 1.0', mode: 'full', attempt: 1, fence: task.fence });
    expect(await judge.claim()).toBeNull();
  });

  test('is by the newest tests of the problem', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, { solution: 'before' });
    const before = await judge.mustClaim();
    const changed = {
      ...{ timeLimitMs: 2000, memoryLimitKb: 65_536, checker: { kind: 'exact' } as const },
      tests: [{ input: Buffer.from('1'), answer: Buffer.from('2'), isSample: false }],
    };
    await server.services.db
      .transaction()
      .execute((tx) => storeTestset(tx, contest.problemIds[0] ?? 0, changed));
    await author.submit(contest, { solution: 'after' });
    const after = await judge.mustClaim();

    expect([before.source, before.tests.length]).toEqual(['before', 2]);
    expect([after.source, after.tests.length, after.rules.timeLimitMs]).toEqual(['after', 1, 2000]);
    expect(after.testsetSha256).not.toBe(before.testsetSha256);
  });

  test('names the tests of its judging, even after the problem got others', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    const task = await judge.mustClaim();
    const { db } = server.services;
    const limits = { timeLimitMs: 2000, memoryLimitKb: 65_536, checker: { kind: 'exact' } as const };
    const changed = {
      ...limits,
      tests: [{ input: Buffer.from('1'), answer: Buffer.from('2'), isSample: false }],
    };
    await db.transaction().execute((tx) => storeTestset(tx, contest.problemIds[0] ?? 0, changed));
    await judge.result(task);
    const { judgedBy } = await db
      .selectFrom('solution')
      .select('judgedBy')
      .where('id', '=', task.solutionId)
      .executeTakeFirstOrThrow();
    const hashes = await db
      .selectFrom('testset')
      .select(['testsSha256', 'checkerSha256', 'limitsSha256'])
      .where('sha256', '=', task.testsetSha256)
      .executeTakeFirstOrThrow();
    expect(judgedBy).toMatchObject({ testsetSha256: task.testsetSha256, ...hashes });

    await author.submit(contest, { solution: 'again' });
    const next = await judge.mustClaim();
    expect(next.testsetSha256).not.toBe(task.testsetSha256);
    expect(next.tests).toHaveLength(1);
  });

  test('that is delivered twice is stored once', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    const task = await judge.mustClaim();

    const answers = await Promise.all([judge.result(task), judge.result(task), judge.result(task)]);

    expect(answers).toEqual([true, true, true]);
    const events = await server.services.db
      .selectFrom('contestEvent')
      .select('event')
      .where('contestId', '=', contest.id)
      .execute();
    expect(events.filter(({ event }) => (event as { verdictId?: number }).verdictId === 1)).toHaveLength(1);
  });

  test('that differs from the one of its lease is refused, and nothing of it is kept', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    const task = await judge.mustClaim();
    expect(await judge.result(task)).toBe(true);

    const failedOutput = { bytes: 3, packed: gzipSync('5\n').toString('base64') };
    const other = { verdict: 'wrongAnswer', testNumber: 1, failedOutput } as const;
    expect(await judge.result(task, other)).toBe(false);

    expect((await shown(author, contest)).verdictId).toBe(1);
    expect(await server.services.db.selectFrom('judgementOutput').selectAll().execute()).toEqual([]);
  });

  test('under an old fence is refused once another judge has the work', async () => {
    const { author, contest } = await givenAuthor();
    const [slow, quick] = [
      await startTestJudge(server.url, 'slow'),
      await startTestJudge(server.url, 'quick'),
    ];
    await author.submit(contest, {});
    const old = await slow.mustClaim();
    await leasesRunOut(server.services);
    const current = await quick.mustClaim();

    expect(current.fence).toBeGreaterThan(old.fence);
    expect(await slow.progress(old, 'testing', 1)).toBe(false);
    expect(await slow.result(old, { verdict: 'wrongAnswer', testNumber: 1 })).toBe(false);
    await slow.release(old);
    expect(await quick.result(current)).toBe(true);
    expect(await slow.result(old, { verdict: 'wrongAnswer', testNumber: 1 })).toBe(false);
    expect((await shown(author, contest)).verdictId).toBe(1);
  });

  test('of a judge that guesses the lease of another one by its own is refused', async () => {
    const { author, contest } = await givenAuthor();
    const [honest, curious] = [
      await startTestJudge(server.url, 'honest'),
      await startTestJudge(server.url, 'curious'),
    ];
    await author.submit(contest, {});
    const task = await honest.mustClaim();
    await author.submit(contest, { solution: 'again' });
    const own = await curious.mustClaim();

    for (const away of [-3, -2, -1, 1, 2, 3]) {
      const guess = { ...task, fence: own.fence + away };
      expect(await curious.progress(guess, 'testing', 1)).toBe(false);
      expect(await curious.result(guess, { verdict: 'wrongAnswer', testNumber: 1 })).toBe(false);
    }
    expect(await honest.result(task)).toBe(true);
  });

  test('of a judge that was only slow counts until another judge claims the work', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    const task = await judge.mustClaim();
    await leasesRunOut(server.services);

    expect((await shown(author, contest)).progress?.state).toBe('queued');
    expect(await judge.progress(task, 'testing', 1)).toBe(true); // renews the expired lease
    expect(await judge.claim()).toBeNull();
    expect(await judge.result(task)).toBe(true);
  });
});

describe('work of judges that fail', () => {
  test('goes to another judge when its judge dies', async () => {
    const { author, contest } = await givenAuthor();
    const [dying, living] = [
      await startTestJudge(server.url, 'dying'),
      await startTestJudge(server.url, 'b'),
    ];
    for (let sent = 0; sent < 3; sent += 1) await author.submit(contest, { solution: `print(${sent})` });
    for (let slot = 0; slot < 3; slot += 1) await dying.mustClaim();
    expect(await living.claim()).toBeNull();

    await leasesRunOut(server.services);

    const tasks = [await living.mustClaim(), await living.mustClaim(), await living.mustClaim()];
    expect(tasks.map(({ attempt }) => attempt)).toEqual([2, 2, 2]);
    for (const task of tasks) expect(await living.result(task)).toBe(true);
  });

  test('need not wait for a clock that was set back while its judge died', async () => {
    const { author, contest } = await givenAuthor();
    const { db } = server.services;
    await author.submit(contest, { solution: 'print(1)' });
    await (await startTestJudge(server.url)).mustClaim();
    const hourMs = 3_600_000;
    await db
      .updateTable('judging')
      .set((eb) => ({ leasedUntilMs: eb('leasedUntilMs', '+', hourMs) }))
      .execute();

    await doJudgingChores(server.services);

    const { leasedUntilMs } = await db
      .selectFrom('judging')
      .select('leasedUntilMs')
      .executeTakeFirstOrThrow();
    expect(Number(leasedUntilMs)).toBeLessThanOrEqual((await databaseNowMs(db)) + LEASE_MS);
  });

  test('whose judge failed need not wait for a clock that was set back meanwhile', async () => {
    const { author, contest } = await givenAuthor();
    const { db } = server.services;
    await author.submit(contest, { solution: 'print(1)' });
    const nowMs = await databaseNowMs(db);
    await db
      .updateTable('judging')
      .set({ availableAtMs: nowMs + 5 * 3_600_000 })
      .execute();

    await shortenFarPauses(db);

    const { availableAtMs } = await db
      .selectFrom('judging')
      .select('availableAtMs')
      .executeTakeFirstOrThrow();
    expect(Number(availableAtMs)).toBeLessThan(nowMs + 3_600_000);
  });

  test('need not wait for the whole lease when its judge starts again', async () => {
    const { author, contest } = await givenAuthor();
    const { db } = server.services;
    const judge = await startTestJudge(server.url);
    for (const solution of ['lost', 'renewed']) await author.submit(contest, { solution });
    const [lost, renewed] = [await judge.mustClaim(), await judge.mustClaim()];
    const endMs = async ({ solutionId }: JudgeTask) => {
      const { leasedUntilMs } = await db
        .selectFrom('judging')
        .select('leasedUntilMs')
        .where('solutionId', '=', solutionId)
        .executeTakeFirstOrThrow();
      return leasedUntilMs ?? 0;
    };

    await judge.hello(); // killed, and started by its supervisor
    const beforeMs = await databaseNowMs(db);
    expect(await judge.progress(renewed, 'testing', 1)).toBe(true); // another judge of the same name is alive

    expect(await endMs(lost)).toBeLessThan(beforeMs + LEASE_MS / 2);
    expect(await endMs(renewed)).toBeGreaterThanOrEqual(beforeMs + LEASE_MS);
  });

  test('is quarantined after three silent judges', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    let last: JudgeTask | undefined;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      last = await judge.mustClaim();
      expect(last.attempt).toBe(attempt);
      await leasesRunOut(server.services);
    }

    expect(await judge.claim()).toBeNull();
    expect((await shown(author, contest)).verdict).toMatchObject({ name: 'Judging error', scored: false });
    expect(last && (await judge.result(last, { verdict: 'wrongAnswer' }))).toBe(false);
    expect((await shown(author, contest)).verdictId).toBe(19);
  });

  test('is tried three times, by other judges first, before a judging error is final', async () => {
    const { author, contest } = await givenAuthor();
    const { db } = server.services;
    const [broken, healthy] = [
      await startTestJudge(server.url, 'broken'),
      await startTestJudge(server.url, 'b'),
    ];
    const fail = (judge: TestJudge, task: JudgeTask) =>
      judge.result(task, { verdict: 'judgingError', detail: 'no disk' });
    /** Ends the pause for other judges; that of the judge that failed is longer. */
    const pauseIsOver = () =>
      db
        .updateTable('judging')
        .set({ availableAtMs: Date.now() - 1000 })
        .execute();
    await author.submit(contest, {});

    const first = await broken.mustClaim();
    const failedAtMs = await databaseNowMs(db);
    expect(await fail(broken, first)).toBe(true);
    expect(await fail(broken, first)).toBe(true);
    const { availableAtMs } = await db.selectFrom('judging').selectAll().executeTakeFirstOrThrow();
    expect(availableAtMs).toBeGreaterThanOrEqual(failedAtMs + 2_000);
    // The judge that failed comes last for some seconds only, which may be over before a busy machine has asked.
    const claimAtOnce = async () => {
      await pauseIsOver();
      const task = await broken.claim();
      if (!task) return null;
      await broken.release(task);
      await db.updateTable('judging').set({ judgeId: broken.judgeId }).execute();
      return task;
    };
    await expect.poll(claimAtOnce).toBeNull();
    expect(await fail(healthy, await healthy.mustClaim())).toBe(true);
    await pauseIsOver();
    const third = await broken.mustClaim();
    expect(third.attempt).toBe(3);
    expect((await shown(author, contest)).verdict).toBeNull();
    expect(await fail(broken, third)).toBe(true);

    expect(await shown(author, contest)).toMatchObject({ verdictId: 19, compilationError: null });
    expect(await broken.claim()).toBeNull();
  });

  test('can be returned without counting an attempt', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    const task = await judge.mustClaim();
    await judge.release(task);

    const again = await judge.mustClaim();
    expect(again).toMatchObject({ solutionId: task.solutionId, attempt: 1 });
    expect(await judge.result(task)).toBe(false);
    expect(await judge.result(again)).toBe(true);
  });
});

describe('a judge', () => {
  test('must show the token and register', async () => {
    const stranger = await fetch(`${server.url}/api/judge/claim`, { method: 'POST' });
    expect(stranger.status).toBe(401);
    const reply = await new TestJudge(server.url, 'shy').send('claim', {
      judgeId: 4711,
      waitMs: 0,
      takes: ['solution'],
    });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { code: 'JUDGE_UNKNOWN' } });
  });

  test('opens its languages, which stay open during an absence', async () => {
    const open = async () => {
      const rows = await server.services.db
        .selectFrom('language')
        .where('nonactive', '=', false)
        .select(['foreignLanguageId as key', 'hasJudge'])
        .execute();
      return Object.fromEntries(rows.map(({ key, hasJudge }) => [key, hasJudge]));
    };
    await new TestJudge(server.url, 'python only').hello(['python3']);
    expect(await open()).toEqual({ python3: true });

    await judgesSilentFor(2 * 24 * 60);
    expect(await open()).toEqual({ python3: false });
    await new TestJudge(server.url, 'go only').hello(['go']);
    expect(await open()).toEqual({ go: true });
    await judgesSilentFor(23 * 60);
    await new TestJudge(server.url, 'python only').hello(['python3']);
    expect(await open()).toEqual({ go: false, python3: true });
  });

  test('that is absent lets solutions wait, and pages are notified of its return', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await judgesSilentFor(10);
    const socket = await author.socket();

    const sent = await author.submit(contest, {});

    expect(sent.status).toBe(200);
    expect(await shown(author, contest)).toMatchObject({
      language: { nonactive: false, hasJudge: false },
      progress: { state: 'queued' },
    });
    // Its absence may be announced as late as now.
    const heard = new Promise((resolve) =>
      socket.on('languages changed', ({ languages }) => {
        const python = languages.find(({ id }) => id === LANGUAGES.python3.id);
        if (python?.hasJudge) resolve(python);
      }),
    );
    await judge.hello();
    expect(await heard).toEqual({ id: LANGUAGES.python3.id, hasJudge: true, nonactive: false });
    expect((await shown(author, contest)).language.hasJudge).toBe(true);
    await judge.result(await judge.mustClaim());
    expect((await shown(author, contest)).verdict?.name).toBe('Accepted');
    socket.close();
  });

  test('counts as alive while all its slots are busy', async () => {
    const { author, contest } = await givenAuthor();
    const { db } = server.services;
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    const task = await judge.mustClaim();
    await db.updateTable('judge').set({ seenAtMs: 0 }).execute();
    await judge.progress(task, 'testing', 1);
    const { seenAtMs } = await db.selectFrom('judge').select('seenAtMs').executeTakeFirstOrThrow();
    expect(seenAtMs).toBeGreaterThan(0);
  });

  test('reads large files in pieces, whole and with their size', async () => {
    const content = randomBytes(3 * 1024 * 1024 + 17);
    const sha256 = await server.services.db.transaction().execute((tx) => storeBlob(tx, content));
    const judge = await startTestJudge(server.url);

    const reply = await judge.blob(sha256);
    expect(reply.headers.get('content-length')).toBe(String(content.length));
    const received = Buffer.from(await reply.arrayBuffer());
    expect(createHash('sha256').update(received).digest('hex')).toBe(sha256);
    expect((await judge.blob('0'.repeat(64))).status).toBe(404);
  });

  test('gets no solution of a problem that lost its tests', async () => {
    const { author, contest } = await givenAuthor();
    await author.submit(contest, {});
    await server.services.db.updateTable('problem').set({ testsetId: null }).execute();
    const judge = await startTestJudge(server.url);

    expect(await judge.claim()).toBeNull();
    expect((await shown(author, contest)).verdictId).toBe(19);
    expect((await author.submit(contest, {})).json.error?.code).toBe('PROBLEM_WITHOUT_TESTS');
  });
});
