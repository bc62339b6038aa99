import { readFileSync } from 'node:fs';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { appendContestEvent } from '@balloon/server/features/contests/contest-log.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE, visit } from '#browser/browser.ts';
import { holdCalls } from '#browser/hold-calls.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/*
 * A contest of 100 minutes, frozen at minute 60, whose results a person views in its practice: anna solved A at
 * minute 50, boris in the freeze; in practice boris solved B too.
 */
const MINUTE = 60_000;

let server: TestServer;
let contest: GivenContest;
let anna: Person;
let boris: Person;
let page: Page;

const { pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  contest = await server.given.contest({
    startsInMin: -120,
    durationMin: 100,
    freezeInMin: -60,
    practiceMin: 1000,
    problems: ['A', 'B'],
  });
  anna = await server.given.participant(contest, { username: 'anna' });
  boris = await server.given.participant(contest, { username: 'boris' });
  await solved(anna, 50, 0);
  await solved(boris, 80, 0);
  await solved(boris, 115, 1);
  page = await pageOf(anna);
  await open('table');
});

let lastSolutionId = 0;

async function solved({ user }: Person, minute: number, problem: number) {
  lastSolutionId += 1;
  const event = {
    type: 'solution',
    solutionId: lastSolutionId,
    userId: user.id,
    problemId: contest.problemIds[problem] ?? 0,
    sentAtMs: contest.startTimeMs + minute * MINUTE,
    verdictId: VERDICTS.accepted.id,
  } as const;
  const { db } = server.services;
  await db
    .transaction()
    .execute(async (tx) => appendContestEvent(tx, contest.id, event, await databaseNowMs(tx)));
}

/** For tests that read what the screen before does not show, without a load. Table and monitor differ by their heading. */
async function goTo(place: string) {
  await visit(page, `${server.url}/contest/${contest.id}/${place}`);
  const name = t(place === 'monitor' ? 'monitor.title' : 'scoreboard.title');
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.locator('[data-stale]').waitFor({ state: 'detached' });
}

async function open(place: string) {
  await page.goto(`${server.url}/contest/${contest.id}/${place}`);
  await page.getByRole('rowheader').first().waitFor();
}

/** Returns `place name cells` of each row. */
const shown = () =>
  page.locator('tbody tr[data-user]').evaluateAll((rows) =>
    rows.map((row) => {
      const name = row.querySelector('th')?.textContent?.match(/anna|boris/)?.[0];
      const cells = [...row.querySelectorAll('td[data-look]')].map(
        (cell) => (cell as HTMLElement).dataset.look,
      );
      return [row.querySelector('td')?.textContent, name, ...cells].join(' ');
    }),
  );
const see = (rows: string[]) => expect.poll(shown).toEqual(rows);
const FINAL = ['1 anna solved empty', '2 boris solved empty'];
const WITH_PRACTICE = ['1 boris solved practice', '2 anna solved empty'];
const FROZEN = ['1 anna solved empty', '2 boris frozen empty'];
const scope = (text: string) =>
  page
    .getByRole('radio', { name: t(text) })
    .locator('..')
    .getByText(t(text));

test.each(['table', 'monitor'])(
  'the %s shows the final results, and with practice where one asks',
  async (screen) => {
    const statistics = page.locator('tfoot td').nth(4);
    await goTo(screen);
    await see(FINAL);
    await page.getByText(t('scoreboard.final')).waitFor();
    await scope('scoreboard.scopePractice').click();
    await page.waitForURL(/\?scope=practice$/);
    await see(WITH_PRACTICE);
    await page.getByText(t('scoreboard.final')).waitFor({ state: 'detached' });
    await statistics.filter({ hasText: '1 of 1' }).waitFor();
    expect(await findFaultsOfPresentLook(page)).toEqual([]);
    await page.locator('h1').click();
    await page.keyboard.press('v');
    await page.waitForURL(new RegExp(`/${screen}$`));
    await see(FINAL);
    await statistics.filter({ hasText: '0 of 0' }).waitFor();
  },
);

