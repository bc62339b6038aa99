import type { Person } from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goInside } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { copyFrontEnd, type FrontEndCopy } from '#sites/front-end-copy.ts';
import { openStatementSite, type StatementSite } from '#sites/statement-site.ts';

/* A hall with a weak network: problems that were read can be read on, by the person who read them. */

let frontEnd: FrontEndCopy;
let site: StatementSite;
let anna: Person;
let contestUrl: string;
let page: Page;

const { pageOf, faults } = tellStory(async () => {
  frontEnd = await copyFrontEnd();
  site = await openStatementSite(frontEnd.directory);
  return site.server;
});
afterAll(() => frontEnd[Symbol.dispose]());
beforeAll(async () => {
  contestUrl = `${site.server.url}/contest/${site.contest.id}`;
  anna = await site.server.given.participant(site.contest);
  page = await pageOf(anna, { serviceWorkers: 'allow' });
  await page.goto(`${contestUrl}/problems`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // With the worker in place, as on every later visit.
  await page.goto(`${contestUrl}/problems`);
  await page.getByRole('link', { name: 'Верёвка' }).first().waitFor();
  await page.goto(`${contestUrl}/problems/A`);
  await page.locator('.katex-display').waitFor();
});

const keptPaths = () =>
  page.evaluate(async () => {
    const answers = await caches.open('kept answers');
    return (await answers.keys()).map(({ url }) => new URL(url).pathname).sort();
  });
const mark = () => page.getByText(/^No connection: shown from memory, as of /);

test('only what a person reads of a contest is kept', async () => {
  await expect
    .poll(keptPaths)
    .toEqual([
      `/api/contest/${site.contest.id}`,
      `/api/contest/${site.contest.id}/problems`,
      `/api/contest/${site.contest.id}/problems/A`,
      '/api/problems/1/files/rope.svg',
      '/api/user/me',
    ]);
});

test('without the server the problems are shown, with the mark, and with it they are the present ones', async () => {
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Верёвка' }).waitFor();
  await page.locator('.katex-display').waitFor();
  await mark().waitFor();
  await page.goto(`${contestUrl}/problems`);
  await page.getByRole('link', { name: 'Верёвка' }).first().waitFor();
  await mark().waitFor();

  await page.context().setOffline(false);
  await page.goto(`${contestUrl}/problems/A`);
  await page.getByRole('heading', { level: 1, name: 'Верёвка' }).waitFor();
  await mark().waitFor({ state: 'detached' });
  faults.splice(0); // calls that are not kept fail meanwhile
});

test('pages of a network that asks people to sign in are not taken for answers, nor kept', async () => {
  const kept = await keptPaths();
  const portal = {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: '<h1>Sign in to the network</h1>',
  };
  await page.context().route('**/*', (route) => route.fulfill(portal));
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in to the network' }).waitFor(); // they have to see it
  await page.context().unroute('**/*');
  await page.context().route('**/api/**', (route) => route.fulfill(portal));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Верёвка' }).waitFor();
  await mark().waitFor();
  expect(await keptPaths()).toEqual(kept);
  await page.context().route('**/api/**', (route) => route.fulfill({ ...portal, status: 401 }));
  await page.reload();
  await mark().waitFor();
  expect(await keptPaths()).toEqual(kept);
  await page.context().unroute('**/api/**');

  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Верёвка' }).waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Верёвка' }).waitFor(); // a page that has drawn nothing has no mark either
  await mark().waitFor({ state: 'detached' });
  faults.splice(0); // calls that are not kept fail meanwhile
});

test('nothing is left after signing out', async () => {
  await page.getByRole('button', { name: /^Profile: / }).click();
  await page.getByRole('menuitem', { name: t('profile.signOut') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('profile.signOut') })
    .click();
  await page.waitForURL(/\/auth/);
  await expect.poll(keptPaths).toEqual([]);
});

test('the next person at the machine gets nothing of the one before, who has not signed out', async () => {
  const use = ({ token }: Person) =>
    page.context().addCookies([{ name: 'balloon_session', value: token, url: site.server.url }]);
  const [boris, clara] = [await site.server.given.participant(site.contest), await site.server.given.admin()];
  await use(boris);
  await page.goto(`${contestUrl}/problems/A`);
  const statement = `/api/contest/${site.contest.id}/problems/A`;
  await expect.poll(keptPaths).toContain(statement);

  await use(clara);
  await page.goto(`${site.server.url}/contests`);
  await page.getByRole('heading', { name: t('contests.title') }).waitFor();
  await expect.poll(keptPaths).toEqual(['/api/user/me']);
});

test.each([
  'allow',
  'block', // a hall without https
] as const)(
  'a page stays usable when the site is updated, and is the new one at the next screen: %s',
  async (serviceWorkers) => {
    const open = await pageOf(await site.server.given.participant(site.contest), { serviceWorkers });
    await open.goto(`${contestUrl}/problems/A`);
    await open.locator('.katex-display').waitFor();
    if (serviceWorkers === 'allow')
      await open.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // Parts that come after the screen are there: the socket, what floats, which gives its buttons ids, and questions.
    await open.getByText(t('socket.on')).first().waitFor({ state: 'attached' });
    await open
      .getByRole('button', { name: /^Profile: / })
      .and(open.locator('[id]'))
      .waitFor();
    await open.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
    const firstScript = () => open.locator('script[type=module]').getAttribute('src');
    const before = await firstScript();
    frontEnd.replace();

    await open.getByRole('link', { name: /Карта/ }).first().click();
    await open.getByRole('heading', { level: 1, name: 'Карта' }).waitFor();
    expect(await firstScript()).toBe(before);

    await goInside(open, '/rating');
    await open.getByRole('heading', { level: 1, name: t('rating.title') }).waitFor();
    expect(await firstScript()).not.toBe(before);
    faults.splice(0); // the file that is no more
  },
);

test('the browser asks for the worker itself each time', async () => {
  const { status, headers } = await anna.get('/sw.js');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-type')).toMatch(/javascript/);
});
