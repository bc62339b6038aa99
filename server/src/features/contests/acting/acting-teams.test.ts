import { ContestList, ContestReply, ContestStarted, OwnParts } from '@balloon/contracts/contests.ts';
import { PrintPages, PrintQueue } from '@balloon/contracts/hall/printing.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { SolutionList, SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import {
  type GivenContest,
  type GivenUser,
  type Person,
  startTestServer,
  type TestServer,
} from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let contest: GivenContest;
/** The account of a team that takes part, and two of its members. */
let team: GivenUser;
let anna: Person;
let boris: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

beforeEach(async () => {
  contest = await server.given.contest({ problems: ['A', 'B'] });
  [team, anna, boris] = [await server.given.user(), await person(), await person()];
  await admin.linkMembers(team, 'Polar Bears', [anna, boris]);
  await server.given.joined(team, contest);
  await caughtUp();
});

const caughtUp = () => server.services.announcements.caughtUp();
const person = async () => server.given.signedIn(await server.given.user());
async function linkMembers(of: GivenUser, name: string, people: readonly Person[]): Promise<void> {
  await admin.linkMembers(of, name, people);
  await caughtUp();
}
const codeOf = async (reply: ReturnType<Person['get']>) => (await reply).json.error?.code;
const path = (call = '') => `/api/contest/${contest.id}${call}`;
const send = async (by: Person, more: object = {}) => (await by.submit(contest, more)).as(SubmitReply);
const own = async (by: Person) => (await by.get(path('/solutions/my'))).as(SolutionList).solutions;
const partOf = async (by: Person) => (await by.get(path('/part'))).as(OwnParts);
const choose = (by: Person, teamId: number | null) => by.post(path('/part'), { teamId });
const edit = async (settings: object) => {
  expect((await admin.post(`/api/admin/contests/${contest.id}`, settings)).status).toBe(200);
  await caughtUp();
};

