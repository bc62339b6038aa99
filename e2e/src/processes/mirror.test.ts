import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@balloon/database/testing/free-port.ts';
import { MirrorState } from '@balloon/launch/mirror/mirror-state.ts';
import { type RunningFolder, serveFolder } from '@balloon/launch/mirror/serve-folder.ts';
import { type RunningMirror, startMirror } from '@balloon/launch/mirror/start-mirror.ts';
import { EXIT_MEND_FIRST } from '@balloon/launch/start-error.ts';
import { type GivenContest, startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { PHONE } from '#browser/browser.ts';
import { tellStory } from '#browser/story.ts';
import { openStage } from '#sites/processes.ts';

/*
 * A mirror of the public table: it runs anywhere, knows no secret, and goes on showing what it has when the site is away.
 */

const HOSTILE = '<img src=x onerror=alert(1)>';
const folder = mkdtempSync(path.join(tmpdir(), 'balloon-mirror-'));
/** Holds the database; the mirror reads from another process of the site, which goes away in between. */
let server: TestServer;
let site: TestServer;
let port: number;
let contest: GivenContest;
let mirror: RunningMirror;
let shown: RunningFolder;

const story = tellStory(async () => {
  server = await startTestServer();
  port = await freePort();
  const { given } = server;
  contest = await given.contest({ startsInMin: -200, freezeInMin: -20, problems: ['A', 'B'] });
  site = await openSite();
  for (const firstName of ['Anna', HOSTILE, ...Array.from({ length: 130 }, (_, at) => `Person ${at}`)]) {
    const person = await given.participant(contest);
    const named = { firstName, lastName: '' };
    await server.services.db.updateTable('account').set(named).where('id', '=', person.user.id).execute();
    if (firstName === 'Anna') await given.attempted(contest, person, 65, 'accepted');
    if (firstName === HOSTILE) await given.attempted(contest, person, 190, 'accepted');
  }
  const options = { serverUrl: site.url, contestId: contest.id, folder, everyMs: 100 };
  mirror = await startMirror(options);
  shown = await serveFolder(folder, '127.0.0.1', 0);
  return { url: shown.url, close: () => server.close() };
});

const openSite = () => startTestServer({ databaseUrl: server.databaseUrl, port, publicTables: [contest.id] });

afterAll(async () => {
  await mirror.close();
  await shown.close();
  await site.close();
  rmSync(folder, { recursive: true });
});

const readState = async () => MirrorState.parse(await (await fetch(`${shown.url}/state.json`)).json());
const rowOf = (page: Page, name: string) => page.getByRole('row', { name });

test('shows the table with its freeze to anybody, and names as text', async () => {
  const page = await story.newPage();
  await page.goto(shown.url);
  await rowOf(page, 'Anna').waitFor();
  expect(await rowOf(page, 'Anna').textContent()).toContain('first to solve, 1:05');
  expect(await rowOf(page, HOSTILE).textContent()).toContain('tries without a result: 1');
  await page.getByText('The scoreboard was frozen with 120 minutes remaining').waitFor();
  expect(await page.getByRole('timer').textContent()).toMatch(/^\d:\d\d:\d\d left$/);

  await page.getByLabel('Find by name').fill('person 129');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.getByLabel('Find by name').fill('nobody');
  await page.getByText('No participant has such a name.').waitFor();
  await page.getByLabel('Find by name').fill('');
  // The rows of the second part come when they are near.
  await rowOf(page, 'Anna').waitFor();
  await page.getByRole('region', { name: 'Scoreboard' }).press('End');
  await rowOf(page, 'Person 129').waitFor();

  await page.getByRole('button', { name: 'Русский' }).click();
  await page.getByText('Таблица заморожена за 120 мин до конца').waitFor();
});

test('an update comes by itself, and files of before are still there for who reads them', async () => {
  const page = await story.newPage({ viewport: PHONE, locale: 'ru-RU', colorScheme: 'dark' });
  await page.goto(shown.url);
  const before = await readState();
  const late = await server.given.participant(contest);
  await server.given.attempted(contest, late, 30, 'accepted');
  await expect.poll(async () => (await readState()).rowsNumber).toBe(before.rowsNumber + 1);
  await expect.poll(() => page.locator('.solved').count()).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await readdir(path.join(folder, 'rows'))).toEqual(expect.arrayContaining(before.parts));
});

test('while the site is away it shows the last table and its time, and goes on when the site is back', async () => {
  const page = await story.newPage();
  await page.goto(shown.url);
  await page.getByText('As of').waitFor();
  await site.close();
  await page.getByText('The site cannot be reached. The table is as of').waitFor();
  await rowOf(page, 'Anna').waitFor();
  site = await openSite();
  await page.getByText(/^As of/).waitFor();
});

test('answers from memory of a cache: a tag, and rows that never change', async () => {
  // A table that changes between the two has another tag.
  const askTwice = async () => {
    const { headers } = await fetch(`${shown.url}/state.json`);
    const again = await fetch(`${shown.url}/state.json`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    return [again.status, headers.get('cache-control')];
  };
  await expect.poll(askTwice).toEqual([304, 'public, max-age=0, s-maxage=2']);
  const [part] = (await readState()).parts;
  const rows = await fetch(`${shown.url}/rows/${part}`);
  expect(rows.headers.get('cache-control')).toContain('immutable');
  for (const foreign of ['/.lock', '/rows/..%2fstate.json', '/rows/', '/package.json', '/../state.json.br'])
    expect((await fetch(`${shown.url}${foreign}`)).status).toBe(404);
});

test('a contest that the operator has not opened is refused with what to do', async () => {
  await using stage = await openStage();
  const out = path.join(stage.directory, 'out');
  const secret = await server.given.contest();
  const launched = stage.launch('mirror', [
    'mirror',
    '--server',
    site.url,
    '--contest',
    `${secret.id}`,
    '--out',
    out,
  ]);
  expect(await launched.exited).toBe(`exit code ${EXIT_MEND_FIRST}`);
  expect(launched.output()).toContain(`PUBLIC_TABLES=${secret.id}`);
});

test('a table that the operator closes is taken down', async () => {
  await site.close();
  site = await startTestServer({ databaseUrl: server.databaseUrl, port, publicTables: [] });
  await expect(mirror.ended).rejects.toThrow('PUBLIC_TABLES');
  expect(await readState()).toMatchObject({ phase: 'closed', contest: null, parts: [] });
  expect(await readdir(path.join(folder, 'rows'))).toEqual([]);
  const page = await story.newPage();
  await page.goto(shown.url);
  await page.getByText('This table is not shown any more.').waitFor();
});
