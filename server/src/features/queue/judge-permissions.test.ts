import { randomBytes } from 'node:crypto';
import type { JudgeTable } from '@balloon/database/judging-tables.ts';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { JudgePermissions } from '#features/queue/judge-permissions.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { trustMemory } from '#testing/trust-memory.ts';

const CPP = [{ key: 'cpp20', name: 'C++', version: '1' }];

let server: TestServer;
let permissions: JudgePermissions;
let caller: { judgeId: number; tokenHash: Buffer };

beforeAll(async () => {
  server = await startTestServer();
  permissions = new JudgePermissions(server.services);
});
afterAll(async () => {
  permissions.close();
  await server.close();
});

beforeEach(async () => {
  const tokenHash = randomBytes(32);
  const { id: judgeId } = await server.services.db
    .insertInto('judge')
    .values({
      ...{ name: tokenHash.toString('hex'), slots: 1, mode: 'full', seenAtMs: Date.now(), tokenHash },
      ...{ version: null, warnings: '[]', languages: JSON.stringify(CPP), triedOptions: '[]' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  caller = { judgeId, tokenHash };
});

async function change(values: Updateable<JudgeTable>): Promise<void> {
  const { db, announcements } = server.services;
  await db.updateTable('judge').set(values).where('id', '=', caller.judgeId).execute();
  await announcements.caughtUp();
}

test('what a judge may be given is read once, however often it is seen', async () => {
  using _trust = trustMemory(server.services);
  const first = await permissions.find(caller);
  await change({ seenAtMs: Date.now() + 1 });

  expect(first).toEqual({ languageKeys: ['cpp20'], isPaused: false, hasNews: false });
  expect(await permissions.find(caller)).toBe(first);
});

test('whatever changes it is known when the change was announced', async () => {
  await permissions.find(caller);

  await change({ drained: JSON.stringify([{ key: 'cpp20', version: '1', preferred: '2' }]) });
  expect(await permissions.find(caller)).toMatchObject({ languageKeys: [], isPaused: false });
  await change({ drained: '[]', pausedAtMs: Date.now() });
  expect(await permissions.find(caller)).toMatchObject({ languageKeys: [], isPaused: true });
  await change({ pausedAtMs: null });
  expect(await permissions.find(caller)).toMatchObject({ languageKeys: ['cpp20'], isPaused: false });
  await change({ optionsTold: -1 });
  expect(await permissions.find(caller)).toMatchObject({ hasNews: true });
  await change({ triedOptions: null });
  expect(await permissions.find(caller)).toMatchObject({ hasNews: false });
  await change({ languages: '[]' });
  expect(await permissions.find(caller)).toMatchObject({ languageKeys: [] });
  await change({ tokenHash: randomBytes(32) });
  expect(await permissions.find(caller)).toBeUndefined();
});

test('options that a site chooses are known at once, and a removed judge has to register', async () => {
  const { db, announcements } = server.services;
  await permissions.find(caller);
  const options = JSON.stringify({ compile: ['-O1'], run: [] });
  const chosen = { languageKey: 'cpp20', options, optionsSha256: 'ab', candidateSha256: null };
  await db
    .insertInto('compilerOptions')
    .values({ ...chosen, revision: 0, changedAtMs: 0 })
    .execute();
  await announcements.caughtUp();
  expect(await permissions.find(caller)).toMatchObject({ languageKeys: [] });

  await db.deleteFrom('compilerOptions').where('languageKey', '=', 'cpp20').execute();
  await db.deleteFrom('judge').where('id', '=', caller.judgeId).execute();
  await announcements.caughtUp();
  expect(await permissions.find(caller)).toBeUndefined();
});
