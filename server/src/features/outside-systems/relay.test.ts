import {
  OutsideAttention,
  OutsideServers,
  OutsideTroubleView,
  RunsToSettle,
} from '@balloon/contracts/outside/outside-systems.ts';
import {
  AcceptedReply,
  GoOnReply,
  LookReply,
  RelayClaimReply,
  RelayStored,
  RelayWelcome,
} from '@balloon/contracts/outside/relay.ts';
import { SolutionList, SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealCredentials } from '#features/outside-systems/accounts.ts';
import { givenOutsideProblem } from '#testing/given-outside.ts';
import { TestJudge } from '#testing/test-judge.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  TEST_RELAY_TOKEN,
  type TestServer,
} from '#testing/test-server.ts';

let server: TestServer;
let relayId: number;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  relayId = (await call('hello', { name: 'hall', version: '1' })).as(RelayWelcome).relayId;
});
afterAll(() => server.close());

/** Calls as a relay. */
function call(name: string, body: object) {
  const headers = { authorization: `Bearer ${TEST_RELAY_TOKEN}`, 'content-type': 'application/json' };
  return server.given
    .anonymous()
    .send('POST', `/api/relay/${name}`, { headers, body: JSON.stringify({ relayId, ...body }) });
}

const BASE = '/api/admin/outside-systems';
const attention = async () => (await admin.get(`${BASE}/attention`)).as(OutsideAttention);

/** A contest with one problem of a server of its own, with that many accounts. */
async function given({ accounts = 1, sendEveryMs = 0 } = {}) {
  const { db, options } = server.services;
  const { serverId, problemId, languageId } = await givenOutsideProblem(db, { sendEveryMs });
  for (let number = 1; number <= accounts; number += 1) {
    const credentials = sealCredentials(options.settingsKey, { judgeId: `secret-${serverId}-${number}` });
    await db
      .insertInto('outsideAccount')
      .values({ serverId, name: `${number}`, credentials })
      .execute();
  }
  const contest = await server.given.contest({ problems: [problemId] });
  const person = await server.given.participant(contest);
  const send = async (solution = 'int main() {}') =>
    (await person.submit(contest, { languageId, solution })).as(SubmitReply).id;
  return { serverId, contest, person, send, languageId };
}

async function claim() {
  return (await call('claim', { waitMs: 0 })).as(RelayClaimReply).task;
}

async function mustClaim() {
  const task = await claim();
  if (!task) throw new Error('There was no work');
  return task;
}

const lease = ({ solutionId, fence }: { solutionId: number; fence: number }) => ({ solutionId, fence });
const goesOn = async (name: string, body: object) => (await call(name, body)).as(GoOnReply).goOn;
const accept = async (
  task: { solutionId: number; fence: number },
  runId: string | null,
  isDuplicate = false,
) => (await call('accepted', { ...lease(task), runId, isDuplicate })).as(AcceptedReply);
const look = async (
  task: { solutionId: number; fence: number },
  found = 'none',
  candidates: string[] = [],
  words?: string,
) => (await call('look', { ...lease(task), found, candidates, words })).as(LookReply).next;
const notSent = (task: { solutionId: number; fence: number }, kind: string, message = 'words') =>
  call('not-sent', { ...lease(task), failure: { kind, message } });
const finish = async (task: { solutionId: number; fence: number }, changes: object = {}) =>
  (
    await call('result', {
      ...lease(task),
      ...{
        verdict: 'wrongAnswer',
        foreignVerdict: 'Wrong answer',
        testNumber: 3,
        timeMs: 46,
        memoryKb: 1234,
      },
      ...{ score: null, compilationError: null },
      ...changes,
    })
  ).as(RelayStored).stored;

