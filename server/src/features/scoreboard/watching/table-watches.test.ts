import { ScoreboardPage, type TableRows } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { changedPage } from '@balloon/domain/scoreboard/table-delta.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ContestHeads } from '#features/contests/contest-heads.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { announce } from '#realtime/announcements.ts';
import { openEar, type TestEar } from '#testing/test-ear.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const tableOf = async (viewer: Person, contest: GivenContest) =>
  (await viewer.get(`/api/contest/${contest.id}/table2?count=10`)).as(ScoreboardPage);

const versionOf = async (viewer: Person, contest: GivenContest) =>
  (await tableOf(viewer, contest)).actualTableHash.hash;

/** A person who shows the first ten rows. */
async function watcher(viewer: Person, contest: GivenContest): Promise<TestEar> {
  const ear = await openEar(viewer, contest);
  await ear.joins('table.watch', { contestId: contest.id, count: 10 });
  await ear.hears('table rows');
  return ear;
}

/** Waits until a page has reached the present version by nothing but its changes. */
async function follows(ear: TestEar, viewer: Person, contest: GivenContest, from: ScoreboardPage) {
  const present = await tableOf(viewer, contest);
  await ear.hears('table rows', ({ to }) => to === present.actualTableHash.hash);
  const page = ear
    .heard('table rows')
    .reduce(
      (known, change) =>
        changedPage<ScoreboardPage['rows'][number], ScoreboardPage>(known, change, 0) ?? known,
      from,
    );
  const ownRow = ear.heard('table own row').at(-1)?.ownRow ?? null;
  expect({ ...page, ownRow }).toEqual(present);
}

const changes = (ear: TestEar): TableRows[] => ear.heard('table rows').filter(({ from, to }) => from !== to);

test('pages follow by changes alone, each as far as its viewer may know', async () => {
  const contest = await server.given.contest({
    startsInMin: -200,
    freezeInMin: -20,
    problems: ['A', 'B'],
  });
  const [author, rival] = [await server.given.participant(contest), await server.given.participant(contest)];
  const jury = await server.given.supervisor();
  await server.given.attempted(contest, rival, 10, 'accepted');
  const viewers = [author, rival, jury];
  const pages = await Promise.all(viewers.map((viewer) => tableOf(viewer, contest)));
  const ears = await Promise.all(viewers.map((viewer) => watcher(viewer, contest)));

  await server.given.attempted(contest, author, 20, 'accepted');
  for (const [index, viewer] of viewers.entries()) {
    const [ear, page] = [ears[index], pages[index]];
    if (ear && page) await follows(ear, viewer, contest, page);
  }

  // The freeze hides this from the rival, who is told nothing at all.
  const [authorEar, rivalEar, juryEar] = ears as [TestEar, TestEar, TestEar];
  const before = changes(rivalEar).length;
  const hidden = await server.given.attempted(contest, author, 190, 'wrongAnswer', 1);
  const sent = await versionOf(rival, contest);
  await server.given.logged(contest, { ...hidden, verdictId: VERDICTS.accepted.id });
  for (const [ear, viewer] of [
    [authorEar, author],
    [juryEar, jury],
  ] as const) {
    const present = await versionOf(viewer, contest);
    await ear.hears('table rows', ({ to }) => to === present);
  }
  await rivalEar.catchesUp();
  expect(await versionOf(rival, contest)).toBe(sent);
  for (const change of changes(rivalEar).slice(before)) expect(change.to).toBe(sent);
  expect(rivalEar.heard('table own row').every(({ ownRow }) => ownRow?.user.id === rival.user.id)).toBe(true);
});

test('somebody who may no longer see the table is told nothing more', async () => {
  const contest = await server.given.contest();
  const [own, other] = [await server.given.participant(contest), await server.given.participant(contest)];
  const [ear, otherEar] = [await watcher(own, contest), await watcher(other, contest)];
  const { db } = server.services;
  await db
    .deleteFrom('contestParticipant')
    .where('contestId', '=', contest.id)
    .where('accountId', '=', own.user.id)
    .execute();
  await announce(db, 'contest.changed', { contestId: contest.id });
  await server.given.attempted(contest, other, 10, 'accepted');
  const present = await versionOf(other, contest);
  await otherEar.hears('table rows', ({ to }) => to === present);
  await ear.catchesUp();
  expect(changes(ear)).toEqual([]);
});

