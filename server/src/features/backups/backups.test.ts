import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AuditLog } from '@balloon/contracts/site/audit.ts';
import { BackupState } from '@balloon/contracts/site/backups.ts';
import { ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { checkBackup } from '@balloon/database/backup/read-backup.ts';
import { writeBackup } from '@balloon/database/backup/write-backup.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { doBackupChores } from '#features/backups/backup-chores.ts';
import { openBackupFolder } from '#features/backups/backup-folder.ts';
import { roomForBackup } from '#features/backups/backup-room.ts';
import { endRun, startRun } from '#features/backups/backups.queries.ts';
import { beginBackup } from '#features/backups/make-backup.ts';
import { isSiteFile } from '#features/backups/site-files.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const BACKUPS = '/api/admin/server/backups';

let folder: string;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balloon-data-'));
  await mkdir(path.join(dataDir, 'secrets'));
  await writeFile(path.join(dataDir, 'secrets', 'judge-token'), 'token-of-judges');
  await writeFile(path.join(dataDir, 'secrets', 'postgres-password'), 'password-of-the-cluster');
  await mkdir(path.join(dataDir, 'site'));
  await writeFile(path.join(dataDir, 'site', 'site.json'), '{}');
  folder = path.join(dataDir, 'backups');
  server = await startTestServer({ dataDir, backupDir: folder, backupEveryHours: 24, backupKeep: 2 });
  admin = await server.given.admin();
});
afterAll(async () => {
  await server.close();
  await rm(path.dirname(folder), { recursive: true });
});

const state = async () => (await admin.get(BACKUPS)).as(BackupState);

test('an admin makes a backup, watches it, downloads and deletes it', async () => {
  const { name } = (await admin.post(BACKUPS)).json;
  await vi.waitFor(async () => {
    expect((await state()).newestRun).toMatchObject({ isRunning: false, failure: null, fileName: name });
  }, 150_000);
  expect((await state()).backups).toMatchObject([{ name, kind: 'manual' }]);
  const manifest = await checkBackup(path.join(folder, String(name)));
  expect(manifest.files.map((file) => file.name)).toEqual(['secrets/judge-token', 'site/site.json']);
  expect(manifest.tables.map((table) => table.name)).toContain('account');

  const sent = await fetch(`${server.url}${BACKUPS}/${name}`, { headers: { cookie: admin.cookie } });
  expect(sent.headers.get('content-disposition')).toContain(`filename="${name}"`);
  const bytes = Buffer.from(await sent.arrayBuffer());
  expect(bytes.equals(await readFile(path.join(folder, String(name))))).toBe(true);
  const log = (await admin.get('/api/admin/audit?count=1')).as(AuditLog);
  expect(log.entries).toMatchObject([
    { action: 'server.downloadBackup', subject: { name }, actor: { id: admin.user.id } },
  ]);

  const moderator = await server.given.supervisor();
  for (const call of [moderator.get(BACKUPS), moderator.get(`${BACKUPS}/${name}`), moderator.post(BACKUPS)])
    expect((await call).status).toBe(403);
  expect((await admin.send('DELETE', `${BACKUPS}/${name}`, {})).status).toBe(200);
  expect((await state()).backups).toEqual([]);
});

test.each(['..%2Fsite%2Fsite.json', 'site.json', 'balloon-20200101-000000-manual.zip', '%00'])(
  'nothing else of the disk can be read or deleted: %s',
  async (name) => {
    for (const reply of [
      await admin.get(`${BACKUPS}/${name}`),
      await admin.send('DELETE', `${BACKUPS}/${name}`, {}),
    ])
      expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(existsSync(path.join(folder, '..', 'site', 'site.json'))).toBe(true);
  },
);

test('a backup that was cut off goes with the next one, and no other file of the folder', async () => {
  const [hoursAgo, now] = [new Date(Date.now() - 7_200_000), new Date()];
  const files: [string, Date][] = [
    ['balloon-20260101-000000-scheduled.zip.partial', hoursAgo],
    ['balloon-20260102-000000-manual.zip.partial', now],
    ['another.zip.partial', hoursAgo],
  ];
  await mkdir(folder, { recursive: true });
  for (const [name, changedAt] of files) {
    await writeFile(path.join(folder, name), '');
    await utimes(path.join(folder, name), changedAt, changedAt);
  }
  await openBackupFolder(folder);
  expect(files.map(([name]) => existsSync(path.join(folder, name)))).toEqual([false, true, true]);
});

