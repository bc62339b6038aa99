import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE, visit } from '#browser/browser.ts';
import { holdAnswers } from '#browser/hold-calls.ts';
import { fieldOf, signIn, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* People from a spreadsheet: from a file with a mistake to somebody who signs in with a printed password. */

let server: TestServer;

const { faults, newPage, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});

/** Encodes a text as spreadsheets in Russian save it. */
function windows1251(text: string): Buffer {
  const first = 'А'.charCodeAt(0);
  const bytes = Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    return code < 128 ? code : code - first + 0xc0;
  });
  return Buffer.from(bytes);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balloon-people-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file and chooses it, by its path, so that the browser knows when it is the same file again. */
async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, windows1251(text));
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Chooses values of lists, by their labels, before the page draws the first change: on a slow machine people are faster. */
const changeTogether = (page: Page, values: Readonly<Record<string, string>>) =>
  page.evaluate((chosen) => {
    for (const [label, value] of Object.entries(chosen)) {
      const list = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
      if (list === null) throw new Error(`There is no list ${label}`);
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, values);

test('a spreadsheet with a mistake is corrected, imported and printed, and is found in the log', async () => {
  await server.given.group('10B');
  const admin = await server.given.admin();
  const page = await pageOf(admin);
  await page.goto(`${server.url}/admin/users`);
  const everybody = page.getByRole('checkbox', { name: t('people.choosePage') });
  await expect.poll(() => everybody.isEnabled()).toBe(true);
  const letFoundCome = await holdAnswers(page, /\/api\/admin\/people\?/);
  await page.getByRole('searchbox', { name: t('people.search') }).fill('nobody of that name');
  await page.waitForURL(/nobody/);
  await expect.poll(() => everybody.isDisabled()).toBe(true); // a press would choose people who will be out of sight
  await letFoundCome();
  await page.getByText(t('people.nobodyFound')).waitFor();
  await changeTogether(page, { [t('people.activity')]: 'never', [t('people.ban')]: 'banned' });
  await page.waitForURL(/nobody.*&activity=never&ban=banned/);
  await page.getByRole('link', { name: t('people.import') }).click();
  await page.getByRole('combobox', { name: t('userImport.groups') }).click();
  await page.getByRole('option', { name: '10B' }).click();
  await page.keyboard.press('Escape');

  await chooseFile(page, 'ten.csv', 'Фамилия;Имя;Логин\r\nПетров;Иван;\r\nОрлова;Анна;has space\r\n');

  const problem = t('userImport.error.USERNAME_INVALID');
  const name = t('userImport.column.username');
  await page.getByText(t('userImport.errorInColumn', { number: 3, name, problem })).waitFor();
  await page.getByRole('cell', { name: 'Петров Иван' }).waitFor();
  const encoding = page.getByRole('combobox', { name: t('userImport.encoding') });
  await encoding.locator('option').first().filter({ hasText: 'Windows-1251' }).waitFor({ state: 'attached' });
  const run = page.getByRole('button', { name: t('userImport.run_other', { count: 2 }) });
  expect(await run.count()).toBe(0);
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await chooseFile(page, 'ten.csv', 'Фамилия;Имя;Логин\r\nПетров;Иван;\r\nОрлова;Анна;\r\n');
  await run.click();

  const slip = page.getByRole('listitem').filter({ hasText: 'Петров Иван' });
  await slip.waitFor();
  const [username = '', password = ''] = await slip.locator('dd').allInnerTexts();
  await page.getByText(t('credentials.form.tables')).click();
  await page.getByRole('heading', { name: '10B' }).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: t('credentials.download') }).click();
  expect((await file).suggestedFilename()).toBe('passwords.csv');
  const ivan = await newPage();
  await signIn(ivan, server.url, username, password);

  await page
    .getByRole('navigation', { name: t('admin.menu') })
    .getByRole('link', { name: t('admin.audit') })
    .click();
  const entry = page.getByRole('listitem').filter({ hasText: t('audit.action.user.import') });
  await entry.locator('summary').click();
  await entry.getByRole('cell', { name: new RegExp(username) }).waitFor();
  await entry.getByRole('cell', { name: '10B' }).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  const from = fieldOf(page, t('audit.from'));
  await from.focus();
  await page.keyboard.type('11052026');
  await page.waitForURL(/from=2026-11-05/);
  expect(await from.inputValue()).toBe('2026-11-05');
});

