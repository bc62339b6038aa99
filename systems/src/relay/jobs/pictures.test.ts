import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeWeb, startFakeWeb } from '#testing/fake-web.ts';
import { type MortalRelay, startMortalRelay } from '#testing/mortal-relay.ts';
import { type PlainStandIn, startPlainSystem } from '#testing/plain-stand-in.ts';
import { plainSystem } from '#testing/plain-system.ts';
import { byOutcome, expectEnd } from '#testing/watch-job.ts';

const PNG = Buffer.from('\u0089PNG and snow', 'latin1');
const SHA256 = createHash('sha256').update(PNG).digest('hex');
const NAME = `${SHA256.slice(0, 16)}.png`;

let standIn: PlainStandIn;
let web: FakeWeb;
let relay: MortalRelay;
/** Machine of the network behind the relay. */
let inside: Server;
let asked: number;

beforeEach(async () => {
  standIn = await startPlainSystem();
  web = await startFakeWeb(standIn.url, standIn.clock);
  standIn.knobs.problems.length = 1;
  standIn.knobs.pictures.set('/a.png', { type: 'image/png', content: PNG });
  asked = 0;
  inside = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.2', resolve));
  relay = startMortalRelay({
    ...{ webUrl: web.url, system: plainSystem, nowMs: standIn.clock.nowMs },
    resolveName: async (name) => [{ address: name.startsWith('own') ? '127.0.0.1' : '127.0.0.2', family: 4 }],
  });
});

afterEach(async () => {
  await relay.close();
  await web.close();
  await standIn.close();
  inside.close();
  inside.closeAllConnections();
});

/** Reads the problem with this text. @returns what is stored of it now */
async function read(html: string) {
  const [problem] = standIn.knobs.problems;
  if (problem) problem.html = html;
  return readAgain();
}

async function readAgain() {
  const job = web.jobs.add({ kind: 'scan', scope: null, insert: true, update: true });
  await expectEnd(job);
  const [statement] = web.jobs.problems.get('101')?.statements ?? [];
  return { html: statement?.html ?? '', files: statement?.files ?? [], ...byOutcome(job) };
}

const own = (path: string) => new URL(path, standIn.url).href;
const elsewhere = (host: string, path = '/a.png') =>
  `http://${host}:${(inside.address() as AddressInfo).port}${path}`;

test('a picture is fetched and stored once, however often it is shown', async () => {
  const picture = `<img src="${own('/a.png')}" alt="snow">`;
  const { html, files } = await read(`<p>${picture} and ${picture}</p>`);
  expect(html).toBe(
    `<p><img src="problem-file:${NAME}" alt="snow"> and <img src="problem-file:${NAME}" alt="snow"></p>`,
  );
  expect(files).toEqual([{ name: NAME, sha256: SHA256, bytes: PNG.byteLength, mediaType: 'image/png' }]);
  expect(standIn.count('GET', '/a.png')).toBe(1);
  expect(await readAgain()).toMatchObject({ same: ['101'] });
  expect(standIn.count('GET', '/a.png')).toBe(1);
  await read(`<p>Another text ${picture}</p>`);
  expect(web.jobs.uploads).toEqual([SHA256]);
});

test('a picture on the server itself is asked without the cookies of the account', async () => {
  await expectEnd(web.jobs.add({ kind: 'check', accountId: 1 }));
  await read(`<img src="${own('/a.png')}">`);
  const asking = (of: string) =>
    standIn.journal.filter(({ path }) => path === of).map(({ account }) => account);
  expect(asking('/problem')).not.toEqual([null]);
  expect(asking('/a.png')).toEqual([null]);
});

test('a picture of a page itself becomes a file', async () => {
  const { files, html } = await read(`<img src="data:image/png;base64,${PNG.toString('base64')}">`);
  expect(files).toMatchObject([{ name: NAME }]);
  expect(html).toBe(`<img src="problem-file:${NAME}">`);
});

test.each([
  ['an address of the network behind the relay', () => elsewhere('127.0.0.2')],
  ['a name of it', () => elsewhere('pictures.example')],
  ['a redirect to it', () => own('/leads-inside')],
])('a picture on %s is not fetched and stays where it is', async (_name, addressOf) => {
  standIn.knobs.pictures.set('/leads-inside', { location: elsewhere('127.0.0.2') });
  const html = `<img src="${addressOf()}">`;
  expect(await read(html)).toMatchObject({ html, files: [], new: ['101'] });
  expect(asked).toBe(0);
  expect(await readAgain()).toMatchObject({ same: ['101'] });
});

