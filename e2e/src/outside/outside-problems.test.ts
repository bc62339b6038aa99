import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import {
  type Person,
  startTestServer,
  TEST_RELAY_TOKEN,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { startTimus, type TimusStandIn } from '@balloon/systems/stand-ins/timus.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaultsOfLook, visit } from '#browser/browser.ts';
import { fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';
import { type Launched, launchBalloon, readyOrExplain } from '#sites/launched.ts';

/* An admin scans Timus and imports from it: page, server, a relay process and a stand-in of Timus. */

/** Page with the list of problems. */
const LIST = '/problemset.aspx';

let server: TestServer;
let timus: TimusStandIn;
let relay: Launched;
let admin: Person;
let cwd: string;

const { keptPageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'balloon-outside-'));
  timus = await startTimus();
  admin = await server.given.admin();
  const entered = { systemType: 'timus', name: 'Timus', url: timus.url };
  (await admin.post('/api/admin/outside-systems/servers', entered)).as(OutsideServers);
  const args = ['relay', '--server', server.url, '--token', TEST_RELAY_TOKEN, '--name', 'first'];
  relay = launchBalloon('first', args, { cwd, env: { DATA_DIR: cwd } });
  await readyOrExplain(relay);
});
afterAll(async () => {
  await relay?.stop();
  await timus?.close();
  rmSync(cwd, { recursive: true, force: true });
});

async function openTimus(): Promise<Page> {
  const page = await keptPageOf(admin);
  await visit(page, `${server.url}/admin/problems/outside?system=timus`);
  await page.getByRole('heading', { name: t('outsideJobs.scanForm.list.title'), exact: true }).waitFor();
  return page;
}

/** Changes a title on the pages of Timus. */
function rename(number: string, title: string): void {
  const place = timus.problems.findIndex(({ num }) => num === number);
  const problem = timus.problems[place];
  if (!problem) throw new Error(`Timus has no problem ${number}`);
  timus.problems[place] = { ...problem, en: { ...problem.en, title } };
}

async function scan(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('outsideJobs.scan') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('outsideJobs.scan') })
    .click();
}

const newestJob = (page: Page) =>
  page
    .getByRole('region', { name: t('outsideJobs.jobs') })
    .getByRole('listitem')
    .first();
const isDone = (page: Page) =>
  newestJob(page).getByText(t('outsideJobs.state.done'), { exact: true }).waitFor();

test('an admin scans Timus, reads the report and opens a problem that came of it', async () => {
  const page = await openTimus();
  const number = timus.problems.length;
  const told = await watchFor(
    page,
    `Timus, Scan of the whole list. ${t('outsideJobs.outcome.new')} ${number}`,
  );
  await scan(page);
  await isDone(page);
  await told();
  expect(await findFaultsOfLook(page)).toEqual([]);

  await newestJob(page)
    .getByRole('link', { name: `${t('outsideJobs.outcome.new')} ${number}` })
    .click();
  await page.getByRole('row', { name: /^1000 Sum of Moons new$/ }).waitFor();
  expect(await page.getByRole('row').count()).toBe(number + 1);
  expect(await findFaultsOfLook(page)).toEqual([]);

  await page.getByRole('link', { name: 'Sum of Moons' }).click();
  const there = page.getByRole('link', { name: 'Timus 1000' });
  expect(await there.getAttribute('href')).toContain('num=1000');
  await page.getByRole('link', { name: t('problemEditor.tab.tests'), exact: true }).click();
  await page.getByText(t('problemEditor.judgedElsewhere', { system: 'Timus' })).waitFor();
  expect(await findFaultsOfLook(page)).toEqual([]);
});

test('a scan marks what Timus lists no longer, and reads again what it has changed', async () => {
  timus.problems.splice(
    timus.problems.findIndex(({ num }) => num === '1001'),
    1,
  );
  rename('1002', 'Two Columns');
  const page = await openTimus();
  await fieldOf(page, t('outsideJobs.update')).check();
  await scan(page);
  await isDone(page);
  await newestJob(page)
    .getByRole('link', { name: `${t('outsideJobs.outcome.vanished')} 1` })
    .click();
  await page.getByRole('row', { name: /^1001 / }).waitFor();
  await page.getByRole('link', { name: `${t('outsideJobs.outcome.changed')} 1` }).click();
  await page.getByRole('row', { name: /^1002 Two Columns / }).waitFor();

  await visit(page, `${server.url}/admin/problems?system=timus&state=vanished`);
  await page.getByRole('row', { name: t('adminProblems.sign.vanished') }).waitFor();
  expect(await findFaultsOfLook(page)).toEqual([]);
});

test('an admin reads one problem again in its editor', async () => {
  rename('1000', 'Sum of Stars');
  const page = await openTimus();
  await visit(page, `${server.url}/admin/problems?system=timus&query=1000`);
  await page.getByRole('link', { name: 'Sum of Moons', exact: true }).click();
  const name = t('adminProblems.readAgain', { system: 'Timus' });
  await page.getByRole('button', { name }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('problemEditor.readAgainYes') })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Sum of Stars' }).waitFor();
  await page.getByRole('link', { name: t('problemEditor.tab.versions') }).click();
  await page.getByRole('rowheader', { name: '#2' }).waitFor();
});

test('a job waits while Timus is away, and an admin cancels it', async () => {
  timus.plan(LIST, { kind: 'answerInstead', reply: { status: 503, body: 'Away' } }, 10);
  const page = await openTimus();
  await scan(page);
  await newestJob(page)
    .getByText(/does not answer/)
    .waitFor();
  expect(await findFaultsOfLook(page)).toEqual([]);
  await newestJob(page)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('outsideJobs.cancelYes') })
    .click();
  await newestJob(page).getByText(t('outsideJobs.state.cancelled'), { exact: true }).waitFor();
});

test('an admin imports a problem by its number', async () => {
  const [first] = timus.problems;
  if (!first) throw new Error('Timus has problems');
  timus.problems.push({ ...first, num: '2100', en: { ...first.en, title: 'Fresh Moons' }, ru: null });
  const page = await openTimus();
  await fieldOf(page, t('outsideJobs.problems'), { exact: true }).fill('2100, 2100');
  await page.getByRole('button', { name: 'Read 1 problem' }).click();
  await isDone(page);
  await newestJob(page)
    .getByRole('link', { name: `${t('outsideJobs.outcome.new')} 1` })
    .click();
  await page.getByRole('link', { name: 'Fresh Moons' }).waitFor();
});