test('of many groups of a person the form names the last ones, and all on request', async () => {
  const { given } = server;
  const groups = [await given.group('Circle of everybody who lives on the hills beyond the river')];
  for (let number = 101; number <= 120; number += 1) groups.push(await given.group(`Circle ${number}`));
  const contest = await given.contest();
  const { user } = await given.participant(contest, { groups });
  const page = await pageOf(await given.admin(), { viewport: PHONE });
  await page.goto(`${server.url}/admin/users/edit/${user.id}`);
  const field = page.getByRole('combobox', { name: t('people.groups') });
  const moreButton = (count: number) =>
    page.getByRole('button', { name: t('groups.moreNames_other', { count }), exact: true });
  await page.getByText('Circle 120', { exact: true }).first().waitFor();
  expect(await page.getByText('Circle 101', { exact: true }).filter({ visible: true }).count()).toBe(0);

  await moreButton(9).press('Enter');
  await page.getByText('Circle 101', { exact: true }).filter({ visible: true }).waitFor();
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await page.locator('button:focus', { hasText: t('groups.fewerNames') }).press('Enter');

  await field.fill('circle 101');
  const option = page.getByRole('option', { name: 'Circle 101' });
  await expect.poll(() => option.getAttribute('aria-selected')).toBe('true');
  await option.click();
  await moreButton(8).waitFor();
});

test('somebody is created with a username from the name, and a second editor is shown what the first one saved', async () => {
  const admin = await server.given.admin();
  const page = await pageOf(admin, { viewport: PHONE });
  await page.goto(`${server.url}/admin/users/create`);
  await fieldOf(page, t('auth.password')).fill('by hand');
  await fieldOf(page, t('auth.firstName')).fill('Юлия');
  await fieldOf(page, t('auth.lastName')).fill('Щукина');
  await expect.poll(() => fieldOf(page, t('auth.newUsername')).inputValue()).toBe('yu.schukina');
  expect(await fieldOf(page, t('auth.password')).inputValue()).toBe('by hand');
  const username = fieldOf(page, t('auth.newUsername'));
  await username.fill('admin');
  const letRefused = await holdAnswers(page, /\/api\/admin\/users$/);
  await username.press('Enter');
  await page.locator('form[aria-busy=true]').waitFor();
  await page.keyboard.type('istrator'); // the answer would throw it away
  expect(await username.inputValue()).toBe('admin');
  await letRefused();
  await expect.poll(() => username.evaluate((field) => field === document.activeElement)).toBe(true);
  await username.fill('yu.schukina');
  await page.getByRole('button', { name: t('userForm.create') }).click();
  await page.getByText('by hand').waitFor();
  await page.getByRole('link', { name: t('userForm.open') }).click();
  await fieldOf(page, t('auth.lastName')).fill('Ключевская');
  await expect.poll(() => username.inputValue()).toBe('yu.klyuchevskaya');
  await fieldOf(page, t('auth.lastName')).fill('Щукина');
  await expect.poll(() => username.inputValue()).toBe('yu.schukina');
  const firstName = fieldOf(page, t('auth.firstName'));
  await firstName.fill('Юля');

  const userId = Number(page.url().split('/').at(-1));
  await (await server.given.admin()).post(`/api/admin/users/${userId}`, { lastName: 'Карпова' });
  await page.getByRole('button', { name: t('userEdit.save') }).click();

  await page.getByRole('cell', { name: 'Карпова' }).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  const letSaved = await holdAnswers(page, new RegExp(`/api/admin/users/${userId}$`));
  await page.getByRole('button', { name: t('audit.staleOverwrite') }).click();
  const email = fieldOf(page, t('userForm.email'));
  await email.fill('yu@example.org');
  await letSaved();
  await page.getByRole('heading', { level: 1, name: 'Юля Карпова' }).waitFor();
  await expect.poll(() => fieldOf(page, t('auth.lastName')).inputValue()).toBe('Карпова');
  expect(await email.inputValue()).toBe('yu@example.org'); // typed while the save was under way

  await page.getByRole('button', { name: t('teamForm.makeTeam') }).click();
  const letTeamSaved = await holdAnswers(page, /\/team$/);
  await page.getByRole('button', { name: t('teamForm.save') }).click();
  await fieldOf(page, t('teamForm.seat')).fill('2-17');
  await letTeamSaved();
  await page.getByRole('button', { name: t('teamForm.remove') }).waitFor();
  expect(await fieldOf(page, t('teamForm.seat')).inputValue()).toBe('2-17');

  const sessions = new RegExp(`/users/${userId}/sessions$`);
  const error = { code: 'USER_NOT_FOUND', description: 'Nobody has this id' };
  await page.route(sessions, (route) => route.fulfill({ status: 404, json: { error } }));
  await page.getByRole('button', { name: t('userEdit.banYes') }).click();
  await page.locator('.toast-error').waitFor();
  await page.unroute(sessions);
  await email.fill('nobody@example.org');
  await page.getByRole('button', { name: t('userEdit.deleteYes') }).click();
  const yes = page.getByRole('dialog').getByRole('button', { name: t('userEdit.deleteYes') });
  await yes.click();
  await page.waitForURL(`${server.url}/admin/users`); // nobody is asked about changes of a person who is gone
  const users = `${server.url}/api/admin/users`;
  expect(faults.splice(0)).toEqual([
    `409 ${users}`,
    `409 ${users}/${userId}`,
    `404 ${users}/${userId}/sessions`,
  ]);
});

