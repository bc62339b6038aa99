import { AudienceView } from '@balloon/contracts/scoreboard/ceremony-link.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { ROOMS } from '@balloon/server/realtime/rooms.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* A frozen contest is resolved before an audience, in two windows of the presenter's browser. */

let server: TestServer;
let contestId: number;
let contest: GivenContest;
let clara: Person;
let presenter: Page;

const { faults, newPage, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  const { given } = server;
  const times = { startsInMin: -400, durationMin: 300, freezeInMin: -220, practiceMin: 200 };
  contest = await given.contest({ name: 'Spring Cup', problems: ['A', 'B', 'C'], ...times });
  contestId = contest.id;
  const anna = await given.participant(contest, { username: 'anna' });
  const boris = await given.participant(contest, { username: 'boris' });
  clara = await given.participant(contest, { username: 'clara' });
  await given.logged(
    contest,
    given.attempt(contest, anna, 10, 'accepted'),
    given.attempt(contest, anna, 200, 'wrongAnswer', 1),
    given.attempt(contest, boris, 20, 'accepted'),
    given.attempt(contest, boris, 210, 'accepted', 1),
    given.attempt(contest, clara, 220, 'accepted', 2),
  );
  presenter = await pageOf(await given.admin());
  await presenter.goto(`${server.url}/admin/contests/${contestId}/ceremony`);
});

const press = (name: string) => presenter.getByRole('button', { name, exact: true }).click();
const names = (page: Page) => page.getByRole('list', { name: t('ceremony.table') }).getByRole('listitem');

test('the presenter reads what comes next, and the audience follows', async () => {
  await presenter.getByText(t('ceremony.step', { step: 0, all: 7 })).waitFor();
  expect(await findFaultsOfPresentLook(presenter)).toEqual([]);
  const opening = presenter.context().waitForEvent('page');
  await presenter.getByRole('link', { name: t('ceremony.openAudience') }).click();
  const audience = await opening;
  await names(audience).first().waitFor();
  expect(await audience.getByRole('button', { name: t('ceremony.next') }).count()).toBe(0);

  await press(t('ceremony.next'));
  await audience.locator('[data-opened="true"][data-state="first"]').waitFor();
  await presenter.keyboard.press('ArrowLeft');
  await audience.locator('[data-opened="true"]').waitFor({ state: 'detached' });
  await audience.close();
});

test('the space bar presses the button that has the focus', async () => {
  await press(t('ceremony.next'));
  await presenter.getByText(t('ceremony.step', { step: 1, all: 7 })).waitFor();
  await presenter.getByRole('button', { name: t('ceremony.back'), exact: true }).focus();
  await presenter.keyboard.press('Space');
  await presenter.getByText(t('ceremony.step', { step: 0, all: 7 })).waitFor();
});

test('the audience sees as many medals as the presenter', async () => {
  await presenter.goto(`${server.url}/admin/contests/${contestId}/ceremony?gold=1&silver=1&bronze=0`);
  const opening = presenter.context().waitForEvent('page');
  await presenter.getByRole('link', { name: t('ceremony.openAudience') }).click();
  const audience = await opening;
  await names(audience).first().waitFor();
  await press(t('ceremony.toAward'));
  await press(t('ceremony.toAward'));
  await audience.getByRole('status').getByText(t('ceremony.award.silver')).waitFor();
  await audience.close();
  await presenter.goto(`${server.url}/admin/contests/${contestId}/ceremony`);
});

