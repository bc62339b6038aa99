import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ensureFrontEnd } from '#front-end.ts';
import { childOf, processesOf } from '#test-processes.ts';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');
const WAIT = { timeout: 60_000, interval: 50 };

let dataDir: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  await ensureFrontEnd();
});

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'balloon-start-'));
});

afterEach(async () => {
  for (const site of started.splice(0)) if (isRunning(site)) await stop(site);
  await vi.waitUntil(() => processesOf(dataDir).length === 0, WAIT);
  rmSync(dataDir, { recursive: true, force: true });
});

test('one command brings up a site that answers, and SIGTERM takes all of it down', async () => {
  const site = balloon();
  const url = await site.opened();

  const reply = await fetch(`${url}/`);

  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain('<title>');
  expect(site.output()).toMatch(/new admin account admin, password \S{8,}/);
  await stop(site.process);
  expect(site.process.exitCode).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});

test('kill -9 of the supervisor takes everything down, and a new start at once loses nothing', async () => {
  const first = balloon();
  await first.opened();
  await query('create table kept as select 1 as n');

  first.process.kill('SIGKILL');
  const second = balloon();
  await second.opened();

  expect(await query('select n from kept')).toEqual([{ n: 1 }]);
  expect(second.output()).not.toContain('new admin');
});

test('processes that die are started again', async () => {
  const site = balloon();
  const url = await site.opened();
  const [database] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');

  process.kill(Number(database), 'SIGKILL');
  await vi.waitUntil(() => site.output().includes('database ended (SIGKILL); starting it again'), WAIT);
  process.kill(childOf(site.process.pid ?? 0, 'web'), 'SIGKILL');
  await vi.waitUntil(() => site.output().split('web: open').length === 3, WAIT);

  expect((await fetch(`${url}/`)).status).toBe(200);
});

test('an admin restarts the web process, which comes back at the same address with the same session', async () => {
  const site = balloon({ ADMIN_PASSWORD: 'a long password' });
  const url = await site.opened();
  const post = (path: string, headers: Record<string, string>, body: object) =>
    fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signIn = { username: 'admin', password: 'a long password' };
  const { token } = (await (await post('user/authenticate/sign-in', {}, signIn)).json()) as { token: string };

  const reply = await post('admin/restart', { 'x-token': token }, {});

  expect(await reply.json()).toEqual({ ok: true });
  await vi.waitUntil(() => site.output().split('web: open').length === 3, WAIT);
  const me = await fetch(`${url}/api/user/me`, { headers: { 'x-token': token } });
  expect([me.status, ((await me.json()) as { username: string }).username]).toEqual([200, 'admin']);
});

test('several web processes are started again one after another', async () => {
  const site = balloon({ WEBS: '2' });
  await vi.waitUntil(() => site.output().includes('Balloon is running'), WAIT);
  const urls = openedBy(site.output());
  const answering = async () => (await Promise.all(urls.map(doesAnswer))).filter(Boolean).length;

  let fewest = await answering();
  site.process.kill('SIGUSR2');
  while (!site.output().includes('are started again')) fewest = Math.min(fewest, await answering());

  expect(fewest).toBe(1);
  expect(site.output().match(/web( 2)? ended/g)).toEqual(['web ended', 'web 2 ended']);
  expect(openedBy(site.output())).toEqual([...urls, ...urls]);
});

test('a second start on the same data directory is refused in one line', async () => {
  const first = balloon();
  await first.opened();

  const second = balloon();

  expect(await second.ended()).toBe(78);
  expect(second.output()).toBe(
    `balloon: another Balloon is already running on ${dataDir} (process ${first.process.pid}): stop it first, or set DATA_DIR to another directory\n`,
  );
});

test('a port in use is refused in one line', async () => {
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

test('a second web process joins the running site', async () => {
  await balloon().opened();

  const url = await balloon({}, ['web']).opened();

  expect((await fetch(`${url}/`)).status).toBe(200);
});

test('a wrong setting is refused in one line', async () => {
  const site = balloon({ JUDGE_SLOTS: 'many' });

  expect(await site.ended()).toBe(78);
  expect(site.output()).toBe(
    'balloon: JUDGE_SLOTS is "many", which cannot be used: expected a number from 0 to 31\n',
  );
});

const openedBy = (output: string) => [...output.matchAll(/web: open (\S+)/g)].map(([, url = '']) => url);

const doesAnswer = (url: string) =>
  fetch(`${url}/api/health`).then(
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
