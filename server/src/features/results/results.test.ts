import { Contest } from '@balloon/contracts/contests.ts';
import { OfficialResults } from '@balloon/contracts/scoreboard/results.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let jury: Person;
let contest: GivenContest;
let anna: Person;
let solutionId: number;

/** Over for ten minutes, still frozen; anna has a solution with a judging error and asked something. */
beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  admin = await given.admin();
  contest = await given.contest({
    ...{ startsInMin: -110, durationMin: 100, freezeInMin: -50, practiceMin: 1000 },
    problems: ['A'],
  });
  jury = await given.supervisor();
  anna = await given.participant(contest);
  solutionId = Number((await anna.submit(contest, { symbolIndex: 'A' })).json.id);
  await judged(VERDICTS.judgingError.id);
  await anna.post(`/api/contest/${contest.id}/messages`, { text: 'Why?' });
});
afterAll(() => server.close());

/** Gives the solution a verdict, as of the 20th minute. */
async function judged(verdictId: number) {
  const { db } = server.services;
  const sentAtMs = contest.startTimeMs + 20 * 60_000;
  await db.deleteFrom('judging').where('solutionId', '=', solutionId).execute();
  const { accountId: userId, problemId } = await db
    .updateTable('solution')
    .set({ sentAtMs, verdictId })
    .where('id', '=', solutionId)
    .returning(['accountId', 'problemId'])
    .executeTakeFirstOrThrow();
  await server.given.logged(contest, {
    ...{ type: 'solution', solutionId, userId, problemId },
    ...{ sentAtMs, verdictId },
  });
}

const path = () => `/api/admin/contests/${contest.id}/results`;
const tsv = async (viewer: Person) =>
  (await viewer.get(`/api/contest/${contest.id}/results/results.tsv`)).text;
const file = (name: string) => jury.get(`/api/contest/${contest.id}/results/${name}`);
const label = async (name: string) => {
  const { headers } = await file(name);
  return ['content-disposition', 'x-results-state'].map((header) => headers.get(header));
};
const html = async (locale: string) => (await file(`results.html?locale=${locale}`)).text;
const read = async (query = '') => (await jury.get(`${path()}${query}`)).as(OfficialResults);
const missing = async () => (await read()).missing.map(({ kind }) => kind);
const codeOf = ({ status, json }: Awaited<ReturnType<Person['post']>>) => [status, json.error?.code];
const settings = (change: object) => admin.post(`/api/admin/contests/${contest.id}`, change);
const seen = async () =>
  (await anna.get(`/api/contest/${contest.id}`)).as(z.object({ contest: Contest })).contest;

