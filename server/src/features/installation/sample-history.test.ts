import { ContestList } from '@balloon/contracts/contests.ts';
import { RatingComputations } from '@balloon/contracts/ratings/rating-computations.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { createTestDatabase } from '@balloon/database/testing/test-database.ts';
import { sampleHistory } from '@balloon/sample/history/sample-history.ts';
import { readSampleProblems } from '@balloon/sample/read-sample.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareInstallation } from '#features/installation/prepare-installation.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/* A first start with everything that the sample brings. */

let server: TestServer;
let admin: Person;
let cupId: number;
beforeAll(async () => {
  server = await startTestServer({ sampleData: 'on' });
  admin = await server.given.admin();
  const { contests } = (await admin.get('/api/contest/all')).as(ContestList);
  cupId = contests.find(({ name }) => name.includes('Balloon Cup'))?.id ?? 0;
});
afterAll(() => server.close());

const count = async (table: 'account' | 'contest' | 'solution' | 'ratingChange' | 'news' | 'judging') => {
  const { db } = server.services;
  const { rows } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
};

test('three contests are over and one runs, which stands first', async () => {
  const { contests } = (await admin.get('/api/contest/all')).as(ContestList);
  expect(contests.map(({ status }) => status)).toEqual(['RUNNING', 'FINISHED', 'FINISHED', 'FINISHED']);
  expect(contests[0]?.name).toContain('Trial Balloon');
});

test('all that was sent is judged, and nothing of it waits for a judge or is stale', async () => {
  const history = sampleHistory(await readSampleProblems());
  const sent = history.contests.reduce((sum, { attempts }) => sum + attempts.length, 0);
  expect(await count('solution')).toBe(sent);
  expect(await count('judging')).toBe(0);
  const stale = await admin.get(`/api/admin/contests/${cupId}/solutions/stale`);
  expect([stale.status, stale.json.solutions]).toEqual([200, []]);
});

test('the table has everybody, and its winner has the most of what a fold over the plan gives', async () => {
  const history = sampleHistory(await readSampleProblems());
  const cup = history.contests.at(-1);
  const solved = history.people.map(
    (_, person) =>
      cup?.attempts.filter(
        (one) => one.person === person && one.verdict === 'accepted' && one.sentAfterMs <= cup.durationTimeMs,
      ).length ?? 0,
  );
  const reply = await admin.get(`/api/contest/${cupId}/table2?scope=contest&count=200`);
  const { rows, rowsNumber } = reply.as(ScoreboardPage);
  expect(rowsNumber).toBe(100);
  expect(rows[0]?.acceptedSolutions).toBe(Math.max(...solved));
});

test('ratings of the three contests count, and their computation can be undone', async () => {
  expect(await count('ratingChange')).toBe(300);
  const [newest] = (await admin.get('/api/admin/ratings/computations')).as(RatingComputations);
  expect(newest).toMatchObject({ state: 'stored' });
});

test('invented people have no password, so nobody signs in as them', async () => {
  const { db } = server.services;
  const withPassword = await db
    .selectFrom('account')
    .select('username')
    .where('passwordHash', 'is not', null)
    .where('username', 'like', 'sample-%')
    .execute();
  expect(withPassword).toEqual([]);
  const reply = await server.given
    .anonymous()
    .post('/api/user/authenticate/sign-in', { username: 'sample-001', password: '' });
  expect(reply.status).toBeGreaterThanOrEqual(400);
});

test('a participant reads news, the answer in the cup, and the dialog', async () => {
  const { db } = server.services;
  const anna = await db
    .selectFrom('account')
    .select(['id', 'username', 'accessMask'])
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const browser = await server.given.signedIn({ ...anna, password: '' });
  expect((await browser.get('/api/news/2')).text).toContain(`/contest/${cupId}/table`);
  const messages = (await browser.get(`/api/contest/${cupId}/messages`)).text;
  expect(messages).toContain('May a string be longer');
  expect(messages).toContain('the table is frozen');
  expect((await browser.get('/api/chat/chatMessages?peerUserId=admin')).text).toContain(
    'When is the next cup?',
  );
});

test('the next start adds nothing, and without the past there is none', async () => {
  const before = await count('solution');
  const options = { adminPassword: null, sampleData: 'on' } as const;
  await prepareInstallation({ db: server.services.db, options });
  expect([await count('solution'), await count('contest')]).toEqual([before, 4]);

  const database = await createTestDatabase();
  await prepareInstallation({ db: database.db, options: { ...options, sampleData: 'contest' } });
  expect(await database.db.selectFrom('contest').select('id').execute()).toHaveLength(1);
  expect(await database.db.selectFrom('userGroup').select('id').execute()).toEqual([]);
  await database.drop();
});
