import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { JobAccepted, JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import {
  type Person,
  startTestServer,
  TEST_RELAY_TOKEN,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { startTimus, TIMUS_ACCOUNT, type TimusStandIn } from '@balloon/systems/stand-ins/timus.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook } from '#browser/browser.ts';
import { fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { type Launched, launchBalloon, readyOrExplain } from '#sites/launched.ts';

/* The screens of servers of outside systems, from an empty site to a verdict, with a real relay and a stand-in of Timus. */

const BASE = '/api/admin/outside-systems';

let server: TestServer;
let timus: TimusStandIn;
let relay: Launched;
let cwd: string;
let admin: Person;
let page: Page;

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'balloon-outside-'));
  timus = await startTimus({ clock: { nowMs: Date.now, advance: () => {} } });
  const args = ['relay', '--server', server.url, '--token', TEST_RELAY_TOKEN, '--name', 'hall'];
  relay = launchBalloon('relay', args, { cwd, env: { DATA_DIR: cwd } });
  await readyOrExplain(relay);
  admin = await server.given.admin();
  page = await pageOf(admin);
});
afterAll(async () => {
  await relay?.stop();
  await timus?.close();
  rmSync(cwd, { recursive: true, force: true });
});

const dialog = () => page.getByRole('dialog');
const press = (key: string, values: Record<string, string> = {}, inside: Page | Locator = page) =>
  inside.getByRole('button', { name: t(key, values), exact: true }).click();
const isWorking = () => page.getByText(t('outside.state.works'), { exact: true }).waitFor();
const looksRight = async () => expect(await findFaultsOfPresentLook(page)).toEqual([]);

async function check(): Promise<void> {
  await press('outside.checkOf', { name: 'pool' });
}

/** Problems are imported elsewhere; their languages come with them. */
async function importFirstProblem(): Promise<void> {
  const serverId = Number(new URL(page.url()).pathname.split('/').at(-1));
  const started = await admin.post(`${BASE}/servers/${serverId}/import`, { foreignIds: ['1000'] });
  const { jobId } = started.as(JobAccepted);
  await expect.poll(async () => (await admin.get(`${BASE}/jobs/${jobId}`)).as(JobView).state).toBe('done');
}

test('an admin adds a server of Timus and an account, which is checked', async () => {
  await page.goto(`${server.url}/admin/server/outside`);
  await page.getByText(t('outside.none')).waitFor();
  await looksRight();
  await press('outside.addServer');
  await fieldOf(dialog(), t('outside.url')).fill(timus.url);
  await looksRight();
  await press('outside.add', {}, dialog());

  await page.getByRole('heading', { level: 2, name: 'Timus' }).waitFor();
  await page.getByText(t('outside.state.noAccount')).waitFor();
  await press('outside.addAccount');
  await fieldOf(dialog(), t('outside.accountName')).fill('pool');
  await press('outside.add', {}, dialog());
  await dialog().getByText(t('issues.required')).waitFor();
  expect(faults.splice(0)).toEqual([expect.stringMatching(/^400 .*accounts$/)]);
  await fieldOf(dialog(), t('outside.field.judgeId')).fill(TIMUS_ACCOUNT.judgeId);
  await fieldOf(dialog(), t('outside.field.password')).fill(TIMUS_ACCOUNT.password);
  await looksRight();
  await press('outside.add', {}, dialog());
  await isWorking();

  await check();
  await dialog().getByText(t('outside.checkDone')).waitFor();
  await dialog().getByText(TIMUS_ACCOUNT.name).waitFor();
  await looksRight();
  await page.keyboard.press('Escape');
});

test('a solution is tried, step by step, and is sent once', async () => {
  await press('outside.tryNow');
  await dialog().getByText(t('outside.noLanguages')).waitFor();
  await page.keyboard.press('Escape');
  await importFirstProblem();

  await press('outside.tryNow');
  await dialog().getByText(t('outside.tryWarning')).waitFor();
  await dialog()
    .getByRole('combobox', { name: t('outside.language') })
    .click();
  await page.getByRole('option', { name: 'Python 3.12 x64' }).click();
  await dialog().getByText('import sys').waitFor();
  await looksRight();
  await press('outside.trySend', {}, dialog());
  await dialog().getByText(t('outside.step.send'), { exact: true }).waitFor();
  await dialog().getByText(t('outside.tryDone')).waitFor();
  await dialog()
    .getByText(/^Accepted/)
    .waitFor();
  await looksRight();
  expect(timus.book.runs.map(({ problem }) => problem)).toEqual(['1000']);
  await page.keyboard.press('Escape');
});

test('a server is paused with a reason, and resumed', async () => {
  await press('outside.pause');
  await fieldOf(dialog(), t('outside.pauseReason')).fill('maintenance until Monday');
  await press('outside.pause', {}, dialog());
  await page.getByText('maintenance until Monday').waitFor();
  await page.getByText(t('outside.notice.paused')).waitFor();
  await looksRight();
  await press('outside.goOn.paused');
  await isWorking();
});

test('a wrong JUDGE_ID disables the account, and the page says what to do', async () => {
  await press('outside.actionsOf', { name: 'pool' });
  await page.getByRole('menuitem', { name: t('outside.edit') }).click();
  const judgeId = fieldOf(dialog(), t('outside.field.judgeId'));
  expect(await judgeId.getAttribute('placeholder')).toBe(t('outside.secretStored'));
  await judgeId.fill('999999ZZ');
  await press('outside.save', {}, dialog());
  await dialog().waitFor({ state: 'hidden' });
  await check();
  await dialog().getByText(t('outside.kind.signedOut')).waitFor();
  await looksRight();
  await page.keyboard.press('Escape');
  await page.getByText(t('outside.accountState.stopped')).waitFor();
  await page.getByText(t('outside.cure.signedOut')).waitFor();
  await page.getByText(t('outside.state.noAccount')).waitFor();
  await looksRight();

  await press('outside.enterAgain');
  await judgeId.fill(TIMUS_ACCOUNT.judgeId);
  await press('outside.save', {}, dialog());
  await isWorking();
  await check();
  await dialog().getByText(t('outside.checkDone')).waitFor();
});
