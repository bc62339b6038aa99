import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BlobMismatchError,
  blobSize,
  dropBlob,
  missingBlobs,
  readBlob,
  readBlobPart,
  storeBlob,
  storeBlobStream,
} from '#blobs.ts';
import { connect } from '#connect.ts';
import { removeOrphanBlobs } from '#orphan-blobs.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const DAY_MS = 24 * 3600 * 1000;

async function* pieces(content: Buffer, ...sizes: number[]) {
  let at = 0;
  for (let index = 0; at < content.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    yield content.subarray(at, at + size);
    at += size;
  }
}

async function read(sha256: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(readBlob(database.db, sha256)));
}

test.each([
  ['nothing', 0],
  ['less than a chunk', 1000],
  ['chunks to the byte', 512 * 1024],
  ['more than chunks', 700_001],
])('a stream of %s is stored as it came, in pieces of any size', async (_what, length) => {
  const content = Buffer.alloc(length, `content of ${length} bytes, `);
  const stored = await storeBlobStream(database.db, pieces(content, 3000, 700_000, 1));
  expect(stored).toEqual({ sha256: hashOf(content), sizeBytes: length });
  expect((await read(stored.sha256)).equals(content)).toBe(true);
  // The same content is stored once, however often it arrives.
  await storeBlobStream(database.db, pieces(content, 100_000), stored.sha256);
  await database.db.transaction().execute((tx) => storeBlob(tx, content));
  expect((await read(stored.sha256)).equals(content)).toBe(true);
});

test('a file of text takes less room than it has, and is read from any place', async () => {
  const lines = Array.from({ length: 150_000 }, (_, index) => `${(index * 2_654_435_761) % 1_000_000_007}\n`);
  const content = Buffer.concat([Buffer.from(lines.join('')), randomBytes(600_000)]);
  const { sha256 } = await storeBlobStream(database.db, pieces(content, 100_000));
  const { rows } = await database.pool.query<{ number: number; is_packed: boolean; bytes: number }>(
    'select number, is_packed, length(content) as bytes from blob_chunk where sha256 = $1 order by number',
    [sha256],
  );
  const [first, second, ...others] = rows;
  expect(first).toEqual({ number: 0, is_packed: false, bytes: 256 * 1024 });
  expect(second?.is_packed).toBe(true);
  expect(second?.bytes).toBeLessThan(160 * 1024);
  expect(others.at(-2)?.is_packed).toBe(false);
  for (const from of [0, 1, 256 * 1024, 300_000, content.length - 1, content.length]) {
    const read = Buffer.concat(await Array.fromAsync(readBlob(database.db, sha256, from)));
    expect(read.equals(content.subarray(from))).toBe(true);
    const part = await readBlobPart(database.db, sha256, from, 400_000);
    expect(part.equals(content.subarray(from, from + 400_000))).toBe(true);
  }
});

test('a stream with another content than announced, or that breaks off, leaves nothing', async () => {
  const announced = hashOf(Buffer.from('announced'));
  const other = pieces(Buffer.from('something else'), 5);
  await expect(storeBlobStream(database.db, other, announced)).rejects.toThrow(BlobMismatchError);
  async function* breaks() {
    yield Buffer.alloc(300_000);
    throw new Error('connection lost');
  }
  await expect(storeBlobStream(database.db, breaks())).rejects.toThrow('connection lost');

  expect(await blobSize(database.db, announced)).toBeUndefined();
  const lost = await database.db.selectFrom('blob').select('sha256').where('sizeBytes', '=', 0).execute();
  expect(lost.map(({ sha256 }) => sha256)).toEqual([hashOf(Buffer.alloc(0))]);
});

test('only what nothing refers to for a day is thrown away', async () => {
  const { db } = database;
  const names = await db
    .transaction()
    .execute((tx) =>
      Promise.all(
        ['orphan', 'young', 'asked for', 'test', 'checker', 'file', 'edited', 'compiled', 'picture'].map(
          (text) => storeBlob(tx, Buffer.from(text)),
        ),
      ),
    );
  const [orphan = '', young = '', askedFor = '', input = '', checker = '', file = ''] = names;
  const [edited = '', compiled = '', picture = ''] = names.slice(6);
  const { id: problemId } = await db
    .insertInto('problem')
    .values({ title: 'A' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.pool.query(
    `with made as (
       insert into testset (problem_id, sha256, time_limit_ms, memory_limit_kb, checker, rules,
         tests_sha256, checker_sha256, limits_sha256)
       values ($1, 'x', 1, 1, $2, '{}', 'x', 'x', 'x') returning id
     )
     insert into test (testset_id, number, input_sha256, answer_sha256, picture_sha256, picture_type)
     select id, 1, $3, $3, $4, 'image/png' from made`,
    [
      problemId,
      JSON.stringify({ program: { files: [{ path: 'check.cpp', sha256: checker }] } }),
      input,
      picture,
    ],
  );
  await db
    .insertInto('problemFile')
    .values({ problemId, name: 'fig.png', sha256: file, sizeBytes: 4, mediaType: 'image/png' })
    .execute();
  await db
    .insertInto('problemCheck')
    .values(
      [edited, compiled].map((sha256) => ({
        ...{ problemId, kind: 'checker', versionNumber: 1, createdAtMs: 0, checkerSha256: sha256 },
        checker: JSON.stringify({ program: { files: [{ path: 'check.cpp', sha256 }] } }),
        ...(sha256 === compiled && { state: 'done', finishedAtMs: 1 }),
      })),
    )
    .execute();
  await db.updateTable('blob').set({ storedAtMs: 0 }).where('sha256', '!=', young).execute();
  expect(await missingBlobs(db, [askedFor, 'f'.repeat(64), 'f'.repeat(64)])).toEqual(['f'.repeat(64)]);

  await removeOrphanBlobs(db, DAY_MS);

  const left = await db.selectFrom('blob').select('sha256').execute();
  const used = [young, askedFor, input, checker, file, edited, picture];
  expect(left.map(({ sha256 }) => sha256).sort()).toEqual(used.sort());
  for (const gone of [orphan, compiled]) expect(left.map(({ sha256 }) => sha256)).not.toContain(gone);
  expect((await read(input)).toString()).toBe('test');
});

test('content that is thrown away while it comes again is stored anew', async () => {
  const content = randomBytes(1000);
  const sha256 = await database.db.transaction().execute((tx) => storeBlob(tx, content));
  const other = connect(database.url, { maxConnections: 2 });
  try {
    const [taken, mayDelete] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The round of chores does this: the file is locked, and deleted a moment later.
    const removing = other.db.transaction().execute(async (tx) => {
      await tx.selectFrom('blob').select('sha256').where('sha256', '=', sha256).forUpdate().execute();
      taken.resolve();
      await mayDelete.promise;
      await dropBlob(tx, sha256);
    });
    await taken.promise;
    const storing = storeBlobStream(database.db, pieces(content, 100));
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `;
    await expect.poll(async () => (await waiting.execute(other.db)).rows.length).toBe(1);
    mayDelete.resolve();
    await removing;

    expect((await storing).sha256).toBe(sha256);
    expect(await read(sha256)).toEqual(content);
  } finally {
    await other.close();
  }
});
