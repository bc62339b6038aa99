import { ControlledPeople } from '@balloon/contracts/contests/contest-control.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { ROOMS } from '@balloon/server/realtime/rooms.ts';
import { startTestJudge } from '@balloon/server/testing/test-judge.ts';
import { startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaultsOfPresentLook } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';

/* A moderator at the control screen of a running contest, and a participant whose pages follow. */

let server: TestServer;

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});

async function answer(page: Page, yes: string) {
  await page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click();
}

async function switchB(page: Page, action: string) {
  await page.getByRole('button', { name: t('control.actionsOf', { index: 'B' }) }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await answer(page, action);
}

test('a moderator extends a contest, pauses a problem, gives extra time, cuts time out, and pages follow', async () => {
  const { given } = server;
  const contest = await given.contest({ problems: ['A', 'B'], startsInMin: -30, durationMin: 60 });
  const anna = await given.participant(contest);
  const judge = await startTestJudge(server.url);
  const open = async (person: typeof anna, path: string) => {
    const page = await pageOf(person);
    await page.goto(server.url + path);
    return page;
  };
  const mine = await open(anna, `/contest/${contest.id}/solutions/my`);
  const control = await open(await given.supervisor(), `/contest/${contest.id}`);
  await control.getByRole('link', { name: t('about.toControl') }).click();
  await control.getByRole('heading', { name: contest.name }).waitFor();
  expect(await findFaultsOfPresentLook(control)).toEqual([]);
  const headings = control.getByRole('heading', { level: 2 });
  await expect
    .poll(() => headings.allTextContents())
    .toEqual(['submissions', 'actions', 'figures', 'tools', 'problems'].map((part) => t(`control.${part}`)));

  await control.getByRole('button', { name: t('control.extend') }).click();
  await answer(control, t('control.extendBy', { minutes: 10 }));
  await control.getByRole('button', { name: t('control.undo') }).waitFor();
  const timer = mine.getByRole('timer');
  await expect.poll(() => timer.innerText()).toMatch(/0:3\d:\d\d$/);

  await switchB(control, t('control.pauseJudging'));
  await control.getByRole('row', { name: 'Problem B' }).getByText(t('control.isPaused')).waitFor();
  expect((await anna.submit(contest, { symbolIndex: 'B' })).status).toBe(200);
  await mine.getByText(t('solutions.paused')).waitFor();
  expect(await judge.claim()).toBeNull();

  await switchB(control, t('control.resumeJudging'));
  await control.getByText(t('control.done.resumed', { index: 'B' })).waitFor();
  await judge.result(await judge.mustClaim(), { verdict: 'accepted' });
  await mine.getByRole('table').getByText(t('verdict.1')).waitFor();
  await control.getByRole('row', { name: 'Problem B' }).getByText('1 of 1').waitFor();

  await given.user({ username: 'latecomer' });
  const fullName = 'First latecomer';
  const question = control.getByRole('dialog', { name: t('control.admitTitle', { name: fullName }) });
  const letIn = control.getByRole('button', { name: t('control.admitOf', { name: fullName }) });
  const focused = () =>
    control.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.tagName);
  await control.getByRole('button', { name: t('control.announce') }).press('Enter');
  await expect.poll(focused).toBe('TEXTAREA'); // each dialog begins where something is to be typed
  await control.keyboard.press('Escape');
  await control.getByRole('dialog').waitFor({ state: 'detached' });
  await control.getByRole('button', { name: t('control.people') }).press('Enter');
  await expect.poll(focused).toBe(t('control.findPerson'));
  await control.keyboard.type('latecomer');
  await letIn.click();
  await question.waitFor();
  await control.keyboard.press('Escape'); // closes the question alone
  await question.waitFor({ state: 'detached' });
  await letIn.click();
  const told = await watchFor(control, t('control.admitted', { name: fullName }));
  await question.getByRole('button', { name: t('control.admit') }).click();
  await told();
  await control
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click();

  await control.getByRole('button', { name: t('control.extraTime') }).click();
  await control.getByRole('checkbox', { name: anna.user.username }).check();
  const give = t('control.give_one', { minutes: 10, count: 1 });
  await control.getByRole('button', { name: give, exact: true }).dblclick(); // the second click would be refused
  await control.getByRole('button', { name: t('control.extraTimeOf_one', { count: 1 }) }).waitFor();
  await expect.poll(() => timer.innerText()).toContain('+10');

  await control.getByRole('button', { name: t('control.intervals') }).click();
  await control.getByText(t('control.fallsOut.ignored_one', { count: 1, people: 1 })).waitFor();
  await control.getByRole('button', { name: t('control.cutOut', { duration: '0:10' }) }).click();
  await mine.getByText(t('solutions.cutOut')).waitFor();
  await control.getByText(/ is cut out\.$/).waitFor(); // the way back from the extra time has the same name
  await control.getByRole('button', { name: t('control.undo') }).click();
  await mine.getByText(t('solutions.cutOut')).waitFor({ state: 'detached' });
});

