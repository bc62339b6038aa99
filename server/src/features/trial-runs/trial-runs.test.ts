import type { TestReport } from '@balloon/contracts/judging/judge.ts';
import type { ClaimedWork } from '@balloon/contracts/judging/leases.ts';
import { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { TrialOffer, TrialRun } from '@balloon/contracts/solutions/trial-runs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { doJudgingChores } from '#features/judging/judging-chores.ts';
import { callOff } from '#features/queue/lease.queries.ts';
import { removeOldTrialRuns } from '#features/trial-runs/trial-chores.ts';
import { markCancelled } from '#features/trial-runs/trial-runs.queries.ts';
import { leasesRunOut } from '#testing/leases-run-out.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { openEar } from '#testing/test-ear.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import {
  type GivenContest,
  type Person,
  type Reply,
  startTestServer,
  type TestServer,
} from '#testing/test-server.ts';

const PER_MINUTE = 5;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trialRunsPerMinute: PER_MINUTE });
});
afterAll(() => server.close());
// Each test finds neither work in the queue nor trial runs nor judges.
afterEach(async () => {
  for (const table of ['judging', 'trialRun', 'judge'] as const)
    await server.services.db.deleteFrom(table).execute();
});

const pathOf = ({ id }: { id: number }, run?: number) =>
  `/api/contest/${id}/trial-runs${run === undefined ? '' : `/${run}`}`;

const runOf = (work: ClaimedWork | null) => (work?.kind === 'trial' ? work.task.trialRunId : null);

function start(person: Person, contest: { id: number }, differing: object = {}): Promise<Reply> {
  const run = { symbolIndex: 'A', languageId: 5, solution: 'print(1)', ...differing };
  return person.post(pathOf(contest), run);
}

async function mustStart(person: Person, contest: { id: number }, differing: object = {}): Promise<TrialRun> {
  return (await start(person, contest, differing)).as(TrialRun);
}

const read = (person: Person, contest: { id: number }, run: number) =>
  person.get(pathOf(contest, run)).then((reply) => reply.as(TrialRun));

const codeOf = ({ status, json }: Reply) => [status, json.error?.code];

async function givenAuthor(options: Parameters<TestServer['given']['contest']>[0] = {}) {
  const contest = await server.given.contest(options);
  return { contest, author: await server.given.participant(contest) };
}

const excerpt = (text: string) => ({ text, bytes: Buffer.byteLength(text) });
const SAMPLE: TestReport = {
  number: 1,
  verdict: 'wrongAnswer',
  timeMs: 7,
  memoryKb: 900,
  exitCode: 0,
  signal: null,
  points: null,
  comment: 'differs\0 here',
  input: excerpt('1 2\n'),
  output: excerpt('4\n'),
  answer: excerpt('3\n'),
  stderr: excerpt('oh'),
};

