import { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { SolutionCode } from '@balloon/contracts/solutions/solutions.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { givenOutsideProblem } from '@balloon/server/testing/given-outside.ts';
import { openEar } from '@balloon/server/testing/test-ear.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { everythingTold, readingCalls } from '#sites/everything-told.ts';

/*
 * Where a problem of an outside system comes from leads to its solutions. Over every reading call and on the socket, a
 * participant learns it once no contest with the problem is going on for that person, or where the contest shows it. A
 * call that is added later and leaks fails here without a change to this test.
 */

const ORIGIN = {
  identifier: '765432',
  page: 'https://judge.example.org/problem.aspx?num=765432',
  file: 'https://judge.example.org/statement.pdf',
  author: 'Leonid Volkov, author of the problem',
};
const MARKS = ['765432', 'judge.example.org', ORIGIN.author];

let server: TestServer;
let contest: GivenContest;
let anna: Person;
let jury: Person;
let problemId: number;
let languageId: number;
let solutionId: number;

beforeAll(async () => {
  server = await startTestServer({ metricsToken: 'of the operator' });
  const { db } = server.services;
  ({ problemId, languageId } = await givenOutsideProblem(db, {
    foreignId: ORIGIN.identifier,
    sourceUrl: ORIGIN.page,
    htmlStatement: `<p>As in <a href="${ORIGIN.page}" title="${ORIGIN.page}">this one</a>, add.
      <a href="problem-file:picture.png">picture</a></p>`,
  }));
  const files = [{ type: 'pdf', url: ORIGIN.file }];
  const attachments = { config: {}, files, content: { text: 'Own words.' }, author: ORIGIN.author };
  await db
    .updateTable('problem')
    .set({ attachments: JSON.stringify({ ...attachments, comment: ORIGIN.author }) })
    .where('id', '=', problemId)
    .execute();
  await db
    .updateTable('outsideProblem')
    .set({ url: ORIGIN.page })
    .where('problemId', '=', problemId)
    .execute();
  const version = {
    problemId,
    versionNumber: 1,
    title: 'A+B',
    htmlStatement: `<a href="${ORIGIN.page}">x</a>`,
  };
  await db
    .insertInto('problemVersion')
    .values({ ...version, testsetId: null, samples: null })
    .execute();
  contest = await server.given.contest({ problems: [problemId], freezeInMin: 30 });
  anna = await server.given.participant(contest, { username: 'anna' });
  jury = await server.given.supervisor();
});
afterAll(() => server.close());

/** Calls with marks of the origin in their answers, as a person receives them. */
async function leaks(person: Person): Promise<string[]> {
  const calls = readingCalls(server, {
    contestId: [contest.id],
    problemId: [problemId],
    symbolIndex: ['A'],
    select: ['my', 'all'],
    solutionId: solutionId ? [solutionId] : [],
    userId: [anna.user.id],
    versionNumber: [1],
  });
  const answers = await everythingTold(person, calls, [
    '',
    '?select=all&raw=1&count=100&locale=en-us&brief=1',
  ]);
  return [...answers].filter(([, text]) => MARKS.some((mark) => text.includes(mark))).map(([name]) => name);
}

const readProblems = async (person: Person) =>
  (await person.get(`/api/contest/${contest.id}/problems`)).as(z.array(ListedContestProblem));
const readCode = async (person: Person) =>
  (await person.get(`/api/contest/${contest.id}/solutions/${solutionId}/code`)).as(SolutionCode);

async function turn(what: object): Promise<void> {
  const { db, announcements } = server.services;
  await db.updateTable('contest').set(what).where('id', '=', contest.id).execute();
  await announcements.caughtUp();
}
const sinceStartMs = async () => (await databaseNowMs(server.services.db)) - contest.startTimeMs;

test('while the contest runs, nothing that a participant receives tells the origin', async () => {
  const ear = await openEar(anna, contest);
  await ear.joins('solutions.listen');
  const heard: string[] = [];
  ear.socket.onAny((...event: unknown[]) => heard.push(JSON.stringify(event)));
  const sent = await anna.submit(contest, { languageId });
  expect(sent.status, sent.text).toBe(200);
  solutionId = Number(sent.json.id);
  const { db } = server.services;
  const { serverId } = await db
    .selectFrom('outsideProblem')
    .select('serverId')
    .where('problemId', '=', problemId)
    .executeTakeFirstOrThrow();
  const run = { solutionId, serverId, accountId: null, state: 'accepted', watermark: null } as const;
  await db
    .insertInto('outsideRun')
    .values({ ...run, foreignRunId: '9876543', sentAtMs: 1 })
    .execute();

  expect(MARKS.filter((mark) => sent.text.includes(mark))).toEqual([]);
  expect(await leaks(anna)).toEqual([]);
  await ear.hears('new solution', ({ id }) => id === solutionId);
  await ear.catchesUp();
  expect(heard.filter((event) => MARKS.some((mark) => event.includes(mark)))).toEqual([]);
  const [problem] = await readProblems(anna);
  expect(problem?.htmlStatement).toMatch(
    /^<p>As in <span>this one<\/span>, add\.\s+<a href="\/api\/problems\/\d+\/files\/picture\.png"[^>]*>picture<\/a><\/p>$/,
  );
  expect(problem?.attachments).toEqual({ config: {}, files: [], content: { text: 'Own words.' } });
  expect((await readCode(anna)).outsidePages).toBeUndefined();
});

test('supervisors see it at any time', async () => {
  const [problem] = await readProblems(jury);
  expect(problem).toMatchObject({ foreignProblemIdentifier: ORIGIN.identifier, sourceUrl: ORIGIN.page });
  expect(problem?.htmlStatement).toContain(`href="${ORIGIN.page.replace('&', '&amp;')}"`);
  expect(await leaks(jury)).toContain(`GET /api/problems/${problemId}`);
  expect((await readCode(jury)).outsidePages).toMatchObject({
    problemUrl: ORIGIN.page,
    runUrl: expect.stringContaining('from=9876543'),
  });
});

test('a contest that shows the origin shows it from the beginning', async () => {
  await turn({ showsOrigin: true });
  expect((await readProblems(anna))[0]).toMatchObject({ foreignProblemIdentifier: ORIGIN.identifier });
  expect((await readCode(anna)).outsidePages).toMatchObject({ problemUrl: ORIGIN.page });

  const other = await server.given.contest({ problems: [problemId] });
  await server.given.joined(anna.user, other);
  expect(await leaks(anna)).toEqual([]);
  await server.services.db
    .updateTable('contest')
    .set({ isSuspended: true })
    .where('id', '=', other.id)
    .execute();
  await turn({ showsOrigin: false });
});

test('in the freeze, and while somebody has extra time, it stays hidden', async () => {
  await turn({ relativeFreezeTimeMs: (await sinceStartMs()) - 1000 });
  expect(await leaks(anna)).toEqual([]);
  const ended = (await sinceStartMs()) - 500;
  const times = { durationTimeMs: ended, relativeFreezeTimeMs: 0, practiceDurationTimeMs: 3_600_000 };
  await turn({ ...times, extraTimeMs: 600_000 });
  expect(await leaks(anna)).toEqual([]);
});

test('with the end and the freeze over, the practice shows it to everybody, and the run to its author', async () => {
  await turn({ extraTimeMs: 0 });
  const boris = await server.given.participant(contest, { username: 'boris' });
  for (const person of [anna, boris]) {
    const [problem] = await readProblems(person);
    expect(problem).toMatchObject({ foreignProblemIdentifier: ORIGIN.identifier, sourceUrl: ORIGIN.page });
  }
  expect((await readCode(anna)).outsidePages).toEqual({
    problemUrl: ORIGIN.page,
    runUrl: expect.stringMatching(/^https:\/\/timus-\d+\.example\.org\/status\.aspx\?.*from=9876543$/),
  });
  await turn({ practiceDurationTimeMs: 0, sourcesAfterEnd: 'participants' });
  expect((await readCode(boris)).outsidePages).toBeUndefined();
});