test('a press beside a dialog closes it until something is typed in it', async () => {
  const contest = await server.given.contest({ problems: ['A'], startsInMin: -30, durationMin: 60 });
  const control = await pageOf(await server.given.supervisor());
  await control.goto(`${server.url}/admin/contests/${contest.id}/live`);
  const dialog = control.getByRole('dialog', { name: t('control.extendTitle') });
  const minutes = dialog.getByRole('textbox', { name: t('control.minutes') });
  const pressBeside = () => control.mouse.click(5, 5);

  await control.getByRole('button', { name: t('control.extend') }).click();
  await minutes.waitFor();
  await pressBeside();
  await dialog.waitFor({ state: 'detached' });

  await control.getByRole('button', { name: t('control.extend') }).click();
  await minutes.fill('25');
  await pressBeside();
  await dialog.getByRole('button', { name: t('control.extendBy', { minutes: 25 }) }).waitFor();
  await control.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await control.locator('button:focus', { hasText: t('control.extend') }).waitFor(); // the keyboard goes on from there
});

test('text that was typed in a dialog is lost only after a question, by Escape and by the button in the corner', async () => {
  const contest = await server.given.contest({ problems: ['A'], startsInMin: -30, durationMin: 60 });
  await server.given.participant(contest); // an award is for somebody
  const page = await pageOf(await server.given.admin());
  await page.goto(`${server.url}/admin/contests/${contest.id}/awards`);
  const open = page.getByRole('button', { name: t('awards.add') });
  const dialog = page.getByRole('dialog', { name: t('awards.add') });
  const question = page.getByRole('dialog', { name: t('dialogs.loseTitle') });
  const title = dialog.getByRole('textbox', { name: t('awards.titleEn') });
  const cross = dialog.getByRole('button', { name: t('common.close') });

  await open.click();
  await title.fill('typed');
  await title.fill(''); // and thought better of it
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await open.click();
  await title.fill('The youngest team');
  await page.keyboard.press('Escape');
  await question.waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await page.keyboard.press('Escape'); // closes the question alone
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator(':focus').inputValue()).toBe('The youngest team');
  await cross.click();
  await question.getByRole('button', { name: t('dialogs.loseNo') }).click();
  await question.waitFor({ state: 'detached' });
  expect(await title.inputValue()).toBe('The youngest team');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: t('dialogs.loseYes') }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('button:focus', { hasText: t('awards.add') }).waitFor();
  await open.click();
  expect(await title.inputValue()).toBe('');
});

test('two organisers who extend at the same moment do not add up: the second one sees the new end first', async () => {
  const contest = await server.given.contest({ problems: ['A'], startsInMin: -30, durationMin: 60 });
  const jury = await server.given.supervisor();
  const control = await pageOf(jury);
  await control.goto(`${server.url}/admin/contests/${contest.id}/live`);
  const dialog = control.getByRole('dialog', { name: t('control.extendTitle') });
  await control.getByRole('button', { name: t('control.extend') }).click();
  const extend = dialog.getByRole('button', { name: t('control.extendBy', { minutes: 10 }), exact: true });
  await extend.waitFor();
  const byOther = await jury.post(`/api/admin/contests/${contest.id}/live/extend`, { minutes: 10 });
  expect(byOther.status).toBe(200);

  await dialog.getByRole('alert').waitFor();
  expect(await extend.isDisabled()).toBe(true);
  expect(await findFaultsOfPresentLook(control)).toEqual([]);
  await dialog.getByRole('alert').getByRole('button').click();
  await extend.click();
  await dialog.waitFor({ state: 'detached' });
  await control.getByRole('button', { name: t('control.undo') }).waitFor();
});

