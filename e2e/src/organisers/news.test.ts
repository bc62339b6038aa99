import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { expect, test } from 'vitest';
import { DESKTOP, findFaultsOfPresentLook, PHONE, visit } from '#browser/browser.ts';
import { holdAnswers } from '#browser/hold-calls.ts';
import { fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';

/* News, from an admin's editor to a participant's screen. */

let server: TestServer;

const { pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});

test('an admin writes, edits and deletes news, and people read them', async () => {
  const { given, url } = server;
  const [admin, anna] = [
    await pageOf(await given.admin()),
    await pageOf(await given.signedIn(await given.user())),
  ];
  await Promise.all([admin, anna].map((page) => page.goto(`${url}/contests`)));
  await anna.getByRole('heading', { name: t('contests.title') }).waitFor();
  expect(await anna.getByRole('heading', { name: t('news.title') }).count()).toBe(0);

  await admin.getByRole('link', { name: t('news.create') }).click();
  const publish = admin.getByRole('button', { name: t('news.publish') });
  await expect.poll(() => publish.isDisabled()).toBe(true);
  await fieldOf(admin, t('news.titleLabel')).fill('The hall has moved');
  const body = admin.getByRole('textbox', { name: t('news.bodyLabel') });
  await body.click();
  await admin.keyboard.type('We meet in the ');
  await admin.getByRole('button', { name: t('editor.bold') }).click();
  await admin.keyboard.type('second building');
  expect(await findFaultsOfPresentLook(admin)).toEqual([]);
  await publish.click();
  await admin.getByRole('heading', { level: 1, name: 'The hall has moved' }).waitFor();
  await admin.locator('strong', { hasText: 'second building' }).waitFor();

  await anna.reload();
  await anna.getByRole('link', { name: 'The hall has moved' }).waitFor();
  const topOf = async (id: string) => (await anna.locator(id).boundingBox())?.y ?? Number.NaN;
  const areNewsFirst = async () => (await topOf('#news')) < (await topOf('h1'));
  expect(await areNewsFirst()).toBe(true);
  const atDesk = anna.viewportSize() ?? DESKTOP;
  await anna.setViewportSize(PHONE);
  await expect.poll(areNewsFirst).toBe(false); // the contest that begins is in sight
  await anna.setViewportSize(atDesk);
  await anna.getByRole('link', { name: 'The hall has moved' }).click();
  await anna.locator('strong', { hasText: 'second building' }).waitFor();
  expect(await anna.getByRole('link', { name: t('news.edit') }).count()).toBe(0);
  expect(await findFaultsOfPresentLook(anna)).toEqual([]);
  await visit(anna, `${url}/news/create`); // forbidden to participants
  await anna.getByRole('heading', { name: t('contests.title') }).waitFor();
  expect(await findFaultsOfPresentLook(anna)).toEqual([]);

  await admin.getByRole('link', { name: t('news.edit') }).click();
  await fieldOf(admin, t('news.titleLabel')).fill('The hall has moved again');
  await admin.goBack(); // unsaved text is lost only after a question
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: t('common.cancel') })
    .click();
  const letSaved = await holdAnswers(admin, /\/api\/news\/\d+$/);
  await admin.getByRole('button', { name: t('news.save') }).click();
  await admin.goBack(); // the answer is late, and takes nobody away
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: t('leave.yes') })
    .click();
  await admin.getByRole('heading', { level: 1, name: /^The hall has moved/ }).waitFor();
  await visit(admin, `${url}/contests`);
  await admin.getByRole('heading', { name: t('contests.title') }).waitFor();
  const told = await watchFor(admin, t('news.saved'));
  await letSaved();
  await told();
  await admin.getByRole('link', { name: 'The hall has moved again' }).waitFor();
  expect(new URL(admin.url()).pathname).toBe('/contests');
  await admin.getByRole('link', { name: 'The hall has moved again' }).click();
  await admin.getByRole('heading', { level: 1, name: 'The hall has moved again' }).waitFor();

  await admin.getByRole('button', { name: t('news.delete') }).click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: t('news.delete') })
    .click();
  await admin.getByRole('heading', { name: t('contests.title') }).waitFor();
  await admin.getByText(t('news.empty')).waitFor();
});
