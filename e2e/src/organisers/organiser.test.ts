import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IN_PIECES_FROM_BYTES } from '@balloon/contracts/problems/upload-pieces.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { RunningJudge } from '@balloon/judge/main.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { zipBytes } from '@balloon/packages/testing/zip-bytes.ts';
import { startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakCalls } from '#browser/break-calls.ts';
import { visit } from '#browser/browser.ts';
import { fieldOf, newestSubmission, sendTyped, signIn, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { startRealJudge } from '#sites/real-judge.ts';

/*
 * An organiser who has an empty site, a spreadsheet and a package, and a moderator who may less. The tests build on
 * each other, with the steps between them made by hand in the browser.
 */

/** Timeout in ms; long, since a judge and its compilers share the cores with all other tests. */
const PATIENCE_MS = 300_000;
const DAY_MS = 24 * 3_600_000;
const GROUP = 'Hall';
const CONTEST = 'Sunday cup';

let server: TestServer;
let judge: RunningJudge;
let workDir: string;

const { faults, newPage, pageOf } = tellStory(async () => {
  server = await startTestServer({ leaseMs: 15_000, staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  workDir = await mkdtemp(path.join(tmpdir(), 'balloon-organiser-'));
  judge = await startRealJudge(server.url, workDir, 'hall');
}, PATIENCE_MS);
afterAll(async () => {
  await judge?.close();
  await rm(workDir, { recursive: true, force: true });
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const answer = (page: Page, yes: string) =>
  page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click();

/** Goes to the first steps by the menu, and waits until so many are done. */
async function returnToSteps(page: Page, done: number): Promise<void> {
  await page
    .getByRole('navigation', { name: t('admin.menu') })
    .getByRole('link', { name: t('admin.start') })
    .click();
  await page.getByText(t('firstRun.done', { done, total: 4 })).waitFor();
}

const SPREADSHEET = 'First name;Last name;Username\r\nVera;Orlova;vera\r\nPaul;Hall;paul\r\n';
const SUM = 'print(sum(map(int, input().split())))';

/** Package of a problem that adds two numbers, quickly checked, and large enough to be sent in pieces. */
const PACKAGE = zipBytes([
  ...Object.entries({
    'sum/problem.yaml': 'problem_format_version: 2023-07-draft\nname:\n  en: Sum\n',
    'sum/statement/problem.en.md': 'Add the numbers.\n',
    'sum/data/sample/1.in': '1 2\n',
    'sum/data/sample/1.ans': '3\n',
    'sum/submissions/accepted/sum.py': `${SUM}\n`,
  }).map(([name, data]) => ({ name, data })),
  { name: 'sum/generators/room.bin', data: Buffer.alloc(IN_PIECES_FROM_BYTES), method: 0 },
]);

describe('an organiser on an empty site', () => {
  let admin: Page;
  let vera: Page;
  let password: string;
  beforeAll(async () => {
    [admin, vera] = [await newPage(), await newPage()];
  });

  test('is led to the first steps, and back there from /admin', async () => {
    await admin.goto(server.url);
    await fieldOf(admin, t('auth.username')).fill('admin');
    await fieldOf(admin, t('auth.password'), { exact: true }).fill('password of admin');
    await press(admin, t('auth.signIn'));
    await admin.getByRole('heading', { level: 1, name: t('firstRun.title') }).waitFor();
    await admin.getByText(t('firstRun.done', { done: 0, total: 4 })).waitFor();
    await visit(admin, `${server.url}/contests`);
    await admin.getByRole('heading', { level: 1, name: t('contests.title') }).waitFor();
    await follow(admin, t('contests.firstSteps'));
    await admin
      .getByRole('listitem')
      .filter({ hasText: t('firstRun.people') })
      .first()
      .waitFor();
  });

  test('makes a group and imports people into it', async () => {
    await follow(admin, t('firstRun.toGroups'));
    await follow(admin, t('groups.create'));
    await fieldOf(admin, t('groups.name')).fill(GROUP);
    await press(admin, t('groups.create'));
    await admin.getByRole('heading', { level: 1, name: GROUP }).waitFor();
    await returnToSteps(admin, 0);
    await follow(admin, t('firstRun.toImport'));
    await admin.getByRole('combobox', { name: t('userImport.groups') }).click();
    await admin.getByRole('option', { name: GROUP }).click();
    await admin.keyboard.press('Escape');
    await admin
      .locator('input[type=file]')
      .setInputFiles({ name: 'hall.csv', mimeType: 'text/csv', buffer: Buffer.from(SPREADSHEET) });
    await press(admin, t('userImport.run_other', { count: 2 }));
    const slip = admin.getByRole('listitem').filter({ hasText: 'Orlova Vera' });
    await slip.waitFor();
    const [, shown = ''] = await slip.locator('dd').allInnerTexts();
    password = shown;
    const file = admin.waitForEvent('download');
    await press(admin, t('credentials.download'));
    await file;
    await press(admin, t('userImport.toList'));
    await returnToSteps(admin, 1);
  });

  test(
    'uploads a package over a line that breaks, which the judge builds',
    async () => {
      await follow(admin, t('firstRun.toUpload'));
      const file = path.join(workDir, 'sum.zip');
      await writeFile(file, PACKAGE);
      const choose = () => admin.locator('input[type=file]').first().setInputFiles(file);
      const letThrough = await breakCalls(admin, '*/api/admin/problems/uploads/*?offset=*');
      await choose();
      await admin.getByText(t('imports.interrupted')).waitFor();
      await press(admin, t('imports.stopUpload', { name: 'sum.zip' }));
      await admin
        .getByRole('region', { name: t('imports.unfinished') })
        .getByText('sum.zip')
        .waitFor();
      faults.splice(0); // the browser tells of connections that broke
      await letThrough();
      await choose();
      const recent = admin.getByRole('region', { name: t('imports.recent') });
      await recent.getByText(t('imports.state.done'), { exact: true }).waitFor({ timeout: PATIENCE_MS });
      await returnToSteps(admin, 2);
    },
    PATIENCE_MS,
  );

  test('makes a contest and starts it at once', async () => {
    await follow(admin, t('firstRun.toContest'));
    await fieldOf(admin, t('contestForm.name')).first().fill(CONTEST);
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    await fieldOf(admin, t('contestForm.startDate')).fill(tomorrow);
    await fieldOf(admin, t('contestForm.startTime')).fill('12:00'); // by day, or the form asks
    await admin.getByRole('combobox', { name: t('contestForm.groupIds') }).click();
    await admin.getByRole('option', { name: GROUP }).click();
    await admin.keyboard.press('Escape');
    await admin
      .getByRole('list', { name: t('contestForm.foundLabel') })
      .getByRole('checkbox', { name: 'Sum' })
      .check();
    await press(admin, t('contestForm.create'));
    await admin.getByRole('listitem').filter({ hasText: CONTEST }).waitFor();
    await returnToSteps(admin, 3);
    await follow(admin, t('firstRun.toControl'));
    await press(admin, t('control.startNow'));
    await answer(admin, t('control.startNow'));
    await admin.getByText('The contest started at').waitFor();
  });

  test('has done all steps: their entry is gone, and /admin leads to the contests', async () => {
    const steps = await newPage();
    await steps.context().addCookies(await admin.context().cookies());
    await steps.goto(`${server.url}/admin`);
    await steps.waitForURL(/\/admin\/contests$/);
    await steps.getByRole('listitem').filter({ hasText: CONTEST }).waitFor();
    expect(await steps.getByRole('link', { name: t('admin.start') }).count()).toBe(0);
  });

  test(
    'sees a participant of the spreadsheet solve the problem',
    async () => {
      await signIn(vera, server.url, 'vera', password);
      await follow(vera, CONTEST);
      await answer(vera, t('join.yes'));
      await vera.waitForURL(/\/contest\/\d+$/);
      await sendTyped(vera, SUM, 'Python 3');
      await newestSubmission(vera)
        .getByText(t('verdict.1'), { exact: true })
        .waitFor({ timeout: PATIENCE_MS });
      await admin.getByRole('row', { name: 'Sum' }).getByText('1 of 1').waitFor();
    },
    PATIENCE_MS,
  );

  test('extends the contest, freezes it and opens the results', async () => {
    await press(admin, t('control.extend'));
    await answer(admin, t('control.extendBy', { minutes: 10 }));
    await admin.getByText('The contest now ends at').waitFor();
    await press(admin, t('control.freezeNow'));
    await answer(admin, t('control.freezeNow'));
    await admin.getByText('The results are frozen until').waitFor();
    await press(admin, t('control.thaw'));
    await answer(admin, t('control.thaw'));
    await admin.getByText(t('control.done.thaw')).waitFor();
  });

  test('computes ratings when the contest is over, and the participant sees them', async () => {
    await letContestEnd();
    await visit(admin, `${server.url}/admin/rating/compute`);
    await press(admin, t('ratingAdmin.start'));
    await admin.getByRole('heading', { name: t('ratingAdmin.previewTitle') }).waitFor();
    await press(admin, t('ratingAdmin.store'));
    await answer(admin, t('ratingAdmin.store'));
    await admin.getByText(t('ratingAdmin.state.stored'), { exact: true }).waitFor();
    await visit(vera, `${server.url}/rating`);
    await vera.getByRole('row', { name: /^1\s+.*Vera/ }).waitFor();
  });
});

/** Stands in for the hours until the end. */
async function letContestEnd(): Promise<void> {
  const { db } = server.services;
  const nowMs = await databaseNowMs(db);
  await db
    .updateTable('contest')
    .set((eb) => ({
      durationTimeMs: eb(eb.val(nowMs), '-', eb.ref('startTimeMs')),
      relativeFreezeTimeMs: eb(eb.val(nowMs), '-', eb.ref('startTimeMs')),
    }))
    .where('name', '=', CONTEST)
    .execute();
}

describe('a moderator', () => {
  test('sees the contests of the own groups, and is led away from what is for admins', async () => {
    const { given } = server;
    const own = await given.group('Own circle');
    await given.contest({ name: 'Own round', groups: [own] });
    const foreign = await given.contest({ name: 'Foreign round', groups: [await given.group('Others')] });
    const moderator = await given.supervisor({ groups: [own] });
    const page = await pageOf(moderator);

    await page.goto(`${server.url}/admin/start`);
    await page.getByText(t('firstRun.forAdmins')).waitFor();
    const menu = page.getByRole('navigation', { name: t('admin.menu') });
    await menu.getByRole('link', { name: t('admin.contests') }).click();
    await page.getByRole('listitem').filter({ hasText: 'Own round' }).waitFor();
    expect(await page.getByText('Foreign round').count()).toBe(0);
    expect(await page.getByText(CONTEST).count()).toBe(0);
    for (const section of ['admin.problems', 'admin.server'])
      expect(await menu.getByRole('link', { name: t(section), exact: true }).count()).toBe(0);

    // Obeying its guard is seen at one address of admins; `web/src/addresses.test.ts` asks the guards of all.
    await visit(page, `${server.url}/admin/server`);
    await page.getByText(/^\/admin\/server is for administrators\./).waitFor(); // the address before was the same
    await page.waitForURL(/\/admin\/contests$/);
    expect(faults.splice(0)).toEqual([]);
    const missing = [`/admin/contests/edit/${foreign.id}`, `/admin/contests/${foreign.id}/live`];
    for (const path of [...missing, '/problems/9999', '/problems/9999/version/2', '/news/9999']) {
      const refused = page.waitForResponse((response) => response.status() === 404);
      await visit(page, server.url + path);
      await refused; // the screen before looks the same
      await page.getByRole('alert').getByText(t('state.notFoundTitle')).waitFor();
      await expect.poll(() => page.title()).toContain(`${t('state.notFoundTitle')} • `);
    }
    expect(new Set(faults.splice(0).map((fault) => fault.slice(0, 3)))).toEqual(new Set(['404']));
  });
});
