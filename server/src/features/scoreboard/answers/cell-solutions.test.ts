import { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const cell = (viewer: Person, contest: GivenContest, owner: Person, rest = 'A') =>
  viewer.get(`/api/contest/${contest.id}/table/solutions/user/${owner.user.id}/problem/${rest}`);

async function send(person: Person, contest: GivenContest, symbolIndex: string): Promise<number> {
  const { id } = await languageOfTests();
  const reply = await person.submit(contest, { symbolIndex, languageId: id });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.json.id);
}

const languageOfTests = () =>
  server.services.db.selectFrom('language').select('id').orderBy('id').executeTakeFirstOrThrow();

test('lists what the cell’s owner sent for the problem, newest first', async () => {
  const contest = await server.given.contest({ problems: ['A', 'B'] });
  const [owner, other] = [await server.given.participant(contest), await server.given.participant(contest)];
  const first = await send(owner, contest, 'A');
  await send(owner, contest, 'B');
  await send(other, contest, 'A');
  const second = await send(owner, contest, 'A');

  const { solutions, solutionsNumber } = (await cell(owner, contest, owner, 'a')).as(SolutionList);
  expect(solutions.map(({ id }) => id)).toEqual([second, first]);
  expect(solutions[0]).toMatchObject({ verdictId: null, internalSymbolIndex: 'A', userId: owner.user.id });
  expect(solutionsNumber).toBe(2);
  const page = (await cell(owner, contest, owner, 'A?count=1&offset=1')).as(SolutionList);
  expect(page.solutions.map(({ id }) => id)).toEqual([first]);
});

test('opens for its owner and for supervisors only, frozen or not', async () => {
  const groupId = await server.given.group();
  const contest = await server.given.contest({ freezeInMin: -10, groups: [groupId] });
  const owner = await server.given.participant(contest, { groups: [groupId] });
  const other = await server.given.participant(contest, { groups: [groupId] });
  await send(owner, contest, 'A');

  const refused = await cell(other, contest, owner);
  expect([refused.status, refused.json.error?.code]).toEqual([403, 'CELL_NOT_YOURS']);
  const stranger = await server.given.supervisor();
  expect((await cell(stranger, contest, owner)).status).toBe(403);
  const supervisor = await server.given.supervisor({ groups: [groupId] });
  for (const viewer of [owner, supervisor, await server.given.admin()]) {
    expect((await cell(viewer, contest, owner)).as(SolutionList).solutionsNumber).toBe(1);
  }
});

test('a cell without solutions is empty, and a problem that is not there is not found', async () => {
  const contest = await server.given.contest();
  const owner = await server.given.participant(contest);
  expect((await cell(owner, contest, owner)).as(SolutionList)).toEqual({ solutions: [], solutionsNumber: 0 });
  const missing = await cell(owner, contest, owner, 'C');
  expect([missing.status, missing.json.error?.code]).toEqual([404, 'PROBLEM_NOT_FOUND']);
  expect((await cell(owner, contest, owner, '1')).status).toBe(400);
});
