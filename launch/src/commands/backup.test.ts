import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeBlob } from '@balloon/database/blobs.ts';
import { createTestDatabase } from '@balloon/database/testing/test-database.ts';
import { startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '#database/postgres.ts';
import { openDataDir } from '#files/data-dir.ts';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');
const TIMEOUT = { timeout: 360_000 };

let directory: string;
let site: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'balloon-backup-'));
  site = await startTestServer({ sampleData: 'contest' });
});
afterAll(async () => {
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});

function balloon(args: string[], settings: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, ...settings };
    execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: `${stdout}${stderr}` }),
    );
  });
}

/** Fingerprint of every table and sequence of a database. */
async function fingerprint(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; kind: string }>(
    `select relname as name, relkind as kind from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
       and relname not in ('migration', 'web_process')`,
  );
  const prints: Record<string, string> = {};
  for (const { name, kind } of rows) {
    const what = kind === 'S' ? 'last_value::text || is_called' : 'one::text';
    const { rows: found } = await client.query(
      `select count(*) || ':' || coalesce(md5(string_agg(${what}, '|' order by ${what})), '') as print from "${name}" as one`,
    );
    prints[name] = found[0].print;
  }
  await client.end();
  return prints;
}

test(
  'a running site is written to a file and restored into an empty data directory, byte for byte',
  TIMEOUT,
  async () => {
    const contest = await site.given.contest();
    const participant = await site.given.participant(contest);
    for (const solution of ['print(1)', 'строка\t\\N\\.\n"quoted"\r\n'])
      await participant.submit(contest, { solution });
    const bytes = Buffer.from([0, 1, 2, 255, 10, 92]);
    await site.services.db.transaction().execute((tx) => storeBlob(tx, bytes));
    const [from, to] = [path.join(directory, 'from'), path.join(directory, 'to')];
    mkdirSync(path.join(from, 'secrets'), { recursive: true });
    writeFileSync(path.join(from, 'secrets', 'judge-token'), 'the-token-of-judges\n');
    writeFileSync(path.join(from, 'contacts.md'), '# Ask us');
    const file = path.join(directory, 'site.zip');

    const made = await balloon(['backup', file], { DATA_DIR: from, DATABASE_URL: site.databaseUrl });
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\d+ tables, \d+ rows, 2 files; checked/),
    });
    const wanted = await fingerprint(site.databaseUrl);

    const restored = await balloon(['restore', file], { DATA_DIR: to });
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored the site of') });
    expect(readFileSync(path.join(to, 'secrets', 'judge-token'), 'utf8')).toBe('the-token-of-judges\n');
    expect(readFileSync(path.join(to, 'contacts.md'), 'utf8')).toBe('# Ask us');
    const server = await startPostgres({ dataDir: openDataDir(to), durable: false });
    const found = await fingerprint(server.url);
    await server.stop();
    expect(found).toEqual(wanted);
    expect(found.solution).toMatch(/^[1-9]/);

    const again = await balloon(['restore', file], { DATA_DIR: to });
    expect(again).toMatchObject({ code: 78, output: expect.stringContaining('--force') });
    const inUse = await balloon(['restore', '--force', file], {
      DATA_DIR: from,
      DATABASE_URL: site.databaseUrl,
    });
    expect(inUse.output).toContain('a site is running on this database');
    expect(await fingerprint(site.databaseUrl)).toEqual(wanted);
  },
);

test(
  'a site that is replaced keeps none of its files but secrets that the backup lacks',
  TIMEOUT,
  async () => {
    const dataDir = path.join(directory, 'replaced');
    for (const folder of ['secrets', 'site']) mkdirSync(path.join(dataDir, folder), { recursive: true });
    for (const name of ['secrets/settings-key', 'site/old.svg', 'contacts.md'])
      writeFileSync(path.join(dataDir, name), 'of before');
    const database = await createTestDatabase();

    const restored = await balloon(['restore', '--force', path.join(directory, 'site.zip')], {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
    });
    await database.drop();

    expect(restored).toMatchObject({ code: 0 });
    expect(existsSync(path.join(dataDir, 'site/old.svg'))).toBe(false);
    expect(readFileSync(path.join(dataDir, 'contacts.md'), 'utf8')).toBe('# Ask us');
    expect(readFileSync(path.join(dataDir, 'secrets/settings-key'), 'utf8')).toBe('of before');
  },
);

test('a backup is not begun on a disk without room for it', TIMEOUT, async () => {
  const settings = { DATA_DIR: directory, DATABASE_URL: site.databaseUrl };

  expect(await balloon(['backup', '/proc/site.zip'], settings)).toMatchObject({
    code: 78,
    output: expect.stringMatching(/^balloon: no backup: A backup needs \d+ MB on the disk of \/proc,/),
  });
});

test('a damaged backup is refused before anything is touched', TIMEOUT, async () => {
  const file = path.join(directory, 'site.zip');
  expect(await balloon(['restore', '--check', file], {})).toMatchObject({
    code: 0,
    output: expect.stringContaining('whole'),
  });
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(2000) ^ 255, 2000);
  const damaged = path.join(directory, 'damaged.zip');
  writeFileSync(damaged, bytes);
  const refused = await balloon(['restore', damaged], { DATA_DIR: path.join(directory, 'other') });
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain('not restored');
});
