import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '@balloon/database/testing/free-port.ts';
import { waitFor } from '#browser/wait.ts';

export const FILES = path.resolve(import.meta.dirname, '../../../packaging/proxies');
/** Folders of programs that only root has on its path. */
export const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

const STOP_WITHIN_MS = 5_000;

/** A reverse proxy that runs by the configuration that operators get, at an address of the test. */
export interface ReverseProxy extends AsyncDisposable {
  url: string;
}

/** What differs between the proxies: the program, and the lines that a test has to change. */
interface Kind {
  file: string;
  /** Returns the shipped configuration with the test's addresses in it. */
  configure(shipped: string, place: Place): string;
  command(configuration: string, directory: string): [program: string, ...args: string[]];
}

interface Place {
  port: number;
  directory: string;
  webPorts: readonly [number, number];
}

export const PROXIES = {
  nginx: {
    file: 'nginx.conf',
    configure: (shipped, { port, directory, webPorts }) =>
      nginxAround(
        replaceEach(shipped, [
          ...addressesOf(webPorts),
          ['    listen 80;', `    listen 127.0.0.1:${port} default_server;`],
          ['    return 301 https://$host$request_uri;\n}\n\nserver {\n    listen 443 ssl;\n', ''],
          ['    server_name contest.example.org;\n    ssl_', '    ssl_'],
          [/ +ssl_.*\n/g, ''],
        ]),
        directory,
      ),
    command: (configuration, directory) => ['nginx', '-p', directory, '-c', configuration],
  },
  caddy: {
    file: 'Caddyfile',
    configure: (shipped, { port, webPorts }) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${replaceEach(shipped, [
        ...addressesOf(webPorts),
        ['\ncontest.example.org {', `\nhttp://127.0.0.1:${port} {`],
      ])}`,
    command: (configuration) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', configuration],
  },
} as const satisfies Record<string, Kind>;

export type ProxyName = keyof typeof PROXIES;

/** Returns whether this machine lacks the program, and says then that its tests are left out. */
export function isMissing(name: ProxyName | 'pgbouncer'): boolean {
  if (spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH } }).status === 0) return false;
  console.warn(
    `Tests of ${name} are skipped, because this machine does not have it: apt-get install ${name}`,
  );
  return true;
}

/** Starts a proxy before two web processes and waits until it passes requests on. */
export async function startProxy(
  name: ProxyName,
  stageDirectory: string,
  webPorts: readonly [number, number],
): Promise<ReverseProxy> {
  const kind: Kind = PROXIES[name];
  const directory = path.join(stageDirectory, name);
  await mkdir(directory);
  const port = await freePort();
  const shipped = await readFile(path.join(FILES, kind.file), 'utf8');
  const configuration = path.join(directory, kind.file);
  await writeFile(configuration, kind.configure(shipped, { port, directory, webPorts }));
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', ...kind.command(configuration, directory)], {
    env: { PATH, HOME: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilItAnswers(name, child, url);
  return { url, [Symbol.asyncDispose]: () => stop(child) };
}

async function waitUntilItAnswers(name: string, child: ChildProcess, url: string): Promise<void> {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => said.push(`${text}`));
  await waitFor(`${name} to answer`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said.join('')}`);
    const reply = await fetch(`${url}/api/health`).catch(() => null);
    return reply?.ok || undefined;
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const killed = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS); // Caddy waits for requests under way
  await once(child, 'exit');
  clearTimeout(killed);
}

const addressesOf = ([first, second]: readonly [number, number]): [RegExp, string][] => [
  [/127\.0\.0\.1:3000/g, `127.0.0.1:${first}`],
  [/127\.0\.0\.1:3001/g, `127.0.0.1:${second}`],
];

/** What Debian's /etc/nginx/nginx.conf has around the files of conf.d, with files in a folder of the test. */
const nginxAround = (configuration: string, directory: string) => `
daemon off;
pid ${directory}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  gzip on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${directory}/${use};`).join('\n  ')}
${configuration}
}
`;

/** @throws {Error} when a piece is not there: the shipped file and the test then disagree */
export function replaceEach(text: string, pieces: readonly [string | RegExp, string][]): string {
  return pieces.reduce((changed, [piece, replacement]) => {
    const next = changed.replace(piece, () => replacement);
    if (next === changed) throw new Error(`The shipped configuration has no ${piece}`);
    return next;
  }, text);
}
