import { ScoreTable } from '@balloon/contracts/ratings/ratings.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Stores a judged solution, sent at a minute of the contest. */
async function solve(
  contest: GivenContest,
  { user }: Person,
  minute: number,
  { problem = 0, verdict = 'accepted' }: { problem?: number; verdict?: VerdictKey } = {},
) {
  const { db } = server.services;
  const { id: languageId } = await db.selectFrom('language').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('solution')
    .values({
      contestId: contest.id,
      problemId: contest.problemIds[problem] ?? 0,
      accountId: user.id,
      languageId,
      sentAtMs: contest.startTimeMs + minute * MINUTE,
      source: 'x',
      sourceSha256: 'x',
      verdictId: VERDICTS[verdict].id,
    })
    .execute();
}

/** Lets everybody start a contest by themselves, for so many minutes. */
const letFloat = ({ id }: GivenContest, windowMin: number) =>
  server.services.db
    .updateTable('contest')
    .set({ windowTimeMs: windowMin * MINUTE })
    .where('id', '=', id)
    .execute();

/** Starts a floating contest for a participant at a minute of it. */
const start = ({ id, startTimeMs }: GivenContest, { user }: Person, minute: number) =>
  server.services.db
    .updateTable('contestParticipant')
    .set({ startedAtMs: startTimeMs + minute * MINUTE })
    .where('contestId', '=', id)
    .where('accountId', '=', user.id)
    .execute();

/** Takes a participant out of competition, or out of the ranking. */
const adjust = (
  { id }: GivenContest,
  { user }: Person,
  change: { isOfficial: boolean } | { isDisqualified: boolean },
) =>
  server.services.db
    .updateTable('contestParticipant')
    .set(change)
    .where('contestId', '=', id)
    .where('accountId', '=', user.id)
    .execute();

const ask = (viewer: Person, contests: readonly { id: number }[], points: object = {}) =>
  viewer.post('/api/admin/ratingTable', { contestIds: contests.map(({ id }) => id), ...points });

async function drawn(viewer: Person, contests: readonly GivenContest[], names: object, points?: object) {
  const reply = await ask(viewer, contests, points);
  expect(reply.status, reply.text).toBe(200);
  return reply.as(ScoreTable).rows.map((row) => {
    const [name] = Object.entries(names).find(([, person]) => person.user.id === row.user.id) ?? ['?'];
    const cells = row.row.map((cell) => cell.join('/')).join(' ');
    return `${row.displayRank} ${name} ${cells}: ${row.scoreInTime}+${row.scoreInPractice}=${row.scoreSum}`;
  });
}

async function twoContests() {
  const { given } = server;
  const options = { startsInMin: -400, durationMin: 300, practiceMin: 200, problems: ['A', 'B'] };
  const [first, second] = [await given.contest(options), await given.contest(options)];
  const anna = await given.participant(first);
  const boris = await given.participant(first);
  for (const { user } of [anna, boris]) await given.joined(user, second);
  return { first, second, anna, boris };
}

