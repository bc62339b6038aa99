import { startTestJudge } from '@balloon/server/testing/test-judge.ts';
import type { Person } from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE, visit } from '#browser/browser.ts';
import { holdAnswers } from '#browser/hold-calls.ts';
import { escapeDialog, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';
import { openStatementSite, type StatementSite } from '#sites/statement-site.ts';

/* Statements with every feature: previewed, read, printed, and restored by an admin. */

let site: StatementSite;
let url: string;
let contestUrl: string;
let participant: Person;
let anna: Page;

const { pageOf } = tellStory(async () => {
  site = await openStatementSite();
  ({ url } = site.server);
  return site.server;
});
beforeAll(async () => {
  contestUrl = `${url}/contest/${site.contest.id}`;
  participant = await site.server.given.participant(site.contest);
  anna = await pageOf(participant);
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('the quick view', () => {
  test('shows a statement over the list, and the arrow keys lead on', async () => {
    await anna.goto(`${contestUrl}/problems`);
    await anna.getByRole('button', { name: t('quickView.showOf', { index: 'A' }) }).click();
    const dialog = anna.getByRole('dialog', { name: 'A. Верёвка' });
    await dialog.locator('.katex-display').waitFor();
    expect(new URL(anna.url()).search).toBe('?view=A');
    expect(await findFaultsOfPresentLook(anna)).toEqual([]);

    await anna.keyboard.press('ArrowRight');
    await anna.keyboard.press('ArrowRight');
    await anna.getByRole('dialog', { name: 'C. Шары' }).getByText('Three files lie above.').waitFor();
    await anna.keyboard.press('ArrowRight'); // there is no next one
    await anna.keyboard.press('ArrowLeft');
    await anna.getByRole('dialog', { name: 'B. Карта' }).waitFor();

    await anna.goBack();
    await anna.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(anna.url()).pathname).toBe(`/contest/${site.contest.id}/problems`);
  });

  test('opens by its link and closes by Escape', async () => {
    await anna.goto(`${contestUrl}/problems?view=b`);
    await anna.getByRole('dialog', { name: 'B. Карта' }).waitFor();
    await escapeDialog(anna);
    await anna.getByRole('dialog').waitFor({ state: 'detached' });
    await anna.waitForURL((url) => url.search === '');

    await anna.getByRole('button', { name: t('quickView.showOf', { index: 'C' }) }).press('Enter');
    await anna.getByRole('dialog', { name: 'C. Шары' }).waitFor();
    await escapeDialog(anna);
    await expect.poll(() => focused(anna)).toBe(t('quickView.showOf', { index: 'C' }));
  });

  test('keeps its buttons when their tips come after the screen: a key pressed at that moment counts', async () => {
    const letLoad = await holdAnswers(anna, /\/assets\/floating-.*\.js$/);
    await anna.goto(`${contestUrl}/problems`);
    const button = anna.getByRole('button', { name: t('quickView.showOf', { index: 'C' }) });
    await button.focus();
    const early = await button.elementHandle();
    await letLoad();
    const tip = anna.getByRole('tooltip', { name: t('quickView.show') });
    await expect
      .poll(async () => {
        await anna.keyboard.press('Tab');
        await anna.keyboard.press('Shift+Tab');
        return tip.isVisible();
      })
      .toBe(true);
    expect(await early?.evaluate((element) => element === document.activeElement)).toBe(true);
    await anna.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await button.hover();
    await tip.waitFor();
  });
});

/** A browser without windows has no viewer of its own; here the page believes in one. */
const HAS_PDF_VIEWER = 'Object.defineProperty(Navigator.prototype, "pdfViewerEnabled", { get: () => true })';

describe('files of a statement', () => {
  test('are shown according to their types, or as tiles', async () => {
    await visit(anna, `${contestUrl}/problems/A`);
    await anna.getByText('<b>not bold</b>').waitFor();
    const tiles = anna.getByRole('list', { name: t('statement.files') });
    await expect
      .poll(() => tiles.getByRole('link').allInnerTexts())
      .toEqual(['rules.docx\nDOC', 'points.xlsx\nSPREADSHEET']);
    expect(await findFaultsOfPresentLook(anna)).toEqual([]);

    const copied = await watchFor(anna, t('copy.linkDone'));
    await anna
      .getByRole('button', { name: t('statement.copyLink') })
      .first()
      .click();
    await copied();

    await anna.getByRole('button', { name: t('statement.zoomOf', { title: 'In the text' }) }).press('Enter');
    await anna.getByRole('dialog', { name: 'In the text' }).waitFor();
    await escapeDialog(anna);
    await anna.getByRole('dialog').waitFor({ state: 'detached' });
    await anna.getByRole('button', { name: t('statement.zoomOf', { title: 'rope.svg' }) }).click();
    const dialog = anna.getByRole('dialog', { name: 'rope.svg' });
    await dialog.getByRole('button', { name: t('picture.larger') }).click();
    await dialog.getByText('150%').waitFor();
    expect(await findFaultsOfPresentLook(anna)).toEqual([]);
    await anna.keyboard.press('Escape');
  });

  test('that are the only form of a statement come first, in the browser’s own viewer', async () => {
    const viewer = await anna.addInitScript(HAS_PDF_VIEWER);
    await anna.goto(`${contestUrl}/problems/B`);
    const frame = anna.locator('iframe[title="statement.pdf"]');
    await frame.waitFor();
    expect(await frame.getAttribute('src')).toContain('/files/statement.pdf');
    const reply = await participant.get(`/api/problems/${site.contest.problemIds[1]}/files/statement.pdf`);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    await viewer.dispose();
  });

  test('run no scripts, however they are opened', async () => {
    const files = `${url}/api/problems/${site.contest.problemIds[2]}/files`;
    await visit(anna, `${contestUrl}/problems/C`);
    await anna.getByRole('button', { name: /hostile\.svg/ }).click();
    await anna
      .getByRole('dialog', { name: 'hostile.svg' })
      .getByRole('img', { name: 'hostile.svg' })
      .waitFor();
    await anna.keyboard.press('Escape');
    for (const name of ['hostile.html', 'hostile.svg']) {
      const reply = await participant.get(`${new URL(files).pathname}/${name}`);
      expect(reply.headers.get('content-disposition')).toContain('attachment');
      expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
      const download = anna.waitForEvent('download');
      await anna.evaluate((address) => void window.open(address, '_self'), `${files}/${name}`);
      await download;
    }
    expect(await anna.evaluate(() => [document.cookie.includes('stolen'), 'stolen' in window])).toEqual([
      false,
      false,
    ]);
  });
});

test('on a phone the strip of many problems shows the open one, also when the address led to it', async () => {
  const { given } = site.server;
  const letters = Array.from({ length: 14 }, (_, index) => String.fromCharCode(65 + index));
  const long = await given.contest({ problems: letters });
  await given.joined(participant.user, long);
  const page = await pageOf(participant, { viewport: PHONE });
  await page.goto(`${url}/contest/${long.id}/problems/n`);
  const strip = page.getByRole('navigation', { name: t('tabs.problems'), exact: true });
  const open = strip.locator('[aria-current="page"]');
  await expect
    .poll(() => open.evaluate((link) => link.getBoundingClientRect().right - innerWidth))
    .toBeLessThanOrEqual(0);
});

test('the last verdict and the tick arrive beside the statement by themselves', async () => {
  const judge = await startTestJudge(url);
  await visit(anna, `${contestUrl}/problems/A`);
  await anna.getByText('<b>not bold</b>').waitFor();
  expect(await anna.getByText(/^Last submission/).count()).toBe(0);

  await participant.submit(site.contest, { symbolIndex: 'A' });
  await anna.getByText(/^Last submission/).waitFor();
  const task = await judge.mustClaim();
  await judge.result(task, { verdict: 'timeLimit', testNumber: 1 });
  await anna.getByRole('main').getByText(t('verdict.6'), { exact: true }).waitFor();
  await participant.submit(site.contest, { symbolIndex: 'A', solution: 'print(2)' });
  await judge.result(await judge.mustClaim());

  await anna.getByRole('main').getByText(t('verdict.1'), { exact: true }).waitFor();
  await anna
    .getByText(/^Solved/)
    .first()
    .waitFor();
  await visit(anna, `${contestUrl}/problems`);
  await anna.getByText(/solved by 1 participant/).waitFor();
});

describe('on paper', () => {
  test('a statement is printed alone, on white', async () => {
    const reader = await pageOf(participant, { colorScheme: 'dark' });
    await reader.goto(`${contestUrl}/problems/A`);
    await reader.getByText('<b>not bold</b>').waitFor();
    await stubPrint(reader);
    await reader.getByRole('button', { name: t('print.statement') }).click();
    expect(await printed(reader)).toEqual([]);
    await reader.emulateMedia({ media: 'print' });
    await reader.evaluate(() => void dispatchEvent(new Event('beforeprint')));
    await expect
      .poll(() => reader.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(255, 255, 255)');
    for (const hidden of [reader.getByRole('banner'), reader.getByRole('link', { name: /^Send/ }).first()]) {
      await hidden.waitFor({ state: 'hidden' });
    }
    await reader.emulateMedia({ media: null });
    await reader.evaluate(() => void dispatchEvent(new Event('afterprint')));
    await reader.locator('html[data-mantine-color-scheme=dark]').waitFor();
  });

  test('the whole set is a booklet with a cover, once every picture is there', async () => {
    await visit(anna, `${contestUrl}/problems`);
    await anna.getByRole('link', { name: t('problems.print') }).click();
    await heading(anna, 'Открытая олимпиада').waitFor();
    const cover = anna.getByRole('region', { name: t('print.cover') });
    expect(await cover.getByRole('listitem').allInnerTexts()).toHaveLength(3);
    expect(await findFaultsOfPresentLook(anna)).toEqual([]);
    await stubPrint(anna);

    await anna.getByRole('button', { name: t('print.print') }).click();

    expect(await printed(anna)).toEqual([]);
    expect(sheetsOf(await anna.pdf({ format: 'A4' }))).toBe(4 + 1); // the cover, A on two sheets, B, C
  });

  test('a person chooses what is printed, and the address keeps the choice', async () => {
    await visit(anna, `${contestUrl}/problems/print`);
    // A press adds to the choice that is shown: the next one waits for what it changes.
    await anna.getByText(t('print.withCover')).click();
    await anna.getByRole('region', { name: t('print.cover') }).waitFor({ state: 'detached' });
    for (const [index, name] of [
      ['A', 'Верёвка'],
      ['B', 'Карта'],
    ] as const) {
      await anna.getByText(index, { exact: true }).first().click();
      await anna.getByRole('heading', { level: 2, name }).waitFor({ state: 'detached' });
    }
    await anna.waitForURL((url) => url.search === '?without=A%2CB&cover=no');
    await anna.reload();
    await anna.getByRole('heading', { level: 2, name: 'Шары' }).waitFor();
    await expect.poll(() => anna.getByRole('article').count()).toBe(1);
    expect(sheetsOf(await anna.pdf({ format: 'A4' }))).toBe(1);
  });

  test('the choice fits on a phone in the dark', async () => {
    const phone = await pageOf(participant, { viewport: PHONE, colorScheme: 'dark' });
    await phone.goto(`${contestUrl}/problems/print`);
    await heading(phone, 'Открытая олимпиада').waitFor();
    expect(await findFaultsOfPresentLook(phone)).toEqual([]);
  });
});

/** Records which pictures were missing at the moment of printing. */
const stubPrint = (page: Page) =>
  page.evaluate(() => {
    const pictures = () => [...document.images].filter((image) => !image.complete).map(({ src }) => src);
    window.print = () => Object.assign(window, { missingOnPaper: pictures() });
  });

async function printed(page: Page): Promise<unknown> {
  await page.waitForFunction(() => 'missingOnPaper' in window);
  return page.evaluate(() => Reflect.get(window, 'missingOnPaper'));
}

const sheetsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

describe('an admin', () => {
  let admin: Page;
  beforeAll(async () => {
    admin = await pageOf(await site.server.given.admin());
  });

  test('looks at an older version and pins the contest to it', async () => {
    await admin.goto(`${contestUrl}/problems/A`);
    await admin.getByRole('combobox', { name: t('versions.inContest') }).click();
    await admin.getByRole('option', { name: /^Version #1/ }).click();
    await admin.getByText('The first wording.').waitFor();
    await admin.getByText(t('versions.preview')).waitFor();
    expect(await findFaultsOfPresentLook(admin)).toEqual([]);
    await visit(anna, `${contestUrl}/problems/A`);
    await anna.getByText('<b>not bold</b>').waitFor();
    expect(await anna.getByText('The first wording.').count()).toBe(0);

    await admin.getByRole('button', { name: t('versions.pin') }).click();
    const pinned = await watchFor(admin, t('versions.pinned', { number: 1 }));
    await admin
      .getByRole('dialog')
      .getByRole('button', { name: t('versions.pin') })
      .click();
    await pinned();

    await anna.getByText('The first wording.').waitFor(); // without a reload
    expect(await anna.getByText(t('versions.inContest')).count()).toBe(0);
  });

  test('sees where a problem is used, and brings an older version back', async () => {
    const [problemId] = site.contest.problemIds;
    await visit(admin, `${contestUrl}/problems/A`);
    await admin.getByRole('link', { name: t('problem.origin') }).click();
    await admin.getByText(t('versions.showsPinned', { number: 1 })).waitFor();
    await admin.getByRole('link', { name: /^Version #1/ }).click();
    await admin.getByText(t('versions.older', { number: 1 })).waitFor();
    expect(await findFaultsOfPresentLook(admin)).toEqual([]);

    await admin.getByRole('button', { name: t('versions.restoreNumber', { number: 1 }) }).click();
    const restored = await watchFor(admin, t('versions.restored', { number: 1, newest: 3 }));
    await admin
      .getByRole('dialog')
      .getByRole('button', { name: t('versions.restore'), exact: true })
      .click();

    await restored();
    await admin.waitForURL(`${url}/problems/${problemId}`);
    await admin.getByRole('link', { name: /^Version #3 .*newest/ }).waitFor();
    await admin.getByText('The first wording.').waitFor();
  });
});

describe('a file of the page that did not come', () => {
  test('leaves the statement alone, and comes when the line is back', async () => {
    const page = await pageOf(participant);
    await page.route('**/assets/overlays-*.js', (route) => route.abort(), { times: 1 });
    const statement = page.getByText('The first wording.'); // the contest is pinned to it
    const missing = page.waitForEvent('requestfailed', (request) => request.url().includes('/overlays-'));
    await page.goto(`${contestUrl}/problems/A`);
    await statement.waitFor();
    await missing;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    expect(await statement.count()).toBe(1);

    // This browser keeps the failure, and nobody has touched the page.
    await page.waitForFunction(() => {
      const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return load?.type === 'reload';
    });
    await statement.waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: t('keys.title') }).waitFor();
  });
});
