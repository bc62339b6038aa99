import { ROOMS } from '@balloon/server/realtime/rooms.ts';
import type { Person } from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfLook, findFaultsOfPresentLook, visit } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';
import { openRatedSite, type RatedSite } from '#sites/rated-site.ts';

/*
 * A supervisor finds everything by keyboard; what was found is offered again. Then what helps in haste: a list that follows
 * the changes of others, and a way back.
 */

let site: RatedSite;
let url: string;
let admin: Person;
let page: Page;

const { pageOf } = tellStory(async () => {
  site = await openRatedSite('Second year');
  url = site.server.url;
  return site.server;
});
beforeAll(async () => {
  admin = await site.server.given.admin();
  const anna = await site.member('Anna', 'Smirnova');
  await site.contest('Autumn cup', 24 * 20, [anna]);
  page = await pageOf(admin);
});

const field = () => page.getByRole('combobox', { name: t('palette.title') });
const option = (name: string) => page.getByRole('option', { name });
/** The option that Enter opens. */
const selected = (name: string) => page.getByRole('option', { name, selected: true });

test('Ctrl-K finds a person outside of the admin area, Enter opens, and the find is remembered', async () => {
  await page.goto(`${url}/contests`);
  // The list is read after the first drawing, as keys are heard: the heading alone proves nothing of them.
  await page.getByRole('link', { name: 'Autumn cup' }).first().waitFor();
  await page.keyboard.press('Control+k');
  await field().fill('smirn');
  await selected('Anna Smirnova').waitFor();
  expect(await findFaultsOfLook(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/users\/edit\/\d+$/);

  await page.getByRole('button', { name: t('palette.title') }).click();
  const recent = page.getByRole('group', { name: t('palette.kind.recent') });
  await expect
    .poll(() => recent.getByRole('option').allInnerTexts())
    .toEqual([expect.stringContaining('Anna Smirnova')]);
  await page.keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
});

test('actions stand above finds, and the arrows go through both', async () => {
  await page.keyboard.press('Control+k');
  await field().fill('contest new');
  await option(t('palette.newContest')).waitFor();
  await field().fill('cup');
  await option('Autumn cup').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  // Read in one step: the list may be drawn anew between two of them.
  const active = () => field().evaluate((input) => input.ariaActiveDescendantElement?.textContent);
  await expect.poll(active).toContain('Autumn cup');
  await field().fill('nothing like this');
  await page.getByText(t('palette.nothingText')).waitFor();
  await field().fill('contest new');
  await selected(t('palette.newContest')).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/contests\/create$/);
});

test('a ban by another admin shows in the list without a reload', async () => {
  const other = await site.server.given.admin();
  const { id } = await site.server.given.user({ username: 'noisy' });
  await visit(page, `${url}/admin/users?query=noisy`);
  await page.getByRole('link', { name: 'First noisy' }).waitFor();
  await expect.poll(() => site.server.services.sockets.hasMembers([ROOMS.peopleAdmins])).toBe(true);
  await other.post(`/api/admin/users/${id}/ban`, { reason: 'noise' });
  await page.getByRole('listitem').filter({ hasText: 'First noisy' }).getByText(t('people.banned')).waitFor();
});

test('a deleted contest comes back by the button in the notice', async () => {
  await visit(page, `${url}/admin/contests`);
  await page.getByRole('button', { name: t('adminContests.removeNamed', { name: 'Autumn cup' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('adminContests.remove') })
    .click();
  await page.getByRole('button', { name: t('toast.undo') }).hover(); // so that the notice stays
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  const told = await watchFor(page, t('adminContests.restored', { name: 'Autumn cup' }));
  await page.getByRole('button', { name: t('toast.undo') }).click();
  await told();
  await page.getByRole('button', { name: t('adminContests.removeNamed', { name: 'Autumn cup' }) }).waitFor();
});