const accountOf = (serverId: number) =>
  server.services.db
    .selectFrom('outsideAccount')
    .selectAll()
    .where('serverId', '=', serverId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
const runOf = (solutionId: number) =>
  server.services.db
    .selectFrom('outsideRun')
    .selectAll()
    .where('solutionId', '=', solutionId)
    .executeTakeFirst();
const serverOf = (id: number) =>
  server.services.db.selectFrom('outsideServer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Ends a lease as time would. */
const expire = (solutionId: number) =>
  server.services.db
    .updateTable('judging')
    .set({ leasedUntilMs: null })
    .where('solutionId', '=', solutionId)
    .execute();

/** Lets the send of a run be old. */
const age = (solutionId: number) =>
  server.services.db
    .updateTable('outsideRun')
    .set({ sentAtMs: 1 })
    .where('solutionId', '=', solutionId)
    .execute();

/** Lets the pauses after a send without a run be over. */
async function pass(serverId: number): Promise<void> {
  const { db } = server.services;
  await db.updateTable('outsideServer').set({ awayUntilMs: 0 }).where('id', '=', serverId).execute();
  await db.updateTable('judging').set({ availableAtMs: 0 }).execute();
}

/** Sends the next solution, of which the system takes nothing. @returns its number, and what its last look was answered */
async function lose(words?: string) {
  const task = await mustClaim();
  await goesOn('intent', { ...lease(task), watermark: null });
  await age(task.solutionId);
  const answers = [];
  for (let number = 1; number <= 3; number += 1) answers.push(await look(task, 'none', [], words));
  return { solutionId: task.solutionId, next: answers.at(-1) };
}

async function verdictOf(person: Person, { id }: GivenContest, solutionId: number) {
  const { solutions } = (await person.get(`/api/contest/${id}/solutions/my`)).as(SolutionList);
  return solutions.find((solution) => solution.id === solutionId);
}

/** Leaves nothing in the queue for the next test. */
async function clear(): Promise<void> {
  await server.services.db.deleteFrom('judging').execute();
}

describe('a solution of an outside system', () => {
  test('goes to a relay with account, languages and identifiers, and never to a judge', async () => {
    const { serverId, send } = await given();
    const solutionId = await send('int main() { return 0; }');
    const judge = new TestJudge(server.url, 'own judge');
    await judge.hello();
    expect(await judge.claim()).toBeNull();
    const task = await mustClaim();
    expect(task).toMatchObject({
      ...{ solutionId, leaseMs: server.services.options.leaseMs },
      attempt: 1,
      run: null,
      server: { id: serverId, systemType: 'timus', settings: {} },
      account: { credentials: { judgeId: `secret-${serverId}-1` }, session: null, authorId: null },
      submission: {
        foreignId: '1000',
        foreignLanguageId: '78',
        languageName: 'G++ 13.2 x64',
        source: 'int main() { return 0; }',
      },
    });
    expect(await claim()).toBeNull();
    await clear();
  });

  test('is sent once: the intent comes first, then the run, then the verdict', async () => {
    const { contest, person, send } = await given();
    const solutionId = await send();
    const task = await mustClaim();
    expect(await goesOn('intent', { ...lease(task), watermark: '100' })).toBe(true);
    expect(await goesOn('intent', { ...lease(task), watermark: '100' })).toBe(false);
    expect(await accept(task, '101')).toEqual({ isOurs: true });
    expect(await accept(task, '101')).toEqual({ isOurs: true }); // the answer was lost
    const step = { state: 'testing', testNumber: 2 };
    expect(
      await goesOn('progress', { ...lease(task), step, foreignVerdict: 'Running', isStrange: false }),
    ).toBe(true);
    expect(await finish(task)).toBe(true);
    expect(await finish(task)).toBe(true);
    expect(await verdictOf(person, contest, solutionId)).toMatchObject({
      verdict: { id: VERDICTS.wrongAnswer.id },
      testNumber: 3,
    });
    expect(await runOf(solutionId)).toMatchObject({ foreignRunId: '101', foreignVerdict: 'Wrong answer' });
    expect(await claim()).toBeNull();
  });

  test('comes back with what is known of its run after a relay died', async () => {
    const { send } = await given();
    const solutionId = await send();
    const first = await mustClaim();
    await expire(solutionId);
    const second = await mustClaim();
    expect(second.run).toBeNull();
    // Who was overtaken may not send.
    expect(await goesOn('intent', { ...lease(first), watermark: null })).toBe(false);
    expect(await goesOn('intent', { ...lease(second), watermark: '7' })).toBe(true);
    await expire(solutionId);
    const third = await mustClaim();
    expect(third.run).toMatchObject({ state: 'sending', watermark: '7', runId: null, looks: 0 });
    expect(third.account.id).toBe(second.account.id);
    expect(await goesOn('intent', { ...lease(third), watermark: '7' })).toBe(false);
    expect(await accept(third, '8')).toEqual({ isOurs: true });
    await expire(solutionId);
    expect((await mustClaim()).run).toMatchObject({ state: 'accepted', runId: '8' });
    await clear();
  });

  test('is sent again only after enough looks over enough time', async () => {
    const { serverId, send } = await given();
    const solutionId = await send();
    const task = await mustClaim();
    await goesOn('intent', { ...lease(task), watermark: null });
    for (let number = 1; number <= 4; number += 1) expect(await look(task)).toBe('again');
    await age(solutionId);
    expect(await look(task)).toBe('send');
    expect(await look(task)).toBe('stop');
    expect(await claim()).toBeNull();
    await pass(serverId);
    expect((await mustClaim()).run).toBeNull();
    await clear();
  });

  test('whose sends leave no run waits for a supervisor, who sees how they were answered', async () => {
    const { serverId, send } = await given();
    const solutionId = await send();
    const loseNext = async (words?: string) => {
      await pass(serverId);
      return (await lose(words)).next;
    };
    expect([await loseNext(), await loseNext()]).toEqual(['send', 'send']);
    expect(await loseNext('HTTP 413 to the send')).toBe('stop');
    await pass(serverId);
    expect(await claim()).toBeNull();
    const { name } = await serverOf(serverId);
    const listed = (await admin.get(`${BASE}/runs`)).as(RunsToSettle);
    expect(listed.filter((run) => run.server.name === name)).toMatchObject([
      { solutionId, state: 'unsettled', candidates: [], foreignVerdict: 'HTTP 413 to the send' },
    ]);

    expect((await admin.post(`${BASE}/runs/${solutionId}/settle`, { runId: null })).status).toBe(200);
    expect([await loseNext(), await loseNext()]).toEqual(['send', 'send']);
    await clear();
  });

  test.each(['on its way', 'not listed yet'])(
    'that is deleted while its run is %s keeps the account for a while only',
    async (how) => {
      const { send } = await given();
      const deleted = await send('int main() { return 1; }');
      const task = await mustClaim();
      await goesOn('intent', { ...lease(task), watermark: null });
      if (how === 'not listed yet') await accept(task, null);
      expect((await admin.send('DELETE', `/api/admin/solutions/${deleted}`, {})).status).toBe(200);
      const next = await send('int main() { return 2; }');
      expect(await claim()).toBeNull();
      await age(deleted);
      expect((await mustClaim()).solutionId).toBe(next);
      await clear();
    },
  );

  test('that the system has confirmed is looked for without end', async () => {
    const { send } = await given();
    const solutionId = await send();
    const task = await mustClaim();
    await goesOn('intent', { ...lease(task), watermark: null });
    expect(await accept(task, null)).toEqual({ isOurs: true });
    await age(solutionId);
    for (let number = 1; number <= 5; number += 1) expect(await look(task)).toBe('again');
    expect(await accept(task, '55')).toEqual({ isOurs: true });
    await clear();
  });

  test('for which several runs may stand waits for a supervisor', async () => {
    const { send, contest, person } = await given();
    const solutionId = await send();
    const task = await mustClaim();
    await goesOn('intent', { ...lease(task), watermark: null });
    await server.services.db
      .updateTable('outsideRun')
      .set({ isStrange: true })
      .where('solutionId', '=', solutionId)
      .execute();
    expect(await look(task, 'several', ['5', '6'], 'the line was lost')).toBe('stop');
    expect(JSON.stringify(await verdictOf(person, contest, solutionId))).not.toContain('the line was lost');
    expect(await runOf(solutionId)).toMatchObject({ state: 'unsettled', candidates: ['5', '6'] });
    expect(await claim()).toBeNull();
    const settled = (runId: string) => admin.post(`${BASE}/runs/${solutionId}/settle`, { runId });
    for (const runId of ['#5', '12:5', 'https://acm.example.org/5'])
      expect(await settled(runId)).toMatchObject({
        status: 400,
        json: { error: { code: 'OUTSIDE_RUN_INVALID' } },
      });
    expect((await settled('5')).status).toBe(200);
    await clear();
  });

  test('never takes the run of another one, except of a duplicate', async () => {
    const { send } = await given({ accounts: 2 });
    const [one, two] = [await send(), await send()];
    const tasks = [await mustClaim(), await mustClaim()] as const;
    expect(tasks.map(({ solutionId }) => solutionId)).toEqual([one, two]);
    for (const task of tasks) await goesOn('intent', { ...lease(task), watermark: null });
    expect(await accept(tasks[0], '9')).toEqual({ isOurs: true });
    expect(await accept(tasks[1], '9')).toEqual({ isOurs: false });
    expect(await accept(tasks[1], '9', true)).toEqual({ isOurs: true });
    expect(await finish(tasks[0])).toBe(true);
    expect(await finish(tasks[1])).toBe(true);
  });

  test('is refused for good in the words of the system', async () => {
    const { contest, person, send } = await given();
    const solutionId = await send();
    await notSent(await mustClaim(), 'refused', 'The language is not available');
    expect(await verdictOf(person, contest, solutionId)).toMatchObject({
      verdict: { id: VERDICTS.ignored.id },
      compilationError: 'The language is not available',
    });
  });

  test('that is judged again is looked up, not sent again', async () => {
    const { contest, send } = await given();
    const solutionId = await send();
    const task = await mustClaim();
    await goesOn('intent', { ...lease(task), watermark: null });
    await accept(task, '31');
    await finish(task);
    const admin = await server.given.admin();
    expect((await admin.post(`/api/admin/solutions/${solutionId}/refresh`, {})).status).toBe(200);
    const again = await mustClaim();
    expect(again.run).toMatchObject({ state: 'accepted', runId: '31' });
    expect(await finish(again, { verdict: 'accepted', testNumber: 0 })).toBe(true);
    expect(contest.id).toBeGreaterThan(0);
  });

  test('whose account was removed can be sent again with another one', async () => {
    const { serverId, send } = await given();
    const { db, options } = server.services;
    const solutionId = await send();
    const task = await mustClaim();
    await goesOn('intent', { ...lease(task), watermark: null });
    await accept(task, '41');
    await finish(task);
    const { id: accountId } = await accountOf(serverId);
    expect((await admin.send('DELETE', `${BASE}/accounts/${accountId}`, {})).status).toBe(200);
    const { unsettled } = await attention();
    await admin.post(`/api/admin/solutions/${solutionId}/refresh`, {});
    expect(await claim()).toBeNull();

    expect((await attention()).unsettled).toBe(unsettled + 1);
    const listed = (await admin.get(`${BASE}/runs`)).as(RunsToSettle);
    expect(listed).toMatchObject([{ solutionId, account: null, run: { runId: '41' } }]);
    const settled = (runId: string | null) => admin.post(`${BASE}/runs/${solutionId}/settle`, { runId });
    expect((await settled('41')).status).toBe(404);
    expect((await settled(null)).status).toBe(200);

    const credentials = sealCredentials(options.settingsKey, { judgeId: 'another' });
    await db.insertInto('outsideAccount').values({ serverId, name: 'another', credentials }).execute();
    expect(await mustClaim()).toMatchObject({ solutionId, run: null });
    await clear();
  });

  test('returns from a relay that closes without a counted attempt', async () => {
    const { send } = await given();
    await send();
    const task = await mustClaim();
    await call('release', lease(task));
    const again = await mustClaim();
    expect(again.attempt).toBe(1);
    await clear();
  });
});

describe('accounts of an outside system', () => {
  test('send one at a time and keep their pace, while others go on', async () => {
    const { serverId, send } = await given({ accounts: 2, sendEveryMs: 60_000 });
    for (let number = 1; number <= 3; number += 1) await send();
    const [one, two] = [await mustClaim(), await mustClaim()];
    expect(one.account.id).not.toBe(two.account.id);
    expect(await claim()).toBeNull(); // both prepare a send
    await goesOn('intent', { ...lease(one), watermark: null });
    await accept(one, '1');
    expect(await claim()).toBeNull(); // the first rests
    await server.services.db
      .updateTable('outsideAccount')
      .set({ freeAtMs: 0 })
      .where('serverId', '=', serverId)
      .execute();
    expect((await mustClaim()).account.id).toBe(one.account.id);
    await clear();
  });

  test('serve a server that shares them, in one pace', async () => {
    const own = await given({ sendEveryMs: 60_000 });
    const sharing = await given({ accounts: 0, sendEveryMs: 60_000 });
    await server.services.db
      .updateTable('outsideServer')
      .set({ accountsOf: own.serverId })
      .where('id', '=', sharing.serverId)
      .execute();
    await sharing.send();
    const task = await mustClaim();
    expect(task.server.id).toBe(sharing.serverId);
    expect(await goesOn('intent', { ...lease(task), watermark: null })).toBe(true);
    await accept(task, '1');
    await own.send();
    expect(await claim()).toBeNull();
    await finish(task);
  });

  test('wait no longer than an hour, whatever a system asks for, and not for a clock that was set back', async () => {
    const { serverId, send } = await given();
    const { db } = server.services;
    await send();
    const askForADay = (task: { solutionId: number; fence: number }, kind: 'rate' | 'down') =>
      call('not-sent', { ...lease(task), failure: { kind, message: 'words', retryAfterMs: 86_400_000 } });
    const hours = (number: number) => Date.now() + number * 3_600_000;

    await askForADay(await mustClaim(), 'rate');
    expect((await accountOf(serverId)).freeAtMs).toBeLessThan(hours(1.1));
    expect(await claim()).toBeNull();
    const { id } = await accountOf(serverId);
    await admin.post(`${BASE}/accounts/${id}`, { isEnabled: true }); // the way out
    await askForADay(await mustClaim(), 'down');
    expect((await serverOf(serverId)).awayUntilMs).toBeLessThan(hours(1.1));
    expect(await claim()).toBeNull();

    await db
      .updateTable('outsideServer')
      .set({ awayUntilMs: hours(5) })
      .where('id', '=', serverId)
      .execute();
    await db
      .updateTable('outsideAccount')
      .set({ freeAtMs: hours(5) })
      .where('id', '=', id)
      .execute();
    await mustClaim();
    await clear();
  });

  test('do not send while the outcome of a send is unknown', async () => {
    const { send } = await given();
    const [lost] = [await send(), await send()];
    const task = await mustClaim();
    await goesOn('intent', { ...lease(task), watermark: null });
    await expire(lost);
    expect((await mustClaim()).solutionId).toBe(lost);
    expect(await claim()).toBeNull();
    await clear();
  });

  test.each(['signedOut', 'challenge'])('stop after %s, and the solution waits for another', async (kind) => {
    const { serverId, send } = await given();
    const { disabled } = await attention();
    await send();
    await notSent(await mustClaim(), kind, 'sign in again');
    const account = await accountOf(serverId);
    expect(account).toMatchObject({ disabledBy: kind, reason: 'sign in again' });
    expect(await attention()).toEqual({ unsettled: 0, drifted: 0, disabled: disabled + 1 });
    expect(await claim()).toBeNull();
    await clear();
  });

  test('wait with the same problem until the run before is listed, or somebody was told', async () => {
    const { serverId, languageId, send } = await given();
    const { db } = server.services;
    const other = await givenOutsideProblem(db, { serverId, foreignId: '1001' });
    const contest = await server.given.contest({ problems: [other.problemId] });
    const person = await server.given.participant(contest);
    const accepted = async (task: { solutionId: number; fence: number }, runId: string | null) => {
      await goesOn('intent', { ...lease(task), watermark: null });
      await accept(task, runId);
      return task;
    };
    await send();
    const first = await accepted(await mustClaim(), null);
    const second = await send();
    expect(await claim()).toBeNull();
    const { id } = (await person.submit(contest, { languageId, solution: 'another' })).as(SubmitReply);
    expect((await accepted(await mustClaim(), '2')).solutionId).toBe(id);

    expect(await claim()).toBeNull();
    await accept(first, '1');
    expect((await accepted(await mustClaim(), null)).solutionId).toBe(second);

    const third = await send();
    expect(await claim()).toBeNull();
    await db.updateTable('outsideRun').set({ isStrange: true }).where('solutionId', '=', second).execute();
    expect((await mustClaim()).solutionId).toBe(third);
    await clear();
  });

  test('do not send what a trial is sending until its run is known', async () => {
    const { serverId, send } = await given();
    const { db } = server.services;
    const { id: accountId } = await accountOf(serverId);
    const request = JSON.stringify({ kind: 'try', foreignId: '1000', foreignLanguageId: '78', source: '' });
    const { id } = await db
      .insertInto('outsideJob')
      .values({ kind: 'try', serverId, accountId, request, state: 'running', createdAtMs: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const note = (memo: object) =>
      db
        .updateTable('outsideJob')
        .set({ memo: JSON.stringify(memo) })
        .where('id', '=', id)
        .execute();
    await send();
    expect(await claim()).toBeNull();
    const isIn = (state: 'waiting') =>
      db.updateTable('outsideJob').set({ state, notBeforeMs: 8e12 }).where('id', '=', id).execute();
    await note({ watermark: null, runId: null });
    expect(await claim()).toBeNull();
    await isIn('waiting');
    expect(await claim()).toBeNull();
    await note({ watermark: null, runId: '7' });
    await mustClaim();
    await db.deleteFrom('outsideJob').where('id', '=', id).execute();
    await clear();
  });

  test('keep their session encrypted', async () => {
    const { serverId, send } = await given();
    await send();
    const task = await mustClaim();
    await call('session', { accountId: task.account.id, session: 'cookie=secret', authorId: '86286' });
    expect(JSON.stringify(await accountOf(serverId))).not.toContain('cookie');
    await call('release', lease(task));
    expect((await mustClaim()).account).toMatchObject({ session: 'cookie=secret', authorId: '86286' });
    await clear();
  });

  test.each([
    ['timus', false],
    ['yandexOfficial', true],
  ] as const)('of %s keep their session when they are disabled: %s', async (systemType, isKept) => {
    const { serverId, send } = await given();
    await send();
    const task = await mustClaim();
    await call('session', { accountId: task.account.id, session: 'renewed tokens', authorId: '86286' });
    const { db } = server.services;
    await db.updateTable('outsideServer').set({ systemType }).where('id', '=', serverId).execute();
    await notSent(task, 'signedOut', 'sign in again');
    const { disabledBy, session } = await accountOf(serverId);
    expect([disabledBy, session !== null]).toEqual(['signedOut', isKept]);
    await clear();
  });

  test('that were encrypted with another key are disabled, and nothing is lost', async () => {
    const { serverId, send } = await given();
    const credentials = sealCredentials('another key of a site', { judgeId: 'x' });
    await server.services.db
      .updateTable('outsideAccount')
      .set({ credentials })
      .where('serverId', '=', serverId)
      .execute();
    const solutionId = await send();
    expect(await claim()).toBeNull();
    expect((await accountOf(serverId)).disabledBy).toBe('sealed');
    const waiting = await server.services.db
      .selectFrom('judging')
      .select('attempt')
      .where('solutionId', '=', solutionId)
      .executeTakeFirst();
    expect(waiting?.attempt).toBe(0);
    await clear();
  });
});

describe('a server of an outside system', () => {
  test('that is away gets one send after a pause, and all again once it answers', async () => {
    const { serverId, send } = await given({ accounts: 3 });
    for (let number = 1; number <= 3; number += 1) await send();
    await notSent(await mustClaim(), 'down');
    expect(await claim()).toBeNull();
    const back = () =>
      server.services.db
        .updateTable('outsideServer')
        .set({ awayUntilMs: 0 })
        .where('id', '=', serverId)
        .execute();
    await back();
    const probe = await mustClaim();
    expect(await claim()).toBeNull();
    await goesOn('intent', { ...lease(probe), watermark: null });
    await accept(probe, '1');
    expect((await serverOf(serverId)).failures).toBe(0);
    await mustClaim();
    await mustClaim();
    await clear();
  });

  test('whose sends leave no run gets one at a time, of another solution, until it takes one', async () => {
    const { serverId, send } = await given({ accounts: 3 });
    const [first, second, third] = [await send('1'), await send('2'), await send('3')];
    const { db } = server.services;
    const isBack = () =>
      db.updateTable('outsideServer').set({ awayUntilMs: 0 }).where('id', '=', serverId).execute();
    expect(await lose('HTTP 500 to the send')).toEqual({ solutionId: first, next: 'send' });
    expect(await claim()).toBeNull();
    expect(await serverOf(serverId)).toMatchObject({ failures: 1 });
    const [trouble] = await db
      .selectFrom('outsideTrouble')
      .where('serverId', '=', serverId)
      .selectAll()
      .execute();
    expect(trouble).toMatchObject({ kind: 'down', solutionId: first });
    expect(trouble?.message).toContain('HTTP 500 to the send');

    await isBack();
    expect((await lose()).solutionId).toBe(second);
    await isBack();
    const probe = await mustClaim();
    expect(probe.solutionId).toBe(third);
    await goesOn('intent', { ...lease(probe), watermark: null });
    expect(await claim()).toBeNull();
    await accept(probe, '1');
    expect(await serverOf(serverId)).toMatchObject({ failures: 0, awayUntilMs: 0 });
    expect(await claim()).toBeNull();
    await pass(serverId);
    expect([(await mustClaim()).solutionId, (await mustClaim()).solutionId]).toEqual([first, second]);
    await clear();
  });

  test('whose page has changed stops sends, keeps the page, and runs go on', async () => {
    const { serverId, send } = await given({ accounts: 2 });
    const running = await send();
    const task = await mustClaim();
    await goesOn('intent', { ...lease(task), watermark: null });
    await accept(task, '1');
    await send();
    const evidence = { url: 'https://timus/status.aspx', status: 200, body: '<html>new</html>' };
    const failure = { kind: 'drift', message: 'table.status', evidence };
    await call('trouble', { ...lease(task), failure });
    expect(await serverOf(serverId)).toMatchObject({ pauseReason: 'table.status', hasDrifted: true });
    expect(await attention()).toMatchObject({ drifted: 1 });
    expect(await claim()).toBeNull();
    await expire(running);
    expect((await mustClaim()).run).toMatchObject({ runId: '1' });
    const { servers } = (await admin.get(BASE)).as(OutsideServers);
    const troubles = servers.find(({ id }) => id === serverId)?.troubles ?? [];
    expect(troubles).toMatchObject([{ kind: 'drift', message: 'table.status', hasEvidence: true }]);
    expect(JSON.stringify(troubles)).not.toContain('<html>');
    const opened = await admin.get(`${BASE}/troubles/${troubles[0]?.id}`);
    expect(opened.as(OutsideTroubleView)).toMatchObject({ solution: { id: running }, evidence });
    await admin.post(`${BASE}/servers/${serverId}/resume`);
    expect(await attention()).toMatchObject({ drifted: 0 });
    await clear();
  });

  test('which is gone is not found', async () => {
    const reply = await admin.get(`${BASE}/troubles/999999`);
    expect([reply.status, reply.json.error?.code]).toEqual([404, 'OUTSIDE_TROUBLE_NOT_FOUND']);
  });

  test('keeps its newest troubles only', async () => {
    const { serverId, send } = await given();
    await send();
    const task = await mustClaim();
    for (let number = 1; number <= 25; number += 1)
      await call('trouble', { ...lease(task), failure: { kind: 'rate', message: `${number}` } });
    const kept = await server.services.db
      .selectFrom('outsideTrouble')
      .select('message')
      .where('serverId', '=', serverId)
      .orderBy('id')
      .execute();
    expect(kept).toHaveLength(20);
    expect(kept.at(-1)?.message).toBe('25');
    await clear();
  });
});

test('a relay that nobody knows is asked to register', async () => {
  expect((await call('claim', { relayId: 999_999, waitMs: 0 })).json).toMatchObject({
    error: { code: 'RELAY_UNKNOWN' },
  });
});
