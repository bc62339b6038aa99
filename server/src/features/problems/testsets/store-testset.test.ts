import { storeBlob } from '@balloon/database/blobs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NewTestset, storeTestset } from '#features/problems/testsets/store-testset.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let problemId: number;
beforeAll(async () => {
  server = await startTestServer();
  problemId = await server.given.problem();
});
afterAll(() => server.close());

const TESTSET: NewTestset = {
  timeLimitMs: 1000,
  memoryLimitKb: 65_536,
  checker: { kind: 'tokens' },
  tests: [{ input: Buffer.from('1'), answer: Buffer.from('2') }],
};

async function store(testset: NewTestset) {
  const { db } = server.services;
  const id = await db.transaction().execute((tx) => storeTestset(tx, problemId, testset));
  return db.selectFrom('testset').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

test('what an ordinary problem does not need may be left out', async () => {
  expect(await store(TESTSET)).toMatchObject({
    outputLimitKb: 65_536,
    checker: { kind: 'tokens' },
    rules: { interactor: null, passes: 1, inputFile: null, graders: [], scoring: false, groups: [] },
  });
});

test('tests may be stored already, and keep what is particular to them', async () => {
  const { db } = server.services;
  const sha256 = await db.transaction().execute((tx) => storeBlob(tx, Buffer.from('1')));
  const particular = { isSample: true, points: 2.5, group: 'a', flags: ['x', 'y z'] };
  const stored = await store({
    ...TESTSET,
    tests: [{ input: { sha256 }, answer: { sha256 }, ...particular }],
  });
  const row = await db
    .selectFrom('test')
    .selectAll()
    .where('testsetId', '=', stored.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ number: 1, inputSha256: sha256, answerSha256: sha256, groupName: 'a' });
  expect(row).toMatchObject({ isSample: true, points: 2.5, flags: ['x', 'y z'] });
});

test('there may be more tests than fit into one statement', async () => {
  const { db } = server.services;
  const sha256 = await db.transaction().execute((tx) => storeBlob(tx, Buffer.from('1')));
  const tests = Array.from({ length: 9000 }, () => ({ input: { sha256 }, answer: { sha256 } }));
  const { id } = await store({ ...TESTSET, tests });
  const { count } = await db
    .selectFrom('test')
    .select((eb) => eb.fn.max('number').as('count'))
    .where('testsetId', '=', id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(9000);
});

test('rules that nobody could judge by are refused', async () => {
  await expect(store({ ...TESTSET, timeLimitMs: 0 })).rejects.toThrow('timeLimitMs');
  await expect(store({ ...TESTSET, inputFile: '../up' })).rejects.toThrow('plain file name');
});

describe('the hashes of its parts', () => {
  const file = { path: 'talk.py', sha256: 'c'.repeat(64), bytes: 3 };
  const program = { language: 'python3', files: [file], sources: ['talk.py'] };
  test.each([
    ['nothing changed', {}, []],
    ['the time limit', { timeLimitMs: 2000 }, ['limitsSha256']],
    ['the number of passes', { passes: 2 }, ['limitsSha256']],
    ['the checker', { checker: { kind: 'exact' } }, ['checkerSha256']],
    ['the interactor', { interactor: { protocol: 'testlib', program, flags: [] } }, ['checkerSha256']],
    ['an answer', { tests: [{ input: Buffer.from('1'), answer: Buffer.from('3') }] }, ['testsSha256']],
    [
      'the points of a test',
      { tests: [{ input: Buffer.from('1'), answer: Buffer.from('2'), points: 1 }] },
      ['testsSha256'],
    ],
  ] as [string, Partial<NewTestset>, string[]][])(
    'tell that it was %s',
    async (_what, differing, changed) => {
      const [before, after] = [await store(TESTSET), await store({ ...TESTSET, ...differing })];
      const parts = ['testsSha256', 'checkerSha256', 'limitsSha256'] as const;
      expect(parts.filter((part) => before[part] !== after[part])).toEqual(changed);
      expect(before.sha256 === after.sha256).toBe(changed.length === 0);
    },
  );
});