test('results are made final once nothing is missing, stay, and are opened again for a reason', async () => {
  expect(codeOf(await jury.post(`${path()}/finalize`, {}))).toEqual([409, 'RESULTS_NOT_OFFICIAL']);
  expect((await settings({ hasOfficialResults: true, thawsByHand: true })).status).toBe(200);
  expect(await missing()).toEqual(['judgingErrors', 'questions', 'frozen']);
  expect(await html('en-us')).toContain('The public table is still frozen');
  expect(await html('ru-ru')).toContain('Открытая таблица ещё заморожена');
  expect(codeOf(await jury.post(`${path()}/finalize`, {}))).toEqual([409, 'RESULTS_INCOMPLETE']);

  await server.services.db
    .updateTable('contestMessage')
    .set({ answeredAtMs: contest.startTimeMs + 120_000 })
    .where('contestId', '=', contest.id)
    .execute();
  await server.services.announcements.caughtUp();
  await jury.post(`/api/admin/contests/${contest.id}/live/thaw`);
  await judged(VERDICTS.accepted.id);
  await expect.poll(missing).toEqual([]);
  expect((await read('?extraBronze=2')).rows).toMatchObject([{ place: '1', solved: 1, medal: 'gold' }]);
  expect((await seen()).finalizedAtMs).toBeNull();
  expect(await tsv(anna)).toContain('RESULTS_NOT_READY');
  expect(await tsv(jury)).toContain('Gold Medal');
  expect(await label('results.tsv')).toEqual(['attachment; filename="results-not-final.tsv"', 'provisional']);
  expect(await label('results.csv')).toEqual(['attachment; filename="results-not-final.csv"', 'provisional']);
  expect(await html('en-us')).toContain('The results are not final yet.</p>');
  expect(await html('ru-ru')).toMatch(
    /<html lang="ru">.*Результаты ещё не окончательные\.<\/p>.*Золотая медаль/s,
  );
  expect((await jury.post(`${path()}/finalize`, { extraBronze: 2 })).status).toBe(200);
  await server.services.announcements.caughtUp();
  expect(typeof (await seen()).finalizedAtMs).toBe('number');
  expect(await read()).toMatchObject({
    extraBronze: 2,
    finalized: { by: { id: jury.user.id } },
    missing: [],
  });

  expect(await label('results.tsv')).toEqual(['attachment; filename="results.tsv"', 'final']);
  expect(await tsv(anna)).toBe(`results\t1\n${anna.user.id}\t1\tGold Medal\t1\t20\t20\t\n`);
  const board = (await anna.get(`/api/contest/${contest.id}/results/scoreboard.json`)).json;
  expect(board).toMatchObject({
    contest_time: '1:40:00.000',
    rows: [{ rank: 1, score: { num_solved: 1, total_time: 20, time: 20 }, problems: [{ problem_id: 'A' }] }],
  });
  const page = (await anna.get(`/api/contest/${contest.id}/results/results.html?locale=en-us`)).text;
  expect([page.includes('Final results.'), page.includes('<script')]).toEqual([true, false]);

  const live = `/api/admin/contests/${contest.id}/live`;
  const refused = [409, 'RESULTS_FINAL'];
  expect(codeOf(await jury.decide(solutionId, VERDICTS.wrongAnswer.id))).toEqual(refused);
  expect(codeOf(await jury.post(`/api/admin/solutions/${solutionId}/refresh`))).toEqual(refused);
  expect(codeOf(await jury.send('DELETE', `/api/admin/solutions/${solutionId}`, {}))).toEqual(refused);
  expect(codeOf(await settings({ wrongTryPenaltyMin: 5 }))).toEqual(refused);
  expect((await settings({ name: 'Another name' })).status).toBe(200);
  const adjusted = { people: [{ userId: anna.user.id, penaltyMin: 5, reason: 'Late' }] };
  expect(codeOf(await jury.post(`${live}/adjustments`, adjusted))).toEqual(refused);
  expect(codeOf(await jury.post(`${live}/problems/A/scoring`, { isDisabled: true }))).toEqual(refused);
  expect(codeOf(await jury.post(`${live}/freeze`))).toEqual(refused);
  expect((await anna.submit(contest, { symbolIndex: 'A' })).status).toBe(200); // the practice goes on

  expect(codeOf(await jury.post(`${path()}/reopen`, { reason: 'x' }))[0]).toBe(403);
  expect((await admin.post(`${path()}/reopen`, { reason: '' })).status).toBe(400);
  expect((await admin.post(`${path()}/reopen`, { reason: 'A protest' })).status).toBe(200);
  expect((await jury.post(`${live}/adjustments`, adjusted)).status).toBe(200);
  expect((await read()).history).toMatchObject([
    { kind: 'reopened', by: { id: admin.user.id }, reason: 'A protest', atMs: expect.any(Number) },
    { kind: 'finalized', by: { id: jury.user.id }, reason: null },
  ]);
});

test('a judging error of a participant who was locked since is still missing', async () => {
  const { given, services } = server;
  const other = await given.contest({
    startsInMin: -110,
    durationMin: 100,
    practiceMin: 1000,
    problems: ['A'],
  });
  const boris = await given.participant(other);
  const id = Number((await boris.submit(other, { symbolIndex: 'A' })).json.id);
  await services.db.deleteFrom('judging').where('solutionId', '=', id).execute();
  await services.db
    .updateTable('solution')
    .set({ sentAtMs: other.startTimeMs, verdictId: VERDICTS.judgingError.id })
    .where('id', '=', id)
    .execute();
  await services.db
    .updateTable('account')
    .set({ accessMask: ACCESS_GROUPS.locked.mask })
    .where('id', '=', boris.user.id)
    .execute();
  const { json } = await jury.get(`/api/admin/contests/${other.id}/results`);
  expect(json).toMatchObject({ missing: [{ kind: 'judgingErrors', count: 1 }] });
});

test('final results keep the row of who becomes a supervisor later', async () => {
  const { given, services } = server;
  const past = await given.contest({ startsInMin: -110, durationMin: 100, problems: ['A'] });
  const [winner, other] = [await given.participant(past), await given.participant(past)];
  await given.attempted(past, winner, 20, 'accepted');
  await given.attempted(past, other, 30, 'accepted');
  const results = `/api/admin/contests/${past.id}`;
  expect((await admin.post(results, { hasOfficialResults: true })).status).toBe(200);
  expect((await admin.post(`${results}/results/finalize`, {})).status).toBe(200);
  const file = async () => (await admin.get(`/api/contest/${past.id}/results/results.tsv`)).text;
  const before = await file();
  expect(before).toContain(`\n${winner.user.id}\t1\t`);
  const giveRole = async (accessMask: number) => {
    const edited = await admin.post(`/api/admin/users/${winner.user.id}`, { accessGroup: accessMask });
    expect(edited.status, edited.text).toBe(200);
    await services.announcements.caughtUp();
  };

  await giveRole(1024);

  expect(await file()).toBe(before);
  await giveRole(256);
  expect(await file()).toBe(before);
  await giveRole(1024);
  expect((await admin.post(`${results}/results/reopen`, { reason: 'A protest' })).status).toBe(200);
  await services.announcements.caughtUp();
  expect(await file()).not.toContain(`\n${winner.user.id}\t`);
});
