import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@balloon/database/testing/free-port.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureFrontEnd } from '#files/front-end.ts';
import { childOf, processesOf } from '#tests/test-processes.ts';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');
const WAIT = { timeout: 150_000, interval: 50 };
const PASSWORD = /new admin account admin, password (\S{8,})/;

let dataDir: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  await ensureFrontEnd();
});

/** Each start costs three seconds of a core, so these tests share one site, in their order. */
describe('a running site', () => {
  let site: ReturnType<typeof balloon>;
  let url: string;
  beforeAll(async () => {
    openDataDir();
    // Its web process is started again on it.
    site = balloon({ PORT: `${await freePort()}` });
    url = await site.opened();
  });
  afterAll(endAll);

  /** Resolves when the site has opened a web process once more than before. */
  const reopening = () => {
    const before = openedBy(site.output()).length;
    return vi.waitUntil(() => openedBy(site.output()).length > before, WAIT);
  };

  test('answers, and has said the password of its new admin', async () => {
    const reply = await fetch(`${url}/`);

    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('<title>');
    expect(site.output()).toMatch(PASSWORD);
  });

  test('is left alone by a second start on its data directory, which is refused in one line', async () => {
    const second = balloon();

    expect(await second.ended()).toBe(78);
    expect(second.output()).toBe(
      `balloon: another Balloon is already running on ${dataDir} (process ${site.process.pid}): stop it first, or set DATA_DIR to another directory\n`,
    );
  });

  test('is joined by a second web process', async () => {
    const second = balloon({}, ['web']);

    expect((await fetch(`${await second.opened()}/`)).status).toBe(200);
    await stop(second.process);
  });

  test('gets its web process restarted by an admin, at the same address with the same session', async () => {
    const post = (path: string, headers: Record<string, string>, body: object) =>
      fetch(`${url}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const signIn = { username: 'admin', password: PASSWORD.exec(site.output())?.[1] };
    const signedIn = await post('user/authenticate/sign-in', {}, signIn);
    const { token } = (await signedIn.json()) as { token: string };
    const reopened = reopening();

    const reply = await post('admin/restart', { 'x-token': token }, {});

    expect(await reply.json()).toEqual({ ok: true });
    await reopened;
    const me = await fetch(`${url}/api/user/me`, { headers: { 'x-token': token } });
    expect([me.status, ((await me.json()) as { username: string }).username]).toEqual([200, 'admin']);
  });

  test('has processes that die started again', async () => {
    const [database] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');

    process.kill(Number(database), 'SIGKILL');
    await vi.waitUntil(() => site.output().includes('database ended (SIGKILL); starting it again'), WAIT);
    const reopened = reopening();
    process.kill(childOf(site.process.pid ?? 0, 'web'), 'SIGKILL');
    await reopened;

    expect((await fetch(`${url}/`)).status).toBe(200);
  });

  test('goes down whole with kill -9 of the supervisor, and a new start at once loses nothing', async () => {
    await query('create table kept as select 1 as n');

    site.process.kill('SIGKILL');
    site = balloon();
    await site.opened();

    expect(await query('select n from kept')).toEqual([{ n: 1 }]);
    expect(site.output()).not.toContain('new admin');
  });

  test('goes down whole with SIGTERM', async () => {
    await stop(site.process);

    expect(site.process.exitCode).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
  });

  test('comes back with several web processes, which it restarts one after another', async () => {
    site = balloon({ WEBS: '2' });
    // Asked before there is any, it goes on with the start.
    await vi.waitUntil(() => readFileSync(path.join(dataDir, 'balloon.lock'), 'utf8') !== '', WAIT);
    site.process.kill('SIGUSR2');
    await vi.waitUntil(() => site.output().includes('Balloon is running'), WAIT);
    const urls = openedBy(site.output());
    const countAnswers = async () => (await Promise.all(urls.map(doesAnswer))).filter(Boolean).length;
    // Between the two answers the one may come back and the other go: then neither has answered.
    const answering = async () => (await countAnswers()) || (await countAnswers());

    let fewest = await answering();
    site.process.kill('SIGUSR2');
    while (!site.output().includes('are started again')) {
      fewest = Math.min(fewest, await answering());
      await setTimeout(100); // a web process takes a second to come back
    }

    expect(fewest).toBe(1);
    expect(site.output().match(/web( 2)? ended/g)).toEqual(['web ended', 'web 2 ended']);
    expect(openedBy(site.output())).toEqual([...urls, ...urls]);
  });
});

describe('a start', () => {
  beforeEach(openDataDir);
  afterEach(endAll);

  test('on a port in use is refused in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;

    const site = balloon({ PORT: `${port}` });

    expect(await site.ended()).toBe(78);
    expect(site.output()).toBe(
      `balloon: PORT ${port} is in use by another program: stop it, or set PORT to another number\n`,
    );
    other.close();
  });

  test('with a wrong setting is refused in one line', async () => {
    const site = balloon({ JUDGE_SLOTS: 'many' });

    expect(await site.ended()).toBe(78);
    expect(site.output()).toBe(
      'balloon: JUDGE_SLOTS is "many", which cannot be used: expected a number from 0 to 28\n',
    );
  });
});

function openDataDir(): void {
  dataDir = mkdtempSync(path.join(tmpdir(), 'balloon-start-'));
}

/** Ends what a test has started, and removes its data. */
async function endAll(): Promise<void> {
  for (const site of started.splice(0)) if (isRunning(site)) await stop(site);
  await vi.waitUntil(() => processesOf(dataDir).length === 0, WAIT);
  rmSync(dataDir, { recursive: true, force: true });
}

const openedBy = (output: string) => [...output.matchAll(/web: open (\S+)/g)].map(([, url = '']) => url);

const doesAnswer = (url: string) =>
  // Nothing of the database, which may be slow beside a process that starts.
  fetch(`${url}/`, { method: 'HEAD', headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  );

function balloon(env: Record<string, string> = {}, args = ['start']) {
  const quiet = { PORT: '0', HOST: '127.0.0.1', SAMPLE_DATA: 'off', JUDGE_SLOTS: '0', LOG_LEVEL: 'silent' };
  const site = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...quiet, DATA_DIR: dataDir, ...env },
  });
  started.push(site);
  let text = '';
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (chunk) => (text += chunk));
  const exited = once(site, 'close');
  return {
    process: site,
    output: () => text,
    ended: async () => (await exited)[0] as number,
    /** Address that it prints. */
    opened: () => vi.waitUntil(() => text.match(/web: open (\S+)/)?.[1], WAIT),
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function stop(site: ChildProcess): Promise<void> {
  const exited = once(site, 'exit');
  site.kill('SIGTERM');
  await exited;
}

async function query(sql: string): Promise<unknown[]> {
  const connectionString = readFileSync(path.join(dataDir, 'secrets', 'database-url'), 'utf8').trim();
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}
