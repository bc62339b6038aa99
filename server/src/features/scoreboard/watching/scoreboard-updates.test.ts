import { setTimeout } from 'node:timers/promises';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendContestEvent } from '#features/contests/contest-log.ts';
import { openEar, type TestEar } from '#testing/test-ear.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { type GivenContest, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

/** How many updates came, without one for each time that the web was too busy to listen and told of every table. */
const updatesOf = (ear: TestEar) => ear.heard('table update').length - ear.heard('resync').length;

/** Makes any change of the scoreboard. */
async function change(contest: GivenContest, times = 1) {
  await server.services.db.transaction().execute(async (tx) => {
    const nowMs = await databaseNowMs(tx);
    for (let time = 0; time < times; time += 1) {
      await appendContestEvent(tx, contest.id, { type: 'changed' }, nowMs);
    }
  });
}

/** Resolves when no update was sent for longer than the pause between two updates. */
async function allTold(ears: readonly TestEar[]) {
  const count = () => ears.reduce((sum, ear) => sum + ear.heard('table update').length, 0);
  for (let before = -1; before !== count(); ) {
    before = count();
    await setTimeout(2500);
    for (const ear of ears) await ear.catchesUp();
  }
}

test('everybody in the contest hears of a change, on every web process, and nothing of what it was', async () => {
  const { given } = server;
  const [contest, other] = [await given.contest(), await given.contest()];
  const person = await given.participant(contest);
  const second = await startTestServer({ databaseUrl: server.databaseUrl });
  try {
    const here = await openEar(person, contest);
    const there = await openEar(await second.given.signedIn(person.user), contest);
    const elsewhere = await openEar(await given.participant(other), other);
    await change(contest);
    expect(await here.hears('table update')).toEqual({ contestId: contest.id });
    expect(await there.hears('table update')).toEqual({ contestId: contest.id });
    await change(other);
    await elsewhere.hears('table update', ({ contestId }) => contestId === other.id);
    expect(elsewhere.heard('table update').map(({ contestId }) => contestId)).not.toContain(contest.id);
  } finally {
    await second.close();
  }
});

test('a page that shows no table hears of its changes only while it listens, and is in the contest', async () => {
  const { given } = server;
  const contest = await given.contest();
  const usual = await openEar(await given.participant(contest), contest);
  const quiet = await openEar(await given.participant(contest));
  const outside = await openEar(await given.participant(contest));
  const stranger = await openEar(await given.participant(await given.contest()));
  const number = (ear: typeof usual) => ear.heard('table update').length;
  // A web that was too busy to listen for a moment tells of every table once more.
  const changeIsHeard = async () => {
    const before = number(usual);
    await change(contest);
    await expect.poll(() => number(usual)).toBeGreaterThan(before);
  };
  await quiet.joins('contest.join', { contestId: contest.id, tableUpdates: false });
  await outside.joins('table.listen', { contestId: contest.id });
  expect(await stranger.asks('table.listen', { contestId: contest.id })).toMatchObject({ ok: false });
  await changeIsHeard();
  for (const ear of [quiet, outside, stranger]) {
    await ear.catchesUp();
    expect(ear.heard('table update')).toEqual([]);
  }

  await quiet.joins('table.listen', { contestId: contest.id });
  // A page that joins again after it began to listen goes on listening.
  await quiet.joins('contest.join', { contestId: contest.id, tableUpdates: false });
  await changeIsHeard();
  await quiet.catchesUp();
  expect(quiet.heard('table update')).toContainEqual({ contestId: contest.id });

  await quiet.joins('table.stopListen', { contestId: contest.id });
  const before = number(quiet);
  await changeIsHeard();
  await quiet.catchesUp();
  expect(number(quiet)).toBe(before);
});

test('a burst of changes is told at its beginning and once more at most', async () => {
  const contest = await server.given.contest();
  const ear = await openEar(await server.given.participant(contest), contest);
  await change(contest, 50);
  await ear.hears('table update');
  await setTimeout(2500); // longer than any pause
  expect(updatesOf(ear)).toBeLessThanOrEqual(2);
});

test('in the freeze a sending is told to everybody, its verdict to the author and supervisors only', async () => {
  const { given } = server;
  const contest = await given.contest({ freezeInMin: -10 });
  const author = await given.participant(contest);
  const ears = {
    author: await openEar(author, contest),
    supervisor: await openEar(await given.supervisor(), contest),
    rival: await openEar(await given.participant(contest), contest),
  };
  const judge = await startTestJudge(server.url);
  const heardBy = (who: keyof typeof ears) => updatesOf(ears[who]);

  await author.submit(contest, {});
  await ears.rival.hears('table update');
  await allTold(Object.values(ears));
  const before = { author: heardBy('author'), supervisor: heardBy('supervisor'), rival: heardBy('rival') };
  await judge.result(await judge.mustClaim());

  await expect.poll(() => heardBy('author')).toBe(before.author + 1);
  await expect.poll(() => heardBy('supervisor')).toBe(before.supervisor + 1);
  await allTold(Object.values(ears));
  expect(heardBy('rival')).toBe(before.rival);
});

test('of a solution sent before the freeze everybody hears the verdict, also during it', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const author = await given.participant(contest);
  await author.submit(contest, {});
  const frozenNow = { relativeFreezeTimeMs: (await databaseNowMs(services.db)) - contest.startTimeMs };
  await services.db.updateTable('contest').set(frozenNow).where('id', '=', contest.id).execute();
  const rival = await openEar(await given.participant(contest), contest);
  const judge = await startTestJudge(server.url);
  await allTold([rival]);
  const before = rival.heard('table update').length;
  await judge.result(await judge.mustClaim());
  await expect.poll(() => rival.heard('table update').length).toBeGreaterThan(before);
});

test('who shows a search is told when the freeze begins, although nothing else happens', async () => {
  const { services, given } = server;
  const contest = await given.contest({ startsInMin: -100, durationMin: 300 });
  const viewer = await given.participant(contest);
  const ear = await openEar(viewer, contest);
  const found = async () =>
    (await viewer.get(`/api/contest/${contest.id}/table2?q=first`)).as(ScoreboardPage);
  const freezeSoon = async () => {
    const relativeFreezeTimeMs = (await databaseNowMs(services.db)) + 1000 - contest.startTimeMs;
    const row = services.db.updateTable('contest').where('id', '=', contest.id);
    await row.set({ relativeFreezeTimeMs }).execute();
    await services.announcements.caughtUp();
  };
  // On a busy machine the freeze may begin before anybody looks.
  do await freezeSoon();
  while ((await found()).isFrozen);
  await ear.hears('table update');
  await expect.poll(async () => (await found()).isFrozen).toBe(true);
});
