import {
  ContestFormData,
  ManagedContestList,
  ManagedContestReply,
} from '@balloon/contracts/contests/contest-form.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let admin: Person;
let groupId: number;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  groupId = await server.given.group('First year');
});
afterAll(() => server.close());

/** What an older client sends for a new contest. */
const olderForm = (change: object = {}) => ({
  name: '1 September 2026 • Cup',
  startTimeMs: Date.now() + HOUR_MS,
  durationTimeMs: 5 * HOUR_MS,
  relativeFreezeTimeMs: 4 * HOUR_MS,
  practiceDurationTimeMs: 0,
  groupIds: [groupId],
  problemIds: [],
  isRated: true,
  ...change,
});

const create = async (change: object = {}, by: Person = admin) => {
  const reply = await by.post('/api/admin/contests', olderForm(change));
  expect([reply.status, reply.text]).toEqual([200, expect.anything()]);
  return reply.as(ManagedContestReply).contest;
};
const read = async (id: number, by: Person = admin) =>
  (await by.get(`/api/admin/contests/${id}`)).as(ContestFormData);
const edit = (id: number, change: object, by: Person = admin) => by.post(`/api/admin/contests/${id}`, change);

describe('a new contest', () => {
  test('is stored as an older client sends it, with fractions rounded and ids as text', async () => {
    const problems = [await server.given.problem('Sum'), await server.given.problem('Product')];
    const contest = await create({
      practiceDurationTimeMs: 3960000.0000000005,
      groupIds: [String(groupId)],
      problemIds: problems.toReversed(),
    });
    const form = await read(contest.id);
    expect(form).toMatchObject({
      name: '1 September 2026 • Cup',
      practiceDurationTimeMs: 3_960_000,
      hasPracticeTime: true,
      allowedGroups: [{ id: groupId, name: 'First year' }],
      revision: 1,
      authorId: admin.user.id,
    });
    expect(form.problems.map(({ title, internalSymbolIndex }) => [title, internalSymbolIndex])).toEqual([
      ['Product', 'A'],
      ['Sum', 'B'],
    ]);
    expect(new Set(form.problems.map(({ color }) => color)).size).toBe(2);
  });

  test('is made once, however often a request under its key comes', async () => {
    const form = olderForm({ name: 'Made once', idempotencyKey: 'of-this-very-contest' });
    const replies = await Promise.all([1, 2, 3].map(() => admin.post('/api/admin/contests', form)));
    const ids = replies.map((reply) => reply.as(ManagedContestReply).contest.id);
    expect(new Set(ids).size).toBe(1);
    const other = await admin.post('/api/admin/contests', { ...form, name: 'Another' });
    expect([other.status, other.json.error?.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const moderator = await server.given.supervisor({ groups: [groupId] });
    expect((await create(form, moderator)).id).not.toBe(ids[0]); // keys of different people have nothing in common
  });

  test('that is only named gets the defaults of the form', async () => {
    const reply = await admin.post('/api/admin/contests', { name: 'Named only' });
    const { contest } = reply.as(ManagedContestReply);
    expect(contest).toMatchObject({
      durationTimeMs: 5 * HOUR_MS,
      relativeFreezeTimeMs: 4 * HOUR_MS,
      practiceDurationTimeMs: 0,
      isRated: true,
      isEnabled: true,
      isListed: true,
      isWithComments: false,
      sourcesAfterEnd: 'supervisors',
      testsAfterEnd: 'supervisors',
      showsOrigin: false,
      wrongTryPenaltyMin: 20,
      countsCompilationErrors: false,
    });
    expect((contest.startTimeMs + 3 * HOUR_MS) % (24 * HOUR_MS)).toBe(0);
    expect(Math.abs(contest.startTimeMs - Date.now())).toBeLessThanOrEqual(24 * HOUR_MS);
  });

  test.each([
    [{ name: '  ' }, 'name', 'too_small'],
    [{ name: 'x'.repeat(201) }, 'name', 'too_big'],
    [{ durationTimeMs: 0 }, 'durationTimeMs', 'too_small'],
    [{ durationTimeMs: 'soon' }, 'durationTimeMs', 'invalid_format'],
    [{ relativeFreezeTimeMs: 6 * HOUR_MS }, 'relativeFreezeTimeMs', 'too_big'],
    [{ startTimeMs: Number.MAX_SAFE_INTEGER }, 'startTimeMs', 'too_big'],
    [{ groupIds: [999_999] }, 'groupIds', 'invalid'],
    [{ problemIds: [999_999] }, 'problemIds.0', 'invalid'],
    [{ languageIds: [999_999] }, 'languageIds', 'invalid'],
    [{ wrongTryPenaltyMin: -1 }, 'wrongTryPenaltyMin', 'too_small'],
    [{ wrongTryPenaltyMin: '' }, 'wrongTryPenaltyMin', 'invalid_format'],
  ])('%j names the wrong field', async (change, field, kind) => {
    const reply = await admin.post('/api/admin/contests', olderForm(change));
    expect(reply.status).toBe(400);
    expect(reply.json.error?.issues?.[0]).toMatchObject({ field, kind });
    if (kind !== 'invalid') expect(reply.json.error?.description).not.toContain('is not valid');
  });

  test('of a moderator is for a group of theirs, with problems that they may read', async () => {
    const otherGroupId = await server.given.group();
    const moderator = await server.given.supervisor({ groups: [groupId] });
    await create({}, moderator);

    const none = await moderator.post('/api/admin/contests', olderForm({ groupIds: [] }));
    expect(none.json.error?.issues?.[0]).toMatchObject({ field: 'groupIds', kind: 'required' });
    const foreign = await moderator.post('/api/admin/contests', olderForm({ groupIds: [otherGroupId] }));
    expect([foreign.status, foreign.json.error?.code]).toEqual([403, 'GROUP_NOT_YOURS']);

    const secret = await server.given.contest({ groups: [otherGroupId], startsInMin: 60 });
    const stolen = await moderator.post('/api/admin/contests', olderForm({ problemIds: secret.problemIds }));
    expect(stolen.json.error?.issues?.[0]).toMatchObject({ field: 'problemIds.0', kind: 'invalid' });
  });
});

describe('an edit', () => {
  test('by an older client keeps fields unknown to it: colours, pins, rules', async () => {
    const [first = 0, second = 0] = [await server.given.problem('One'), await server.given.problem('Two')];
    const { uuid } = await server.services.db
      .insertInto('problemVersion')
      .values({ problemId: first, versionNumber: 1, title: 'One, as it was', testsetId: null, samples: null })
      .returning('uuid')
      .executeTakeFirstOrThrow();
    const contest = await create({
      problems: [{ id: first, color: '#12ab34', versionId: uuid }, { id: second }],
      wrongTryPenaltyMin: 5,
      showsOrigin: true,
      isListed: false,
    });

    const change = {
      ...olderForm({ name: 'Renamed', problemIds: [second, first] }),
      contestId: `${contest.id}`,
    };
    expect((await edit(contest.id, change)).status).toBe(200);

    const form = await read(contest.id);
    expect(form).toMatchObject({ name: 'Renamed', wrongTryPenaltyMin: 5, showsOrigin: true, revision: 2 });
    expect(form.problems[1]).toMatchObject({
      title: 'One, as it was',
      color: '#12AB34',
      internalSymbolIndex: 'B',
      ProblemToContest: { versionId: uuid },
    });
    const onlyProblems = await admin.post(`/api/admin/contests/${contest.id}/problems`, {
      contestId: String(contest.id),
      problemIds: [first],
    });
    expect(onlyProblems.status).toBe(200);
    expect((await read(contest.id)).problems).toMatchObject([{ color: '#12AB34' }]);
  });

  test('of a form that is older than the contest is refused with the person and the change', async () => {
    const other = await server.given.admin();
    const contest = await create();
    await edit(contest.id, { name: 'By the other', basedOnRevision: contest.revision }, other);

    const stale = await edit(contest.id, { durationTimeMs: HOUR_MS, basedOnRevision: contest.revision });

    expect([stale.status, stale.json.error?.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(stale.json.error?.restParams).toMatchObject({
      version: 2,
      edits: [{ version: 2, editor: { id: other.user.id }, changed: ['name'] }],
    });
    expect(await read(contest.id)).toMatchObject({ name: 'By the other', durationTimeMs: 5 * HOUR_MS });
    expect((await edit(contest.id, { durationTimeMs: HOUR_MS, basedOnRevision: 2 })).status).toBe(200);
    expect((await edit(contest.id, { name: 'Without a revision' })).status).toBe(200);
  });

  test('accepts one of several simultaneous requests, and no change is lost', async () => {
    const contest = await create();
    const form = { basedOnRevision: contest.revision };
    const replies = await Promise.all(
      ['one', 'two', 'three'].map((name) => edit(contest.id, { ...form, name })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await read(contest.id)).revision).toBe(2);
  });

  test('that changes nothing makes no revision', async () => {
    const contest = await create();
    const reply = await edit(contest.id, { name: contest.name, groupIds: [groupId] });
    expect(reply.as(ManagedContestReply).contest.revision).toBe(1);
  });

  test('that lengthens the contest leaves the freeze as long before the end', async () => {
    const contest = await create();
    const reply = await edit(contest.id, { durationTimeMs: 6 * HOUR_MS });
    expect(reply.as(ManagedContestReply).contest.relativeFreezeTimeMs).toBe(5 * HOUR_MS);
  });

  test('by a moderator of other groups finds no contest', async () => {
    const contest = await create();
    const stranger = await server.given.supervisor({ groups: [await server.given.group()] });
    for (const reply of [
      await edit(contest.id, { name: 'Mine' }, stranger),
      await stranger.get(`/api/admin/contests/${contest.id}`),
      await stranger.send('DELETE', `/api/admin/contests/${contest.id}`, {}),
      await stranger.post(`/api/admin/contests/${contest.id}/preview`, {}),
    ]) {
      expect([reply.status, reply.json.error?.code]).toEqual([404, 'CONTEST_NOT_FOUND']);
    }
  });
});

describe('rules of scoring', () => {
  test('of a running contest are followed by the table at once', async () => {
    const { db } = server.services;
    const contest = await server.given.contest({ startsInMin: -100 });
    const participant = await server.given.participant(contest);
    const [problemId = 0] = contest.problemIds;
    const table = async () =>
      (await participant.get(`/api/contest/${contest.id}/table2`)).as(ScoreboardPage).rows[0];
    await participant.submit(contest, {});
    await participant.submit(contest, {});
    await participant.submit(contest, {});
    const ids = await db
      .selectFrom('solution')
      .select('id')
      .where('contestId', '=', contest.id)
      .orderBy('id')
      .execute();
    // A compilation error, a wrong answer, then accepted.
    for (const [index, verdictId] of [3, 2, 1].entries()) {
      await admin.decide(ids[index]?.id ?? 0, verdictId);
    }
    expect(await table()).toMatchObject({ penalty: 120, cells: [{ result: '+1' }] });

    await edit(contest.id, { wrongTryPenaltyMin: 5 });
    expect(await table()).toMatchObject({ penalty: 105, cells: [{ result: '+1' }] });

    await edit(contest.id, { countsCompilationErrors: true });
    expect(await table()).toMatchObject({ penalty: 110, cells: [{ result: '+2' }] });
    const [listed] = (await participant.get(`/api/contest/${contest.id}/problems`)).json as never as [
      { verdictStatus: object },
    ];
    expect(listed.verdictStatus).toEqual({ accepted: true, wrongsNumber: 2 });

    const removed = await edit(contest.id, { problemIds: [] });
    expect(removed.status).toBe(200);
    expect(await table()).toMatchObject({ penalty: 0, cells: [] });
    const mine = await participant.get(`/api/contest/${contest.id}/solutions/my`);
    expect(mine.json.solutionsNumber).toBe(3);
    await edit(contest.id, { problemIds: [problemId] });
    expect(await table()).toMatchObject({ penalty: 110 });
  });

  test('a change reaches the pages of everybody in the contest', async () => {
    const contest = await server.given.contest();
    const participant = await server.given.participant(contest);
    const socket = await participant.socket();
    await new Promise((done) => socket.emit('contest.join', { contestId: contest.id }, done));
    const heard = Promise.all(
      (['contest changed', 'table update'] as const).map(
        (event) => new Promise((resolve) => socket.once(event, resolve)),
      ),
    );
    await edit(contest.id, { durationTimeMs: 7 * HOUR_MS });
    expect(await heard).toEqual([
      { contestId: contest.id },
      expect.objectContaining({ contestId: contest.id }),
    ]);
  });
});

describe('removing', () => {
  test('a contest hides it from everybody, and an admin restores it as it was', async () => {
    const contest = await server.given.contest();
    const participant = await server.given.participant(contest);
    await participant.submit(contest, {});

    const removed = await admin.send('DELETE', `/api/admin/contests/${contest.id}`, {});
    expect(removed.as(ManagedContestReply).contest).toMatchObject({
      status: 'REMOVED',
      solutionsNumber: 1,
      participantsNumber: 1,
    });
    expect((await participant.get(`/api/contest/${contest.id}/canJoin`)).status).toBe(404);
    expect((await admin.get(`/api/admin/contests/${contest.id}`)).status).toBe(404);
    expect((await edit(contest.id, { name: 'Late' })).status).toBe(404);
    const moderator = await server.given.supervisor();
    expect((await moderator.post(`/api/admin/contests/${contest.id}/repair`)).status).toBe(403);

    const restored = await admin.post(`/api/admin/contests/${contest.id}/repair`);
    expect(restored.as(ManagedContestReply).contest).toMatchObject({ status: 'RUNNING', solutionsNumber: 1 });
    expect((await participant.get(`/api/contest/${contest.id}`)).status).toBe(200);
    const again = await admin.post(`/api/admin/contests/${contest.id}/repair`);
    expect([again.status, again.json.contest?.id]).toEqual([200, contest.id]);
  });
});

describe('the list', () => {
  test('has the removed ones apart, and numbers that matter before removing', async () => {
    const contest = await server.given.contest({ name: 'Listed one' });
    const other = await server.given.contest({ name: 'Listed two', isSuspended: true });
    const participant = await server.given.participant(contest);
    await participant.submit(contest, {});
    const list = async (query: string, by: Person = admin) =>
      (await by.get(`/api/admin/contests?query=listed&${query}`)).as(ManagedContestList);

    expect(await list('sort=byId&sort_order=asc')).toMatchObject({
      contestsNumber: 1,
      contests: [{ id: contest.id, solutionsNumber: 1, participantsNumber: 1, revision: 1 }],
    });
    expect((await list('category=showOnlyRemoved')).contests.map(({ id }) => id)).toEqual([other.id]);
  });

  test('shows an unlisted contest to supervisors and its participants only', async () => {
    const contest = await create({
      name: 'Hidden cup',
      groupIds: [groupId],
      startTimeMs: Date.now() - HOUR_MS,
    });
    await edit(contest.id, { isListed: false });
    const inside = await server.given.participant(contest, { groups: [groupId] });
    const outside = await server.given.signedIn(await server.given.user({ groups: [groupId] }));
    const moderator = await server.given.supervisor({ groups: [groupId] });
    const found = async (by: Person) => (await by.get('/api/contest/all?query=hidden')).json.contestsNumber;
    expect(await Promise.all([admin, moderator, inside, outside].map(found))).toEqual([1, 1, 1, 0]);
    expect((await outside.get(`/api/contest/${contest.id}/canJoin`)).json.can).toBe(true);
  });
});
