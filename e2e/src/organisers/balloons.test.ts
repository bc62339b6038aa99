import { BalloonQueue } from '@balloon/contracts/hall/balloons.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { type Person, startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE } from '#browser/browser.ts';
import { holdCalls } from '#browser/hold-calls.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* Runners, participants and an organiser with phones at a running contest: balloons and the printer of the hall. */

let server: TestServer;

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});

test('a runner whom the organiser names takes a balloon before another, and delivers it', async () => {
  const { given } = server;
  const contest = await given.contest({ problems: ['A', 'B'] });
  const anna = await given.participant(contest);
  const solve = await given.attempted(contest, anna, 10, 'accepted');
  const user = await given.user({ username: 'helper' });
  const name = t('balloons.named', { problem: 'A', team: `First ${anna.user.username}` });
  const open = async (person: Person, path: string) => {
    const page = await pageOf(person, { viewport: PHONE });
    await page.goto(server.url + path);
    return page;
  };

  const organiser = await open(await given.supervisor(), `/admin/contests/${contest.id}/live`);
  await organiser.getByRole('link', { name: t('balloons.heading') }).click();
  await organiser.getByRole('button', { name: t('balloons.settings') }).click();
  await organiser.getByRole('searchbox', { name: t('control.findPerson') }).fill('helper');
  await organiser.getByRole('button', { name: t('balloons.addRunnerOf', { name: 'First helper' }) }).click();
  await organiser
    .getByRole('button', { name: t('balloons.removeRunnerOf', { name: 'First helper' }) })
    .waitFor();
  expect(await findFaultsOfPresentLook(organiser)).toEqual([]);
  await organiser.keyboard.press('Escape');

  const runner = await open(await given.signedIn(user), `/contest/${contest.id}/balloons`);
  await runner.getByRole('button', { name: t('balloons.stepOf.take', { name }) }).click();
  await runner.getByText(t('balloons.empty.waiting')).waitFor();
  expect(await findFaultsOfPresentLook(runner)).toEqual([]);
  await organiser.getByText(t('balloons.empty.waiting')).waitFor(); // by itself

  await runner
    .getByRole('navigation', { name: t('balloons.views') })
    .getByText(t('balloons.view.taken'))
    .click();
  await runner.getByRole('button', { name: t('balloons.stepOf.deliver', { name }) }).click();
  await runner.getByText(t('balloons.empty.taken')).waitFor();
  await given.logged(contest, { ...solve, verdictId: null });
  await runner.getByText(t('balloons.withdrawn')).waitFor();
  expect(await findFaultsOfPresentLook(runner)).toEqual([]);
});

test('a runner hands balloons over one after the other on a slow line, and may take each delivery back', async () => {
  const { given } = server;
  const contest = await given.contest({ problems: ['A', 'B'] });
  const anna = await given.participant(contest);
  for (const problem of [0, 1])
    await given.logged(contest, given.attempt(contest, anna, 10 + problem, 'accepted', problem));
  const runner = await pageOf(await given.supervisor(), { viewport: PHONE });
  await runner.goto(`${server.url}/contest/${contest.id}/balloons`);
  const names = ['A', 'B'].map((problem) =>
    t('balloons.named', { problem, team: `First ${anna.user.username}` }),
  );
  const step = (action: string, name = '') =>
    runner.getByRole('button', { name: t(`balloons.stepOf.${action}`, { name }) });
  for (const name of names) await step('take', name).click();
  await runner
    .getByRole('navigation', { name: t('balloons.views') })
    .getByText(t('balloons.view.taken'))
    .click();
  for (const name of names) await step('deliver', name).waitFor();
  const letGo = await holdCalls(runner, /\/balloons\/\d+\/\d+$/);
  for (const name of names) await step('deliver', name).click();
  for (const name of names) await expect.poll(() => step('deliver', name).isDisabled()).toBe(true);

  // They are looked for before they come: each notice is shown for seconds only.
  const told = Promise.all(
    names.map((name) => runner.getByText(t('balloons.delivered', { name })).waitFor()),
  );
  letGo();
  await told;
  await runner.getByText(t('balloons.empty.taken')).waitFor();
});