test('what another organiser decided meanwhile about a participant is seen, and stays', async () => {
  const contest = await server.given.contest({ problems: ['A'], startsInMin: -30, durationMin: 60 });
  const anna = await server.given.participant(contest);
  const [jury, other] = [await server.given.supervisor(), await server.given.supervisor()];
  const path = `/api/admin/contests/${contest.id}/live`;
  const decide = (decision: object) =>
    other.post(`${path}/adjustments`, { people: [{ userId: anna.user.id, ...decision }] });
  const giveTime = (minutes: number) =>
    other.post(`${path}/extra-time`, { people: [{ userId: anna.user.id, minutes }] });
  const stored = async () => (await jury.get(`${path}/people`)).as(ControlledPeople).people[0];
  const control = await pageOf(jury);
  await control.goto(`${server.url}/admin/contests/${contest.id}/live`);
  const dialog = control.getByRole('dialog');
  const name = `First ${anna.user.username}`;

  await control.getByRole('button', { name: t('control.people') }).click();
  await dialog.getByText(name).waitFor();
  expect((await decide({ isOfficial: false })).status).toBe(200);
  await dialog.getByText(t('adjust.outOf')).waitFor(); // by itself
  await dialog.getByRole('button', { name: t('adjust.openOf', { name }) }).click();
  const later = dialog.getByRole('textbox', { name: t('adjust.startShiftMin') });
  await later.fill('20');
  expect((await decide({ isDisqualified: true, reason: 'copied' })).status).toBe(200);
  const told = await watchFor(control, t('adjust.done', { name }));
  await dialog.getByRole('button', { name: t('adjust.save') }).click();
  await told();
  expect((await stored())?.adjustment).toMatchObject({
    ...{ isOfficial: false, isDisqualified: true, startShiftMin: 20, reason: 'copied' },
  });
  await dialog.getByRole('button', { name: t('common.close') }).click();

  await control.getByRole('button', { name: t('control.extraTime') }).click();
  await dialog.getByRole('checkbox', { name: anna.user.username }).check();
  expect((await giveTime(30)).status).toBe(200);
  await dialog.getByText(t('control.plusMinutes', { minutes: 30 })).waitFor();
  const give = dialog.getByRole('button', {
    name: t('control.give_one', { minutes: 10, count: 1 }),
    exact: true,
  });
  await give.click();
  await control.getByText(t('errors.CHANGED_MEANWHILE')).waitFor();
  faults.splice(0); // the refusal
  expect((await stored())?.extraTimeMs).toBe(30 * 60_000);
  await give.click(); // who was told may give what they like
  await dialog.waitFor({ state: 'detached' });
  expect((await stored())?.extraTimeMs).toBe(10 * 60_000);
});

test('a removal is told of, and no answer under way replaces newer facts, on a slow line', async () => {
  const { given } = server;
  const contest = await given.contest({ problems: ['A'] });
  const anna = await given.participant(contest);
  const [page, jury] = [await pageOf(await given.supervisor()), await given.supervisor()];
  await page.goto(`${server.url}/admin/contests/${contest.id}/live`);
  await page.getByRole('heading', { name: contest.name }).waitFor();
  const room = [ROOMS.contestControl(contest.id)];
  await expect.poll(() => server.services.sockets.hasMembers(room)).toBe(true);
  await page.getByRole('button', { name: t('control.people') }).click();
  const fullName = `First ${anna.user.username}`;
  const remove = page.getByRole('button', { name: t('control.removeOf', { name: fullName }) });
  await remove.waitFor();
  // An answer of the state before what follows.
  const answering = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  await page.route(
    /\/live$/,
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await answering.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await remove.click();
  // From here on: the answer that is held back may be one of the connection that has just begun.
  const told = await watchFor(page, t('control.removed', { name: fullName }));
  await page
    .getByRole('dialog', { name: t('control.removeTitle', { name: fullName }) })
    .getByRole('button', { name: t('control.remove'), exact: true })
    .click();
  await read.promise;
  await remove.waitFor({ state: 'detached' });
  const paused = `/api/admin/contests/${contest.id}/live/problems/A/judging`;
  expect((await jury.post(paused, { isPaused: true })).status).toBe(200);
  await page.getByText(t('control.isPaused')).waitFor();

  answering.resolve();
  await told();
  await page.getByText(t('control.isPaused')).waitFor();
});
