import { BalloonQueue, BalloonSettings } from '@balloon/contracts/hall/balloons.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEar } from '#testing/test-ear.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let jury: Person;
beforeAll(async () => {
  server = await startTestServer();
  jury = await server.given.admin();
});
afterAll(() => server.close());

const pathOf = ({ id }: { id: number }) => `/api/contest/${id}/balloons`;
const settingsOf = ({ id }: { id: number }) => `/api/admin/contests/${id}/balloons`;

async function queueOf(contest: GivenContest, who = jury): Promise<BalloonQueue> {
  return (await who.get(pathOf(contest))).as(BalloonQueue);
}
/** `A waiting`, `A* taken`: the balloons of a contest with few people. */
async function shown(contest: GivenContest): Promise<string[]> {
  const { balloons, problems } = await queueOf(contest);
  return balloons.map(({ problemId, isFirstSolve, state }) => {
    const index = problems.find((problem) => problem.problemId === problemId)?.symbolIndex;
    return `${index}${isFirstSolve ? '*' : ''} ${state}`;
  });
}
function carry(who: Person, contest: GivenContest, participant: Person, action: string, problem = 0) {
  return who.post(`${pathOf(contest)}/${participant.user.id}/${contest.problemIds[problem]}`, { action });
}
async function runnerOf(contest: GivenContest): Promise<Person> {
  const user = await server.given.user();
  expect((await jury.post(`${settingsOf(contest)}/runners`, { userId: user.id })).status).toBe(200);
  return server.given.signedIn(user);
}
async function givenSolve(options: Parameters<TestServer['given']['contest']>[0] = {}) {
  const { given } = server;
  const contest = await given.contest({ problems: ['A', 'B'], ...options });
  const anna = await given.participant(contest);
  const solve = await given.attempted(contest, anna, 10, 'accepted');
  return { contest, anna, solve };
}
const codeOf = (reply: { status: number; json: { error?: { code?: unknown } | undefined } }) => [
  reply.status,
  reply.json.error?.code,
];

/** Another web process over the same database. */
async function secondServer() {
  const second = await startTestServer({ databaseUrl: server.databaseUrl });
  return { ...second, [Symbol.asyncDispose]: () => second.close() };
}

