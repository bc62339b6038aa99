import { createHash, randomBytes } from 'node:crypto';
import type { JudgeTask } from '@balloon/contracts/judge.ts';
import { Solution, SolutionList } from '@balloon/contracts/solutions.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { LANGUAGES } from '@balloon/domain/languages.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { doJudgingChores } from '#features/judging/judging-chores.ts';
import { type Person, startTestServer, type TestServer } from '#test-server.ts';
import { startTestJudge, TestJudge } from './test-judge.ts';

const LEASE_MS = 60_000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ leaseMs: LEASE_MS });
});
afterEach(() => server.close());

async function givenAuthor() {
  const contest = await server.given.contest();
  return { contest, author: await server.given.participant(contest) };
}

/** What the author sees of the only solution. */
async function shown(author: Person, contest: { id: number }): Promise<Solution> {
  const { solutions } = (await author.get(`/api/contest/${contest.id}/solutions/my`)).as(SolutionList);
  expect(solutions).toHaveLength(1);
  return Solution.parse(solutions[0]);
}

/** As if the judges had been silent for a whole lease. */
async function leasesRunOut() {
  const past = { leasedUntilMs: 1 };
  await server.services.db.updateTable('judging').set(past).where('leasedUntilMs', 'is not', null).execute();
  await doJudgingChores(server.services);
}

describe('a verdict', () => {
  test('comes from a judge and is stored with all that is known of it', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);

    const sent = await author.submit(contest, { solution: 'print(3)' });
    const task = await judge.mustClaim();
    expect(task).toMatchObject({ source: 'print(3)', language: 'python3', attempt: 1, timeLimitMs: 1000 });
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
      verdict: { id: 2, name: 'Wrong answer', scored: true },
      testNumber: 2,
      executionTime: 0.012,
      memory: 3456,
      progress: null,
    });
    const row = await server.services.db
      .selectFrom('solution')
      .select(['judgingDetail', 'judgedBy'])
      .executeTakeFirstOrThrow();
    expect(row.judgingDetail).toBe('a\uFFFDb');
    expect(row.judgedBy).toMatchObject({ compiler: 'test 1.0', mode: 'full', attempt: 1, fence: task.fence });
    expect(await judge.claim()).toBeNull();
  });

  test('that is delivered twice is stored once', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    const task = await judge.mustClaim();

    const answers = await Promise.all([judge.result(task), judge.result(task), judge.result(task)]);

    expect(answers).toEqual([true, true, true]);
    const events = await server.services.db.selectFrom('contestEvent').select('event').execute();
    expect(events.filter(({ event }) => (event as { verdictId?: number }).verdictId === 1)).toHaveLength(1);
  });

  test('under an old fence is refused once another judge has the work', async () => {
    const { author, contest } = await givenAuthor();
    const [slow, quick] = [
      await startTestJudge(server.url, 'slow'),
      await startTestJudge(server.url, 'quick'),
    ];
    await author.submit(contest, {});
    const old = await slow.mustClaim();
    await leasesRunOut();
    const current = await quick.mustClaim();

    expect(current.fence).toBeGreaterThan(old.fence);
    expect(await slow.progress(old, 'testing', 1)).toBe(false);
    expect(await slow.result(old, { verdict: 'wrongAnswer', testNumber: 1 })).toBe(false);
    await slow.release(old);
    expect(await quick.result(current)).toBe(true);
    expect(await slow.result(old, { verdict: 'wrongAnswer', testNumber: 1 })).toBe(false);
    expect((await shown(author, contest)).verdictId).toBe(1);
  });

  test('of a judge that was only slow counts while nobody else has the work', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    const task = await judge.mustClaim();
    await leasesRunOut();

    expect((await shown(author, contest)).progress?.state).toBe('queued');
    expect(await judge.progress(task, 'testing', 1)).toBe(true); // takes the lease up again
    expect(await judge.claim()).toBeNull();
    expect(await judge.result(task)).toBe(true);
  });
});