test('a picture beside the server comes without cookies', async () => {
  const cookies: (string | undefined)[] = [];
  const beside = createServer(({ headers }, response) => {
    cookies.push(headers.cookie);
    response.writeHead(200, { 'content-type': 'IMAGE/PNG; charset=x' }).end(PNG);
  });
  await new Promise<void>((resolve) => beside.listen(0, '127.0.0.1', resolve));
  const { port } = beside.address() as AddressInfo;
  const { files } = await read(`<img src="http://own.example:${port}/b.png">`);
  expect(files).toMatchObject([{ name: NAME, mediaType: 'image/png' }]);
  expect(cookies).toEqual([undefined]);
  beside.close();
});

test('a name that the server shares with a machine behind the relay opens that machine on no other port', async () => {
  await relay.close();
  await web.close();
  web = await startFakeWeb(standIn.url.replace('127.0.0.1', 'localhost'), standIn.clock);
  relay = startMortalRelay({
    ...{ webUrl: web.url, system: plainSystem, nowMs: standIn.clock.nowMs },
    resolveName: async () => ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
  });
  const addresses = ['127.0.0.2', 'localhost', 'pictures.example'].map((host) => elsewhere(host));
  const html = addresses.map((address) => `<img src="${address}">`).join('');
  expect(await read(html)).toMatchObject({ html, files: [] });
  expect(asked).toBe(0);

  const picture = own('/a.png').replace('127.0.0.1', 'localhost');
  expect((await read(`<img src="${picture}">`)).files).toMatchObject([{ name: NAME }]);
});

test('what is no picture, or too large a one, stays where it is', async () => {
  const { pictures } = standIn.knobs;
  pictures.set('/page', { type: 'text/html', content: PNG });
  pictures.set('/large.png', { type: 'image/png', content: Buffer.alloc(8 * 1024 * 1024 + 1) });
  pictures.set('/round.png', { location: own('/round.png') });
  const paths = ['/page', '/large.png', '/round.png', '/missing.png'];
  const addresses = [...paths.map(own), 'ftp://own.example/a.png', 'data:text/html;base64,eA==', 'a b'];
  const html = addresses.map((address) => `<img src="${address}">`).join('');
  expect(await read(html)).toMatchObject({ html, files: [] });
  expect(web.jobs.uploads).toEqual([]);
});

test('a problem brings forty pictures', async () => {
  const { pictures } = standIn.knobs;
  const paths = Array.from({ length: 45 }, (_, at) => `/${at}.gif`);
  for (const path of paths) pictures.set(path, { type: 'image/gif', content: Buffer.from(path) });
  const { files, html } = await read(paths.map((path) => `<img src="${own(path)}">`).join(''));
  expect(files).toHaveLength(40);
  expect(html).toContain(`<img src="${own('/44.gif')}">`);
  expect(paths.reduce((sum, path) => sum + standIn.count('GET', path), 0)).toBe(40);
});

test('a picture that is away is brought by the next update', async () => {
  standIn.knobs.hasTags = true;
  standIn.plan('/a.png', { kind: 'answerInstead', reply: { status: 503 } }, 2);
  const html = `<img src="${own('/a.png')}">`;
  expect(await read(html)).toMatchObject({ new: ['101'], html });
  // Away still: nothing is new.
  expect(await readAgain()).toMatchObject({ same: ['101'], html });
  expect(await readAgain()).toMatchObject({ changed: ['101'], files: [{ name: NAME }] });
  expect(await readAgain()).toMatchObject({ same: ['101'] });
  expect(standIn.count('GET', '/a.png')).toBe(3);
});

test('a host that does not answer is left alone for the rest of the job', async () => {
  standIn.plan(/\.gif$/, { kind: 'cutBefore' }, 100);
  const paths = ['/1.gif', '/2.gif', '/3.gif', '/4.gif'];
  for (const path of paths) standIn.knobs.pictures.set(path, { type: 'image/gif', content: PNG });
  const html = paths.map((path) => `<img src="${own(path)}">`).join('');
  expect(await read(html)).toMatchObject({ html });
  standIn.heal();
  expect((await readAgain()).files).toHaveLength(1);
  expect(paths.map((path) => standIn.count('GET', path))).toEqual([1, 1, 1, 1]);
});

test('a document is stored as a file', async () => {
  await relay.close();
  const pdf = Buffer.from('%PDF-1.7 snow');
  const { readProblem } = plainSystem;
  relay = startMortalRelay({
    ...{ webUrl: web.url, nowMs: standIn.clock.nowMs },
    system: {
      ...plainSystem,
      readProblem: async (...args) => ({ ...(await readProblem(...args)), statements: [], pdf }),
    },
  });
  await read('');
  expect(web.jobs.problems.get('101')?.pdf).toMatchObject({
    ...{ name: 'statement.pdf', bytes: pdf.byteLength, mediaType: 'application/pdf' },
  });
  expect(web.jobs.blobs.get(createHash('sha256').update(pdf).digest('hex'))).toEqual(pdf);
  expect(await readAgain()).toMatchObject({ same: ['101'] });
});
