import type { Person } from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook, visit } from '#browser/browser.ts';
import { holdAnswers, holdCalls } from '#browser/hold-calls.ts';
import { fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';
import { openRatedSite, type RatedSite } from '#sites/rated-site.ts';

/*
 * An organiser makes a group and a link with a QR code, somebody registers by it; then the ratings of a group are
 * computed, looked at, stored and undone. The tests build on each other.
 */

let site: RatedSite;
let url: string;
let admin: Person;
let page: Page;

const { faults, newPage, pageOf } = tellStory(async () => {
  site = await openRatedSite('Second year');
  url = site.server.url;
  return site.server;
});
beforeAll(async () => {
  admin = await site.server.given.admin();
  const [anna, boris] = [await site.member('Anna', 'Smirnova'), await site.member('Boris', 'Orlov')];
  const contest = await site.contest('Autumn cup', 24 * 20, [anna, boris]);
  await site.solution(contest, anna, 10);
  for (const username of ['early', 'later']) await site.server.given.user({ username });
  page = await pageOf(admin);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (name: string) => button(name).click();
const answer = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('a group is made with a colour by keyboard, and people come by a link with a QR code', async () => {
  await page.goto(`${url}/admin/groups`);
  await page.getByRole('link', { name: t('groups.create') }).click();
  await fieldOf(page, t('groups.name')).fill('First year');
  const shade = (hue: string, number: number) =>
    page.getByRole('radio', { name: t('groups.swatch', { hue: t(`groups.hue.${hue}`), shade: number }) });
  await shade('red', 2).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => shade('pink', 2).getAttribute('aria-checked')).toBe('true');
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await press(t('groups.create'));
  await page.getByRole('heading', { name: 'First year' }).waitFor();

  await page.getByRole('link', { name: t('groups.view.links') }).click();
  await press(t('links.create'));
  await fieldOf(page, t('links.most')).fill('60');
  await answer(t('links.create'));
  await page.getByText(t('links.usesOf_other', { count: 0, most: 60 })).waitFor();
  await press(t('links.qr'));
  const dialog = page.getByRole('dialog', { name: t('links.qrTitle', { name: 'First year' }) });
  await dialog.getByRole('img', { name: t('links.qrTitle', { name: 'First year' }) }).waitFor();
  const address = await dialog.locator('code').innerText();
  await register(address);

  await page.reload();
  await page.getByText(t('links.usesOf_one', { count: 1, most: 60 })).waitFor();
  await page.getByRole('link', { name: /^Members/ }).click();
  await page.getByRole('checkbox', { name: /Vera Lis/ }).waitFor();
});

async function register(address: string): Promise<void> {
  const visitor = await newPage();
  await visitor.goto(address);
  await fieldOf(visitor, t('auth.firstName')).fill('Vera');
  await fieldOf(visitor, t('auth.lastName')).fill('Lis');
  await fieldOf(visitor, t('auth.newUsername')).fill('vera.lis');
  await fieldOf(visitor, t('auth.password'), { exact: true }).fill('a long password');
  await visitor.getByRole('button', { name: t('auth.registerAction') }).click();
  await visitor.getByText(t('auth.registerDone')).waitFor();
}

test('people are added by a pasted list, and names that nobody has stay to be mended', async () => {
  await visit(page, `${url}/admin/groups/edit/${site.groupId}`);
  await page.getByRole('checkbox', { name: /Boris Orlov/ }).waitFor();
  await press(t('groups.add'));
  await page.getByText(t('groups.byPaste')).click();
  await fieldOf(page, t('groups.logins'), { exact: true }).fill('vera.lis\nnobody.here');
  await press(t('groups.addChosen_other', { count: 2 }));
  await page.getByText(t('groups.unknownLogins_one', { count: 1, names: 'nobody.here' })).waitFor();
  const logins = fieldOf(page, t('groups.logins'), { exact: true });
  await expect.poll(() => logins.inputValue()).toBe('nobody.here');
  await page.getByRole('checkbox', { name: /Vera Lis/ }).waitFor();
});

test('who is ticked and what is written while people are being added stays', async () => {
  const letGo = await holdCalls(page, /\/groups\/\d+\/members$/);
  const logins = fieldOf(page, t('groups.logins'), { exact: true });
  await logins.fill('vera.lis');
  await press(t('groups.addChosen_one', { count: 1 }));
  await logins.fill('vera.lis\nboris');
  const told = await watchFor(page, t('groups.nothingChanged'));
  letGo();
  await told();
  await page
    .locator(':enabled')
    .and(button(t('groups.addChosen_other', { count: 2 })))
    .waitFor();
  expect(await logins.inputValue()).toBe('vera.lis\nboris');
  await page.unroute(/\/groups\/\d+\/members$/);

  await page.getByText(t('groups.bySearch')).click();
  const found = (username: string) =>
    page.getByRole('region', { name: t('groups.add') }).getByRole('checkbox', { name: username });
  await found('early').check();
  const letTicksGo = await holdCalls(page, /\/groups\/\d+\/members$/);
  await press(t('groups.addChosen_one', { count: 1 }));
  await found('later').check();
  letTicksGo();
  await page
    .locator(':enabled')
    .and(button(t('groups.addChosen_one', { count: 1 })))
    .waitFor();
  expect(await found('later').isChecked()).toBe(true);
});

test('nobody is told that there are no groups while they are being loaded', async () => {
  await visit(page, `${url}/admin/groups?query=nothing+like+this`);
  await page.getByText(t('groups.nothingFound'), { exact: true }).waitFor();
  const letGo = await holdCalls(page, /\/api\/admin\/groups\?/);
  await page.getByRole('link', { name: t('groups.showAll') }).click();
  await page.getByText(t('groups.nothingFound'), { exact: true }).waitFor({ state: 'detached' });
  expect(await page.getByText(t('groups.emptyTitle')).count()).toBe(0);
  letGo();
  await page.getByRole('link', { name: 'First year' }).waitFor();
  await visit(page, `${url}/admin/groups/edit/${site.groupId}`);
});

test('who saves over the edit of another learns of it and loses nothing', async () => {
  await page.getByRole('link', { name: t('groups.view.settings') }).click();
  const name = fieldOf(page, new RegExp(`^${t('groups.name')}`)); // not the usernames beside it
  await name.fill('Mine');
  const path = `/api/admin/groups/${site.groupId}`;
  expect((await admin.post(path, { name: 'Theirs', color: '#2979FF' })).status).toBe(200);
  await press(t('groups.save'));
  await page.getByText(t('audit.staleTitle')).waitFor();
  await page.getByText('Theirs').first().waitFor();
  expect(await name.inputValue()).toBe('Mine');
  expect(faults.splice(0)).toEqual([expect.stringContaining('409')]);
  const letSaved = await holdAnswers(page, new RegExp(`${path}$`));
  await press(t('audit.staleOverwrite'));
  await name.fill('Mine, written on');
  await letSaved();
  await page.getByRole('heading', { name: 'Mine', exact: true }).waitFor();
  await page.getByText(t('audit.staleTitle')).waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Mine, written on');
  await press(t('groups.reset'));
  expect(await name.inputValue()).toBe('Mine');
});

test('ratings are looked at before they are stored, and undone', async () => {
  await visit(page, `${url}/admin/rating/compute`);
  await press(t('ratingAdmin.start'));
  await page.getByRole('heading', { name: t('ratingAdmin.previewTitle') }).waitFor();
  const moves = page.getByRole('table', { name: t('ratingAdmin.moves') }).getByRole('row');
  await moves.nth(2).waitFor();
  await expect
    .poll(async () => (await moves.allInnerTexts()).slice(1))
    .toEqual([
      expect.stringMatching(/^1\s+Anna Smirnova\s+new\s+1514/),
      expect.stringMatching(/^2\s+Boris Orlov\s+new\s+1484/),
    ]);
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await press(t('ratingAdmin.store'));
  await answer(t('ratingAdmin.store'));
  await page.getByText(t('ratingAdmin.state.stored'), { exact: true }).waitFor();
  await visit(page, `${url}/admin/groups/edit/${site.groupId}?view=ratings`);
  await page.getByRole('row', { name: /Anna Smirnova/ }).waitFor();

  await visit(page, `${url}/admin/rating/compute`);
  await press(t('ratingAdmin.undo'));
  await answer(t('ratingAdmin.undo'));
  await page.getByText(t('ratingAdmin.state.undone'), { exact: true }).waitFor();
  await visit(page, `${url}/admin/groups/edit/${site.groupId}?view=ratings`);
  await page.getByText(t('rating.emptyTitle')).waitFor();
});