describe('work of judges that fail', () => {
  test('goes to another one when its judge dies', async () => {
    const { author, contest } = await givenAuthor();
    const [dying, living] = [
      await startTestJudge(server.url, 'dying'),
      await startTestJudge(server.url, 'b'),
    ];
    for (let sent = 0; sent < 3; sent += 1) await author.submit(contest, { solution: `print(${sent})` });
    for (let slot = 0; slot < 3; slot += 1) await dying.mustClaim();
    expect(await living.claim()).toBeNull();

    await leasesRunOut();

    const tasks = [await living.mustClaim(), await living.mustClaim(), await living.mustClaim()];
    expect(tasks.map(({ attempt }) => attempt)).toEqual([2, 2, 2]);
    for (const task of tasks) expect(await living.result(task)).toBe(true);
  });

  test('need not wait for the whole lease when its judge starts again', async () => {
    const { author, contest } = await givenAuthor();
    const { db } = server.services;
    const judge = await startTestJudge(server.url);
    for (const solution of ['lost', 'renewed']) await author.submit(contest, { solution });
    const [lost, renewed] = [await judge.mustClaim(), await judge.mustClaim()];
    const leftMs = async ({ solutionId }: JudgeTask) => {
      const { leasedUntilMs } = await db
        .selectFrom('judging')
        .select('leasedUntilMs')
        .where('solutionId', '=', solutionId)
        .executeTakeFirstOrThrow();
      return (leasedUntilMs ?? 0) - Date.now();
    };

    await judge.hello(); // killed, and started by its supervisor
    expect(await judge.progress(renewed, 'testing', 1)).toBe(true); // no: another one of the same name lives

    expect(await leftMs(lost)).toBeLessThan(LEASE_MS / 2);
    expect(await leftMs(renewed)).toBeGreaterThan(LEASE_MS / 2);
  });

  test('is quarantined after three silent judges', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, {});
    let last: JudgeTask | undefined;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      last = await judge.mustClaim();
      expect(last.attempt).toBe(attempt);
      await leasesRunOut();
    }

    expect(await judge.claim()).toBeNull();
    expect((await shown(author, contest)).verdict).toMatchObject({ name: 'Judging error', scored: false });
    expect(last && (await judge.result(last, { verdict: 'wrongAnswer' }))).toBe(false);
    expect((await shown(author, contest)).verdictId).toBe(19);
  });

  test('is tried three times, first by others, before a judging error is final', async () => {
    const { author, contest } = await givenAuthor();
    const { db } = server.services;
    const [broken, healthy] = [
      await startTestJudge(server.url, 'broken'),
      await startTestJudge(server.url, 'b'),
    ];
    const fail = (judge: TestJudge, task: JudgeTask) =>
      judge.result(task, { verdict: 'judgingError', detail: 'no disk' });
    /** The pause is over for others; the judge that failed has a longer one. */
    const pauseIsOver = () =>
      db
        .updateTable('judging')
        .set({ availableAtMs: Date.now() - 1000 })
        .execute();
    await author.submit(contest, {});

    const first = await broken.mustClaim();
    expect(await fail(broken, first)).toBe(true);
    expect(await fail(broken, first)).toBe(true);
    expect(await healthy.claim()).toBeNull();
    await pauseIsOver();
    expect(await broken.claim()).toBeNull();
    expect(await fail(healthy, await healthy.mustClaim())).toBe(true);
    await pauseIsOver();
    const third = await broken.mustClaim();
    expect(third.attempt).toBe(3);
    expect((await shown(author, contest)).verdict).toBeNull();
    expect(await fail(broken, third)).toBe(true);

    expect(await shown(author, contest)).toMatchObject({ verdictId: 19, compilationError: null });
    expect(await broken.claim()).toBeNull();
  });

  test('can be given back untouched', async () => {
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

describe('the order of claims', () => {
  test('lets one participant’s flood delay nobody else', async () => {
    const { contest, author: flooder } = await givenAuthor();
    for (let sent = 0; sent < 50; sent += 1) await flooder.submit(contest, { solution: `print(${sent})` });
    const other = await server.given.participant(contest);
    await other.submit(contest, { solution: 'mine' });
    const judge = await startTestJudge(server.url);

    const first = await judge.mustClaim();
    const second = await judge.mustClaim();

    expect([first.source, second.source]).toEqual(['print(0)', 'mine']);
  });

  test('puts rejudging behind everything live', async () => {
    const { contest, author } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    await author.submit(contest, { solution: 'old' });
    const { solutionId } = await judge.mustClaim();
    const supervisor = await server.given.supervisor();
    await supervisor.post(`/api/admin/solutions/${solutionId}/refresh`);
    await author.submit(contest, { solution: 'new' });
    // It was live when it was reset, so it stays so; once judged it is a rejudging.
    await judge.result(await judge.mustClaim());
    await judge.result(await judge.mustClaim());
    await supervisor.post(`/api/admin/solutions/${solutionId}/refresh`);
    const rival = await server.given.participant(contest);
    for (let sent = 0; sent < 3; sent += 1) await rival.submit(contest, { solution: `live ${sent}` });

    const sources: string[] = [];
    for (let claims = 0; claims < 4; claims += 1) sources.push((await judge.mustClaim()).source);
    expect(sources).toEqual(['live 0', 'live 1', 'live 2', 'old']);
  });

  test('gives a judge only languages that it has', async () => {
    const { contest, author } = await givenAuthor();
    const python = new TestJudge(server.url, 'python only');
    await python.hello(['python3']);
    await author.submit(contest, { languageId: LANGUAGES.python3.id, solution: 'py' });
    await python.mustClaim();
    const cpp = new TestJudge(server.url, 'cpp only');
    await cpp.hello(['cpp20']);
    await author.submit(contest, { languageId: LANGUAGES.cpp20.id, solution: 'cpp' });

    expect(await python.claim()).toBeNull();
    expect((await cpp.mustClaim()).source).toBe('cpp');
  });
});

describe('a waiting claim', () => {
  test('is woken by a submission', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const waiting = judge.claim(30_000);
    const reply = await author.submit(contest, {});
    expect(await waiting).toMatchObject({ solutionId: reply.json.id });
  });

  test('is woken by the language it has, however many others wait', async () => {
    const { author, contest } = await givenAuthor();
    const others = new TestJudge(server.url, 'others');
    await others.hello(['rust', 'go']);
    const idle = Array.from({ length: 5 }, () => others.claim(20_000));
    const judge = await startTestJudge(server.url);
    const waiting = judge.claim(30_000);
    await author.submit(contest, { languageId: LANGUAGES.python3.id });
    expect(await waiting).not.toBeNull();
    await server.close(); // ends the others' waiting
    expect(await Promise.all(idle)).toEqual([null, null, null, null, null]);
    server = await startTestServer();
  });

  test('holds no database connection', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const waiting = Array.from({ length: 40 }, () => judge.claim(20_000));
    await expect.poll(() => server.services.pool.totalCount - server.services.pool.idleCount).toBe(0);
    for (let sent = 0; sent < 40; sent += 1) await author.submit(contest, { solution: `print(${sent})` });
    const tasks = await Promise.all(waiting);
    expect(new Set(tasks.map((task) => task?.solutionId)).size).toBe(40);
  });

  test('answers null when its time is over', async () => {
    const judge = await startTestJudge(server.url);
    expect(await judge.claim(50)).toBeNull();
  });

  test('takes no work when its judge has hung up', async () => {
    const { author, contest } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const hangUp = new AbortController();
    const waiting = judge.claim(30_000, hangUp.signal);
    await judge.claim(50);
    hangUp.abort();
    await expect(waiting).rejects.toThrow();
    await author.submit(contest, {});
    expect(await judge.mustClaim(5_000)).toMatchObject({ attempt: 1 });
  });
});