describe('a member of a team that takes part', () => {
  test('sends as the team, and the team and supervisors see who did', async () => {
    const sent = await send(anna);
    expect(sent).toMatchObject({
      userId: team.id,
      author: { username: team.username, fullName: 'Polar Bears' },
      sentBy: { id: anna.user.id, username: anna.user.username },
    });
    await send(boris, { symbolIndex: 'B' });
    const account = await server.given.signedIn(team);
    const seen = [await own(anna), await own(boris), await own(account)];
    for (const solutions of seen)
      expect(solutions.map(({ sentBy }) => sentBy?.id)).toEqual([boris.user.id, anna.user.id]);
    const all = (await admin.get(path('/solutions/all'))).as(SolutionList).solutions;
    expect(all.map(({ userId, author, sentBy }) => [userId, author.fullName, sentBy?.id])).toEqual([
      [team.id, 'Polar Bears', boris.user.id],
      [team.id, 'Polar Bears', anna.user.id],
    ]);
    expect((await send(account)).sentBy).toBeUndefined();
  });

  test('opens the contest as one who has joined, in the list, too, and adds no row of their own', async () => {
    const { contest: view } = (await anna.get(path())).as(ContestReply);
    expect([view.joined, view.ownTeam]).toEqual([true, { id: team.id, name: 'Polar Bears' }]);
    const { contests } = (await anna.get('/api/contest/all?count=200')).as(ContestList);
    expect(contests.find(({ id }) => id === contest.id)?.joined).toBe(true);
    expect((await anna.post(path('/join'))).json).toMatchObject({ previouslyJoined: true });
    await send(anna);
    const { rows } = (await boris.get(path('/table2?count=50'))).as(ScoreboardPage);
    expect(rows.map(({ user }) => user.id)).toEqual([team.id]);
    expect(await codeOf(anna.get(`/api/problems/${contest.problemIds[0]}`))).toBeUndefined();
  });

  test('asks as the team, which sees who of it did, as the jury does', async () => {
    expect((await anna.post(path('/messages'), { text: 'Is it?' })).status).toBe(200);
    const heard = async (by: Person) =>
      (await by.get(path('/messages'))).text.includes(`"sentBy":{"id":${anna.user.id}`);
    expect([await heard(boris), await heard(admin)]).toEqual([true, true]);
    const other = await server.given.participant(contest);
    expect((await other.get(path('/messages'))).text).not.toContain('Is it?');
  });

  test('prints as the team, and the organisers see who did', async () => {
    const rules = { isOpen: true, maxPages: 2, jobsPerMinute: 2, printsAfterEnd: false };
    const jury = `/api/admin/contests/${contest.id}/prints`;
    await admin.post(jury, rules);
    const print = (by: Person) => by.post(path('/prints'), { title: 'A', text: 'int main() {}' });
    expect([(await print(anna)).status, (await print(boris)).status]).toEqual([200, 200]);
    expect(await codeOf(print(boris))).toBe('PRINTING_TOO_FAST');
    const { jobs } = (await admin.get(jury)).as(PrintQueue);
    expect(jobs.map(({ name, sentBy }) => [name, sentBy?.id])).toEqual([
      ['Polar Bears', boris.user.id],
      ['Polar Bears', anna.user.id],
    ]);
    const [job] = jobs;
    const { name, sentBy } = (await admin.get(`${jury}/${job?.id}`)).as(PrintPages);
    expect([name, sentBy]).toEqual(['Polar Bears', `First ${boris.user.username}`]);
  });

  test('is one with the others for what bounds a participant: two who send at once count together', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 ? anna : boris).submit(contest, { solution: `print(${n})` }),
      ),
    );
    const accepted = replies.filter(({ status }) => status === 200).map((reply) => reply.as(SubmitReply));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(new Set(accepted.map(({ userId }) => userId))).toEqual(new Set([team.id]));
    expect(new Set(accepted.map(({ sentBy }) => sentBy?.id))).toEqual(new Set([anna.user.id, boris.user.id]));
    expect(new Set(refused.map(({ json }) => json.error?.code))).toEqual(new Set(['TOO_MANY_PENDING']));
    expect(await own(anna)).toHaveLength(accepted.length);
  });

  test('starts a floating contest for the whole team, which has one window', async () => {
    contest = await server.given.contest({ startsInMin: -600, durationMin: 1440, problems: ['A'] });
    await edit({ windowTimeMs: 3_600_000 });
    await server.given.joined(team, contest);
    await caughtUp();
    expect(await codeOf(boris.get(path('/problems')))).toBe('CONTEST_NOT_STARTED');
    const started = (await anna.post(path('/start'))).as(ContestStarted);
    expect((await boris.post(path('/start'))).as(ContestStarted)).toEqual({
      ...started,
      previouslyStarted: true,
    });
    await caughtUp();
    expect(await codeOf(boris.get(path('/problems')))).toBeUndefined();
    expect((await boris.get(path())).as(ContestReply).contest.ownStartedAtMs).toBe(started.startedAtMs);
    const { contests } = (await boris.get('/api/contest/all?count=200')).as(ContestList);
    expect(contests.find(({ id }) => id === contest.id)?.ownStartedAtMs).toBe(started.startedAtMs);
    expect((await send(boris)).userId).toBe(team.id);
  });
});

