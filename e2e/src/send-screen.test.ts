import { ensureFrontEnd } from '@balloon/launch/front-end.ts';
import { startTestJudge } from '@balloon/server/features/judging/test-judge.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/test-server.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers, openBrowser, openPage, PHONE, sidewaysScroll } from '#browser.ts';
import { t } from '#person.ts';

/* What the screen for sending remembers of a person, and what it tells them of their last try. */

let server: TestServer;
let browser: Browser;
let contest: GivenContest;
let anna: Person;
const faults: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  browser = await openBrowser();
  contest = await server.given.contest();
  anna = await server.given.participant(contest, { username: 'anna' });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function enter(options: Parameters<typeof openPage>[2] = {}): Promise<Page> {
  const page = await openPage(browser, (fault) => faults.push(fault), options);
  await page.context().addCookies([{ name: 'balloon_session', value: anna.token, url: server.url }]);
  await page.goto(`${server.url}/contest/${contest.id}/send/A`);
  return page;
}

const editor = (page: Page) => page.getByRole('textbox', { name: t('send.editor') });
const fontOf = (page: Page) => editor(page).evaluate((text) => getComputedStyle(text).fontSize);

test('the editor keeps the size and the indent that a person likes', async () => {
  const page = await enter({ viewport: PHONE });
  await editor(page).fill('a line that is longer than a phone is wide, so that it scrolls');
  const usual = Number.parseFloat(await fontOf(page));

  await page.getByRole('button', { name: t('codeEditor.title') }).click();
  await page.getByRole('button', { name: t('codeEditor.larger') }).click();
  await page.getByRole('switch', { name: t('codeEditor.wrapsLines') }).check();
  expect(await findBarriers(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.keyboard.press('Escape');

  await page.reload();
  await editor(page).waitFor();
  expect(Number.parseFloat(await fontOf(page))).toBe(usual + 1);
  await expect.poll(() => page.locator('.cm-lineWrapping').count()).toBe(1);
  expect(faults.splice(0)).toEqual([]);
});

test('the verdict of the last try stands beside the statement, live', async () => {
  const page = await enter();
  await editor(page).waitFor();
  const judge = await startTestJudge(server.url);
  await anna.submit(contest, {});
  await page.getByRole('link', { name: /^Last submission/ }).waitFor();

  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 2 });

  await page.getByRole('main').getByText(t('verdict.2')).waitFor();
  expect(faults.splice(0)).toEqual([]);
});