describe('balloons', () => {
  test('wait for a runner, are taken, given back and delivered', async () => {
    const { contest, anna } = await givenSolve();
    const runner = await runnerOf(contest);
    expect(await queueOf(contest, runner)).toMatchObject({
      contest: { id: contest.id },
      balloons: [{ userId: anna.user.id, state: 'waiting', solvedAfterMs: 600_000, runnerId: null }],
      teams: [{ userId: anna.user.id, name: `First ${anna.user.username}` }],
    });
    for (const [action, state] of [
      ['take', 'taken'],
      ['giveBack', 'waiting'],
      ['take', 'taken'],
      ['take', 'taken'],
      ['deliver', 'delivered'],
      ['undeliver', 'taken'],
      ['deliver', 'delivered'],
    ] as const) {
      expect((await carry(runner, contest, anna, action)).status).toBe(200);
      expect([action, await shown(contest)]).toEqual([action, [`A* ${state}`]]);
    }
  });

  test('that are as before are not sent again to a runner, and written once for all', async () => {
    const { contest, anna } = await givenSolve();
    const runners = [await runnerOf(contest), await runnerOf(contest)];
    const seen = async (runner: Person, etag = '') => {
      const reply = await runner.get(pathOf(contest), { 'if-none-match': etag });
      return { status: reply.status, etag: reply.headers.get('etag') ?? '' };
    };
    const read = await Promise.all(runners.map((runner) => seen(runner)));
    expect(new Set(read.map(({ etag }) => etag)).size).toBe(1);
    const etag = read[0]?.etag ?? '';
    expect((await seen(jury, etag)).status).toBe(304);
    await carry(jury, contest, anna, 'take');
    expect((await seen(jury, etag)).status).toBe(200);
  });

  test('go to one of two runners who take at once, and the other is told who has it', async () => {
    const { contest, anna } = await givenSolve();
    const runners = await Promise.all([runnerOf(contest), runnerOf(contest)]);
    const replies = await Promise.all(runners.map((runner) => carry(runner, contest, anna, 'take')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner] = runners.filter((_, index) => replies[index]?.status === 200);
    const refusal = replies.find(({ status }) => status === 409)?.json.error;
    expect(refusal).toMatchObject({
      ...{ code: 'BALLOON_TAKEN', restParams: { name: `First ${winner?.user.username}` } },
    });
    const loser = runners.find((runner) => runner !== winner);
    if (!loser) throw new Error('both runners got the balloon');
    expect(codeOf(await carry(loser, contest, anna, 'deliver'))).toEqual([409, 'BALLOON_TAKEN']);
    expect((await carry(jury, contest, anna, 'giveBack')).status).toBe(200);
    expect((await carry(loser, contest, anna, 'take')).status).toBe(200);
  });

  test('go to one runner each, however many take all of them at once on several web processes', async () => {
    const { given } = server;
    const contest = await given.contest({ problems: ['A', 'B'] });
    const people = await Promise.all(Array.from({ length: 6 }, () => given.participant(contest)));
    for (const person of people) await given.attempted(contest, person, 10, 'accepted');
    await using second = await secondServer();
    const runners = [await runnerOf(contest), await runnerOf(contest), await runnerOf(contest)];
    const there = await second.given.signedIn(runners[2]?.user ?? jury.user);
    const hands = [...runners.slice(0, 2), there];
    const replies = await Promise.all(
      people.flatMap((person) => hands.map((runner) => carry(runner, contest, person, 'take'))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(people.length);
    expect(
      new Set(replies.filter(({ status }) => status !== 200).map(({ json }) => json.error?.code)),
    ).toEqual(new Set(['BALLOON_TAKEN']));
    const { balloons } = await queueOf(contest);
    expect(balloons.map(({ state }) => state)).toEqual(people.map(() => 'taken'));
  });

  test('are not given twice when a solution is judged again, and are brought back when it fails', async () => {
    const { contest, anna, solve } = await givenSolve();
    await carry(jury, contest, anna, 'take');
    await server.given.logged(contest, { ...solve, verdictId: null });
    expect(await shown(contest)).toEqual(['A cancelled']);
    expect(codeOf(await carry(jury, contest, anna, 'deliver'))).toEqual([409, 'BALLOON_MOVED']);
    await server.given.logged(contest, solve);
    expect(await shown(contest)).toEqual(['A* taken']);

    await carry(jury, contest, anna, 'deliver');
    await server.given.logged(contest, { ...solve, verdictId: null });
    expect(await shown(contest)).toEqual(['A withdrawn']);
    await server.given.attempted(contest, anna, 20, 'accepted');
    expect(await shown(contest)).toEqual(['A* delivered']);
    expect(codeOf(await carry(jury, contest, anna, 'collect'))).toEqual([409, 'BALLOON_MOVED']);
  });

  test('that were collected are due anew with the next solve', async () => {
    const { contest, anna, solve } = await givenSolve();
    await carry(jury, contest, anna, 'take');
    await carry(jury, contest, anna, 'deliver');
    await server.given.logged(contest, { ...solve, verdictId: null });
    expect((await carry(jury, contest, anna, 'collect')).status).toBe(200);
    expect(await shown(contest)).toEqual([]);
    expect(codeOf(await carry(jury, contest, anna, 'take'))).toEqual([409, 'BALLOON_NOT_DUE']);
    await server.given.logged(contest, solve);
    expect(await shown(contest)).toEqual(['A* waiting']);
  });

  test('of the freeze change not a byte of what runners read, and cannot be taken', async () => {
    const { contest, anna } = await givenSolve({ freezeInMin: -20 });
    const before = (await jury.get(pathOf(contest))).text;
    await server.given.attempted(contest, anna, 50, 'accepted', 1);
    expect((await jury.get(pathOf(contest))).text).toBe(before);
    expect(codeOf(await carry(jury, contest, anna, 'take', 1))).toEqual([409, 'BALLOON_NOT_DUE']);

    await jury.post(settingsOf(contest), { inFreeze: 'until', untilNumber: 2 });
    expect(await shown(contest)).toEqual(['A* waiting', 'B* waiting']);
    await jury.post(settingsOf(contest), { inFreeze: 'until', untilNumber: 1 });
    expect(await shown(contest)).toEqual(['A* waiting']);
  });

  test('are told of by socket, but not of solves in the freeze', async () => {
    const { contest, anna } = await givenSolve({ freezeInMin: -20 });
    const runner = await runnerOf(contest);
    const ear = await openEar(runner);
    expect(await ear.asks('balloons.listen', { contestId: contest.id })).toMatchObject({ ok: true });
    const heard = () => ear.heard('balloons changed').length;
    await expect.poll(heard).toBe(1);
    await server.given.attempted(contest, anna, 50, 'accepted', 1);
    const bert = await server.given.participant(contest);
    await server.given.attempted(contest, bert, 20, 'accepted', 1);
    await expect.poll(heard).toBe(2);
    expect(await shown(contest)).toEqual(['A* waiting', 'B* waiting']);
  });
});

describe('runners', () => {
  test('see balloons of their contest alone, and nobody else does', async () => {
    const { contest, anna } = await givenSolve();
    const other = await givenSolve();
    const runner = await runnerOf(contest);
    expect((await runner.get(pathOf(contest))).status).toBe(200);
    expect((await runner.get(pathOf(other.contest))).status).toBe(404);
    expect((await anna.get(pathOf(contest))).status).toBe(404);
    expect((await carry(anna, contest, anna, 'take')).status).toBe(404);
    const ear = await openEar(anna);
    expect(await ear.asks('balloons.listen', { contestId: contest.id })).toMatchObject({ ok: false });
    expect((await runner.get(settingsOf(contest))).status).toBe(403);
  });

  test('are no participants, also when they join later', async () => {
    const { contest, anna } = await givenSolve();
    const refused = await jury.post(`${settingsOf(contest)}/runners`, { userId: anna.user.id });
    expect(codeOf(refused)).toEqual([409, 'RUNNER_TAKES_PART']);
    const runner = await runnerOf(contest);
    await server.given.joined(runner.user, contest);
    expect((await runner.get(pathOf(contest))).status).toBe(404);
  });

  test('are no members of a team that takes part, also when it joins later', async () => {
    const { contest } = await givenSolve();
    const [team, runner] = [await server.given.user(), await runnerOf(contest)];
    await jury.linkMembers(team, 'Bears', [runner]);
    expect((await runner.get(pathOf(contest))).status).toBe(200);
    await server.given.joined(team, contest);
    expect((await runner.get(pathOf(contest))).status).toBe(404);
    const again = await jury.post(`${settingsOf(contest)}/runners`, { userId: runner.user.id });
    expect(codeOf(again)).toEqual([409, 'RUNNER_TAKES_PART']);
  });

  test('are listed for the organisers, and removed by them', async () => {
    const { contest } = await givenSolve();
    const runner = await runnerOf(contest);
    const settings = async () => (await jury.get(settingsOf(contest))).as(BalloonSettings);
    expect(await settings()).toMatchObject({
      rules: { inFreeze: 'no' },
      runners: [{ id: runner.user.id }],
    });
    await jury.send('DELETE', `${settingsOf(contest)}/runners/${runner.user.id}`, {});
    expect((await settings()).runners).toEqual([]);
    expect((await runner.get(pathOf(contest))).status).toBe(404);
  });
});
