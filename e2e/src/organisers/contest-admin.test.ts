import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaultsOfPresentLook } from '#browser/browser.ts';
import { fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { type LivedInSite, openLivedInSite } from '#sites/lived-in-site.ts';

/* A contest in the hands of its organiser: made by the form, edited while it runs, followed by a participant. */

let site: LivedInSite;
const { pageOf } = tellStory(async () => {
  site = await openLivedInSite();
  return site.server;
});

const NAME = 'Evening round';
const inMs = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const dateField = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
const clockField = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`;
const two = (value: number) => String(value).padStart(2, '0');

test('an organiser makes a contest, edits it while it runs, and the page of a participant follows', async () => {
  const [admin, anna] = [await pageOf(site.people.admin), await pageOf(site.people.participant)];
  const { url } = site.server;
  const field = (key: string) => fieldOf(admin, t(key), { exact: false }).first();
  await admin.goto(`${url}/admin/contests/create`);

  await field('contestForm.name').fill('');
  await admin.getByRole('button', { name: t('contestForm.create') }).click();
  await admin.getByText(t('contestForm.faulty')).waitFor();
  await field('contestForm.name').fill(NAME);
  const start = inMs(-1);
  await field('contestForm.startDate').fill(dateField(start));
  await field('contestForm.startTime').fill(clockField(start));
  const found = admin.getByRole('list', { name: t('contestForm.foundLabel') });
  for (const title of ['Problem A', 'Problem B']) {
    await admin.getByRole('searchbox').fill(title);
    await found.getByRole('checkbox', { name: title }).first().check();
  }
  const chosen = admin.getByRole('list', { name: t('contestForm.problems'), exact: true });
  const titles = () => chosen.getByRole('listitem').allInnerTexts();
  await expect.poll(async () => (await titles())[0]).toContain('Problem A');

  const title = 'Problem A';
  await chosen.getByRole('button', { name: t('contestForm.moveNamed', { title }), exact: true }).focus();
  for (const [key, told] of [
    ['Space', t('contestForm.moveOver', { title, index: 'A' })],
    ['ArrowDown', t('contestForm.moveOver', { title, index: 'B' })],
    ['Space', t('contestForm.moveDropped', { title, index: 'B' })],
  ] as const) {
    await press(admin, key);
    await admin.getByRole('status').filter({ hasText: told }).waitFor({ state: 'attached' });
  }
  await expect.poll(async () => (await titles())[1]).toContain(title);
  expect(await findFaultsOfPresentLook(admin)).toEqual([]);
  await admin.getByRole('button', { name: t('contestForm.create') }).click();
  const question = admin.getByRole('dialog', { name: t('contestForm.begunTitle') });
  await question.getByRole('button', { name: t('contestForm.pastYes') }).click();
  if (start.getHours() > 1 && start.getHours() < 6) {
    const atNight = admin.getByRole('dialog', { name: t('contestForm.nightTitle') });
    await atNight.getByRole('button', { name: t('contestForm.nightYes') }).click();
  }
  const row = admin.getByRole('listitem').filter({ hasText: NAME });
  await row.waitFor();
  expect(await findFaultsOfPresentLook(admin)).toEqual([]);

  const address = row.getByRole('link', { name: t('adminContests.enterNamed', { name: NAME }) });
  await anna.goto(url + (await address.getAttribute('href')));
  await anna
    .getByRole('dialog')
    .getByRole('button', { name: t('join.yes') })
    .click();
  await anna.getByRole('heading', { level: 1, name: NAME }).waitFor();

  await row.getByRole('link', { name: t('adminContests.editNamed', { name: NAME }) }).click();
  // The list, which stays until the form is loaded, has a search by name.
  await admin.getByRole('heading', { level: 1, name: t('contestForm.editTitle') }).waitFor();
  await field('contestForm.name').fill(`${NAME}, longer`);
  await field('contestForm.durationHours').fill('7');
  await field('contestForm.freezeHours').fill('0');
  await field('contestForm.freezeMinutes').fill('20');
  // A jump to another part does not ask whether the changes may be lost.
  const parts = admin.getByRole('navigation', { name: t('contestForm.parts') });
  const rules = parts.getByRole('link', { name: t('contestForm.rules') });
  await rules.click();
  await admin.locator('h2:focus', { hasText: t('contestForm.rules') }).waitFor();
  await expect.poll(() => rules.getAttribute('aria-current')).toBe('location');
  await admin.getByRole('button', { name: t('contestForm.setIcpc') }).click();
  await admin.getByRole('status').getByText(t('contestForm.isIcpc')).waitFor();
  await admin.getByRole('button', { name: t('contestForm.save') }).click();
  const preview = admin.getByRole('dialog');
  await preview.getByText(t('changePreview.noRows')).waitFor();
  expect(await findFaultsOfPresentLook(admin)).toEqual([]);
  await preview.getByRole('button', { name: t('changePreview.store') }).click();

  await anna.getByRole('heading', { level: 1, name: `${NAME}, longer` }).waitFor();
  const contestId = /contest\/(\d+)/.exec(anna.url())?.[1];
  const { text } = await site.people.admin.get(`/api/contest/${contestId}`);
  expect(text).toContain(`"relativeFreezeTimeMs":${(7 * 60 - 20) * 60_000}`);
});

/** Presses a key and lets the page draw: the library moves a row by what is drawn. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
