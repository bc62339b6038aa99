import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook, visit } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* Somebody takes part in a contest that is over; the tests build on each other. */

let server: TestServer;
let past: GivenContest;
let anna: Person;
let page: Page;

const { pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  const { given } = server;
  past = await given.contest({
    name: 'Spring Cup',
    startsInMin: -300,
    durationMin: 200,
    problems: ['A', 'B'],
  });
  const boris = await given.participant(past, { username: 'boris' });
  await given.logged(
    past,
    given.attempt(past, boris, 0, 'accepted'),
    given.attempt(past, boris, 90, 'accepted', 1),
  );
  anna = await given.signedIn(await given.user({ username: 'anna' }));
  page = await pageOf(anna);
});

test('a contest that is over is begun from the list, by a clock of one’s own', async () => {
  await page.goto(`${server.url}/contests`);
  await page.getByRole('button', { name: t('virtual.buttonOf', { name: past.name }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('3:20').waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await dialog.getByRole('button', { name: t('virtual.start') }).click();
  await page.getByText(t('virtual.mark')).waitFor();
  expect(page.url()).not.toContain(`/contest/${past.id}`);
});

test('its table shows the others at the same contest time', async () => {
  await page.getByRole('link', { name: t('tabs.scoreboard') }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('First anna').waitFor();
  await row('First boris').getByText('00:00', { exact: true }).waitFor();
  expect(await row('First boris').getByText('01:30', { exact: true }).count()).toBe(0);
});

test('the dialog leads back to a participation that is under way', async () => {
  await visit(page, `${server.url}/contests`);
  await page.getByRole('button', { name: t('virtual.buttonOf', { name: past.name }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('virtual.goOn') }).click();
  await page.getByText(t('virtual.mark')).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
});