describe('a trial run', () => {
  test('is run on the samples only, and its author hears and reads what came of it', async () => {
    const { contest, author } = await givenAuthor();
    const ear = await openEar(author, contest);
    const judge = await startTestJudge(server.url);

    const started = await mustStart(author, contest);
    expect(started).toMatchObject({
      contestId: contest.id,
      symbolIndex: 'A',
      languageId: 5,
      on: 'samples',
      state: 'waiting',
      progress: { state: 'queued' },
      result: null,
    });
    const task = await judge.mustClaimTrial();
    expect(task).toMatchObject({ trialRunId: started.id, source: 'print(1)', input: null, attempt: 1 });
    expect(task.tests.map(({ number, isSample, inputBytes }) => [number, isSample, inputBytes])).toEqual([
      [1, true, 4],
    ]);
    expect(await judge.trialProgress(task, 'testing', 1)).toBe(true);
    expect((await read(author, contest, started.id)).progress).toEqual({
      state: 'testing',
      testNumber: 1,
      testsNumber: 1,
    });
    expect(await judge.trialResult(task, { tests: [SAMPLE] })).toBe(true);

    const done = await read(author, contest, started.id);
    expect(done).toMatchObject({ state: 'done', progress: null, result: { compiler: 'test 1.0' } });
    expect(done.result?.tests).toEqual([
      {
        number: 1,
        verdictId: 2,
        timeMs: 7,
        memoryKb: 900,
        exitCode: 0,
        signal: null,
        comment: 'differs\uFFFD here',
        input: excerpt('1 2\n'),
        output: excerpt('4\n'),
        answer: excerpt('3\n'),
        stderr: excerpt('oh'),
      },
    ]);
    await ear.hears('trial run changed', ({ state }) => state === 'done');
    const steps = ear.heard('trial run changed').map(({ progress }) => progress?.state);
    expect(steps).toEqual(['compiling', 'testing', undefined]);
  });

  test('gets own input, and ends without a verdict when the program ended well', async () => {
    const { contest, author } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const { id } = await mustStart(author, contest, { input: '7 8\n' });
    const task = await judge.mustClaimTrial();
    expect(task).toMatchObject({ input: '7 8\n', tests: [] });
    await judge.trialResult(task, { tests: [{ ...SAMPLE, verdict: 'accepted', answer: null }] });
    expect((await read(author, contest, id)).result?.tests).toMatchObject([
      { verdictId: null, answer: null },
    ]);
  });

  test('leaves no trace among solutions, in the table, or for supervisors and other participants', async () => {
    const { contest, author } = await givenAuthor({ freezeInMin: -1 });
    const other = await server.given.participant(contest);
    const [admin, supervisor] = [await server.given.admin(), await server.given.supervisor()];
    const ears = [await openEar(other, contest), await openEar(admin, contest)];
    await ears[1]?.joins('solutions.listen');
    const before = await author.get(`/api/contest/${contest.id}/table2`);
    const judge = await startTestJudge(server.url);

    const { id } = await mustStart(author, contest);
    const task = await judge.mustClaimTrial();
    await judge.trialResult(task, { tests: [{ ...SAMPLE, verdict: 'accepted' }] });

    const solutions = (await admin.get(`/api/contest/${contest.id}/solutions/all`)).as(SolutionList);
    expect(solutions.solutionsNumber).toBe(0);
    const after = await author.get(`/api/contest/${contest.id}/table2`);
    expect(after.json.rows).toEqual(before.json.rows);
    const events = await server.services.db
      .selectFrom('contestEvent')
      .select('event')
      .where('contestId', '=', contest.id)
      .execute();
    expect(events.filter(({ event }) => (event as { type: string }).type === 'solution')).toEqual([]);
    for (const person of [other, admin, supervisor]) {
      expect(codeOf(await person.get(pathOf(contest, id)))).toEqual([404, 'TRIAL_RUN_NOT_FOUND']);
      expect(codeOf(await person.send('DELETE', pathOf(contest, id), {}))).toEqual([
        404,
        'TRIAL_RUN_NOT_FOUND',
      ]);
    }
    await server.services.announcements.caughtUp();
    for (const ear of ears) {
      await ear.catchesUp();
      expect(ear.heard('trial run changed')).toEqual([]);
      expect(ear.heardOfSolutions()).toEqual([]);
    }
    const offer = (await other.get(`${pathOf(contest)}?symbolIndex=A`)).as(TrialOffer);
    expect(offer).toMatchObject({ obstacle: null, samplesNumber: 1, unfinished: null });
    expect(offer.latest).toEqual({ samples: null, input: null });
  });

  test('started twice under one key is one run, and another one under it is refused', async () => {
    const { contest, author } = await givenAuthor();
    const run = { idempotencyKey: 'of this very run' };
    const replies = await Promise.all([1, 2, 3].map(() => start(author, contest, run)));
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    const changed = { ...run, input: 'other' };
    expect(codeOf(await start(author, contest, changed))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('is one at a time and a few per minute for each person, and can be cancelled', async () => {
    const { contest, author } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const first = await mustStart(author, contest);
    const second = await start(author, contest);
    expect(codeOf(second)).toEqual([429, 'TRIAL_RUN_UNFINISHED']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    const offer = (await author.get(`${pathOf(contest)}?symbolIndex=A`)).as(TrialOffer);
    expect(offer).toMatchObject({
      latest: { samples: { id: first.id }, input: null },
      unfinished: { id: first.id, symbolIndex: 'A' },
    });

    const task = await judge.mustClaimTrial();
    const cancelled = await author.send('DELETE', pathOf(contest, first.id), {});
    expect(cancelled.as(TrialRun)).toMatchObject({ state: 'cancelled', progress: null, result: null });
    expect(await judge.trialProgress(task, 'testing', 1)).toBe(false);
    expect(await judge.trialResult(task)).toBe(false);

    for (let more = 1; more < PER_MINUTE; more += 1) {
      const { id } = await mustStart(author, contest);
      await author.send('DELETE', pathOf(contest, id), {});
    }
    const { db } = server.services;
    // A busy machine may need more than the minute for all of them.
    await db
      .updateTable('trialRun')
      .set({ createdAtMs: await databaseNowMs(db) })
      .execute();
    const refused = await start(author, contest);
    expect(codeOf(refused)).toEqual([429, 'TOO_MANY_TRIAL_RUNS']);
    const waitSec = Number(refused.headers.get('retry-after'));
    expect(waitSec > 0 && waitSec <= 60).toBe(true);
    expect((await start(await server.given.participant(contest), contest)).status).toBe(200);
  });
});

describe('who may submit may try, nobody else', () => {
  test('is refused before the start to who was let in and is a moderator of other groups now', async () => {
    const contest = await server.given.contest({ startsInMin: 10, groups: [await server.given.group()] });
    const guest = await server.given.signedIn(await server.given.user());
    const admin = await server.given.admin();
    await admin.post(`/api/admin/contests/${contest.id}/live/people`, { userId: guest.user.id });
    const { db, announcements } = server.services;
    const { mask: accessMask } = ACCESS_GROUPS.moderator;
    await db.updateTable('account').set({ accessMask }).where('id', '=', guest.user.id).execute();
    await announcements.caughtUp();
    expect((await start(guest, contest)).json.error?.code).toBe('CONTEST_NOT_RUNNING');
  });

  test('and only what can be tried', async () => {
    const { given, services } = server;
    const { contest, author } = await givenAuthor();
    const refused = async (person: Person, in_: GivenContest, differing: object = {}) =>
      codeOf(await start(person, in_, differing));
    const stranger = await given.signedIn(await given.user());
    expect(await refused(stranger, contest)).toEqual([403, 'CONTEST_NOT_JOINED']);
    for (const options of [{ startsInMin: 10 }, { startsInMin: -600 }]) {
      const closed = await given.contest(options);
      const participant = await given.participant(closed);
      expect((await refused(participant, closed))[0]).toBe(403);
      expect((await start(await given.supervisor(), closed)).status).toBe(200);
    }
    expect(await refused(author, contest, { symbolIndex: 'B' })).toEqual([404, 'PROBLEM_NOT_FOUND']);
    expect(await refused(author, contest, { languageId: 999 })).toEqual([404, 'LANGUAGE_NOT_FOUND']);
    expect(await refused(author, contest, { input: 'x'.repeat(65_537) })).toEqual([400, 'INVALID_INPUT']);
    expect(await refused(author, contest, { input: 'a\0b' })).toEqual([400, 'INVALID_INPUT']);
    await services.db.updateTable('language').set({ nonactive: true }).where('id', '=', 5).execute();
    expect(await refused(author, contest)).toEqual([400, 'LANGUAGE_NOT_ACTIVE']);
    await services.db.updateTable('language').set({ nonactive: false }).execute();
    await services.db.updateTable('test').set({ isSample: false }).execute();
    expect(await refused(author, contest)).toEqual([409, 'PROBLEM_WITHOUT_SAMPLES']);
    expect((await start(author, contest, { input: '' })).status).toBe(200);
    await services.db.updateTable('problem').set({ systemType: 'timus' }).execute();
    expect(await refused(author, contest)).toEqual([409, 'TRIAL_RUN_NOT_HERE']);
    const offer = (await author.get(`${pathOf(contest)}?symbolIndex=A`)).as(TrialOffer);
    expect(offer.obstacle).toBe('FOREIGN_JUDGE');
  });
});

describe('in the queue', () => {
  test('a trial run comes after solutions and before rejudging, and only to judges that take it', async () => {
    const { contest, author } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const old = await author.submit(contest, {});
    await judge.result(await judge.mustClaim());
    await (await server.given.admin()).post(`/api/admin/solutions/${old.json.id}/refresh`);
    const { id } = await mustStart(author, contest);
    const { json: sent } = await author.submit(contest, {});
    expect((await read(author, contest, id)).progress).toMatchObject({ state: 'queued' });

    const claimed: unknown[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const work = await judge.claimAny();
      claimed.push(work?.kind === 'solution' ? work.task.solutionId : `run ${runOf(work)}`);
    }
    expect(claimed).toEqual([sent.id, `run ${id}`, old.json.id]);

    const other = await server.given.participant(contest);
    await mustStart(other, contest);
    expect(await judge.claim()).toBeNull();
  });

  test('one that has waited for long goes first, one of them in a while', async () => {
    const { contest } = await givenAuthor();
    const people = await Promise.all([1, 2].map(() => server.given.participant(contest)));
    const judge = await startTestJudge(server.url);
    const runs: TrialRun[] = [];
    for (const person of people) runs.push(await mustStart(person, contest));
    for (const person of people) await person.submit(contest, {});
    const { db } = server.services;
    await db
      .updateTable('trialRun')
      .set((eb) => ({ createdAtMs: eb('createdAtMs', '-', 31_000) }))
      .execute();

    const promoted = () =>
      db.selectFrom('trialRun').select('id').where('promotedAtMs', 'is not', null).execute();

    await doJudgingChores(server.services);
    await expect.poll(promoted).toEqual([{ id: runs[0]?.id }]); // by the chores of the server, perhaps
    // Lets the next interval begin late: a busy machine may need longer than one.
    await db
      .updateTable('trialRun')
      .set((eb) => ({ promotedAtMs: eb('promotedAtMs', '+', 3_600_000) }))
      .execute();
    await doJudgingChores(server.services);

    const claimed: unknown[] = [];
    for (let turn = 0; turn < 4; turn += 1) claimed.push(runOf(await judge.claimAny()) ?? 'solution');
    expect(claimed).toEqual([runs[0]?.id, 'solution', 'solution', runs[1]?.id]);
  });

  test('a run outlives its judges, is tried three times, and then fails', async () => {
    const { contest, author } = await givenAuthor();
    const judge = await startTestJudge(server.url);
    const { id } = await mustStart(author, contest);
    let task = await judge.mustClaimTrial();
    for (const attempt of [1, 2, 3]) {
      expect(task.attempt).toBe(attempt);
      await leasesRunOut(server.services);
      if (attempt < 3) task = await judge.mustClaimTrial();
    }
    expect(await read(author, contest, id)).toMatchObject({ state: 'failed', result: null });
    expect(await judge.trialResult(task)).toBe(false);
    expect((await start(author, contest)).status).toBe(200);
  });

  test('the same result twice is no error, a judge that fails is followed by another, and one that stops gives back', async () => {
    const { contest, author } = await givenAuthor();
    const [one, two]: TestJudge[] = [
      await startTestJudge(server.url, 'one'),
      await startTestJudge(server.url, 'two'),
    ];
    const { id } = await mustStart(author, contest);
    const failed = await one?.mustClaimTrial();
    if (!failed || !one || !two) throw new Error('unreachable');
    expect(await one.trialResult(failed, { end: 'failed', detail: 'disk full' })).toBe(true);
    await server.services.db.updateTable('judging').set({ availableAtMs: 0 }).execute();
    const given = await two.mustClaimTrial();
    await two.releaseTrial(given);
    const task = await two.mustClaimTrial();
    expect(task.attempt).toBe(2);
    expect(await one.trialResult(failed)).toBe(false);
    expect(await two.trialResult(task)).toBe(true);
    expect(await two.trialResult(task)).toBe(true);
    expect(await read(author, contest, id)).toMatchObject({ state: 'done' });
  });

  test('runs are forgotten after an hour, also unfinished ones', async () => {
    const { contest, author } = await givenAuthor();
    const { id } = await mustStart(author, contest);
    const { db } = server.services;
    await db
      .updateTable('trialRun')
      .set((eb) => ({ createdAtMs: eb('createdAtMs', '-', 3_600_001) }))
      .execute();
    await doJudgingChores(server.services);
    expect(codeOf(await author.get(pathOf(contest, id)))).toEqual([404, 'TRIAL_RUN_NOT_FOUND']);
    expect(await db.selectFrom('judging').selectAll().execute()).toEqual([]);
  });

  test('runs that end at the moment in which they are forgotten hold nobody up', async () => {
    const { contest, author } = await givenAuthor();
    const { id } = await mustStart(author, contest);
    const { db } = server.services;
    const { forgetting } = await db.transaction().execute(async (tx) => {
      await callOff(tx, { trialRunId: id });
      await db.updateTable('trialRun').set({ createdAtMs: 0 }).where('id', '=', id).execute();
      const forgetting = removeOldTrialRuns(server.services);
      await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
      await markCancelled(tx, id);
      return { forgetting };
    });
    await forgetting;
    expect(codeOf(await author.get(pathOf(contest, id)))).toEqual([404, 'TRIAL_RUN_NOT_FOUND']);
  });

  test('only the newest of a person are kept even within the hour', async () => {
    const { contest, author } = await givenAuthor();
    const { id } = await mustStart(author, contest);
    await author.send('DELETE', pathOf(contest, id), {});
    const { db } = server.services;
    const earlier = (seconds: number) => ({
      accountId: author.user.id,
      contestId: contest.id,
      problemId: contest.problemIds[0] ?? 0,
      languageId: 5,
      source: '',
      createdAtMs: Date.now() - 61_000 - seconds * 1000,
      finishedAtMs: 1,
      state: 'done' as const,
    });
    const old = Array.from({ length: 40 }, (_, index) => earlier(40 - index));
    await db.insertInto('trialRun').values(old).execute();
    await mustStart(author, contest);
    const left = await db.selectFrom('trialRun').select('state').execute();
    // The newest twenty by number, the one of the last minute, and the new one.
    expect(left.map(({ state }) => state).sort()).toEqual([
      'cancelled',
      ...Array(20).fill('done'),
      'waiting',
    ]);
  });
});
