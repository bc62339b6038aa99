import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, HALL, visit } from '#browser/browser.ts';
import { fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';

/*
 * Texts and redirects that people see when a call fails. Tests of messages, statements and ratings cover new
 * messages, restored versions and the history of a person without groups.
 */

let server: TestServer;
let contest: GivenContest;
let anna: Person;

const { faults, keptPageOf, newPage, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  contest = await server.given.contest();
  anna = await server.given.participant(contest, { username: 'anna' });
});
// Failed calls are expected here.
afterEach(() => void faults.splice(0));

interface Refusal {
  code?: string;
  description?: string;
  message?: string;
}

/** Makes calls of an address fail. */
const refuse = (page: Page, address: string | RegExp, error: Refusal = {}, status = 500) =>
  page.route(address, (route) =>
    route.fulfill({
      status,
      json: { error: { code: 'SOMETHING_NEW', description: '', message: '', restParams: {}, ...error } },
    }),
  );
const errorToasts = (page: Page) => page.locator('.toast-error');
const contestsTitle = (page: Page) => page.getByRole('heading', { name: t('contests.title') });

describe('an error toast', () => {
  const CAN_JOIN = /\/canJoin$/;

  test.each([
    ['the description', { description: 'Words of the server', message: 'less' }, 'Words of the server'],
    ['else the message', { message: 'A shorter word' }, 'A shorter word'],
    ['else that it is unknown', {}, t('errors.unknown')],
  ])('shows %s, and no code', async (_, error, text) => {
    const page = await keptPageOf(anna);
    await refuse(page, CAN_JOIN, error, 400);
    await visit(page, `${server.url}/contest/${contest.id}`);
    await errorToasts(page).getByText(text).waitFor();
    expect(await errorToasts(page).textContent()).not.toContain('SOMETHING_NEW');
    const { x, y } = (await errorToasts(page).boundingBox()) ?? { x: 0, y: 999 };
    expect([x > DESKTOP.width / 2, y < 100]).toEqual([true, true]);
  });
});

describe('a supervisor', () => {
  test('reads that an error occurred, and that something worked', async () => {
    const page = await pageOf(await server.given.admin());
    await anna.submit(contest, {});
    await server.services.db.updateTable('solution').set({ verdictId: 1 }).execute();
    await page.goto(`${server.url}/contest/${contest.id}/solutions/all`);
    const judgeAgain = async () => {
      await page.getByRole('button', { name: /^Actions on submission/ }).click();
      await page.getByRole('menuitem', { name: t('deciding.recheck'), exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('deciding.recheck') })
        .click();
    };
    await refuse(page, /\/refresh$/, { description: 'Not today' }, 409);
    await judgeAgain();
    await errorToasts(page)
      .getByText(t('toast.failed', { error: 'Not today' }))
      .waitFor();
    await page.unroute(/\/refresh$/);
    const told = await watchFor(page, t('toast.done'));
    await judgeAgain();
    await told();
  });
});

describe('who may not enter a contest', () => {
  test('sees that it is too early or too late', async () => {
    const later = await server.given.contest({ startsInMin: 60 });
    const page = await keptPageOf(anna);
    await visit(page, `${server.url}/contest/${later.id}`);
    await page.getByText(t('contest_time_error')).waitFor();
    await page.waitForURL(/\/contests$/);
  });

  test('sees, for any other reason, that they have no access', async () => {
    const closed = await server.given.contest({ groups: [await server.given.group()] });
    const page = await keptPageOf(anna);
    await visit(page, `${server.url}/contest/${closed.id}`);
    await page.getByText(t('contest_access_error')).waitFor();
    await page.waitForURL(/\/contests$/);
  });
});

test('an address that the site does not have leads to the contests, and is named', async () => {
  const page = await keptPageOf(anna);
  await visit(page, `${server.url}/contst/1`);
  await page.getByText(t('state.noSuchAddress', { path: '/contst/1' })).waitFor();
  await page.waitForURL(/\/contests$/);
});