test('whose rights change while they are checked is checked again', async () => {
  const contest = await server.given.contest({ problems: ['A', 'B'] });
  const [own, other] = [await server.given.participant(contest), await server.given.participant(contest)];
  const [ear, otherEar] = [await watcher(own, contest), await watcher(other, contest)];
  const { db, heads } = server.services;
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const peeks = vi.spyOn(heads, 'peek').mockReturnValue(null); // whatever is in memory by now
  const visits = vi.spyOn(heads, 'visit').mockImplementationOnce(async (...asked) => {
    const visit = await ContestHeads.prototype.visit.apply(heads, asked);
    begun.resolve();
    await mayEnd.promise;
    return visit;
  });
  await announce(db, 'contest.changed', { contestId: contest.id });
  await begun.promise;
  await db
    .deleteFrom('contestParticipant')
    .where('contestId', '=', contest.id)
    .where('accountId', '=', own.user.id)
    .execute();
  await server.services.announcements.caughtUp();
  mayEnd.resolve();
  peeks.mockRestore();
  await server.given.attempted(contest, other, 10, 'accepted');
  const first = await versionOf(other, contest);
  await otherEar.hears('table rows', ({ to }) => to === first);
  await server.given.attempted(contest, other, 20, 'accepted', 1);
  const second = await versionOf(other, contest);
  await otherEar.hears('table rows', ({ to }) => to === second);
  await ear.catchesUp();
  expect(second).not.toBe(first);
  expect(changes(ear).map(({ to }) => to)).not.toContain(second);
  visits.mockRestore();
});

test('whom contest mode confines to another contest is told nothing more, without having joined the rooms', async () => {
  const [contest, exam] = [await server.given.contest(), await server.given.contest()];
  const [own, other] = [await server.given.participant(contest), await server.given.participant(contest)];
  await server.given.joined(own.user, exam);
  const [ear, otherEar] = [await openEar(own), await watcher(other, contest)];
  await ear.joins('table.watch', { contestId: contest.id, count: 10 });
  await ear.hears('table rows');
  const { db, announcements } = server.services;
  await db.updateTable('contest').set({ confines: true }).where('id', '=', exam.id).execute();
  await announcements.caughtUp();
  expect((await own.get(`/api/contest/${exam.id}/problems`)).status).toBe(200);
  await announcements.caughtUp();

  await server.given.attempted(contest, other, 10, 'accepted');
  const present = await versionOf(other, contest);
  await otherEar.hears('table rows', ({ to }) => to === present);
  await ear.catchesUp();
  expect(changes(ear)).toEqual([]);
  expect(ear.heard('table rows').map(({ to }) => to)).not.toContain(present);

  // The page does not know that it was left out, and goes on once the other contest confines nobody.
  await db.updateTable('contest').set({ confines: false }).where('id', '=', exam.id).execute();
  await announcements.caughtUp();
  await server.given.attempted(contest, own, 20, 'accepted');
  const later = await versionOf(other, contest);
  await ear.hears('table rows', ({ to }) => to === later);
});

test('whose network counts from the start on is told nothing more then', async () => {
  const { db, announcements } = server.services;
  const contest = await server.given.contest({ startsInMin: 60 });
  const [own, jury] = [await server.given.participant(contest), await server.given.supervisor()];
  await db
    .updateTable('contest')
    .set({ allowedNetworks: sql`'{203.0.113.0/24}'` })
    .where('id', '=', contest.id)
    .execute();
  await announcements.caughtUp();
  const [ear, juryEar] = [await watcher(own, contest), await watcher(jury, contest)];

  const startTimeMs = (await databaseNowMs(db)) - 60 * 60_000;
  await db.updateTable('contest').set({ startTimeMs }).where('id', '=', contest.id).execute();
  await announcements.caughtUp();
  const { moments } = liveScoreboards(server.services);
  const begun = new Promise((resolve) => moments.on(resolve));
  const { durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs } = await db
    .selectFrom('contest')
    .selectAll()
    .where('id', '=', contest.id)
    .executeTakeFirstOrThrow();
  const times = { startTimeMs, durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs };
  moments.expectNext(contest.id, times, startTimeMs - 1);
  await begun;
  await server.given.attempted(contest, own, 10, 'accepted');
  const present = await versionOf(jury, contest);
  await juryEar.hears('table rows', ({ to }) => to === present);
  await ear.catchesUp();
  expect(ear.heard('table rows').map(({ to }) => to)).not.toContain(present);
});

test('members of a team whose start is taken back see the table of a floating contest no more', async () => {
  const { given, services } = server;
  const contest = await given.contest({ startsInMin: -600, durationMin: 1440 });
  const windowTimeMs = 3_600_000;
  await services.db.updateTable('contest').set({ windowTimeMs }).where('id', '=', contest.id).execute();
  const [team, other] = [await given.user(), await given.participant(contest)];
  await given.joined(team, contest);
  const member = await given.signedIn(await given.user());
  await (await given.admin()).linkMembers(team, 'Polar Bears', [member]);
  await services.announcements.caughtUp();
  for (const person of [member, other])
    expect((await person.post(`/api/contest/${contest.id}/start`)).status).toBe(200);
  const [ear, otherEar] = [await watcher(member, contest), await watcher(other, contest)];

  await services.db
    .updateTable('contestParticipant')
    .set({ startedAtMs: null })
    .where('contestId', '=', contest.id)
    .where('accountId', '=', team.id)
    .execute();
  await services.announcements.caughtUp();
  await given.attempted(contest, other, 601, 'accepted');
  const present = await versionOf(other, contest);
  await otherEar.hears('table rows', ({ to }) => to === present);
  await ear.catchesUp();
  expect(changes(ear).map(({ to }) => to)).not.toContain(present);
});