test('of two who press at once one has the balloon, and the other reads who it is', async () => {
  const { given } = server;
  const contest = await given.contest({ problems: ['A'] });
  const anna = await given.participant(contest);
  await given.attempted(contest, anna, 10, 'accepted');
  const jury = await given.supervisor();
  const runners = await Promise.all([given.user(), given.user()]);
  for (const { id: userId } of runners)
    await jury.post(`/api/admin/contests/${contest.id}/balloons/runners`, { userId });
  const name = t('balloons.named', { problem: 'A', team: `First ${anna.user.username}` });
  const both = Promise.withResolvers<void>();
  let pressed = 0;
  const pages = await Promise.all(
    runners.map(async (user) => {
      const person = await given.signedIn(user);
      const page = await pageOf(person, { viewport: PHONE });
      // Neither press reaches the server before the other one is made.
      await page.route(/\/balloons\/\d+\/\d+$/, async (route) => {
        pressed += 1;
        if (pressed === 2) both.resolve();
        await both.promise;
        await route.continue();
      });
      await page.goto(`${server.url}/contest/${contest.id}/balloons`);
      return { page, person };
    }),
  );
  await Promise.all(
    pages.map(({ page }) => page.getByRole('button', { name: t('balloons.stepOf.take', { name }) }).click()),
  );
  await expect.poll(() => faults.length).toBe(1);
  expect(faults.splice(0)[0]).toMatch(/^409 /);
  const { balloons } = (await jury.get(`/api/contest/${contest.id}/balloons`)).as(BalloonQueue);
  expect(balloons.map(({ state }) => state)).toEqual(['taken']);
  const winner = pages.find(({ person }) => person.user.id === balloons[0]?.runnerId);
  const loser = pages.find((one) => one !== winner);
  const told = t('errors.BALLOON_TAKEN', { name: `First ${winner?.person.user.username}` });
  await loser?.page.getByText(told).waitFor();
  await loser?.page.getByText(t('balloons.empty.waiting')).waitFor();
});

test('an organiser goes on with a job and with the choice while others are on their way', async () => {
  const { given } = server;
  const contest = await given.contest();
  const anna = await given.participant(contest);
  const jury = await given.supervisor();
  const path = `/api/admin/contests/${contest.id}/prints`;
  const rules = { isOpen: true, maxPages: 5, jobsPerMinute: 5, printsAfterEnd: false };
  expect((await jury.post(path, rules)).status).toBe(200);
  for (const title of ['one', 'two', 'three'])
    expect((await anna.post(`/api/contest/${contest.id}/prints`, { title, text: 'int x;' })).status).toBe(
      200,
    );
  const organiser = await pageOf(jury);
  await organiser.goto(`${server.url}/admin/contests/${contest.id}/prints`);
  const of = (title: string) => ({ name: `First ${anna.user.username}`, title });
  const choice = (title: string) =>
    organiser.getByRole('checkbox', { name: t('printing.choose', of(title)), exact: true });
  const stepOf = (title: string, step: string) =>
    organiser.getByRole('button', {
      name: t('printing.stepOf', { step: t(`printing.step.${step}`), ...of(title) }),
    });
  await organiser.evaluate(() => {
    window.print = () => {};
  });
  const letGo = await holdCalls(organiser, /\/prints\/\d+$/);
  for (const title of ['one', 'two']) await stepOf(title, 'start').click();
  for (const title of ['one', 'two']) await expect.poll(() => stepOf(title, 'start').isDisabled()).toBe(true);
  letGo();
  for (const title of ['one', 'two']) await stepOf(title, 'done').waitFor();

  const note = organiser.getByRole('button', { name: t('printing.chosenPrinted') });
  const letNoteGo = await holdCalls(organiser, /\/prints\/\d+$/);
  await choice('one').check();
  await note.click();
  await choice('two').check();
  letNoteGo();
  await choice('one').waitFor({ state: 'detached' });
  await organiser.locator(':enabled').and(note).waitFor();
  expect(await choice('two').isChecked()).toBe(true);
});

test('a participant prints once the organiser opens it, and learns what became of it', async () => {
  const { given } = server;
  const contest = await given.contest();
  const anna = await given.participant(contest);
  const organiser = await pageOf(await given.supervisor(), { viewport: PHONE });
  await organiser.goto(`${server.url}/admin/contests/${contest.id}/prints`);
  await organiser.getByText(t('printing.notOpenText')).waitFor();
  await organiser.getByRole('button', { name: t('printing.settings') }).click();
  await organiser.getByRole('switch', { name: t('printing.isOpen') }).check();
  expect(await findFaultsOfPresentLook(organiser)).toEqual([]);
  await organiser.getByRole('button', { name: t('printing.saveRules') }).click();

  const mine = await pageOf(anna, { viewport: PHONE });
  await mine.goto(`${server.url}/contest/${contest.id}/print`);
  await mine.getByRole('textbox', { name: t('printing.name') }).fill('A.cpp');
  await mine.getByRole('textbox', { name: t('printing.text') }).fill('int main() {}');
  await mine.getByRole('button', { name: t('printing.printPages_one', { count: 1 }) }).click();
  await mine.getByText(t('printing.state.waiting')).waitFor();
  expect(await findFaultsOfPresentLook(mine)).toEqual([]);

  await organiser.evaluate(() => {
    window.print = () => {};
  });
  const stepOf = (step: 'start' | 'done') => {
    const name = `First ${anna.user.username}`;
    return t('printing.stepOf', { step: t(`printing.step.${step}`), name, title: 'A.cpp' });
  };
  await organiser.getByRole('button', { name: stepOf('start') }).click();
  await organiser.getByRole('button', { name: stepOf('done') }).click();
  await organiser.getByText(t('printing.nothing')).waitFor();
  await mine.getByText(t('printing.state.printed')).waitFor();
});