test('a machine of the hall without an account follows by the link of the presenter', async () => {
  const hall = await newPage();
  await press(t('ceremony.link'));
  const dialog = presenter.getByRole('dialog', { name: t('ceremony.linkTitle') });
  await dialog.getByRole('button', { name: t('ceremony.linkMake') }).click();
  const address = await dialog.locator('code').innerText();
  expect(await findFaultsOfPresentLook(presenter)).toEqual([]);
  await hall.goto(address);
  await hall.getByRole('heading', { name: t('ceremony.waitingTitle') }).waitFor();
  expect(await findFaultsOfPresentLook(hall)).toEqual([]);
  await presenter.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await press(t('ceremony.next'));
  await hall.locator('[data-opened="true"][data-state="first"]').waitFor();
  expect(await findFaultsOfPresentLook(hall)).toEqual([]);
  await hall.context().setOffline(true);
  await presenter.keyboard.press('ArrowLeft'); // the question that waits already may still be answered
  await hall.getByText(t('ceremony.away')).waitFor();
  await press(t('ceremony.toAward'));
  await presenter.getByRole('status').getByText(t('ceremony.award.gold')).waitFor();
  await hall.context().setOffline(false);
  await hall.getByRole('status').getByText(t('ceremony.award.gold')).waitFor();
  await hall.getByText(t('ceremony.away')).waitFor({ state: 'detached' });
  faults.splice(0); // calls without a connection
  await press(t('ceremony.startOver'));
  await presenter
    .getByRole('dialog')
    .getByRole('button', { name: t('ceremony.startOver') })
    .click();
  await hall.getByRole('status').waitFor({ state: 'detached' });

  await press(t('ceremony.link'));
  const question = presenter.getByRole('dialog', { name: t('ceremony.linkEnd') });
  await dialog.getByRole('button', { name: t('ceremony.linkEnd') }).click();
  await question.waitFor();
  await presenter.keyboard.press('Escape'); // closes the question, not the dialog behind it
  await question.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: t('ceremony.linkEnd') }).click();
  await question.getByRole('button', { name: t('ceremony.linkEnd') }).click();
  await hall.getByRole('heading', { name: t('ceremony.endedTitle') }).waitFor();
  expect(await findFaultsOfPresentLook(hall)).toEqual([]);
  expect(faults.splice(0)).toEqual([expect.stringContaining('/api/ceremony/')]);
  await hall.close();
  await dialog.getByRole('button', { name: t('ceremony.linkMake') }).waitFor();
  await presenter.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a step that was held up on its way does not come back in the hall', async () => {
  await press(t('ceremony.link'));
  const dialog = presenter.getByRole('dialog', { name: t('ceremony.linkTitle') });
  await dialog.getByRole('button', { name: t('ceremony.linkMake') }).click();
  const code = (await dialog.locator('code').innerText()).split('/').at(-1);
  await presenter.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const shown = async () => (await server.given.anonymous().get(`/api/ceremony/${code}`)).as(AudienceView);
  const second = await presenter.context().newPage();
  await second.goto(presenter.url());
  await second.getByText(t('ceremony.step', { step: 0, all: 7 })).waitFor();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await presenter.route('**/ceremony/step', async (route) => {
    await isReleased;
    await route.continue();
  });
  const answers: number[] = [];
  presenter.on('response', (response) => {
    if (response.url().endsWith('/ceremony/step')) answers.push(response.status());
  });

  await press(t('ceremony.next')); // held up here, told by the second window, which follows
  await expect.poll(async () => (await shown()).version).toBe(1);
  await second.getByRole('button', { name: t('ceremony.next'), exact: true }).click();
  await expect.poll(async () => (await shown()).version).toBe(2);
  const { frame } = await shown();
  release();

  await expect.poll(() => answers).toEqual([409, 200]);
  expect((await shown()).frame).toEqual(frame);
  expect(faults.splice(0)).toEqual([expect.stringContaining('/ceremony/step')]);
  await presenter.unroute('**/ceremony/step');
  await second.close();
  await press(t('ceremony.link'));
  await dialog.getByRole('button', { name: t('ceremony.linkEnd') }).click();
  await presenter
    .getByRole('dialog', { name: t('ceremony.linkEnd') })
    .getByRole('button', { name: t('ceremony.linkEnd') })
    .click();
  await dialog.getByRole('button', { name: t('ceremony.linkMake') }).waitFor();
  await presenter.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await press(t('ceremony.startOver'));
  await presenter
    .getByRole('dialog')
    .getByRole('button', { name: t('ceremony.startOver') })
    .click();
});

test('each row with awards is read out, and the end is the table of the contest', async () => {
  await press(t('ceremony.toAward'));
  await presenter.getByRole('status').getByText(t('ceremony.award.gold')).waitFor();
  for (let award = 1; award < 3; award += 1) await presenter.keyboard.press('PageDown');
  await presenter.getByText(t('ceremony.nextTable')).waitFor();
  await presenter.getByRole('status').getByText('First boris').waitFor();
  await presenter.getByRole('status').getByText(t('ceremony.award.winner')).waitFor();
  expect(await findFaultsOfPresentLook(presenter)).toEqual([]);
  await presenter.keyboard.press('PageDown');
  await presenter.getByText(t('ceremony.atEnd')).waitFor();
  expect(await presenter.getByRole('status').getByText('First boris').count()).toBe(0);
  expect(await findFaultsOfPresentLook(presenter)).toEqual([]);
});

