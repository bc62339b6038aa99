import { ContestList } from '@balloon/contracts/contests.ts';
import { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import type { SampleExtent } from '@balloon/contracts/settings/settings.ts';
import type { Db } from '@balloon/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '@balloon/database/testing/test-database.ts';
import { OFFERED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { sampleContest } from '@balloon/sample/sample-contest.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { upsertLanguages } from '#features/installation/language-table.ts';
import { type NewAccount, prepareInstallation } from '#features/installation/prepare-installation.ts';
import { refreshLanguages } from '#features/queue/judges.queries.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

/** An installation on an empty database, as the first start of a web process makes it. */
async function install(
  database: TestDatabase,
  options: { adminPassword?: string; sampleData?: SampleExtent } = {},
) {
  const { adminPassword = null, sampleData = 'off' } = options;
  return prepareInstallation({ db: database.db, options: { adminPassword, sampleData } });
}

describe('the first start', () => {
  test('makes an admin with a password that is told once', async () => {
    const database = await createTestDatabase();
    const first = await install(database);
    const second = await install(database);
    expect(first).toEqual([
      { username: 'admin', password: expect.stringMatching(/^(\w{4}-){3}\w{4}$/), role: 'admin' },
    ]);
    expect(second).toEqual([]);
    await database.drop();
  });

  test('gives the first two ids to the owner and the support identity', async () => {
    const database = await createTestDatabase();
    await install(database);
    const accounts = await database.db
      .selectFrom('account')
      .select(['id', 'username', 'accessMask', 'passwordHash'])
      .orderBy('id')
      .execute();
    expect(accounts).toMatchObject([
      { id: 1, username: 'admin', accessMask: 4096, passwordHash: expect.stringMatching(/^\$argon2id\$/) },
      { id: 2, username: 'support', accessMask: 4096, passwordHash: null },
    ]);
    const { id } = await database.db
      .insertInto('account')
      .values({ username: 'third', passwordHash: null, email: null, registeredAtMs: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBe(3);
    await database.drop();
  });

  test('a later start leaves the ids alone that another web process has taken for rows nobody else sees yet', async () => {
    const database = await createTestDatabase();
    const add = (db: Pick<Db, 'insertInto'>, username: string) =>
      db.insertInto('account').values({ username, passwordHash: null, email: null, registeredAtMs: 1 });
    await install(database);
    await database.db.transaction().execute(async (tx) => {
      await add(tx, 'third').execute();
      await install(database);
    });
    await add(database.db, 'fourth').execute();
    const ids = await database.db.selectFrom('account').select('id').orderBy('id').execute();
    expect(ids.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    await database.drop();
  });

  test('several at once make everything once', async () => {
    const database = await createTestDatabase();
    const made = await Promise.all(
      Array.from({ length: 4 }, () => install(database, { sampleData: 'contest' })),
    );
    expect(made.flat().map(({ username }) => username)).toEqual(['admin', 'anna', 'boris', 'chen']);
    expect(await database.db.selectFrom('contest').select('id').execute()).toHaveLength(1);
    await database.drop();
  });

  test('knows the languages, of which it offers those that every judge has', async () => {
    const database = await createTestDatabase();
    await install(database);
    await database.db
      .updateTable('language')
      .set({ name: 'old name', nonactive: true })
      .where('id', '=', 1)
      .execute();
    await install(database);
    const languages = await database.db.selectFrom('language').selectAll().orderBy('id').execute();
    expect(languages).toHaveLength(OFFERED_LANGUAGES.length);
    expect(languages[0]).toMatchObject({
      id: 1,
      name: 'C17',
      systemType: 'balloon',
      foreignLanguageId: 'c',
      nonactive: true, // a judge found that it lacks it
    });
    const offered = languages.filter(({ nonactive }) => !nonactive);
    expect(offered.map(({ name }) => name)).toEqual([
      'C++17',
      'C++20',
      'C++23',
      'Python 3',
      'JavaScript (Node.js)',
    ]);
    expect(languages[2]).toMatchObject({ extensions: ['cpp', 'cc', 'cxx'], hasJudge: false });
    await database.drop();
  });
});

test('a start does not lock up with a judge that arrives', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await install(database);
  const first = (tx: Db) => tx.updateTable('language').set({ hasJudge: true }).where('id', '=', 1).execute();
  await db.updateTable('language').set({ hasJudge: true }).execute();
  await first(db); // now it lies behind the others in the table

  const { arriving } = await db.transaction().execute(async (tx) => {
    await first(tx);
    const arriving = refreshLanguages(db);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await upsertLanguages(tx);
    return { arriving };
  });

  expect(await arriving).toHaveLength(OFFERED_LANGUAGES.length);
  await database.drop();
});

test('a password in the settings counts at the first start only', async () => {
  const database = await createTestDatabase();
  expect(await install(database, { adminPassword: 'chosen by the owner' })).toMatchObject([
    { password: 'chosen by the owner' },
  ]);
  expect(await install(database, { adminPassword: 'changed in the settings' })).toEqual([]);
  const server = await startTestServer({
    databaseUrl: database.url,
    adminPassword: 'changed in the settings',
  });
  const signIn = (password: string) =>
    server.given.anonymous().post('/api/user/authenticate/sign-in', { username: 'admin', password });
  expect((await signIn('chosen by the owner')).status).toBe(200);
  expect((await signIn('changed in the settings')).status).toBe(401);
  await server.close();
  await database.drop();
});

describe('the sample', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ sampleData: 'contest' });
  });
  afterAll(() => server.close());

  const signIn = async ({ username, password }: NewAccount) => {
    const browser = server.given.anonymous();
    expect((await browser.post('/api/user/authenticate/sign-in', { username, password })).status).toBe(200);
    return browser;
  };

  test('is a running contest that its participants can join and read in two languages', async () => {
    const account = server.newAccounts.find(({ role }) => role === 'participant') as NewAccount;
    const browser = await signIn(account);
    const { contests } = (await browser.get('/api/contest/all')).as(ContestList);
    const { name, durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs } = sampleContest(0);
    const wanted = { name, durationTimeMs, relativeFreezeTimeMs, practiceDurationTimeMs };
    expect(contests).toMatchObject([{ ...wanted, status: 'RUNNING', joined: false }]);
    const path = `/api/contest/${contests[0]?.id}`;
    await browser.post(`${path}/join`);

    const inRussian = (await browser.get(`${path}/problems`)).as(z.array(ListedContestProblem));
    const inEnglish = (await browser.get(`${path}/problems?locale=en-us`)).as(z.array(ListedContestProblem));

    expect(inRussian.length).toBeGreaterThanOrEqual(5);
    for (const [index, problem] of inRussian.entries()) {
      expect(problem.title).toMatch(/[а-я]/i);
      expect(inEnglish[index]?.title).not.toMatch(/[а-я]/i);
      expect(problem.attachments.config).toMatchObject({ markup: 'markdown', replaced: true });
      expect(problem.attachments.content?.text).toMatch(/[а-я]/i);
      expect(inEnglish[index]?.attachments.content?.text).not.toBe(problem.attachments.content?.text);
      expect(problem.samples.length).toBeGreaterThan(0);
      expect(problem.timeLimitMs).toBeGreaterThan(0);
    }
    expect(new Set(inRussian.map(({ color }) => color)).size).toBe(inRussian.length);
  });

  test('has a problem whose checker is a program of ours, stored as a file', async () => {
    const { rows } = await server.services.pool.query(
      `select blob.size_bytes from testset join blob on blob.sha256 = testset.checker #>> '{program,files,0,sha256}'
       where testset.checker ->> 'kind' = 'program'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('has a first version of each problem, which a change does not lose', async () => {
    const problems = await server.services.db
      .selectFrom('problem')
      .leftJoin('problemVersion as version', 'version.problemId', 'problem.id')
      .leftJoin('problemVersionStatement as statement', 'statement.versionUuid', 'version.uuid')
      .select((eb) => [
        'problem.id',
        'version.versionNumber',
        eb.fn.count('statement.locale').as('languages'),
      ])
      .groupBy(['problem.id', 'version.versionNumber'])
      .execute();
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatchObject({ versionNumber: 1, languages: 2 });
  });

  test('names each testset by a hash of its own', async () => {
    const testsets = await server.services.db.selectFrom('testset').select('sha256').execute();
    expect(new Set(testsets.map(({ sha256 }) => sha256)).size).toBe(testsets.length);
    for (const { sha256 } of testsets) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the sample stays away', () => {
  test('when it is switched off, and comes when it is switched on in an empty database', async () => {
    const database = await createTestDatabase();
    await install(database, { sampleData: 'off' });
    expect(await database.db.selectFrom('contest').select('id').execute()).toEqual([]);
    expect(await install(database, { sampleData: 'contest' })).toHaveLength(3);
    await database.drop();
  });

  test('from a database that has contests, and for ever after', async () => {
    const database = await createTestDatabase();
    await install(database);
    const contest = {
      name: 'ours',
      startTimeMs: 0,
      durationTimeMs: 1,
      relativeFreezeTimeMs: 1,
      authorId: null,
    };
    await database.db.insertInto('contest').values(contest).execute();
    expect(await install(database, { sampleData: 'contest' })).toEqual([]);
    await database.db.deleteFrom('contest').execute();
    expect(await install(database, { sampleData: 'contest' })).toEqual([]);
    await database.drop();
  });
});
