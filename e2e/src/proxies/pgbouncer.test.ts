import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { freePort } from '@balloon/database/testing/free-port.ts';
import { createTestDatabase, type TestDatabase } from '@balloon/database/testing/test-database.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { choosePostgresIdentity } from '@balloon/launch/database/postgres-identity.ts';
import { addTry } from '@balloon/server/limits/rate-limits.ts';
import { openEar } from '@balloon/server/testing/test-ear.ts';
import { startTestJudge } from '@balloon/server/testing/test-judge.ts';
import { startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '#browser/wait.ts';
import { FILES, isMissing, PATH, replaceEach } from '#proxies/reverse-proxy.ts';

/*
 * The shipped configuration of PgBouncer before a database, with fewer connections than the web processes open. A machine
 * without the program skips it: apt-get install pgbouncer.
 */

const CONNECTIONS = 3;

describe.skipIf(isMissing('pgbouncer'))('through PgBouncer', () => {
  let directory: string;
  let pooler: ChildProcess;
  let database: TestDatabase;
  let webs: [TestServer, TestServer];

  beforeAll(async () => {
    database = await createTestDatabase();
    directory = await mkdtemp(path.join(tmpdir(), 'balloon-pgbouncer-'));
    await chmod(directory, 0o755);
    const { pathname, username, password, searchParams, port: databasePort } = new URL(database.url);
    const port = await freePort();
    const configuration = path.join(directory, 'pgbouncer.ini');
    const host = `host=${searchParams.get('host')} port=${databasePort || 5432} user=${username} password=${password}`;
    await writeFile(
      configuration,
      replaceEach(await readFile(path.join(FILES, 'pgbouncer.ini'), 'utf8'), [
        [
          'balloon = host=127.0.0.1 port=5432 dbname=balloon',
          `balloon = ${host} dbname=${pathname.slice(1)}`,
        ],
        ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`],
        ['auth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt', 'auth_type = any'],
        ['default_pool_size = 20', `default_pool_size = ${CONNECTIONS}`],
      ]),
    );
    const [program = '', ...prefix] = choosePostgresIdentity().prefix;
    pooler = spawn(program, [...prefix, 'pgbouncer', configuration], {
      env: { PATH },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await waitFor('PgBouncer', () => answers(port));
    const options = {
      databaseUrl: database.url,
      databasePoolerUrl: `postgres://${username}@127.0.0.1:${port}/balloon`,
    };
    webs = [await startTestServer(options), await startTestServer(options)];
  });

  afterAll(async () => {
    for (const web of webs ?? []) await web.close();
    pooler?.kill();
    if (pooler?.exitCode === null) await once(pooler, 'exit');
    await database?.drop();
    if (directory) await rm(directory, { recursive: true });
  });

  test('a solution is sent to one process, judged at the other, and its verdict heard there', async () => {
    const [here, there] = webs;
    const contest = await here.given.contest();
    const author = await here.given.participant(contest);
    const ear = await openEar(await there.given.signedIn(author.user), contest);
    const { id } = (await author.submit(contest, {})).as(SubmitReply);
    const judge = await startTestJudge(there.url);
    await judge.result(await judge.mustClaim(), { verdict: 'accepted' });
    const heard = await ear.hears('verdict updated', ({ verdict }) => verdict?.isTerminal === true);
    expect([heard.id, heard.verdict?.id]).toEqual([id, VERDICTS.accepted.id]);
  });

  test('tries at both processes are counted together, on any connection', async () => {
    const bound = { subject: 'pooled', most: 100, withinMs: 3_600_000 };
    const tries = Array.from({ length: 10 }, () => webs.map(({ services }) => addTry(services, bound)));
    const counted = await Promise.all(tries.flat());
    expect(counted.toSorted((one, other) => one - other)).toEqual(counted.map((_, index) => index + 1));
  });

  test('many at once share few connections, with the time limits of the configuration', async () => {
    const [here, there] = webs;
    const contest = await here.given.contest();
    const people = await Promise.all(Array.from({ length: 12 }, () => here.given.participant(contest)));
    const far = await Promise.all(people.map(({ user }) => there.given.signedIn(user)));
    const asked = [...people, ...far].map(async (person) => {
      await person.submit(contest, {});
      return (await person.get(`/api/contest/${contest.id}/solutions/my?count=20`)).status;
    });
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200));

    const shared = await connectionsOfPooler(database);
    expect(shared).toBeGreaterThan(0);
    expect(shared).toBeLessThanOrEqual(CONNECTIONS);
    const limits = await here.services.pool.query("select current_setting('statement_timeout') as limit");
    expect(limits.rows).toEqual([{ limit: '1min' }]);
  });
});

/** Counts the connections of web processes to the database, without those that listen and that of the test. */
async function connectionsOfPooler({ pool }: TestDatabase): Promise<number | undefined> {
  const { rows } = await pool.query<{ number: number }>(
    `select count(*)::int as number from pg_stat_activity
     where datname = current_database() and application_name = 'balloon' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.number;
}

/** True when something listens at a port, else nothing. */
async function answers(port: number): Promise<true | undefined> {
  const socket = connect(port, '127.0.0.1');
  const isThere = await new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return isThere ? true : undefined;
}
