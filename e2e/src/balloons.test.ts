import { ensureFrontEnd } from '@balloon/launch/front-end.ts';
import { type Person, startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE } from '#browser.ts';
import { t } from '#person.ts';
import { tellStory } from '#story.ts';

/* Two runners with phones and an organiser at a running contest. */

let server: TestServer;

const { pageOf } = tellStory(async () => {
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