describe('what does not load leads', () => {
  test('from the list of contests to the sign-in form, and back', async () => {
    const page = await keptPageOf(anna);
    await refuse(page, /\/api\/contest\/all/, { description: 'The list is broken' });
    await visit(page, `${server.url}/contests?query=cup`);
    await page.waitForURL(/\/auth\?/);
    await errorToasts(page).getByText('The list is broken').waitFor();
    await fieldOf(page, t('auth.username')).waitFor();
    await page.unroute(/\/api\/contest\/all/);
    await page.getByRole('link', { name: t('auth.backToScreen') }).click();
    await page.waitForURL(/\/contests\?query=cup$/);
    await contestsTitle(page).waitFor();
  });

  test('from a contest to the list of contests', async () => {
    const page = await keptPageOf(anna);
    await refuse(page, new RegExp(`/api/contest/${contest.id}$`), { description: 'A broken contest' });
    await visit(page, `${server.url}/contest/${contest.id}/problems`);
    await page.waitForURL(/\/contests$/);
    await errorToasts(page).getByText('A broken contest').waitFor();
  });

  test('from a problem to the list of problems', async () => {
    const page = await keptPageOf(anna);
    await refuse(page, /\/problems\/A(\?|$)/, { description: 'A broken problem' });
    await page.route(/\/contest\/\d+\/problems\/A$/, (route) => route.fallback());
    await visit(page, `${server.url}/contest/${contest.id}/problems`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /Problem A/ })
      .first()
      .click();
    await page.waitForURL(/\/problems$/);
    await errorToasts(page).getByText('A broken problem').waitFor();
  });

  test('from anywhere to the sign-in form when the person is not known, but not from its own screens', async () => {
    const page = await pageOf(anna);
    await refuse(page, /\/api\/user\/me$/);
    await page.goto(`${server.url}/profile`);
    await page.waitForURL(/\/auth\?return=%2Fprofile$/);
    await page.goto(`${server.url}/auth/forget-password`);
    await page.getByRole('heading', { name: t('auth.forgetTitle') }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth/forget-password');
  });
});

describe('no toast is shown', () => {
  test('for the list of contests to make a rating of', async () => {
    const page = await keptPageOf(anna);
    await refuse(page, /\/api\/contest\/all/);
    const answer = page.waitForResponse(/\/api\/contest\/all/);
    await visit(page, `${server.url}/rating?view=contests`);
    await answer;
    await page.getByRole('button', { name: t('state.retry') }).waitFor();
    expect(await errorToasts(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/rating');
  });

  test('for a search that was called off by the next key', async () => {
    const page = await keptPageOf(anna);
    await visit(page, `${server.url}/contests`);
    await contestsTitle(page).waitFor();
    let calledOff = 0;
    page.on('requestfailed', (request) => {
      if (request.url().includes('query=')) calledOff += 1;
    });
    await page.route(/\/api\/contest\/all\?.*query=/, async (route) => {
      if (!route.request().url().endsWith('query=xyz')) return; // is never answered
      await route.continue();
    });
    const search = page.getByRole('searchbox', { name: t('contests.search') });
    for (const text of ['x', 'xy', 'xyz']) {
      const asked = page.waitForRequest((request) => request.url().endsWith(`query=${text}`));
      await search.fill(text);
      await asked;
    }
    await page.getByText(t('contests.nothingFound')).waitFor();
    await expect.poll(() => calledOff).toBe(2);
    expect(await errorToasts(page).count()).toBe(0);
  });
});

describe('copying over plain http, as in a hall', () => {
  test('puts the text into the clipboard without a prompt', async () => {
    const url = server.url.replace('127.0.0.1', HALL);
    const page = await newPage();
    await page.context().addCookies([{ name: 'balloon_session', value: anna.token, url }]);
    const prompts: string[] = [];
    page.on('dialog', (dialog) => {
      prompts.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${url}/contest/${contest.id}/problems/A`);
    expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false]);
    const copied = await watchFor(page, t('copy.done'));
    await page.getByRole('button', { name: t('statement.copyInput', { number: 1 }) }).click();
    await copied();
    expect(prompts).toEqual([]);

    await page.goto(`${url}/contests`);
    const search = page.getByRole('searchbox', { name: t('contests.search') });
    await search.focus();
    await page.keyboard.press('Control+V');
    await expect.poll(() => search.inputValue()).toBe('1 2');
  });
});