test('a page that is no longer watched is told nothing, and strangers cannot watch', async () => {
  const contest = await server.given.contest();
  const [own, other] = [await server.given.participant(contest), await server.given.participant(contest)];
  const [ear, otherEar] = [await watcher(own, contest), await watcher(other, contest)];
  await ear.joins('table.unwatch', { contestId: contest.id, count: 10 });
  await server.given.attempted(contest, other, 10, 'accepted');
  const present = await versionOf(other, contest);
  await otherEar.hears('table rows', ({ to }) => to === present);
  await ear.catchesUp();
  expect(changes(ear)).toEqual([]);

  const stranger = await server.given.signedIn(await server.given.user());
  const elsewhere = await openEar(stranger);
  expect(await elsewhere.asks('table.watch', { contestId: contest.id })).toMatchObject({
    code: 'CONTEST_NOT_JOINED',
  });
});

test('one connection follows a few pages at most', async () => {
  const contest = await server.given.contest();
  const ear = await openEar(await server.given.participant(contest));
  for (let number = 1; number <= 9; number += 1) {
    const reply = await ear.asks('table.watch', { contestId: contest.id, offset: 10 * number });
    expect(reply).toEqual(number <= 8 ? { ok: true } : { ok: false, code: 'TOO_MANY_EVENTS' });
  }
});

test('one person follows a few pages more in all windows, and those of closed ones count no more', async () => {
  const contest = await server.given.contest();
  const person = await server.given.participant(contest);
  const windows = await Promise.all([1, 2, 3, 4].map(() => openEar(person)));
  const watches = (ear: TestEar | undefined, number: number) =>
    ear?.asks('table.watch', { contestId: contest.id, offset: 10 * number });
  for (let number = 1; number <= 24; number += 1)
    expect(await watches(windows[Math.ceil(number / 8) - 1], number)).toEqual({ ok: true });
  expect(await watches(windows[3], 1)).toEqual({ ok: true });
  expect(await watches(windows[3], 25)).toEqual({ ok: false, code: 'TOO_MANY_EVENTS' });

  windows[1]?.socket.disconnect();
  await expect.poll(() => watches(windows[3], 25)).toEqual({ ok: true });
});

/** Moves a moment of a contest to one second from now, and tells that its times have changed. */
async function comesSoon(contest: GivenContest, moment: 'relativeFreezeTimeMs' | 'durationTimeMs') {
  const { db } = server.services;
  const offsetMs = (await databaseNowMs(db)) + 1000 - contest.startTimeMs;
  await db.updateTable('contest').set(moment, offsetMs).where('id', '=', contest.id).execute();
  await announce(db, 'contest.changed', { contestId: contest.id });
}

test('open pages are told when the freeze begins, although nothing else happens', async () => {
  const contest = await server.given.contest({ startsInMin: -100, durationMin: 300 });
  const viewer = await server.given.participant(contest);
  const ear = await watcher(viewer, contest);
  await comesSoon(contest, 'relativeFreezeTimeMs');
  await ear.hears('table rows', ({ facts }) => facts.isFrozen === true);
});

test('open pages are told what the freeze hid as soon as it ends, and not before', async () => {
  const contest = await server.given.contest({ startsInMin: -100, freezeInMin: -50, durationMin: 300 });
  const [viewer, rival] = [await server.given.participant(contest), await server.given.participant(contest)];
  await server.given.attempted(contest, rival, 60, 'accepted');
  const ear = await watcher(viewer, contest);
  const before = await tableOf(viewer, contest);
  expect(before.rows.map(({ acceptedSolutions }) => acceptedSolutions)).toEqual([0, 0]);

  await comesSoon(contest, 'durationTimeMs');
  const { facts, rows } = await ear.hears('table rows', ({ facts }) => facts.isFrozen === false);
  expect(facts.statistics?.map(({ problemIndex }) => problemIndex)).toEqual(['A']);
  expect(rows.find(({ user }) => user.id === rival.user.id)).toMatchObject({ acceptedSolutions: 1 });
  expect(changes(ear).filter((change) => change.facts.isFrozen !== false)).toEqual([]);
});
