import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, findFaultsOfPresentLook, openPage, shareBrowser } from '#browser.ts';

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
