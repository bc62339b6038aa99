import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { ROOMS } from '@balloon/server/realtime/rooms.ts';
import { startTestJudge } from '@balloon/server/testing/test-judge.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE } from '#browser/browser.ts';
import { connectAfter } from '#browser/hold-calls.ts';
import { openTab, t, tableRow } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* Frame around the screens of a contest: tabs, menu, toasts, and the dialog of a cell. */

let server: TestServer;
let contest: GivenContest;
let anna: Person;

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  contest = await server.given.contest();
  anna = await server.given.participant(contest, { username: 'anna' });
});

async function enter(person: Person, screen: string, options: BrowserContextOptions = {}, { id } = contest) {
  const page = await pageOf(person, options);
  await page.goto(`${server.url}/contest/${id}/${screen}`);
  await page.getByText(t('socket.on')).first().waitFor({ state: 'attached' });
  return page;
}

test('the tab of the table is the current one on the monitor', async () => {
  const page = await enter(await server.given.admin(), 'monitor');
  const tab = page.getByRole('link', { name: t('tabs.scoreboard'), exact: true }).first();
  expect(await tab.getAttribute('aria-current')).toBe('page');
});

test('all tabs are there before the start, and that of sending tells when it opens', async () => {
  const later = await server.given.contest({ startsInMin: 600 });
  const page = await enter(await server.given.participant(later), '', {}, later);
  await openTab(page, 'send');
  await page.getByText(t('send.notYetText')).waitFor();
});

test('two keys lead to a screen though the page hears of the second one late', async () => {
  const page = await enter(anna, 'problems');
  await page.evaluate(() => {
    const press = (letter: string) =>
      new KeyboardEvent('keydown', { key: letter, code: `Key${letter.toUpperCase()}`, bubbles: true });
    const keys = [press('g'), press('t')];
    for (const key of keys) {
      document.body.dispatchEvent(key);
      const heardMs = performance.now();
      while (performance.now() < heardMs + 1_500);
    }
  });
  await page.waitForURL(/\/table$/);
});

