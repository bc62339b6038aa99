import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';

/*
 * Requests per second of the calls that a contest makes most, as one participant's browser would send them, beside
 * a bare `node:http` server in the same run on the same machine.
 */

export interface ApiBenchRow {
  what: string;
  requestsPerSec: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of answers other than 2xx, and of failed connections. A figure with failures has no meaning. */
  failures: number;
}

export interface ApiBenchOptions {
  /** Token of a supervisor's session, since participants may not have so many solutions pending. */
  token: string;
  contestId: number;
  languageId: number;
  seconds?: number;
  connections?: number;
  /** Number of submissions; each becomes a real solution that a judge has to judge. */
  submissions?: number;
}

/** Measures a running server from outside. */
export async function benchApi(serverUrl: string, options: ApiBenchOptions): Promise<ApiBenchRow[]> {
  const { token, contestId, languageId, seconds = 3, connections = 10, submissions = 300 } = options;
  const contest = `${serverUrl}/api/contest/${contestId}`;
  const headers = { 'x-token': token };
  const load = { connections, duration: seconds };
  const read = (what: string, url: string) => measure(what, { ...load, url, headers });
  const bare = await startBareServer();
  try {
    return [
      await measure('bare node:http', { ...load, url: bare.url }),
      await read('GET contest', contest),
      await read('GET solutions/my', `${contest}/solutions/my?count=15`),
      await read('GET table2', `${contest}/table2?count=50`),
      await measure('POST solutions', {
        connections,
        amount: submissions,
        url: `${contest}/solutions`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ symbolIndex: 'A', languageId, solution: 'print(1)\n' }),
      }),
    ];
  } finally {
    bare.stop();
  }
}

async function measure(what: string, load: autocannon.Options): Promise<ApiBenchRow> {
  const result = await autocannon(load);
  return {
    what,
    // Not the library's average over whole seconds, which is inaccurate for runs that end sooner.
    requestsPerSec: Math.round(result.requests.total / elapsedSec(result)),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}

const elapsedSec = ({ start, finish }: autocannon.Result) => (finish.getTime() - start.getTime()) / 1000;

/** Starts a server that does nothing but answer, with these packed bytes where they are given. */
export async function startBareServer(gzip?: Buffer) {
  const answer = gzip ? [gzip.toString('base64'), 'gzip'] : [];
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), answer);
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

/** Signs in for a token. */
async function signIn(serverUrl: string, username: string, password: string): Promise<string> {
  const reply = await fetch(`${serverUrl}/api/user/authenticate/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!reply.ok) throw new Error(`Sign-in failed: ${reply.status} ${await reply.text()}`);
  const { token } = (await reply.json()) as { token: string };
  return token;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      server: { type: 'string', default: 'http://127.0.0.1:3000' },
      username: { type: 'string', default: '' },
      password: { type: 'string', default: '' },
      contest: { type: 'string', default: '1' },
      language: { type: 'string', default: '5' },
    },
  });
  const token = await signIn(values.server, values.username, values.password);
  const contestId = Number(values.contest);
  console.table(await benchApi(values.server, { token, contestId, languageId: Number(values.language) }));
}