describe('nobody acts for a team', () => {
  const CALLS = ['/problems', '/solutions/my', '/table2', '/messages'];
  const codes = (by: Person) => Promise.all(CALLS.map((call) => codeOf(by.get(path(call)))));
  const OUT = ['CONTEST_NOT_JOINED', 'CONTEST_NOT_JOINED', 'CONTEST_NOT_JOINED', 'CONTEST_NOT_JOINED'];

  test('who is a stranger, or a member of another team', async () => {
    const [stranger, other] = [await person(), await person()];
    const wolves = await server.given.user();
    await linkMembers(wolves, 'Wolves', [other]);
    for (const by of [stranger, other]) {
      expect(await codes(by)).toEqual(OUT);
      expect(await codeOf(choose(by, team.id))).toBe('PART_NOT_YOURS');
      expect(await codeOf(by.submit(contest, {}))).toBe('CONTEST_NOT_JOINED');
    }
    const sent = await send(anna);
    await server.given.joined(wolves, contest);
    await caughtUp();
    expect(await codeOf(other.get(path(`/solutions/${sent.id}/code`)))).toBe('SOLUTION_NOT_FOUND');
    expect(await codeOf(boris.get(path(`/solutions/${sent.id}/code`)))).toBeUndefined();
  });

  test('who was a member', async () => {
    expect(await codes(boris)).toEqual([undefined, undefined, undefined, undefined]);
    await linkMembers(team, 'Polar Bears', [anna]);
    expect(await codes(boris)).toEqual(OUT);
    expect(await codeOf(boris.submit(contest, {}))).toBe('CONTEST_NOT_JOINED');
    expect(await codes(anna)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('who is removed at the very moment at which a solution is accepted', async () => {
    const rows = [
      {
        ...{
          account_id: team.id,
          access_mask: 256,
          group_ids: [],
          problem_id: contest.problemIds[0],
          position: 0,
        },
        ...{
          language_id: 5,
          source: 'x',
          source_sha256: 'x',
          system_type: 'balloon',
          language_key: 'python',
        },
        sent_by_id: (await person()).user.id,
      },
    ];
    const { rows: answers } = await server.services.pool.query<{ refusal: string }>(
      'select refusal from accept_solutions($1, $2, 100)',
      [contest.id, JSON.stringify(rows)],
    );
    expect(answers).toEqual([{ refusal: 'NOT_IN_TEAM' }]);
  });

  test.each([
    ['of a banned team', () => team.id],
    ['who is banned', () => boris.user.id],
  ])('%s', async (_who, id) => {
    await server.services.db.updateTable('account').set({ isBanned: true }).where('id', '=', id()).execute();
    await caughtUp();
    expect((await boris.submit(contest, {})).status).toBeGreaterThan(400);
    expect(await codeOf(boris.get(path('/problems')))).not.toBeUndefined();
  });

  test('in a contest that leaves it to the account of the team', async () => {
    await edit({ membersAct: false });
    expect(await codes(anna)).toEqual(OUT);
    expect(await codeOf(choose(anna, team.id))).toBe('PART_NOT_YOURS');
    expect((await partOf(anna)).teams).toEqual([]);
    expect((await send(await server.given.signedIn(team))).userId).toBe(team.id);
  });

  test('as a supervisor', async () => {
    await linkMembers(team, 'Polar Bears', [anna, admin]);
    expect((await admin.submit(contest, {})).as(SubmitReply).userId).toBe(admin.user.id);
  });

  test('that is removed from the contest', async () => {
    await send(anna);
    await server.services.db
      .deleteFrom('contestParticipant')
      .where('contestId', '=', contest.id)
      .where('accountId', '=', team.id)
      .execute();
    await caughtUp();
    expect(await codes(anna)).toEqual(OUT);
  });
});

describe('a person who takes part themselves, too', () => {
  beforeEach(async () => {
    await server.given.joined(anna.user, contest);
    await caughtUp();
  });

  test('is the team first, and themselves by choice, which is remembered', async () => {
    expect(await partOf(anna)).toEqual({
      teams: [{ id: team.id, name: 'Polar Bears', username: team.username, isJoined: true }],
      ...{ isJoined: true, mayJoin: false, teamId: team.id, isDecided: true, isHeld: false },
    });
    expect((await choose(anna, null)).as(OwnParts)).toMatchObject({ teamId: null, isDecided: true });
    await caughtUp();
    expect(await send(anna)).toMatchObject({ userId: anna.user.id });
    expect((await own(anna)).map(({ userId }) => userId)).toEqual([anna.user.id]);
    expect(await own(boris)).toEqual([]);
  });

  test('is the team by every spelling of the contest', async () => {
    for (const id of [contest.id, `0${contest.id}`, `${contest.id}`.padStart(10, '0')]) {
      const body = { symbolIndex: 'A', languageId: 5, solution: `print(${id})` };
      const sent = (await anna.post(`/api/contest/${id}/solutions`, body)).as(SubmitReply);
      expect(sent).toMatchObject({ userId: team.id, contestId: contest.id });
    }
  });

  test('stays who they are once they have sent something, until the main time is over', async () => {
    await send(anna);
    expect(await partOf(anna)).toMatchObject({ teamId: team.id, isHeld: true });
    expect(await codeOf(choose(anna, null))).toBe('PART_HOLDS');
    expect((await choose(anna, team.id)).status).toBe(200);
    await server.services.db
      .updateTable('contest')
      .set({ startTimeMs: contest.startTimeMs - 10 * 3_600_000 })
      .where('id', '=', contest.id)
      .execute();
    await caughtUp();
    expect((await partOf(anna)).isHeld).toBe(false);
  });
});

test('who has sent something as themselves stays it when a team of theirs joins', async () => {
  contest = await server.given.contest({ problems: ['A'] });
  await server.given.joined(anna.user, contest);
  await caughtUp();
  expect((await send(anna)).userId).toBe(anna.user.id);
  await server.given.joined(team, contest);
  await caughtUp();
  expect(await partOf(anna)).toMatchObject({ teamId: null, isDecided: true, isHeld: true });
  expect((await send(anna)).userId).toBe(anna.user.id);
  expect(await codeOf(choose(anna, team.id))).toBe('PART_HOLDS');
  const { contests } = (await anna.get('/api/contest/all?count=200')).as(ContestList);
  expect(contests.find(({ id }) => id === contest.id)?.joined).toBe(true);
  expect((await send(boris)).userId).toBe(team.id);
});

test('who has started a floating contest as one participant sees no second window as another', async () => {
  const window = 3_600_000;
  contest = await server.given.contest({ startsInMin: -600, durationMin: 1440, problems: ['A'] });
  await edit({ windowTimeMs: window });
  for (const who of [team, anna.user]) await server.given.joined(who, contest);
  await caughtUp();
  expect((await choose(anna, null)).as(OwnParts)).toMatchObject({ teamId: null, isHeld: false });
  await caughtUp();
  expect((await anna.post(path('/start'))).status).toBe(200);
  expect((await partOf(anna)).isHeld).toBe(true);
  expect(await codeOf(choose(anna, team.id))).toBe('PART_HOLDS');
  await server.services.db
    .updateTable('contestParticipant')
    .set((eb) => ({ startedAtMs: eb('startedAtMs', '-', 2 * window) }))
    .where('contestId', '=', contest.id)
    .execute();
  await caughtUp();
  expect(await codeOf(choose(anna, team.id))).toBe('PART_HOLDS'); // the own window is over, the period is not
  expect((await choose(boris, team.id)).status).toBe(200);
});

test('a member of two teams chooses one before the contest shows them anything', async () => {
  const wolves = await server.given.user();
  await linkMembers(wolves, 'Wolves', [anna]);
  await server.given.joined(wolves, contest);
  await caughtUp();
  expect(await codeOf(anna.get(path('/problems')))).toBe('TEAM_NOT_CHOSEN');
  expect(await codeOf(anna.submit(contest, {}))).toBe('TEAM_NOT_CHOSEN');
  expect((await anna.get(path())).as(ContestReply).contest.joined).toBe(true);
  expect((await anna.get(path('/canJoin'))).json).toMatchObject({ can: true, joined: true, chooses: true });
  expect(await partOf(anna)).toMatchObject({ isDecided: false, teamId: null });
  expect((await choose(anna, wolves.id)).as(OwnParts)).toMatchObject({ isDecided: true, teamId: wolves.id });
  await caughtUp();
  expect((await send(anna)).userId).toBe(wolves.id);
});

test('a member joins as a team that may, although they may not themselves', async () => {
  const group = await server.given.group();
  contest = await server.given.contest({ groups: [group], problems: ['A'] });
  const { db } = server.services;
  await db
    .insertInto('userGroupMember')
    .values({ groupId: group, accountId: team.id, isEntrusted: true })
    .execute();
  await caughtUp();
  expect((await anna.get(path())).as(ContestReply).contest.joined).toBe(false);
  expect((await anna.get(path('/canJoin'))).json).toMatchObject({ can: true, joined: false, chooses: true });
  expect(await partOf(anna)).toMatchObject({
    teams: [{ id: team.id, isJoined: false }],
    ...{ isJoined: false, mayJoin: false, teamId: null },
  });
  expect(await codeOf(choose(anna, null))).toBe('CONTEST_ACCESS_DENIED');
  expect((await choose(anna, team.id)).as(OwnParts)).toMatchObject({ teamId: team.id, isDecided: true });
  await caughtUp();
  expect((await anna.get(path('/canJoin'))).json).toEqual({ can: true, joined: true, confirm: false });
  expect((await send(boris)).userId).toBe(team.id);
});

test('every route of participants of a contest says as whom members of teams use it', () => {
  const routes = server.routes.filter(
    ({ allow, url, method }) => allow === 'user' && url.includes(':contestId') && method !== 'HEAD',
  );
  const silent = routes.filter(({ takesPart, whileConfined }) => !takesPart && whileConfined !== 'contest');
  expect(silent.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  expect(routes.length).toBeGreaterThan(30);
});

test('who has no choice does not wait for the lock of those who send', async () => {
  const stranger = await person();
  await server.services.db.transaction().execute(async (tx) => {
    await lockContestLog(tx, contest.id);
    expect((await choose(stranger, team.id)).json.error?.code).toBe('PART_NOT_YOURS');
  });
});

describe.each(['sends a solution', 'starts a floating contest'])(
  'who %s at the moment of a choice',
  (what) => {
    const act = () =>
      what.includes('solution') ? anna.submit(contest, { symbolIndex: 'A' }) : anna.post(path('/start'));

    /** Makes two calls in their order, while the log of the contest is locked. */
    async function inOrder(...calls: (() => ReturnType<Person['post']>)[]) {
      const { db } = server.services;
      const replies = await db.transaction().execute(async (tx) => {
        await lockContestLog(tx, contest.id);
        const replies = [];
        for (const call of calls) {
          let isAnswered = false;
          const reply = call().finally(() => {
            isAnswered = true;
          });
          replies.push(reply);
          const isQueued = async () =>
            expect(isAnswered || (await countLockWaits(server.services.db)) === replies.length).toBe(true);
          await vi.waitFor(isQueued, { timeout: 60_000 });
        }
        return { replies };
      });
      return (await Promise.all(replies.replies)).map(({ status, json }) => [status, json.error?.code]);
    }

    beforeEach(async () => {
      if (!what.includes('solution')) {
        contest = await server.given.contest({ startsInMin: -600, durationMin: 1440, problems: ['A'] });
        await edit({ windowTimeMs: 3_600_000 });
        await server.given.joined(team, contest);
      }
      await server.given.joined(anna.user, contest);
      expect((await choose(anna, null)).status).toBe(200);
      await caughtUp();
      expect(await partOf(anna)).toMatchObject({ teamId: null, isHeld: false });
    });

    test('stays who they were before it', async () => {
      expect(await inOrder(act, () => choose(anna, team.id))).toEqual([
        [200, undefined],
        [409, 'PART_HOLDS'],
      ]);
    });

    test('does so as themselves when the team may take part no more', async () => {
      expect((await choose(anna, team.id)).status).toBe(200);
      const { db } = server.services;
      await db.updateTable('account').set({ isBanned: true }).where('id', '=', team.id).execute();
      await caughtUp();
      expect((await act()).status).toBe(200);
      expect(await partOf(anna)).toMatchObject({ teamId: null, isHeld: true });
    });

    test('does so as nobody else after it', async () => {
      expect(await inOrder(() => choose(anna, team.id), act)).toEqual([
        [200, undefined],
        [403, 'PART_NOT_YOURS'],
      ]);
    });
  },
);
