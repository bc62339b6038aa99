import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from '@balloon/contracts/people/account.ts';
import { SignInReply } from '@balloon/contracts/users.ts';
import { freePort } from '@balloon/database/testing/free-port.ts';
import { createTestDatabase, type TestDatabase } from '@balloon/database/testing/test-database.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#browser/wait.ts';
import { isMissing, PROXIES, type ProxyName, type ReverseProxy, startProxy } from '#proxies/reverse-proxy.ts';
import type { ClientSocket, Contestant } from '#sites/contestant.ts';
import { ADMIN_PASSWORD, openStage, type Stage, type Web } from '#sites/processes.ts';
import { gatherSampleCrew, readSampleWork, type SampleCrew, type Work } from '#sites/sample-site.ts';

/*
 * The shipped configurations of reverse proxies, before two web processes: people and judges know the proxy's address only.
 * A machine without the program skips its part: apt-get install nginx-light caddy.
 */

const ALL = Object.keys(PROXIES) as ProxyName[];
const SOCKETS = 4;
const SENT_AT_THE_DEATH = 6;
const SENDERS = 4;
/** The supervisor's pause between two restarts: a proxy leaves a process out for two seconds after it was gone. */
const TRUSTED_AGAIN_MS = 4_000;

describe.for(ALL)('behind %s', (name) => {
  describe.skipIf(isMissing(name))('as shipped', () => {
    let stage: Stage;
    let database: TestDatabase;
    let webs: [Web, Web];
    let proxy: ReverseProxy;
    let crew: SampleCrew;
    let work: Work;

    beforeAll(async () => {
      stage = await openStage();
      database = await createTestDatabase();
      const first = await startWeb('web-1', await freePort());
      webs = [first, await startWeb('web-2', await freePort())];
      proxy = await startProxy(name, stage.directory, [webs[0].port, webs[1].port]);
      const [, crewOfSample] = await Promise.all([
        stage.startJudge('judge-1', proxy.url),
        gatherSampleCrew(proxy.url, first.output()),
      ]);
      crew = crewOfSample;
      work = await acceptedWork();
    });
    afterAll(async () => {
      await proxy?.[Symbol.asyncDispose]();
      await stage?.[Symbol.asyncDispose]();
      await database?.drop();
    });

    const startWeb = (of: string, port: number) =>
      stage.startWeb(of, database.url, { TRUST_PROXY: 'on', PORT: `${port}` });

    test('a verdict is heard on every socket, whichever process it is at', async () => {
      const author = authorOf(crew);
      const sockets = await openSockets(author);

      const heard = Promise.all(sockets.map(hearNextVerdict));
      const { id } = await author.submit(proxy.url, crew.contestId, work);

      expect(await heard).toEqual(sockets.map(() => ({ id, verdict: VERDICTS.accepted.id })));
      for (const socket of sockets) socket.close();
    });

    test('a line that lets no WebSocket through listens by long polling', async () => {
      const socket: ClientSocket = io(proxy.url, {
        transports: ['polling'],
        auth: { token: authorOf(crew).token },
        forceNew: true,
      });

      const joined = await new Promise((resolve) =>
        socket.on('connect', () => socket.emit('contest.join', { contestId: crew.contestId }, resolve)),
      );

      expect(joined).toMatchObject({ ok: true });
      socket.close();
    });

    test('the address of a person is the real one, not what they say', async () => {
      const { token } = SignInReply.parse(
        JSON.parse(
          await send(proxy.url, '/api/user/authenticate/sign-in', {
            body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
            headers: {
              'content-type': 'application/json',
              'x-forwarded-for': '203.0.113.9',
              forwarded: 'for=203.0.113.9',
            },
            localAddress: '127.0.0.9',
          }),
        ),
      );

      const reply = await fetch(`${proxy.url}/api/user/sessions`, { headers: { 'x-token': token } });

      const sessions = z.array(Session).parse(await reply.json());
      expect(sessions.find(({ isCurrent }) => isCurrent)?.ip).toBe('127.0.0.9');
    });

    test('the page of another site gets no socket, whatever host it says', async () => {
      const opened = await handshakeStatus(proxy.url, { origin: proxy.url });
      const foreign = await handshakeStatus(proxy.url, {
        origin: 'https://elsewhere.example',
        'x-forwarded-host': 'elsewhere.example',
      });

      expect([opened, foreign]).toEqual([200, 403]);
    });

    // Caddy has no limit of its own.
    test.runIf(name === 'nginx')('a file of a gigabyte is let through', async () => {
      const blob = await statusOf(proxy.url, `/api/judge/blobs/${'0'.repeat(64)}`, 'PUT', {
        'content-length': '1073741824',
        'content-type': 'application/octet-stream',
      });

      expect(blob).toBe(401); // the site's own refusal: no token
    });

    test('the metrics are not shown', async () => {
      expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404);
    });

    test('requests for other protocols take no process from the others', async () => {
      const asked = new AbortController();
      const senders = Array.from({ length: SENDERS }, () => sendUntil(proxy.url, asked.signal));
      const asking = Array.from({ length: 2 * SENDERS }, () =>
        statusOf(proxy.url, '/api/ready', 'GET', { connection: 'Upgrade', upgrade: 'other/1' }),
      );
      const answers = await Promise.all(asking);
      asked.abort();

      expect([...new Set(answers)]).toEqual([200]);
      expect([...new Set((await Promise.all(senders)).flat())]).toEqual([200]);
    });

    test('restarts in turn are noticed by nobody, whatever is sent meanwhile', async () => {
      const restarted = new AbortController();
      const senders = Array.from({ length: SENDERS }, () => sendUntil(proxy.url, restarted.signal));
      await restart(0, 'web-1');
      await sleep(TRUSTED_AGAIN_MS);
      await restart(1, 'web-2');
      restarted.abort();

      const statuses = new Set((await Promise.all(senders)).flat());
      expect([...statuses]).toEqual([200]);
    });

    test('the death of a web process at the peak loses nothing, and its sockets hear the next verdict', async () => {
      const author = authorOf(crew);
      const sockets = await openSockets(author);
      const before = await countSolutions();

      const sent = Array.from({ length: SENT_AT_THE_DEATH }, (_, index) =>
        author.submitUntilReceipt(
          crew.contestId,
          { ...work, solution: `${work.solution}\n# ${index}`, idempotencyKey: crypto.randomUUID() },
          () => ({ url: proxy.url }),
        ),
      );
      await webs[0].kill();
      const receipts = await Promise.all(sent);

      expect(new Set(receipts.map(({ id }) => id)).size).toBe(SENT_AT_THE_DEATH);
      expect(await countSolutions()).toBe(before + SENT_AT_THE_DEATH);
      await waitFor('all verdicts', async () => ((await countWaiting()) === 0 ? true : undefined));
      await waitFor('all sockets', () => (sockets.every(({ connected }) => connected) ? true : undefined));
      const rejoined = await Promise.all(sockets.map((socket) => join(socket, crew.contestId)));
      expect(rejoined.every(({ ok }) => ok)).toBe(true);

      const heard = sockets.map(collectVerdicts);
      const last = await author.submitUntilReceipt(
        crew.contestId,
        { ...work, solution: `${work.solution}\n# last`, idempotencyKey: crypto.randomUUID() },
        () => ({ url: proxy.url }),
      );
      // Announcements of the verdicts before may come late on a busy machine.
      await waitFor('the last verdict on all sockets', () =>
        heard.every((verdicts) => verdicts.get(last.id) === VERDICTS.accepted.id) ? true : undefined,
      );

      webs[0] = await startWeb('web-1', webs[0].port);
      for (const socket of sockets) socket.close();
    });

    const restart = async (position: 0 | 1, of: string) => {
      await webs[position].stop();
      webs[position] = await startWeb(of, webs[position].port);
    };

    const openSockets = (author: Contestant) =>
      Promise.all(Array.from({ length: SOCKETS }, () => author.socket(proxy.url, crew.contestId)));

    const countSolutions = async () =>
      (await database.db.selectFrom('solution').select('id').execute()).length;

    const countWaiting = async () =>
      (await database.db.selectFrom('judging').select('solutionId').execute()).length;
  });
});