test('what is typed while an organisation is being saved stays in its form', async () => {
  const admin = await server.given.admin();
  const { id } = (await admin.post('/api/admin/organizations', { name: 'SSU' })).json;
  const page = await pageOf(admin);
  await page.goto(`${server.url}/admin/organizations/edit/${id}`);
  const name = fieldOf(page, new RegExp(`^${t('organizations.name')}`));
  await name.fill(' Saratov ');
  const letSaved = await holdAnswers(page, new RegExp(`/organizations/${id}$`));
  await page.getByRole('button', { name: t('organizations.save') }).click();
  const formalName = fieldOf(page, t('organizations.formalName'));
  await formalName.fill('Saratov State University');
  await letSaved();
  await page.getByRole('heading', { level: 1, name: 'Saratov' }).waitFor();
  await expect.poll(() => name.inputValue()).toBe('Saratov');
  expect(await formalName.inputValue()).toBe('Saratov State University');
});

test('a moderator is offered only what they may do with the people whom they chose', async () => {
  await server.given.user({ username: 'stranger' });
  const page = await pageOf(await server.given.supervisor());
  await page.goto(`${server.url}/admin/users`);
  await page.getByRole('checkbox', { name: t('people.choose', { name: 'First stranger' }) }).check();

  const bar = page.getByRole('region', { name: t('people.bulk') });
  await bar.getByRole('button', { name: t('people.bulk.group') }).waitFor();
  for (const refused of ['passwords', 'ban', 'delete']) {
    expect(await bar.getByRole('button', { name: t(`people.bulk.${refused}`) }).count()).toBe(0);
  }
});

test('thousands of people are counted with a separator', async () => {
  const { db } = server.services;
  const groupId = await server.given.group('Everybody of the town');
  await sql`
    with made as (
      insert into account (username, password_hash, first_name, last_name, registered_at_ms)
      select 'town' || n, '', 'Town', 'Person ' || n, 0 from generate_series(1, 1234) n
      returning id
    )
    insert into user_group_member (group_id, account_id) select ${groupId}::int, id from made`.execute(db);
  const page = await pageOf(await server.given.admin());
  await page.goto(`${server.url}/admin/users?query=town`);
  await page.getByText(t('people.found_other', { number: '1,234' })).waitFor();
  await visit(page, `${server.url}/admin/groups`);
  await page.getByText(t('groups.people_other', { number: '1,234' })).waitFor();
});
