import { databaseNowMs } from '@balloon/database/clock.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { announce } from '@balloon/server/realtime/announcements.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook, visit } from '#browser/browser.ts';
import { holdAnswers } from '#browser/hold-calls.ts';
import { fieldOf, t, tableRow } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/*
 * A contest whose freeze outlives its end gets official results: freeze, end, thaw by hand, final, open again. The tests
 * build on each other.
 */

let server: TestServer;
let contest: GivenContest;
let anna: Person;
let table: Page;
let office: Page;

const { pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  const { given } = server;
  const times = { startsInMin: -90, durationMin: 100, freezeInMin: -50, practiceMin: 1000 };
  contest = await given.contest({ name: 'Spring Cup', problems: ['A', 'B'], ...times });
  anna = await given.participant(contest, { username: 'anna' });
  const boris = await given.participant(contest, { username: 'boris' });
  await change({ thawsByHand: true });
  await given.logged(
    contest,
    given.attempt(contest, anna, 10, 'accepted'),
    given.attempt(contest, boris, 20, 'accepted'),
    given.attempt(contest, boris, 60, 'accepted', 1),
  );
  table = await pageOf(anna);
  office = await pageOf(await given.admin());
});

async function change(values: object): Promise<void> {
  const { db, announcements } = server.services;
  await db.updateTable('contest').set(values).where('id', '=', contest.id).execute();
  await announce(db, 'contest.changed', { contestId: contest.id });
  await announcements.caughtUp();
}

const resultsPage = () => `${server.url}/admin/contests/${contest.id}/results`;
const press = (name: string) => office.getByRole('button', { name, exact: true }).click();
const confirm = (name: string) =>
  office.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const rowOf = (username: string) => tableRow(office, `First ${username}`);
/** Where the keyboard goes on, the button that was pressed having gone. */
const focusText = () => office.evaluate(() => document.activeElement?.textContent);
const toDo = (kind: string) =>
  office.getByRole('region', { name: t('results.missing') }).getByText(t(`results.${kind}`));

test('an organiser who misses official results has them by a press', async () => {
  await office.goto(resultsPage());
  await press(t('results.switchOn'));
  await office.getByRole('region', { name: t('results.missing') }).waitFor();
  await expect.poll(focusText).toMatch(new RegExp(`^${t('results.missing')}`));
  await server.services.announcements.caughtUp();
});

test('a frozen table says the sentence of the ICPC', async () => {
  await table.goto(`${server.url}/contest/${contest.id}/table`);
  const sentence =
    'The scoreboard was frozen with 60 minutes remaining - submissions in the last 60 minutes of the contest are still shown as pending.';
  await table.getByText(sentence).waitFor();
  expect(await table.getByText(t('scoreboard.provisional')).count()).toBe(0);
});

test('after the end the table is frozen and not final, and the freeze is all that is left to do', async () => {
  await change({ durationTimeMs: (await databaseNowMs(server.services.db)) - contest.startTimeMs - 1 });
  await table.getByText(t('scoreboard.provisional')).waitFor();
  await table.getByText(t('scoreboard.frozenByHand')).waitFor();
  await office.goto(resultsPage());
  await toDo('frozen').waitFor();
  expect(
    await office
      .getByRole('region', { name: t('results.missing') })
      .getByRole('listitem')
      .count(),
  ).toBe(1);
  await expect
    .poll(() => office.getByRole('button', { name: t('results.finalize') }).isDisabled())
    .toBe(true);
  await rowOf('boris').getByRole('cell', { name: '2', exact: true }).waitFor(); // the jury sees what the freeze hides
  expect(await findFaultsOfPresentLook(office)).toEqual([]);
});

test('what is left to do leads to where the results are opened', async () => {
  await office.getByRole('link', { name: `${t('results.open')}: ${t('results.frozen')}` }).click();
  await press(t('control.thaw'));
  await confirm(t('control.thaw'));
  await table.getByText(t('scoreboard.frozenByHand')).waitFor({ state: 'detached' });
  await table.getByText(t('scoreboard.provisional')).waitFor();
});

test('the jury sees the medals before it makes the results final', async () => {
  await visit(office, resultsPage());
  await office.getByText(t('results.nothingMissing')).waitFor();
  const finalize = office.getByRole('button', { name: t('results.finalize'), exact: true });
  await expect.poll(() => finalize.isEnabled()).toBe(true);
  const letMedalsCome = await holdAnswers(office, /\/results\?extraBronze=/);
  const extraBronze = fieldOf(office, t('results.extraBronze'));
  await extraBronze.fill('12');
  await expect.poll(() => extraBronze.inputValue()).toBe('12');
  await expect.poll(() => finalize.isDisabled()).toBe(true); // the medals are those of another number
  await letMedalsCome();
  await expect.poll(() => finalize.isEnabled()).toBe(true);
  await extraBronze.fill('2');
  await rowOf('boris').getByText(t('results.medalName.gold')).waitFor();
  await expect.poll(() => finalize.isEnabled()).toBe(true);
  await press(t('results.finalize'));
  await confirm(t('results.finalize'));
  await office.getByText(/^Final since/).waitFor();
  await expect.poll(focusText).toMatch(/^Final since/);
  await table.getByText(t('scoreboard.provisional')).waitFor({ state: 'detached' });
  expect(await findFaultsOfPresentLook(office)).toEqual([]);
  const { json } = await anna.get(`/api/contest/${contest.id}/results/scoreboard.json`);
  expect(json).toMatchObject({ rows: [{ score: { num_solved: 2 } }, { score: { num_solved: 1 } }] });
});

test('an admin opens them again for a reason, and tables say so', async () => {
  const reopen = office.getByRole('button', { name: t('results.reopen') });
  await expect.poll(() => reopen.isDisabled()).toBe(true);
  await fieldOf(office, t('results.reason')).fill('A protest');
  await reopen.click();
  await confirm(t('results.reopen'));
  await fieldOf(office, t('results.extraBronze')).waitFor();
  await expect.poll(focusText).toMatch(new RegExp(`^${t('results.missing')}`));
  await table.getByText(t('scoreboard.provisional')).waitFor();
});

test('the screen tells when results were final, who opened them again, and why', async () => {
  const steps = office.getByRole('region', { name: t('results.history') }).getByRole('listitem');
  await expect.poll(() => steps.count()).toBe(2);
  expect(await steps.first().innerText()).toMatch(/^Opened again\s+.+ · .+\s+A protest$/);
  expect(await steps.last().innerText()).toMatch(/^Made final\s+.+ · .+$/);
  expect(await findFaultsOfPresentLook(office)).toEqual([]);
});