test('the presenter learns that results have changed, and goes on from the same place', async () => {
  await presenter.goto(`${server.url}/admin/contests/${contestId}/ceremony`);
  await press(t('ceremony.toAward'));
  const opening = presenter.context().waitForEvent('page');
  await presenter.getByRole('link', { name: t('ceremony.openAudience') }).click();
  const audience = await opening;
  await audience.getByRole('status').getByText('First clara').waitFor();
  await server.given.logged(contest, server.given.attempt(contest, clara, 230, 'accepted', 0));
  await presenter.getByText(t('ceremony.changedTitle')).waitFor();
  expect(await findFaultsOfPresentLook(presenter)).toEqual([]);
  // Nothing changes before it is wanted, whatever happens to the connection.
  await expect.poll(() => server.services.sockets.membersOf(ROOMS.chatSupport).length).toBe(2);
  const caughtUp = [presenter, audience].map((page) => page.waitForResponse(/\/api\/user\/me$/));
  const readAgain = presenter.waitForResponse(/\/ceremony\?/);
  for (const socket of server.services.sockets.all()) socket.conn.close();
  await Promise.all([...caughtUp, readAgain]);
  await presenter.getByText(t('ceremony.changedTitle')).waitFor();
  await audience.getByRole('status').getByText('First clara').waitFor();
  await audience.reload(); // the server has the new results for it, the presenter the old ones
  await audience.getByRole('status').getByText('First clara').waitFor();
  await press(t('ceremony.changedGoOn'));
  await presenter.getByText(t('ceremony.changedTitle')).waitFor({ state: 'detached' });
  await audience.getByRole('status').getByText('First anna').waitFor();
  await audience.close();
  await press(t('ceremony.startOver'));
  await presenter
    .getByRole('dialog')
    .getByRole('button', { name: t('ceremony.startOver') })
    .click();
});

test('results that changed before the live connection began are offered, too', async () => {
  const { given } = server;
  const times = { startsInMin: -400, durationMin: 300, practiceMin: 200 };
  const other = await given.contest({ problems: ['A'], ...times });
  const anna = await given.participant(other);
  const page = await pageOf(await given.admin());
  const connecting = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await connecting.promise;
    socket.connectToServer();
  });
  await page.goto(`${server.url}/admin/contests/${other.id}/ceremony`);
  await page.getByRole('button', { name: t('ceremony.next'), exact: true }).waitFor();
  await given.logged(other, given.attempt(other, anna, 10, 'accepted'));
  await server.services.announcements.caughtUp();
  connecting.resolve();
  await page.getByText(t('ceremony.changedTitle')).waitFor();
  await page.context().close(); // its connection would be held up for the next test, too
});

test('an award that the jury gives by hand ends the ceremony', async () => {
  await presenter.getByRole('link', { name: t('awards.heading'), exact: true }).click();
  await press(t('awards.add'));
  const dialog = presenter.getByRole('dialog');
  await dialog.getByLabel(t('awards.titleEn')).fill('Prize of the jury');
  await dialog.getByLabel(t('awards.citation')).fill('For the longest night');
  await dialog.getByRole('combobox', { name: t('awards.teams') }).click();
  await presenter.getByRole('option', { name: 'clara' }).click();
  await dialog.getByLabel(t('awards.titleEn')).click();
  await dialog.getByRole('button', { name: t('awards.give') }).click();
  await dialog.waitFor({ state: 'detached' });
  await presenter.getByText('For the longest night').waitFor();
  expect(await findFaultsOfPresentLook(presenter)).toEqual([]);
  await press(t('certificates.edit'));
  await dialog.getByLabel(t('certificates.title')).fill('Diploma {place}');
  await dialog.getByRole('button', { name: t('certificates.save') }).click();
  await dialog.getByText(t('certificates.unknown', { name: '{place}' })).waitFor();
  expect(await findFaultsOfPresentLook(presenter)).toEqual([]);
  await dialog.getByLabel(t('certificates.title')).fill('Diploma');
  await dialog.getByRole('button', { name: t('certificates.save') }).click();
  await dialog.waitFor({ state: 'detached' });
  const downloading = presenter.waitForEvent('download');
  await presenter.getByRole('link', { name: t('certificates.download') }).click();
  expect((await downloading).suggestedFilename()).toBe(`certificates-${contestId}.pdf`);
  await presenter.goto(`${server.url}/admin/contests/${contestId}/ceremony`);
  await presenter.getByText(t('ceremony.step', { step: 0, all: 9 })).waitFor();
  await press(t('ceremony.toAward')); // a key would be lost between the first drawing and what hears it
  for (let award = 1; award < 4; award += 1) await presenter.keyboard.press('PageDown');
  const slide = presenter.getByRole('status');
  await slide.getByText('Prize of the jury').waitFor();
  await slide.getByText('First clara').waitFor();
  expect(await findFaultsOfPresentLook(presenter)).toEqual([]);
});