test('of backups that are begun, and of deletions, at the same moment one succeeds', async () => {
  const statusesOf = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).sort();
  const four = [0, 1, 2, 3];
  const begun = await server.services.db.transaction().execute(async (tx) => {
    await sql`lock table news in access exclusive mode`.execute(tx); // so that no backup ends before the last is asked for
    return statusesOf(four.map(() => admin.post(BACKUPS)));
  });
  expect(begun).toEqual([200, 409, 409, 409]);
  await vi.waitFor(async () => {
    expect((await state()).newestRun).toMatchObject({ isRunning: false, failure: null });
  }, 150_000);
  const [backup] = (await state()).backups;
  const remove = () => admin.send('DELETE', `${BACKUPS}/${backup?.name}`, {});
  expect(await statusesOf(four.map(remove))).toEqual([200, 404, 404, 404]);
});

test('a backup of a process that is closed leaves nothing half, and its end is known', async () => {
  const closed = await startTestServer({ databaseUrl: server.databaseUrl, backupDir: folder });
  const { name } = await server.services.db.transaction().execute(async (tx) => {
    await sql`lock table news in access exclusive mode`.execute(tx); // so that it does not end before
    const begun = (await (await closed.given.admin()).post(BACKUPS)).json;
    await expect.poll(() => countLockWaits(closed.services.db)).toBe(1);
    await closed.close();
    return begun;
  });
  expect((await state()).newestRun).toMatchObject({
    ...{ fileName: name, isRunning: false, failure: 'the web process was stopped' },
  });
  expect((await readdir(folder)).filter((one) => one.startsWith(String(name)))).toEqual([]);
});

test.each(['before it begins', 'in its middle'])(
  'a backup that is cut off %s leaves nothing',
  async (when) => {
    const file = path.join(folder, 'cut-off.zip');
    const stop = new AbortController();
    const cutOff = () => stop.abort(new Error('too late'));
    if (when === 'before it begins') cutOff();
    const options = { databaseUrl: server.databaseUrl, file, files: [], version: '1', onProgress: cutOff };
    await expect(writeBackup({ ...options, signal: stop.signal })).rejects.toThrow('too late');
    expect((await readdir(folder)).filter((one) => one.startsWith('cut-off'))).toEqual([]);
  },
);

test('a scheduled backup is made when the newest one is old, and the oldest scheduled ones are removed', async () => {
  await server.services.db.deleteFrom('backupRun').execute(); // a failed run would put it off
  expect(await doBackupChores(server.services)).toBe(false); // the installation is young
  await mkdir(folder, { recursive: true });
  const old = new Date(Date.now() - 25 * 3_600_000);
  for (const name of [
    'balloon-20200101-000000-manual.zip',
    'balloon-20200102-000000-scheduled.zip',
    'balloon-20200103-000000-scheduled.zip',
  ]) {
    await writeFile(path.join(folder, name), '');
    await utimes(path.join(folder, name), old, old);
  }
  expect(await doBackupChores(server.services)).toBe(true);
  const kept = (await state()).backups.map(({ name }) => name);
  expect(kept).toHaveLength(3);
  expect(kept.slice(1)).toEqual([
    'balloon-20200103-000000-scheduled.zip',
    'balloon-20200101-000000-manual.zip',
  ]);
  expect(await doBackupChores(server.services)).toBe(false);
  const fresh = await startTestServer({ databaseUrl: server.databaseUrl, backupDir: folder });
  const status = (await (await fresh.given.admin()).get('/api/admin/server')).as(ServerStatus);
  expect(status.lastBackup?.sizeBytes).toBeGreaterThan(1000);
  await fresh.close();
});