describe('a judge', () => {
  test('must show the token and say hello', async () => {
    const stranger = await fetch(`${server.url}/api/judge/claim`, { method: 'POST' });
    expect(stranger.status).toBe(401);
    const reply = await new TestJudge(server.url, 'shy').send('claim', { judgeId: 4711, waitMs: 0 });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { code: 'JUDGE_UNKNOWN' } });
  });

  test('opens its languages, which stay open for minutes and then close', async () => {
    const { db } = server.services;
    const open = async () => {
      const rows = await db.selectFrom('language').where('nonactive', '=', false).select('version').execute();
      return rows.map(({ version }) => version);
    };
    const judge = new TestJudge(server.url, 'python only');
    await judge.hello(['python3']);
    expect(await open()).toEqual(['python3 1.0']);

    const silentFor = async (minutes: number) => {
      await db
        .updateTable('judge')
        .set({ seenAtMs: Date.now() - minutes * 60_000 })
        .execute();
      await doJudgingChores(server.services);
    };
    await silentFor(4);
    expect(await open()).toEqual(['python3 1.0']);
    await silentFor(6);
    expect(await open()).toEqual([]);
    await judge.hello(['python3', 'go']);
    expect((await open()).sort()).toEqual(['go 1.0', 'python3 1.0']);
  });

  test('is known to live while all its slots are busy', async () => {
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

  test('meets no solution of a problem that lost its tests', async () => {
    const { author, contest } = await givenAuthor();
    await author.submit(contest, {});
    await server.services.db.updateTable('problem').set({ testsetId: null }).execute();
    const judge = await startTestJudge(server.url);

    expect(await judge.claim()).toBeNull();
    expect((await shown(author, contest)).verdictId).toBe(19);
    expect((await author.submit(contest, {})).json.error?.code).toBe('PROBLEM_WITHOUT_TESTS');
  });
});
