import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LESSER_RULES } from '#browser/barriers.ts';
import {
  closePages,
  describePages,
  findFaultsOfLook,
  findFaultsOfPresentLook,
  openPage,
  shareBrowser,
  USUAL,
} from '#browser/browser.ts';
import { parkPage, takeParkedPage } from '#browser/parked-pages.ts';
import { t } from '#browser/person.ts';
import { restPage, takeRestingPage } from '#browser/resting-pages.ts';

/* What the stories rely on: faults of pages are found. */

let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  page = await openPage(await shareBrowser(), (fault) => faults.push(fault));
});
afterAll(() => closePages());

/** Shows a page with a button without a name, wider than any window. */
const showFaultyPage = () =>
  page.setContent(
    '<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1><button style="width: 3000px"></main>',
  );

test('a look finds barriers and what is too wide', async () => {
  await showFaultyPage();
  expect(await findFaultsOfPresentLook(page)).toEqual([
    expect.stringMatching(/^1280 px wide: scrolls \d+ px sideways$/),
    expect.stringMatching(/^1280 px wide: button-name/),
  ]);
});

test('the look of a phone in the dark finds what only it shows', async () => {
  await page.setContent(`<!doctype html><html lang="en"><title>Page</title>
    <style>
      button { display: none }
      @media (max-width: 500px) { button { display: block } }
      @media (prefers-color-scheme: dark) { body { background: #000 } p { color: #111 } }
    </style>
    <script>
      const isDark = matchMedia('(prefers-color-scheme: dark)');
      const follow = () => { document.documentElement.dataset.mantineColorScheme = isDark.matches ? 'dark' : 'light'; };
      isDark.onchange = follow;
      follow();
    </script>
    <main><h1 style="color: #777; background: #fff">Page</h1><p>Words</p><button></button></main>`);
  expect(await findFaultsOfLook(page)).toEqual([
    expect.stringMatching(/^360 px wide: button-name/),
    expect.stringMatching(/^360 px wide: color-contrast .*<p>Words<\/p>/),
  ]);
});

test('the rules that a look leaves out are those that find nothing serious', () => {
  const axe = createRequire(import.meta.url)('axe-core') as AxeData;
  const isAsked = ({ enabled, tags }: AxeRule) => enabled && !tags.includes('experimental');
  const lesser = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  expect(LESSER_RULES).toEqual(
    lesser
      .filter(isAsked)
      .map(({ id }) => id)
      .sort(),
  );
});

interface AxeRule {
  id: string;
  impact: string;
  enabled: boolean;
  tags: string[];
}
interface AxeData {
  _audit: { rules: AxeRule[] };
}

test('what is gone when the page has settled is no fault', async () => {
  await showFaultyPage();
  const looks = findFaultsOfPresentLook(page);
  await page.evaluate(() => void setTimeout(() => document.querySelector('button')?.remove(), 400));
  expect(await looks).toEqual([]);
});

test('a broken script and an error of the console are faults', async () => {
  faults.splice(0);
  await page.evaluate(() => {
    console.error('said');
    setTimeout(() => {
      throw new Error('thrown');
    });
  });
  await expect.poll(() => faults).toEqual(['console: said', 'script: thrown']);
});

test('of a failed story the folder in its message keeps a picture, the document and the last lines of each page', async () => {
  await page.setContent('<!doctype html><h1>Seen last</h1>');
  await page.evaluate(() => console.log('said last'));
  const [first = ''] = (await describePages()).split('\n');
  const folder = first.replace(/^.*: /, '');
  expect(readdirSync(folder).sort()).toEqual(['page-1.html', 'page-1.log', 'page-1.png']);
  expect(readFileSync(path.join(folder, 'page-1.html'), 'utf8')).toContain('Seen last');
  expect(readFileSync(path.join(folder, 'page-1.log'), 'utf8')).toMatch(/log: said last$/);
  rmSync(folder, { recursive: true });
});

test('the next test gets a page without the windows that were opened beside it', async () => {
  await using site = createServer((_request, answer) => answer.end()).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const opened = await openPage(await shareBrowser(), () => {});
  await opened.context().newPage();
  await parkPage(url, opened, USUAL);

  const taken = await takeParkedPage(url, USUAL);
  expect(taken?.context().pages()).toEqual([opened]);
  await taken?.context().close();
});

/** A site of one page, which shows the heading of the contacts when it goes to their address. */
const SMALL_SITE = `<!doctype html><title>Page</title><div id="root"><main><h1>Page</h1></main><p role="dialog">Open</p></div>
  <script>
    onpopstate = () => {
      document.querySelector('h1').textContent = location.pathname === '/contacts' ? ${JSON.stringify(t('contacts.title'))} : 'Page';
      document.querySelector('[role=dialog]')?.remove();
    };
  </script>`;

async function openSmallSite(token: string) {
  const site = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(SMALL_SITE);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const opened = await openPage(await shareBrowser(), () => {});
  await opened.context().addCookies([{ name: 'balloon_session', value: token, url }]);
  await opened.goto(url);
  await opened.evaluate(() => localStorage.setItem('draft', 'of the test before'));
  const isLoaded = await opened.evaluateHandle(() => document);
  return {
    url,
    opened,
    staysLoaded: () => opened.evaluate((before) => before === document, isLoaded).catch(() => false),
    [Symbol.asyncDispose]: async () => {
      await opened.context().close();
      await site[Symbol.asyncDispose]();
    },
  };
}

test('a page that its person goes on with is still loaded, has left the screen, and has nothing of the test before', async () => {
  await using site = await openSmallSite('of anna');
  await site.opened.context().setOffline(true);
  await site.opened.context().newPage();
  await restPage(site.url, 'of anna', site.opened, USUAL);

  expect(await takeRestingPage(site.url, 'of boris', USUAL)).toBeUndefined();
  expect(await takeParkedPage(site.url, USUAL)).toBeUndefined();
  expect(await takeRestingPage(site.url, 'of anna', USUAL)).toBe(site.opened);
  expect(await takeRestingPage(site.url, 'of anna', USUAL)).toBeUndefined();
  expect(await site.staysLoaded()).toBe(true);
  expect(new URL(site.opened.url()).pathname).toBe('/contacts');
  expect(site.opened.context().pages()).toEqual([site.opened]);
  expect(await site.opened.evaluate(() => [localStorage.length, navigator.onLine])).toEqual([0, true]);
});

test('a page whose person has signed out is emptied', async () => {
  await using site = await openSmallSite('of anna');
  await site.opened.context().clearCookies();
  await restPage(site.url, 'of anna', site.opened, USUAL);

  expect(await takeRestingPage(site.url, 'of anna', USUAL)).toBeUndefined();
  expect(await takeParkedPage(site.url, USUAL)).toBe(site.opened);
  expect(await site.staysLoaded()).toBe(false);
});
