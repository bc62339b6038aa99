import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADVISORY_LOCKS } from '#advisory-locks.ts';
import { writeBackup } from '#backup/write-backup.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

let directory: string;
let database: TestDatabase;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'balloon-write-backup-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

test('a second backup to the same file is refused and leaves what the first one has written', async () => {
  const file = path.join(directory, 'site.zip');
  await writeFile(`${file}.partial`, 'half of the first one');

  await database.db.connection().execute(async (first) => {
    await sql`select pg_advisory_lock(${ADVISORY_LOCKS.backup})`.execute(first);
    await expect(
      writeBackup({ databaseUrl: database.url, file, files: [], version: '1.0.0' }),
    ).rejects.toThrow('another backup is being made');
    await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.backup})`.execute(first);
  });

  expect(await readFile(`${file}.partial`, 'utf8')).toBe('half of the first one');
});
