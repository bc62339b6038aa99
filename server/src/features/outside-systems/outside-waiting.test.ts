import { RelayClaimReply, RelayWelcome } from '@balloon/contracts/outside/relay.ts';
import { type OutsideProgress, SolutionList, SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sealCredentials } from '#features/outside-systems/accounts.ts';
import { givenOutsideProblem } from '#testing/given-outside.ts';
import { openEar, type TestEar } from '#testing/test-ear.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  TEST_RELAY_TOKEN,
  type TestServer,
} from '#testing/test-server.ts';

/* What participants see of solutions that wait for an outside system: by the list, and live without a new list. */

let server: TestServer;
let relayId: number;
let serverId: number;
let languageId: number;
let contest: GivenContest;
let anna: Person;
let boris: Person;
let admin: Person;
let ear: TestEar;

beforeEach(async () => {
  server = await startTestServer();
  relayId = (await call('hello', { name: 'hall', version: '1' })).as(RelayWelcome).relayId;
  const { db, options } = server.services;
  const given = await givenOutsideProblem(db);
  ({ serverId, languageId } = given);
  const credentials = sealCredentials(options.settingsKey, { judgeId: 'secret' });
  await db.insertInto('outsideAccount').values({ serverId, name: 'first', credentials }).execute();
  contest = await server.given.contest({ problems: [given.problemId] });
  anna = await server.given.participant(contest, { username: 'anna' });
  boris = await server.given.participant(contest, { username: 'boris' });
  admin = await server.given.admin();
  ear = await openEar(anna, contest);
});
afterEach(() => server.close());

function call(name: string, body: object) {
  const headers = { authorization: `Bearer ${TEST_RELAY_TOKEN}`, 'content-type': 'application/json' };
  return server.given
    .anonymous()
    .send('POST', `/api/relay/${name}`, { headers, body: JSON.stringify({ relayId, ...body }) });
}

async function claim() {
  const { task } = (await call('claim', { waitMs: 0 })).as(RelayClaimReply);
  if (!task) throw new Error('There was no work');
  return { solutionId: task.solutionId, fence: task.fence };
}

let lastSource = 0;
async function send(person: Person): Promise<number> {
  lastSource += 1;
  const reply = await person.submit(contest, {
    languageId,
    solution: `int main() { return ${lastSource}; }`,
  });
  return reply.as(SubmitReply).id;
}

/** What the list says of a solution. */
async function listed(person: Person, solutionId: number) {
  const path = `/api/contest/${contest.id}/solutions/my`;
  const { solutions } = (await person.get(path)).as(SolutionList);
  const solution = solutions.find(({ id }) => id === solutionId);
  return { ...solution?.progress?.outside, test: solution?.progress?.testNumber };
}

/** Waits until the socket tells the same as the list. */
async function becomes(solutionId: number, expected: Partial<OutsideProgress> & { test?: number }) {
  expect(await listed(anna, solutionId)).toMatchObject(expected);
  const { test: testNumber, place: _, server: _2, ...outside } = expected;
  await ear.hears(
    'verdict updated',
    ({ id, progress }) =>
      id === solutionId &&
      Object.entries(outside).every(([name, value]) => progress?.outside?.[name as 'state'] === value) &&
      (testNumber === undefined || progress?.testNumber === testNumber),
  );
}

