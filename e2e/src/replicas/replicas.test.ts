import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PeopleList } from '@balloon/contracts/people/user-admin.ts';
import { connect } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { prepareDatabase } from '@balloon/launch/database/database-ready.ts';
import { type RunningPostgres, startPostgres } from '@balloon/launch/database/postgres.ts';
import { examineReplicas } from '@balloon/launch/doctor/examine-replicas.ts';
import { openDataDir } from '@balloon/launch/files/data-dir.ts';
import type { ReplicaState } from '@balloon/server/replicas.ts';
import { type Person, startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '#browser/wait.ts';
import { createStreamingReplica, type StreamingReplica } from '#replicas/streaming-replica.ts';

let directory: string;
let primary: RunningPostgres;
let replica: StreamingReplica;
let web: TestServer;
let admin: Person;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'balloon-replica-'));
  const dataDir = openDataDir(path.join(directory, 'primary'));
  primary = await startPostgres({ dataDir, durable: true });
  await prepareDatabase(primary.url);
  replica = await createStreamingReplica(primary.url, dataDir, path.join(directory, 'replica'));
  replica.start();
  web = await startTestServer({ databaseUrl: primary.url, databaseReplicaUrls: [replica.url] });
  admin = await web.given.signedIn(await web.given.user({ mask: ACCESS_GROUPS.admin.mask }));
});

afterAll(async () => {
  await web?.close();
  await replica?.kill();
  await primary?.stop();
  if (directory) rmSync(directory, { recursive: true });
});

beforeEach(() => becomes('ready'));

test('the doctor knows a replica from another database', async () => {
  // On a busy machine a replica may be seconds behind.
  await expect
    .poll(() => examineReplicas([replica.url, primary.url], primary.url))
    .toEqual([
      { usable: true, detail: 'it keeps up with the database' },
      expect.objectContaining({ usable: false, detail: expect.stringContaining('replays nothing') }),
    ]);
});

const facts = () => {
  const [first] = web.services.replicas.facts();
  if (!first) throw new Error('There is no replica');
  return first;
};
const becomes = (state: ReplicaState) =>
  waitFor(`the replica to be ${state}`, () => (facts().state === state ? true : undefined));

/** Runs SQL on the replica itself. */
async function onReplica(text: string): Promise<void> {
  const { pool, close } = connect(replica.url, { maxConnections: 1 });
  await pool.query(text);
  await close();
}

/** Renames a person and reads the list of people at once. */
async function renameAndList(lastName: string): Promise<string[]> {
  const { db } = web.services;
  await db.updateTable('account').set({ lastName }).where('id', '=', admin.user.id).execute();
  const { status, json } = await admin.get('/api/admin/people?q=&sort=newest&count=100&offset=0');
  expect(status).toBe(200);
  return PeopleList.parse(json).users.map((user) => user.lastName);
}

/** Calls until the replica has read for a call without a failure: on a busy machine it is a second behind now and then. */
async function byReplica<Found>(call: () => Promise<Found>): Promise<Found> {
  for (;;) {
    await becomes('ready');
    const { reads, failedReads } = facts();
    const found = await call();
    if (facts().reads > reads && facts().failedReads === failedReads) return found;
  }
}

test('lists come from the replica and show what was written just before', async () => {
  for (let round = 0; round < 20; round += 1) {
    expect(await byReplica(() => renameAndList(`Round${round}`))).toContain(`Round${round}`);
  }

  const metrics = await fetch(`${web.url}/metrics`).then((reply) => reply.text());
  expect(metrics).toMatch(/balloon_replica_up\{replica="[^"]+"\} 1/);
  expect(metrics).toMatch(/balloon_replica_reads_total\{replica="[^"]+",outcome="done"\} \d\d/);
});

test.each([
  '/api/admin/people/export?q=&separator=%2C',
  '/api/admin/audit?count=10',
  '/api/admin/audit/export?separator=%2C',
  '/api/admin/users?q=first&count=5&offset=0',
  '/api/admin/search?q=contest',
  '/api/admin/problems?q=&count=5&offset=0&brief=1',
  '/api/user/solutions?select=all&count=5&offset=0',
])('%s is answered by the replica', async (address) => {
  const { status, json } = await byReplica(() => admin.get(address));

  expect({ status, json }).toMatchObject({ status: 200 });
});

test('the long log of a table that nobody looked at is read from the replica', async () => {
  const givenLongLog = async () => {
    const contest = await web.given.contest();
    const { db } = web.services;
    await sql`
      with head as (
        update contest_log_head set last_event_seq = last_event_seq + 1500 where contest_id = ${contest.id}
        returning last_event_seq
      )
      insert into contest_event (contest_id, seq, happened_at_ms, event)
      select ${contest.id}, last_event_seq - 1500 + number, 0, '{"type": "changed"}' from head, generate_series(1, 1500) number
    `.execute(db);
    return contest;
  };

  const { status } = await byReplica(async () => {
    const { id } = await givenLongLog();
    return admin.get(`/api/contest/${id}/table2?count=10&offset=0`);
  });

  expect(status).toBe(200);
});

test('while the replica is behind, the database shows what was just written', async () => {
  await onReplica('select pg_wal_replay_pause()');

  expect(await renameAndList('Late')).toContain('Late');
  await becomes('behind');
  const { failedReads } = facts();
  expect(await renameAndList('Later')).toContain('Later');
  expect(facts().failedReads).toBe(failedReads);

  await onReplica('select pg_wal_replay_resume()');
  await becomes('ready');
  expect(await renameAndList('Well again')).toContain('Well again');
});

test('a replica that stands still is left, and read again when it goes on', async () => {
  const backends = [replica.pid(), ...(await serverProcesses())];
  for (const pid of backends) process.kill(pid, 'SIGSTOP');
  try {
    expect(await renameAndList('Still')).toContain('Still');
    await becomes('away');
  } finally {
    for (const pid of backends) process.kill(pid, 'SIGCONT');
  }
  await becomes('ready');
  expect(await renameAndList('Going on')).toContain('Going on');
});

test('nobody notices that the replica dies', async () => {
  let isOver = false;
  const reader = (async () => {
    for (let round = 0; !isOver; round += 1)
      expect(await renameAndList(`Dying${round}`)).toContain(`Dying${round}`);
  })();

  await replica.kill();
  await becomes('away');
  isOver = true;
  await reader;

  replica.start();
  await becomes('ready');
});

test('a replica that was promoted is not read any more', async () => {
  await onReplica('select pg_promote()');

  expect(await renameAndList('Promoted')).toContain('Promoted');
  await becomes('stranger');
  const { reads } = facts();
  expect(await renameAndList('Alone')).toContain('Alone');
  expect(facts().reads).toBe(reads);
});

/** Processes of the replica that serve connections of the web process. */
async function serverProcesses(): Promise<number[]> {
  const { pool, close } = connect(replica.url, { maxConnections: 1 });
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  await close();
  return rows.map(({ pid }) => pid);
}
