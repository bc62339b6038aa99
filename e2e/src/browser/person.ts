import type { Locator, Page } from 'playwright-core';
import { goInside, readTexts, visit } from '#browser/browser.ts';

/**
 * The field of a label. A label alone finds a region named by the same word too: the page that is still there while
 * the form loads may have such a region, and typing into it fails at once.
 */
export const fieldOf = (
  where: Page | Locator,
  label: string | RegExp,
  options?: { exact?: boolean },
): Locator => where.locator('input, textarea, select').and(where.getByLabel(label, options));

/** Texts of the interface in the language of these tests. */
export const t = readTexts('en-us');

/** Types a text into a field at the end, all of it before the page draws the first letter: on a slow machine people are faster. */
export async function typeAhead(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((element: HTMLInputElement, letters) => {
    element.setSelectionRange?.(element.value.length, element.value.length);
    for (const letter of letters) document.execCommand('insertText', false, letter);
  }, text);
}

/** Types name and password, and waits for the list of contests; a supervisor of a new site goes there from the first steps. */
export async function signIn(page: Page, url: string, username: string, password: string): Promise<void> {
  await visit(page, url);
  await fieldOf(page, t('auth.username')).fill(username);
  await fieldOf(page, t('auth.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('auth.signIn') }).click();
  const firstSteps = page.getByRole('heading', { level: 1, name: t('firstRun.title') });
  const contests = page.getByRole('heading', { name: t('contests.title') });
  await firstSteps.or(contests).first().waitFor();
  if (await firstSteps.isVisible()) await goInside(page, '/contests');
  await contests.waitFor();
}

/** Presses Escape once the focus is in a dialog: one that is drawn late is seen before it hears keys. */
export async function escapeDialog(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
  await page.keyboard.press('Escape');
}

/** Clicks the only contest of the list. */
export async function clickContest(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
}

/** Opens the contest and confirms taking part; returns its address. */
export async function joinContest(page: Page): Promise<string> {
  await clickContest(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('join.yes') })
    .click();
  await page.waitForURL(/\/contest\/\d+$/);
  return page.url();
}

export async function openTab(page: Page, tab: 'about' | 'problems' | 'send' | 'solutions' | 'scoreboard') {
  const tabs = page.getByRole('navigation', { name: t('tabs.label') });
  await tabs.getByRole('link', { name: t(`tabs.${tab}`), exact: true }).click();
}

/** Picks a file on the screen for sending and sends it as a solution of problem A. */
export async function sendFile(page: Page, file: { name: string; source: string }, language: string) {
  await openTab(page, 'send');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('send.file') }).click();
  await (await chooser).setFiles({
    name: file.name,
    mimeType: 'text/plain',
    buffer: Buffer.from(file.source),
  });
  await pressSend(page, language);
}

/** Types a source into the editor and sends it as a solution of problem A. */
export async function sendTyped(page: Page, source: string, language: string): Promise<void> {
  await openTab(page, 'send');
  await page.getByRole('textbox', { name: t('send.editor') }).fill(source);
  await page.getByRole('combobox', { name: t('send.language') }).click();
  await page.getByRole('option', { name: language, exact: true }).click();
  await pressSend(page, language);
}

/** Presses the button, which names the action; afterwards the person sees their submissions. */
async function pressSend(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: t('send.button', { letter: 'A', language }) }).click();
  await page.waitForURL(/\/solutions\/my$/);
}

/** Finds the newest row of a list of submissions. */
export const newestSubmission = (page: Page): Locator =>
  page
    .getByRole('table', { name: t('solutions.title') })
    .getByRole('row')
    .nth(1);

/** Finds a row of the table by the name of its participant. */
export const tableRow = (page: Page, participant: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: participant }) });