describe('a solution for an outside system', () => {
  test('goes from the queue to the verdict by steps that lists and sockets tell alike', async () => {
    const id = await send(anna);
    expect(await listed(anna, id)).toEqual({
      ...{ serverId, server: 'open', state: 'queued', place: 1, words: null, test: 0 },
    });
    await ear.hears('new solution', ({ progress }) => progress?.outside?.place === 1);

    const lease = await claim();
    await becomes(id, { state: 'sending', place: null });
    await call('intent', { ...lease, watermark: null });
    expect(await listed(anna, id)).toMatchObject({ state: 'sending' });
    await call('accepted', { ...lease, runId: '17', isDuplicate: false });
    await becomes(id, { state: 'received' });
    const step = { state: 'testing', testNumber: 4 };
    await call('progress', { ...lease, step, foreignVerdict: 'Running (4)', isStrange: false });
    await becomes(id, { state: 'judging', test: 4 });
    await call('result', {
      ...lease,
      ...{ verdict: 'ignored', foreignVerdict: 'Partial solution', testNumber: 0, timeMs: null },
      ...{ memoryKb: null, score: 40, compilationError: null },
    });
    const last = await ear.hears('verdict updated', ({ verdict }) => verdict?.isTerminal === true);
    expect(last).toMatchObject({ foreignVerdict: 'Partial solution', progress: null });
  });

  test('whose answer is lost is looked for, and at last is for the organisers', async () => {
    const id = await send(anna);
    const lease = await claim();
    await call('intent', { ...lease, watermark: null });
    await call('look', { ...lease, found: 'none', candidates: [] });
    await becomes(id, { state: 'checking' });
    await call('look', { ...lease, found: 'several', candidates: ['1', '2'] });
    await becomes(id, { state: 'stuck', place: null });

    await admin.post(`/api/admin/outside-systems/runs/${id}/settle`, { runId: '2' });
    await becomes(id, { state: 'received' });
  });

  test('shows words of the system that are no known step', async () => {
    const id = await send(anna);
    const lease = await claim();
    await call('intent', { ...lease, watermark: null });
    await call('accepted', { ...lease, runId: '17', isDuplicate: false });
    await call('progress', { ...lease, step: null, foreignVerdict: 'Frobnicating', isStrange: true });
    await becomes(id, { state: 'received', words: 'Frobnicating' });
  });

  test('has the words of the system where our verdict says less, and only there', async () => {
    const id = await send(anna);
    const lease = await claim();
    const result = { testNumber: 2, timeMs: 46, memoryKb: 12, score: null, compilationError: null };
    await call('result', { ...lease, ...result, verdict: 'wrongAnswer', foreignVerdict: 'WA 2' });
    const wrong = await ear.hears('verdict updated', (event) => event.id === id && event.verdict?.id === 2);
    expect(wrong).not.toHaveProperty('foreignVerdict');
  });

  test('moves up when those before it are sent, and only its author hears of it', async () => {
    const first = await send(boris);
    const second = await send(anna);
    expect(await listed(anna, second)).toMatchObject({ place: 2 });
    const deaf = await openEar(boris, contest);
    expect((await claim()).solutionId).toBe(first);
    await ear.hears('outside places', ({ places }) =>
      places.some(({ solutionId, place }) => solutionId === second && place === 1),
    );
    expect(await listed(anna, second)).toMatchObject({ place: 1, state: 'queued' });
    await deaf.catchesUp();
    const told = deaf.heard('outside places').flatMap(({ places }) => places);
    expect(told.filter(({ solutionId }) => solutionId === second)).toEqual([]);
  });
});

test('queues of servers are counted apart, and a paused problem takes no place', async () => {
  const other = await givenOutsideProblem(server.services.db, { title: 'Elsewhere' });
  const elsewhere = await server.given.contest({ problems: [other.problemId] });
  const vera = await server.given.participant(elsewhere);
  await vera.submit(elsewhere, { languageId: other.languageId });
  const before = await send(boris);
  const own = await send(anna);
  expect(await listed(anna, own)).toMatchObject({ place: 2 });
  await server.services.db.deleteFrom('solution').where('id', '=', before).execute();
  expect(await listed(anna, own)).toMatchObject({ place: 1 });
  await server.services.db
    .updateTable('contestProblem')
    .set({ judgingPausedAtMs: 1 })
    .where('contestId', '=', contest.id)
    .execute();
  expect(await listed(anna, own)).toMatchObject({ place: null });
});

test('a server that is paused, away or without accounts is told once per change', async () => {
  const id = await send(anna);
  const path = `/api/admin/outside-systems/servers/${serverId}`;
  await admin.post(`${path}/pause`, { reason: 'maintenance' });
  await ear.hears('outside server changed', (change) => change.server === 'paused');
  expect(await listed(anna, id)).toMatchObject({ server: 'paused', state: 'queued' });
  await admin.post(`${path}/resume`);
  await ear.hears('outside server changed', (change) => change.server === 'open');

  for (let time = 1; time <= 2; time += 1) {
    const lease = await claim();
    await call('intent', { ...lease, watermark: null });
    await call('not-sent', { ...lease, failure: { kind: 'down', message: 'no answer' } });
    await server.services.db.updateTable('outsideServer').set({ awayUntilMs: 0 }).execute();
  }
  expect(await listed(anna, id)).toMatchObject({ server: 'away', state: 'queued', place: 1 });
  const lease = await claim();
  await call('intent', { ...lease, watermark: null });
  await call('accepted', { ...lease, runId: '17', isDuplicate: false });
  expect(await listed(anna, id)).toMatchObject({ server: 'open', state: 'received' });
  const [account] = await server.services.db.selectFrom('outsideAccount').select('id').execute();
  await admin.post(`/api/admin/outside-systems/accounts/${account?.id}`, { isEnabled: false });
  await ear.hears('outside server changed', (change) => change.server === 'unmanned');
  expect(await listed(anna, await send(anna))).toMatchObject({ server: 'unmanned' });
  expect(ear.heard('outside server changed').map((change) => change.server)).toEqual([
    ...['paused', 'open', 'away', 'open', 'unmanned'],
  ]);
});