describe('the score table', () => {
  test('adds up problems in time and later over the contests, in the order asked for', async () => {
    const { first, second, anna, boris } = await twoContests();
    await solve(first, anna, 10);
    await solve(first, anna, 300, { problem: 1 }); // the very end still counts as in time
    await solve(first, boris, 20);
    await solve(first, boris, 30, { problem: 1, verdict: 'wrongAnswer' });
    await solve(second, boris, 301);
    const names = { anna, boris };

    expect(await drawn(anna, [second, first], names)).toEqual([
      '1 anna 0/0 2/0: 4+0=4',
      '2 boris 0/1 1/0: 2+1=3',
    ]);
    expect(await drawn(anna, [first, second], names, { scoreInTime: '0.5', scoreInPractice: 1 })).toEqual([
      '1 boris 1/0 0/1: 0.5+1=1.5',
      '2 anna 2/0 0/0: 1+0=1',
    ]);
    const { header } = (await ask(anna, [second, first, second])).as(ScoreTable);
    expect(header.row.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  test('takes the earliest acceptance of a problem', async () => {
    const { first, anna } = await twoContests();
    await solve(first, anna, 310);
    await solve(first, anna, 40);
    expect(await drawn(anna, [first], { anna })).toEqual(['1 anna 1/0: 2+0=2']);
  });

  test('shares places of equal scores, and knows neither supervisors nor who solved nothing', async () => {
    const { first, anna, boris } = await twoContests();
    const jury = await server.given.participant(first, { mask: 1024 });
    await server.given.participant(first);
    for (const person of [anna, boris, jury]) await solve(first, person, 10);
    expect((await drawn(jury, [first], { anna, boris, jury })).sort()).toEqual([
      '1-2 anna 1/0: 2+0=2',
      '1-2 boris 1/0: 2+0=2',
    ]);
  });

  test('stops at the freeze for others, not for oneself and supervisors', async () => {
    const { given } = server;
    const contest = await given.contest({ startsInMin: -100, freezeInMin: -50, problems: ['A', 'B'] });
    const [anna, boris] = [await given.participant(contest), await given.participant(contest)];
    await solve(contest, anna, 10);
    await solve(contest, anna, 60, { problem: 1 });
    await solve(contest, boris, 60);
    const names = { anna, boris };

    expect(await drawn(anna, [contest], names)).toEqual(['1 anna 2/0: 4+0=4']);
    expect(await drawn(boris, [contest], names)).toEqual(['1-2 anna 1/0: 2+0=2', '1-2 boris 1/0: 2+0=2']);
    expect(await drawn(await given.supervisor(), [contest], names)).toHaveLength(2);
    expect(await drawn(await given.supervisor(), [contest], names)).toContain('1 anna 2/0: 4+0=4');
  });

  test('tells nobody how others fare in a floating contest that somebody may have yet to start', async () => {
    const { given } = server;
    const contest = await given.contest({ startsInMin: -100, problems: ['A', 'B'] });
    await letFloat(contest, 60);
    const [anna, boris] = [await given.participant(contest), await given.participant(contest)];
    await start(contest, anna, 5);
    await solve(contest, anna, 10);
    const names = { anna, boris };
    expect(await drawn(boris, [contest], names)).toEqual([]);
    expect(await drawn(anna, [contest], names)).toEqual(['1 anna 1/0: 2+0=2']);
    expect(await drawn(await given.supervisor(), [contest], names)).toEqual(['1 anna 1/0: 2+0=2']);
  });

  test('counts in a floating contest by the own window: what comes after it is practice', async () => {
    const { first, anna, boris } = await twoContests();
    await letFloat(first, 60);
    await start(first, anna, 10);
    await start(first, boris, 280);
    await solve(first, anna, 70);
    await solve(first, anna, 71, { problem: 1 });
    await solve(first, boris, 20, { problem: 1 }); // before a start that was taken back
    await solve(first, boris, 310); // the window ends with the contest
    const clara = await server.given.participant(first); // comes for the practice, and starts nothing
    await solve(first, clara, 320);
    expect(await drawn(anna, [first], { anna, boris, clara })).toEqual([
      '1 anna 1/1: 2+1=3',
      '2-3 boris 0/1: 0+1=1',
      '2-3 clara 0/1: 0+1=1',
    ]);
  });

  test('counts a disabled problem for nobody, and the end as practice where the contest does', async () => {
    const { first, anna, boris } = await twoContests();
    const { db } = server.services;
    await solve(first, anna, 10);
    await solve(first, anna, 300, { problem: 1 });
    await solve(first, boris, 10);
    await db.updateTable('contest').set({ edgeInstants: 'excluded' }).where('id', '=', first.id).execute();
    await db
      .updateTable('contestProblem')
      .set({ disabledAtMs: 1 })
      .where('contestId', '=', first.id)
      .where('position', '=', 0)
      .execute();
    expect(await drawn(anna, [first], { anna, boris })).toEqual(['1 anna 0/1: 0+1=1']);
  });

  test.each(['ranked', 'unranked', 'hidden'] as const)(
    'counts for who takes part out of competition as the contest gives them places: %s',
    async (unofficialRows) => {
      const { first, second, anna, boris } = await twoContests();
      const { db } = server.services;
      for (const person of [anna, boris]) await solve(first, person, 10);
      await solve(second, boris, 10);
      await db.updateTable('contest').set({ unofficialRows }).where('id', '=', first.id).execute();
      await adjust(first, boris, { isOfficial: false });
      const counted =
        unofficialRows === 'ranked'
          ? ['1 boris 1/0 1/0: 4+0=4', '2 anna 1/0 0/0: 2+0=2']
          : ['1-2 anna 1/0 0/0: 2+0=2', '1-2 boris 0/0 1/0: 2+0=2'];
      for (const reader of [anna, boris, await server.given.supervisor()])
        expect(await drawn(reader, [first, second], { anna, boris })).toEqual(counted);
    },
  );

  test('counts for the disqualified nothing of that contest', async () => {
    const { first, second, anna, boris } = await twoContests();
    for (const person of [anna, boris]) await solve(first, person, 10);
    await solve(first, boris, 20, { problem: 1 });
    await solve(second, boris, 301);
    await adjust(first, boris, { isDisqualified: true });
    expect(await drawn(anna, [first, second], { anna, boris })).toEqual([
      '1 anna 1/0 0/0: 2+0=2',
      '2 boris 0/0 0/1: 0+1=1',
    ]);
  });

  test('adds a contest that only who is in it finds in the list', async () => {
    const { given } = server;
    const { db } = server.services;
    const unlisted = await given.contest();
    const admitted = await given.contest({ groups: [await given.group()] });
    const [anna, stranger] = [await given.participant(unlisted), await given.signedIn(await given.user())];
    await db.updateTable('contest').set({ isListed: false }).where('id', '=', unlisted.id).execute();
    await given.joined(anna.user, admitted);
    await db
      .updateTable('contestParticipant')
      .set({ isAdmitted: true })
      .where('contestId', '=', admitted.id)
      .execute();
    for (const contest of [unlisted, admitted]) {
      expect((await ask(anna, [contest])).status).toBe(200);
      expect((await ask(stranger, [contest])).json.error?.code).toBe('CONTEST_NOT_FOUND');
    }
  });

  test('leaves out contests that the caller does not find in the list, and is refused without any other', async () => {
    const { given } = server;
    const groupId = await given.group();
    const closed = await given.contest({ groups: [groupId] });
    const removed = await given.contest({ isSuspended: true });
    const disabled = await given.contest({ isEnabled: false });
    const open = await given.contest();
    const person = await given.signedIn(await given.user());
    for (const hidden of [closed, removed, disabled, { id: 999_999 }]) {
      const { header } = (await ask(person, [hidden, open])).as(ScoreTable);
      expect(header.row.map(({ id }) => id)).toEqual([open.id]);
      const reply = await ask(person, [hidden]);
      expect([reply.status, reply.json.error?.code]).toEqual([404, 'CONTEST_NOT_FOUND']);
    }
    expect((await ask(await given.admin(), [open, closed, disabled])).status).toBe(200);
  });

  test.each([
    [{}],
    [{ contestIds: [] }],
    [{ contestIds: [-1] }],
    [{ contestIds: 'all' }],
    [{ contestIds: [1], scoreInTime: 'many' }],
    [{ contestIds: [1], scoreInPractice: 'Infinity' }],
  ])('refuses %j', async (body) => {
    const person = await server.given.signedIn(await server.given.user());
    expect((await person.post('/api/admin/ratingTable', body)).status).toBe(400);
  });
});
