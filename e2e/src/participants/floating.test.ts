import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfLook, visit } from '#browser/browser.ts';
import { fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* A contest that each participant starts by themselves, and its organiser; the tests build on each other. */

const MINUTE_MS = 60_000;
const NAME = 'First anna';

let server: TestServer;
let contest: GivenContest;
let admin: Person;
let anna: Person;
let mine: Page;
let control: Page;

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  const { given } = server;
  contest = await given.contest({
    ...{ name: 'Open week', startsInMin: -120, durationMin: 600, practiceMin: 0, problems: ['A', 'B'] },
  });
  admin = await given.admin();
  anna = await given.signedIn(await given.user({ username: 'anna' }));
  control = await pageOf(admin);
  mine = await pageOf(anna);
});

const pathOf = () => `/admin/contests/${contest.id}`;
const timer = () => mine.getByRole('banner').getByRole('timer');
const dialog = (page: Page): Locator => page.getByRole('dialog');
const startOf = async () =>
  (
    await server.services.db
      .selectFrom('contestParticipant')
      .select('startedAtMs')
      .where('contestId', '=', contest.id)
      .where('accountId', '=', anna.user.id)
      .executeTakeFirstOrThrow()
  ).startedAtMs;

async function setStart(startedAtMs: number): Promise<void> {
  const body = { startedAtMs, readStartedAtMs: await startOf(), reason: 'the clock of the hall' };
  const reply = await admin.post(`/api${pathOf()}/live/windows/${anna.user.id}/start`, body);
  expect(reply.status).toBe(200);
}

async function pressStart(): Promise<void> {
  await mine.getByRole('button', { name: t('ownStart.button') }).click();
  await dialog(mine)
    .getByRole('button', { name: t('ownStart.yes') })
    .click();
  await mine.waitForURL(/\/problems$/);
}

async function giveReason(button: string): Promise<void> {
  await fieldOf(dialog(control), t('adjust.reason')).fill('The power went off');
  await dialog(control).getByRole('button', { name: button, exact: true }).click();
  await dialog(control).waitFor({ state: 'detached' });
}

test('an organiser gives everybody time of their own in the form of the contest', async () => {
  await control.goto(`${server.url}/admin/contests/edit/${contest.id}`);
  await fieldOf(control, t('contestForm.windowHours')).fill('1');
  await control.getByText(t('contestForm.windowOn')).waitFor();
  await control.getByRole('button', { name: t('contestForm.save') }).click();
  await dialog(control)
    .getByRole('button', { name: t('changePreview.store') })
    .click();
  await expect
    .poll(async () => (await admin.get(`/api/contest/${contest.id}`)).text)
    .toContain(`"windowTimeMs":${60 * MINUTE_MS}`);
});

test('a participant starts it by a button, after a question that says how long it lasts', async () => {
  await mine.goto(`${server.url}/contests`);
  await mine.getByText(t('status.startable')).waitFor();
  await mine.getByRole('link', { name: contest.name }).click();
  const cancel = dialog(mine).getByRole('button', { name: t('common.cancel') });
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  await dialog(mine)
    .getByRole('button', { name: t('join.yes') })
    .click();
  await mine.waitForURL(/\/contest\/\d+$/);
  await mine.getByRole('button', { name: t('ownStart.button') }).waitFor();
  expect(await findFaultsOfLook(mine)).toEqual([]);
  await mine.getByRole('link', { name: t('tabs.scoreboard') }).click();
  await mine.getByText(t('scoreboard.closedTitle')).waitFor();
  await mine.getByRole('link', { name: t('problems.toAbout') }).click();
  await pressStart();
  await expect.poll(() => timer().innerText()).toMatch(/0:5\d:\d\d|1:00:00/);
  expect((await anna.submit(contest, { symbolIndex: 'A' })).status).toBe(200);
  // What is not open before the start was refused, perhaps once more after the screen had said so.
  expect(faults.splice(0).filter((fault) => !fault.startsWith('403 '))).toEqual([]);
});

test('the organiser sees them run, gives extra time with a reason, and their clock follows', async () => {
  await visit(control, `${server.url}${pathOf()}/live`);
  const tile = control.getByRole('listitem').filter({ hasText: t('windows.runNow') });
  await tile.getByText('1', { exact: true }).waitFor();
  await tile.getByRole('link', { name: t('windows.open') }).click();
  const row = control.getByRole('listitem').filter({ hasText: NAME });
  await row.getByText(t('windows.is.running')).waitFor();
  await row.getByText(t('control.sentBy_one', { count: 1 })).waitFor();
  expect(await findFaultsOfLook(control)).toEqual([]);
  await row.getByRole('button', { name: t('windows.extendTitle', { name: NAME }) }).click();
  await giveReason(t('windows.give', { minutes: 10 }));
  await row.getByText(t('control.hasExtraTime', { minutes: 10 })).waitFor();
  await expect.poll(() => timer().innerText()).toMatch(/1:0\d:\d\d/);
});

test('a start that the organiser takes back leads the participant to the start screen at once', async () => {
  await control.getByRole('button', { name: t('windows.resetTitle', { name: NAME }) }).click();
  await dialog(control)
    .getByText(t('windows.losesSolutions_one', { count: 1 }))
    .waitFor();
  expect(await findFaultsOfLook(control)).toEqual([]);
  await giveReason(t('windows.resetYes'));
  await mine.waitForURL(/\/contest\/\d+$/);
  await mine.getByText(t('ownStart.takenBack')).waitFor();
  await mine.getByRole('button', { name: t('ownStart.button') }).waitFor();
  await control.getByText(t('windows.resetDone', { name: NAME })).waitFor();
  await control.getByText(t('windows.history_other', { count: 2 })).click();
  await control.getByText('The power went off').first().waitFor();
  await mine.getByText(t('ownTime.takenBack')).waitFor();
  expect(await findFaultsOfLook(control)).toEqual([]);
  await pressStart();
  // The screen that was closed may have asked once more.
  expect(faults.splice(0).filter((fault) => !fault.startsWith('403 '))).toEqual([]);
});

test('a window that is over takes nothing any more, and stands among the ended ones', async () => {
  await setStart(Date.now() - 71 * MINUTE_MS);
  await mine.getByText(t('clock.FINISHED'), { exact: true }).first().waitFor();
  expect((await anna.submit(contest, { symbolIndex: 'A' })).json.error?.code).toBe('CONTEST_NOT_RUNNING');
  await visit(control, `${server.url}${pathOf()}/windows?state=ended&q=anna`);
  await control.getByRole('listitem').filter({ hasText: NAME }).getByText(t('windows.is.ended')).waitFor();
});

test('what the organiser is writing stays when the window leaves the list', async () => {
  const row = control.getByRole('listitem').filter({ hasText: NAME });
  await row.getByRole('button', { name: t('windows.extendTitle', { name: NAME }) }).click();
  await fieldOf(dialog(control), t('adjust.reason')).fill('The second power cut');
  await setStart(Date.now() - 10 * MINUTE_MS);
  await control.getByText(t('windows.none')).waitFor();
  expect(await fieldOf(dialog(control), t('adjust.reason')).inputValue()).toBe('The second power cut');
});