function authorOf({ participants: [author] }: SampleCrew): Contestant {
  if (!author) throw new Error('The sample has no participant');
  return author;
}

/** Sends one change after another; returns the statuses of the answers. */
async function sendUntil(url: string, ended: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  while (!ended.aborted) {
    const reply = await fetch(`${url}/api/user/authenticate/logout`, { method: 'POST' });
    await reply.arrayBuffer();
    statuses.push(reply.status);
  }
  return statuses;
}

/** Finds a solution that is accepted, in a language that needs no compiler. */
async function acceptedWork(): Promise<Work> {
  const works = await readSampleWork();
  const work = works.find(
    ({ expect, languageId }) => expect === 'accepted' && languageId === LANGUAGES.python3.id,
  );
  if (!work) throw new Error('The sample has no accepted solution in Python');
  return work;
}

/** Final verdicts that a socket hears from now on, by solution. */
function collectVerdicts(socket: ClientSocket): ReadonlyMap<number, number | null> {
  const heard = new Map<number, number | null>();
  socket.on('verdict updated', ({ id, verdict }) => {
    if (verdict?.isTerminal) heard.set(id, verdict.id);
  });
  return heard;
}

const hearNextVerdict = (socket: ClientSocket) =>
  new Promise<{ id: number; verdict: number | null }>((resolve) => {
    socket.on('verdict updated', ({ id, verdict }) => {
      if (verdict?.isTerminal) resolve({ id, verdict: verdict.id });
    });
  });

const join = (socket: ClientSocket, contestId: number) =>
  new Promise<{ ok: boolean }>((resolve) => socket.emit('contest.join', { contestId }, resolve));

const handshakeStatus = (url: string, headers: Record<string, string>) =>
  statusOf(url, '/socket.io/?EIO=4&transport=polling', 'GET', headers);

/** Returns the status of the answer to a request whose body is announced, and never sent. */
function statusOf(url: string, path: string, method: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const call = request(new URL(path, url), { method, headers });
  call.on('error', reject).on('response', (answer) => {
    resolve(answer.statusCode);
    call.destroy();
  });
  if (method === 'GET') call.end();
  else call.flushHeaders();
  return promise;
}

/** Posts from an address of this machine, and returns the answer's text. */
function send(
  url: string,
  path: string,
  { body, headers, localAddress }: { body: string; headers: Record<string, string>; localAddress: string },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const call = request(new URL(path, url), { method: 'POST', headers, localAddress });
  call.on('error', reject).on('response', (answer) => text(answer).then(resolve, reject));
  call.end(body);
  return promise;
}