test('the past is shown as it was seen, and really at the switch; the right edge is the result', async () => {
  await goTo(`table?at=${contest.startTimeMs + 90 * MINUTE}`);
  await see(FROZEN);
  await page.getByText(t('scoreboard.frozenThen')).waitFor();
  expect(await page.getByText(t('scoreboard.frozen')).count()).toBe(0);
  await page.getByRole('switch', { name: t('rewind.real') }).click();
  await page.waitForURL(/past=real/);
  await see(FINAL);
  await page.getByText(t('scoreboard.frozenThen')).waitFor({ state: 'detached' });
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await page.locator('h1').click();
  await page.keyboard.press('w');
  await see(FROZEN);

  await page.getByRole('slider').focus();
  await page.keyboard.press('End');
  await see(FINAL);
  await page.waitForURL((url) => url.searchParams.get('at') === String(contest.startTimeMs + 100 * MINUTE));
  await page.getByText(t('scoreboard.final')).waitFor();
});

test('the whole time is there with the practice only, and the way back ends with the contest', async () => {
  await open('table?at=1');
  expect(await page.getByText(t('scoreboard.rewindFull')).count()).toBe(0);
  await scope('scoreboard.scopePractice').click();
  await page.getByText(t('scoreboard.rewindFull')).click();
  await page.waitForURL(/range=full/);
  const slider = page.getByRole('slider');
  // The address changes before the slider, which learns from the table with practice where the whole time ends.
  const wholeEnd = String(contest.startTimeMs + 115 * MINUTE + 10_000);
  await expect.poll(() => slider.getAttribute('aria-valuemax')).toBe(wholeEnd);
  await slider.press('End');
  await see(WITH_PRACTICE);
  await scope('scoreboard.scopeContest').click();
  await see(FINAL);
  await page.waitForURL((url) => url.searchParams.get('at') === String(contest.startTimeMs + 100 * MINUTE));
});

test('the whole time waits for the table with practice, which tells where it ends', async () => {
  await open('table?at=1');
  const letGo = await holdCalls(page, /table2\?.*scope=practice/);
  await scope('scoreboard.scopePractice').click();
  const whole = page.getByRole('radio', { name: t('scoreboard.rewindFull') });
  await whole.waitFor({ state: 'attached' });
  await expect.poll(() => whole.isDisabled()).toBe(true);

  letGo();
  await page.getByText(t('scoreboard.rewindFull')).click();
  const middle = String(contest.startTimeMs + (115 * MINUTE + 10_000) / 2);
  await page.waitForURL((url) => url.searchParams.get('at') === middle);
  await page.unroute(/table2\?.*scope=practice/);
});

test('an instant that the slider still moves to lies in the results that are then shown', async () => {
  await open(`table?scope=practice&range=full&at=${contest.startTimeMs + 20 * MINUTE}`);
  await page.getByRole('slider').press('End');
  await scope('scoreboard.scopeContest').click();
  const end = contest.startTimeMs + 100 * MINUTE;
  await page.waitForURL(
    (url) => url.searchParams.get('at') === String(end) && !url.searchParams.has('scope'),
  );
  await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuenow')).toBe(String(end));
});

test('wall, paper and file follow the scope', async () => {
  for (const [query, wall, paper, file, cells] of [
    [
      '',
      'projector.final',
      'print.contest',
      `scoreboard-${contest.id}.csv`,
      '2,First boris,boris,1,80,0,01:20,,,,',
    ],
    [
      '?scope=practice',
      'projector.withPractice',
      'print.practice',
      `scoreboard-${contest.id}-practice.csv`,
      '1,First boris,boris,2,195,0,01:20,,0,01:55,',
    ],
  ] as const) {
    await open(`table${query}`);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: t('scoreboard.more') }).click();
    await page.getByRole('menuitem', { name: t('scoreboard.csv') }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(file);
    expect(readFileSync(await download.path(), 'utf8')).toContain(cells);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page
      .locator('main')
      .filter({ hasText: t(paper) })
      .waitFor();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await visit(page, `${server.url}/contest/${contest.id}/table${query || '?'}&view=projector`);
    await page.getByRole('dialog').getByText(t(wall)).waitFor();
    await page.keyboard.press('Escape');
  }
});

test('fits a phone', async () => {
  await page.setViewportSize(PHONE);
  await goTo(`table?at=${contest.startTimeMs + 90 * MINUTE}`);
  await see(FROZEN);
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
});