test('a server that is not reached leads nobody out of a contest, which opens as soon as it answers', async () => {
  const page = await enter(anna, 'table');
  const refusal = { status: 502, body: '<h1>502 Bad Gateway</h1>' };
  let isReached = false;
  await page.route(/\/api\/contest\/\d+/, (route) => (isReached ? route.continue() : route.fulfill(refusal)));
  await page.reload();
  await page.getByRole('alert').getByText(t('errors.NETWORK_ERROR')).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/contest/${contest.id}/table`);

  isReached = true; // taken off the page, the route would lose a call that comes at this very moment
  await tableRow(page, 'First anna').waitFor();
  expect(faults.splice(0).filter((fault) => !/^502|NETWORK_ERROR/.test(fault))).toEqual([]);
});

test('the line of a frozen contest fits windows of any width, also with messages that wait', async () => {
  const frozen = await server.given.contest({ startsInMin: -100, durationMin: 120, freezeInMin: -40 });
  const boris = await server.given.participant(frozen);
  await boris.post(`/api/contest/${frozen.id}/messages`, { text: 'May I read files?' });
  const page = await pageOf(await server.given.admin(), { locale: 'ru-RU' });
  await page.goto(`${server.url}/contest/${frozen.id}/messages`);
  await page.getByText('May I read files?').waitFor();
  const clock = page.getByRole('banner').getByRole('timer');

  for (const width of [360, 761, 800, 1000, 1001, 1024, 1200, 1201, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    const places = async () => {
      const parts = [...(await page.getByRole('banner').getByRole('link').all()), clock];
      const shown = [];
      for (const part of [...parts, ...(await page.getByRole('banner').getByRole('button').all())]) {
        const box = (await part.isVisible()) ? await part.boundingBox() : null;
        if (box) shown.push(box);
      }
      return shown.sort((one, other) => one.x - other.x);
    };
    const covered = async () =>
      (await places()).filter((box, index, all) => {
        const next = all[index + 1];
        return box.x + box.width > (next?.x ?? width) + 1;
      });
    // The page follows its width some frames later, and places are asked for one after the other.
    await expect.poll(async () => [width, await covered()]).toEqual([width, []]);
  }
});

test('the statement and the list of problems are not sent again after the first connection', async () => {
  const own = await server.given.contest();
  const page = await pageOf(await server.given.participant(own));
  const answers: Record<string, Set<number>> = {};
  const read = Promise.withResolvers<void>();
  page.on('response', (response) => {
    const [, call] = /\/contest\/\d+\/(problems(?:\/A)?)\?/.exec(response.url()) ?? [];
    if (call) answers[call] = (answers[call] ?? new Set()).add(response.status());
    if (Object.keys(answers).length === 2) read.resolve();
  });
  await connectAfter(page, read.promise);

  await page.goto(`${server.url}/contest/${own.id}/problems/A`);

  const statuses = () => Object.entries(answers).map(([call, seen]) => [call, ...seen].join(' '));
  await expect.poll(() => statuses().sort()).toEqual(['problems 200 304', 'problems/A 200 304']);
});

test('linking an e-mail address is not offered if the site sends no mail', async () => {
  const page = await enter(anna, '');
  const open = async (on: Page) => {
    // The header has its final width once the line is there.
    await on
      .getByRole('status')
      .filter({ hasText: t('socket.on') })
      .waitFor();
    await on.getByRole('button', { name: /^Profile: / }).click();
  };
  const channels = page.waitForResponse(/\/api\/user\/channels$/);
  await open(page);
  expect(await (await channels).json()).toMatchObject({ mail: false });
  await page.getByRole('menuitem', { name: t('profile.title'), exact: true }).waitFor();
  expect(await page.getByRole('menuitem', { name: t('profile.linkEmailEntry') }).count()).toBe(0);

  await page.route(/\/api\/user\/channels$/, (route) =>
    route.fulfill({ json: { mail: true, telegram: false } }),
  );
  await page.reload();
  await open(page);
  await page.getByRole('menuitem', { name: t('profile.linkEmailEntry') }).waitFor();
});

test('the toast of a verdict names the problem in the language of the reader', async () => {
  // No screen has shown this contest: what the server knows of it is as new as the title, which is not announced to it.
  const own = await server.given.contest();
  const [problemId = 0] = own.problemIds;
  await server.services.db
    .insertInto('problemStatement')
    .values({ problemId, locale: 'en-us', title: 'Sum of two', attachments: '{}' })
    .execute();
  const boris = await server.given.participant(own);
  const page = await enter(boris, 'table', {}, own);
  // A page that joins later learns of the verdict without a toast.
  const room = ROOMS.contestUser(own.id, boris.user.id);
  await expect.poll(() => server.services.sockets.hasMembers([room])).toBe(true);
  const judge = await startTestJudge(server.url);
  await boris.submit(own, {});
  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 2, timeMs: 15 });
  await page.getByRole('link', { name: `Sum of two — ${t('verdict.open')}` }).waitFor();
});

test('a cell shows time, memory and the words of the compiler, and supervisors decide there', async () => {
  const judge = await startTestJudge(server.url);
  await anna.submit(contest, { languageId: LANGUAGES.python3.id });
  await judge.result(await judge.mustClaim(), {
    verdict: 'wrongAnswer',
    testNumber: 2,
    timeMs: 1230,
    memoryKb: 2048,
  });
  await anna.submit(contest, { languageId: LANGUAGES.python3.id, solution: 'prin' });
  await judge.result(await judge.mustClaim(), {
    verdict: 'compilationError',
    compilationError: 'prin is no statement',
  });

  const admin = await server.given.admin();
  const page = await enter(admin, 'table');
  await tableRow(page, 'First anna').getByRole('button', { name: /^A: / }).click();
  const dialog = page.getByRole('dialog', { name: /First anna/ });
  for (const fact of ['1,230 ms', '2 MB', t('scoreboard.test', { number: 2 })])
    await dialog.getByText(fact, { exact: true }).first().waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await dialog.getByRole('button', { name: t('solutions.showCompiler') }).click();
  const output = page.getByRole('dialog', { name: /compiler/i });
  await output.getByText('prin is no statement').waitFor();
  await page.keyboard.press('Escape');
  await output.waitFor({ state: 'detached' });

  const actions = dialog.getByRole('button', { name: /^Actions on submission/ }).first();
  const decision = page.getByRole('dialog', { name: /verdict/i });
  const changeVerdict = async () => {
    await actions.click();
    await page.getByRole('menuitem', { name: t('deciding.changeVerdict') }).click();
  };
  await changeVerdict();
  await decision.getByRole('button', { name: t('common.close') }).click();
  const hasFocus = () => actions.evaluate((button) => button === document.activeElement);
  await expect.poll(hasFocus).toBe(true); // the dialog that it stands in is still open
  await changeVerdict();
  await decision.getByRole('combobox').click();
  await page.getByRole('option', { name: t('verdict.1'), exact: true }).click();
  await decision.getByLabel(t('profile.oldPassword'), { exact: true }).fill(admin.user.password);
  await decision.getByRole('button', { name: t('deciding.saveVerdict') }).click();
  await dialog.getByText(t('verdict.1')).waitFor();
  await decision.waitFor({ state: 'detached' }); // its answer may come after the event, and Escape is for what lies on top
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const own = await enter(anna, 'table', { viewport: PHONE, colorScheme: 'dark' });
  await tableRow(own, 'First anna').getByRole('button', { name: /^A: / }).click();
  await own.getByRole('dialog').getByText('2 MB', { exact: true }).first().waitFor();
  expect(await own.getByRole('button', { name: /^Actions on submission/ }).count()).toBe(0);
  expect(await findFaultsOfPresentLook(own)).toEqual([]);
});
