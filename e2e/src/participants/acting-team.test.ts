import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import {
  type GivenContest,
  type GivenUser,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* Members of a team take part in a contest from accounts of their own; the tests build on each other. */

let server: TestServer;
let contest: GivenContest;
let bears: GivenUser;
let anna: Person;
let boris: Person;
let page: Page;

const { pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  const { given } = server;
  contest = await given.contest({ name: 'Autumn Cup', problems: ['A', 'B'] });
  bears = await given.user({ username: 'bears' });
  anna = await given.signedIn(await given.user({ username: 'anna' }));
  boris = await given.signedIn(await given.user({ username: 'boris' }));
  await (await given.admin()).linkMembers(bears, 'Polar Bears', [anna, boris]);
  page = await pageOf(anna);
});

const choice = (name: string) => page.getByRole('dialog').getByRole('radio', { name });
const asTeam = t('part.asTeam', { name: 'Polar Bears' });
const isTeam = t('part.isTeam', { name: 'Polar Bears' });

test('a member who comes first is asked as whom, and joins as the team', async () => {
  await page.goto(`${server.url}/contest/${contest.id}`);
  await choice(t('part.asMyself')).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await choice(asTeam).check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('join.yes') })
    .click();
  await page.getByText(isTeam).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
});

test('what another member sends comes to the list at once, with the name of who did', async () => {
  await page.getByRole('link', { name: t('tabs.solutions') }).click();
  await page.getByText(t('solutions.emptyTitle')).waitFor();
  expect((await boris.submit(contest, {})).status).toBe(200);
  await page.getByRole('row').filter({ hasText: 'First boris' }).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
});

test('the own row of the table is the team’s', async () => {
  await page.getByRole('link', { name: t('tabs.scoreboard') }).click();
  await page.locator('[data-own]').filter({ hasText: 'Polar Bears' }).first().waitFor();
});

test('a member may go on as themselves, until they have sent something', async () => {
  await page.getByRole('button', { name: t('part.change') }).click();
  await choice(t('part.asMyself')).check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('part.yes') })
    .click();
  await page.getByText(t('part.isMyself')).waitFor();
  expect((await anna.submit(contest, {})).status).toBe(200);
  await page.goto(`${server.url}/contest/${contest.id}`);
  await page.getByText(t('part.held')).waitFor();
  expect(await page.getByRole('button', { name: t('part.change') }).count()).toBe(0);
});