/** Names a folder whose only backup, given by name and age, tells the schedule what to do. */
async function scheduleOver(name: string, ageMs: number): Promise<string> {
  const backupDir = await mkdtemp(path.join(path.dirname(folder), 'schedule-'));
  server.services.options.backupDir = backupDir;
  await writeFile(path.join(backupDir, name), '');
  const madeAt = new Date(Date.now() - ageMs);
  await utimes(path.join(backupDir, name), madeAt, madeAt);
  return backupDir;
}

test('the schedule begins no backup in the hour after one that failed', async () => {
  const { db } = server.services;
  await scheduleOver('balloon-20200101-000000-scheduled.zip', 25 * 3_600_000);
  const id = await startRun(db, { kind: 'scheduled', fileName: 'late.zip', startedBy: null });
  await endRun(db, id, 'write error at the end');
  const within = await doBackupChores(server.services);
  await db
    .updateTable('backupRun')
    .set((eb) => ({ seenAtMs: eb('seenAtMs', '-', 3_600_001) }))
    .where('id', '=', id)
    .execute();
  const after = await doBackupChores(server.services);
  server.services.options.backupDir = folder;

  expect([within, after]).toEqual([false, true]);
});

test('a backup that was made while the clock stood in the future holds no other up', async () => {
  await scheduleOver('balloon-20360101-000000-manual.zip', -10 * 365 * 24 * 3_600_000);
  await server.services.db.deleteFrom('backupRun').execute();
  const backupDir = server.services.options.backupDir ?? '';
  const old = new Date(Date.now() - 25 * 3_600_000);
  await writeFile(path.join(backupDir, 'balloon-20200101-000000-scheduled.zip'), '');
  await utimes(path.join(backupDir, 'balloon-20200101-000000-scheduled.zip'), old, old);
  const made = await doBackupChores(server.services);
  server.services.options.backupDir = folder;

  expect(made).toBe(true);
});

test('a backup is not begun where it finds no room, and leaves some to the database', async () => {
  server.services.options.backupDir = '/proc/backups'; // a file system without room
  const reply = await admin.post(BACKUPS);
  const scheduled = await beginBackup(server.services, 'scheduled', null).catch((error) => error);
  server.services.options.backupDir = folder;

  expect({ status: reply.status, code: reply.json.error?.code }).toEqual({
    status: 409,
    code: 'BACKUP_NO_ROOM',
  });
  expect(scheduled.message).toMatch(/^A backup needs \d+ MB on the disk of \/proc\/backups, which has 0 MB/);
  const gib = 1024 ** 3;
  expect(roomForBackup(100 * gib, false)).toBeCloseTo(115 * gib, -1);
  expect(roomForBackup(100 * gib, true)).toBeCloseTo(117 * gib, -1);
});

test('a folder of backups that cannot be written is reported at the start', async () => {
  const backupDir = path.join(folder, '..', 'site', 'site.json', 'none'); // below a file
  const fresh = await startTestServer({ databaseUrl: server.databaseUrl, backupDir });
  await expect
    .poll(() => fresh.services.console.kept.map(({ text }) => text))
    .toContainEqual(expect.stringMatching(/NO BACKUPS.*ENOTDIR/));
  await fresh.close();
});

test('a backup that cannot be written fails with its reason, and the next one may start', async () => {
  server.services.options.backupDir = path.join(folder, '..', 'site', 'site.json', 'none'); // below a file
  expect((await admin.post(BACKUPS)).status).toBe(200);
  await vi.waitFor(async () => {
    expect((await state()).newestRun?.failure).toMatch(/ENOTDIR/);
  }, 150_000);
  server.services.options.backupDir = null;
  expect((await admin.post(BACKUPS)).json.error?.code).toBe('BACKUPS_OFF');
  server.services.options.backupDir = folder;
});

test.each([
  ['secrets/judge-token', true],
  ['contacts.ru-ru.md', true],
  ['site/pictures/logo.svg', true],
  ['secrets/postgres-password', false],
  ['site/../../etc/passwd', false],
  ['/etc/passwd', false],
  ['.env', false],
])('whether a backup takes %s: %s', (name, isTaken) => {
  expect(isSiteFile(name)).toBe(isTaken);
});
