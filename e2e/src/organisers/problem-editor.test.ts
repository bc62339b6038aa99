import { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { ROOMS } from '@balloon/server/realtime/rooms.ts';
import { startTestJudge, type TestJudge } from '@balloon/server/testing/test-judge.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE, visit } from '#browser/browser.ts';
import { holdAnswers } from '#browser/hold-calls.ts';
import { fieldOf, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';

/*
 * An admin finds out during a contest that the tests are weak: words the statement anew, adds a test that breaks an
 * accepted solution, and has the stale verdict made again. The tests build on each other.
 */

/** Longest time in ms for the page's call to bring the work. */
const CLAIM_WITHIN_MS = 60_000;

let server: TestServer;
let judge: TestJudge;
let contest: GivenContest;
let admin: Person;
let page: Page;
const problemId = () => contest.problemIds[0] ?? 0;
const address = () => `${server.url}/admin/problems/edit/${problemId()}`;
const stored = async () => (await admin.get(`/api/admin/problems/${problemId()}/editor`)).as(EditedProblem);

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  contest = await server.given.contest({ name: 'Spring cup' });
  admin = await server.given.admin();
  const anna = await server.given.participant(contest);
  judge = await startTestJudge(server.url);
  await anna.submit(contest, {});
  await judge.result(await judge.mustClaim(), {});
  page = await pageOf(admin);
  await page.goto(address());
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const openTab = (name: string) =>
  page
    .getByRole('navigation', { name: t('problemEditor.tabs') })
    .getByRole('link', { name: t(`problemEditor.tab.${name}`) })
    .click();

test('a statement is written beside what participants will see, and nothing in it runs', async () => {
  const preview = page.getByRole('region', { name: t('problemEditor.preview') });
  await fieldOf(page, t('problemEditor.title')).fill('Sum of two');
  await page
    .getByRole('textbox', { name: t('problemEditor.html') })
    .fill('<p>Add <b>both</b> numbers</p><img src="https://x.invalid/y" onerror="document.title=1">');
  await preview.getByRole('heading', { name: 'Sum of two' }).waitFor();
  await preview.getByText('Add both numbers').waitFor();
  expect(await preview.locator('[onerror]').count()).toBe(0);
  await page.getByRole('textbox', { name: t('problemEditor.html') }).fill('<p>Add <b>all</b> numbers</p>');
  await preview.getByText('Add all numbers').waitFor();
  await page.getByText(t('problemEditor.markdown'), { exact: true }).first().click();
  await page.getByRole('textbox', { name: t('problemEditor.markdown') }).fill('They may be **large**.');
  await preview.getByText('They may be large.').waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  faults.splice(0); // the picture of the first draft does not exist
});

test('leaving is asked about only while something is changed', async () => {
  await page.getByRole('link', { name: t('problemEditor.toPage') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.cancel') })
    .click();
  await fieldOf(page, t('problemEditor.comment')).fill('A clearer wording');
  const told = await watchFor(page, t('problemEditor.saved', { number: 1 }));
  await button(t('problemEditor.save', { number: 1 })).click();
  await told();
  await page.getByRole('link', { name: t('problemEditor.toPage') }).click();
  await page.waitForURL(`${server.url}/problems/${problemId()}`);
  await visit(page, address());
});

test('a test that breaks an accepted solution makes its verdict stale, and it is judged again', async () => {
  await openTab('tests');
  await button(t('problemEditor.addTest')).click();
  const dialog = page.getByRole('dialog');
  await fieldOf(dialog, t('problemEditor.input')).fill('4000000000 4000000000');
  await fieldOf(dialog, t('problemEditor.answer')).fill('8000000000');
  await dialog.getByRole('button', { name: t('problemEditor.addTest') }).click();
  await button(t('problemEditor.save', { number: 2 })).click();

  await page.getByText(t('problemEditor.stale_one', { count: 1 })).waitFor();
  await page.getByText(t('problemEditor.stalePlaces_one', { count: 1 }), { exact: false }).waitFor();
  await button(t('problemEditor.rejudge_one', { count: 1 })).click();
  const told = await watchFor(page, t('problemEditor.rejudged_one', { count: 1 }));
  await dialog.getByRole('button', { name: t('problemEditor.rejudge_one', { count: 1 }) }).click();
  await told();
  const task = await judge.mustClaim(CLAIM_WITHIN_MS);
  expect(task.tests.map(({ inputBytes }) => inputBytes)).toContain(22);
  await judge.result(task, { verdict: 'wrongAnswer', testNumber: 3 });
});

test('on a phone the tests fit beside each other, with a menu for what may be done with each', async () => {
  const phone = await pageOf(admin, { viewport: PHONE });
  await phone.goto(`${address()}?tab=tests`);
  const menu = phone.getByRole('button', { name: t('problemEditor.actionsOf', { number: 2 }) });
  await menu.click();
  await phone.getByRole('menuitem', { name: t('problemEditor.testUp', { number: 2 }) }).waitFor();

  const table = await phone.getByRole('table').boundingBox();
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  expect(await findFaultsOfPresentLook(phone)).toEqual([]);
  await phone.getByRole('menuitem', { name: t('problemEditor.viewTest', { number: 2 }) }).click();
  await phone.getByRole('dialog').waitFor();
});

test('who edits on top of the save of somebody else is told, and loses nothing', async () => {
  await openTab('judging');
  const time = fieldOf(page, t('problemEditor.timeMs'), { exact: true });
  await time.fill('3000');
  await fieldOf(page, t('problemEditor.memory'), { exact: true }).fill('512');
  const other = await server.given.admin();
  const { versionNumber: basedOnVersion } = await stored();
  await other.post(`/api/admin/problems/${problemId()}/editor`, { basedOnVersion });
  await button(t('problemEditor.save', { number: 3 })).click();
  await page.getByText(t('audit.staleTitle')).waitFor();
  faults.splice(0); // the refusal
  const letSaved = await holdAnswers(page, /\/editor$/);
  await button(t('audit.staleOverwrite')).click();
  await time.fill('4000');
  const told = await watchFor(page, t('problemEditor.saved', { number: 4 }));
  await letSaved();
  await told();
  await button(t('problemEditor.save', { number: 5 })).waitFor(); // what was typed while the save was under way
  expect(await time.inputValue()).toBe('4000 ms');
  await time.fill('3000');
  const { judging } = await stored();
  expect(judging?.timeLimitMs).toBe(3000);
  expect(judging?.memoryLimitKb).toBe(512 * 1024);
});

test('text outlives a lost connection, also where somebody has saved meanwhile', async () => {
  const [id = 0] = (await server.given.contest()).problemIds;
  const path = `/api/admin/problems/${id}/editor`;
  const author = await server.given.admin();
  const editor = await pageOf(author);
  await editor.goto(`${server.url}/admin/problems/edit/${id}`);
  const title = fieldOf(editor, t('problemEditor.title'));
  const before = await title.inputValue();
  await title.fill('Typed for an hour');
  const { versionNumber: basedOnVersion } = (await admin.get(path)).as(EditedProblem);
  await admin.post(path, { basedOnVersion });
  const lines = () => server.services.sockets.membersOf(ROOMS.chatSupport);
  await expect.poll(() => lines().some(({ data }) => data.user?.id === author.user.id)).toBe(true);

  const caughtUp = editor.waitForResponse((response) => response.url().endsWith(path));
  for (const socket of lines()) socket.conn.close();
  await (await caughtUp).finished();
  await editor.getByRole('button', { name: t('problemEditor.save', { number: basedOnVersion + 1 }) }).click();
  await editor.getByText(t('audit.staleTitle')).waitFor();
  faults.splice(0); // the refusal
  expect(await title.inputValue()).toBe('Typed for an hour');
  await editor.getByRole('button', { name: t('audit.staleTake') }).click();
  await expect.poll(() => title.inputValue()).toBe(before);
});

test('what is uploaded on a slow line goes where it was meant for, and nothing typed since is lost', async () => {
  const [id = 0] = (await server.given.contest()).problemIds;
  const editor = await pageOf(await server.given.admin());
  await editor.goto(`${server.url}/admin/problems/edit/${id}?tab=editorial`);
  const follow = (name: string) =>
    editor
      .getByRole('navigation', { name: t('problemEditor.tabs') })
      .getByRole('link', { name: t(`problemEditor.tab.${name}`) })
      .click();
  const choose = (language: string) =>
    editor
      .getByRole('radiogroup', { name: t('problemEditor.language') })
      .getByText(language, { exact: true })
      .click();
  const chosenFile = editor.locator('input[type=file]').first();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFAAH/VscvDQAAAABJRU5ErkJggg==',
    'base64',
  );
  const picture = { name: 'tree.png', mimeType: 'image/png', buffer: png };

  // A picture of an editorial, while that of the other language is written.
  const text = editor.getByRole('textbox', { name: t('problemEditor.editorialText') });
  await text.fill('Add both.');
  const letPicture = await holdAnswers(editor, /\/upload\/image/);
  await chosenFile.setInputFiles(picture);
  await choose('Русский');
  await text.fill('Сложите оба.');
  await letPicture();
  await choose('English');
  await expect.poll(() => text.inputValue()).toMatch(/^Add both\.!\[tree\.png\]\(.+\)$/);
  await choose('Русский');
  await expect.poll(() => text.inputValue()).toBe('Сложите оба.');

  // A file of a statement, while another tab is looked at, and what is typed since.
  await follow('statement');
  const title = fieldOf(editor, t('problemEditor.title')).first(); // Titles of files come after it.
  const html = editor.getByRole('textbox', { name: t('problemEditor.html') });
  await html.fill('<p>Add.</p>');
  const letFile = await holdAnswers(editor, /\/problems\/\d+\/files$/);
  await editor
    .locator('input[type=file]')
    .last()
    .setInputFiles({ ...picture, name: 'data.png' });
  await follow('tests');
  await follow('statement');
  await title.fill('Typed since');
  await letFile();
  await fieldOf(editor, t('problemEditor.fileTitle', { number: 1 })).waitFor();
  expect(await title.inputValue()).toBe('Typed since');

  // A picture of the statement, which is given its language and a sister meanwhile.
  const letAnother = await holdAnswers(editor, /\/upload\/image/);
  await chosenFile.setInputFiles(picture);
  await editor.getByRole('button', { name: t('problemEditor.addLanguage', { language: 'Русский' }) }).click();
  await title.fill('Сумма');
  await letAnother();
  await choose('English');
  await expect.poll(() => html.inputValue()).toMatch(/^<p>Add\.<\/p><img src=".+" alt="tree\.png">$/);
  await choose('Русский');
  await expect.poll(() => html.inputValue()).toBe('<p>Add.</p>');
  expect(await title.inputValue()).toBe('Сумма');
});

test('a checker that does not compile is shown with its compiler, and becomes no version unasked', async () => {
  const before = await stored();
  await page.getByRole('combobox', { name: t('problemEditor.comparison') }).click();
  await page.getByRole('option', { name: t('problemEditor.checkerKind.program') }).click();
  const source = { name: 'check.cpp', mimeType: 'text/plain', buffer: Buffer.from('int main( {}') };
  await page.locator('input[type=file]').setInputFiles(source);
  await page.getByText('check.cpp,').waitFor();
  await button(t('problemEditor.save', { number: 5 })).click();
  await page.getByText(t('problemEditor.compilingChecker')).waitFor();
  await button(t('problemEditor.saveUnchecked')).click({ trial: true }); // it can be pressed
  const work = await judge.claimAny(['check'], CLAIM_WITHIN_MS);
  if (work?.kind !== 'check') throw new Error('No check waits');
  const { checkId, fence } = work.task;
  const result = { compiles: false, output: "check.cpp:1: expected ')'", solutions: [] };
  await judge.send('checks/result', { judgeId: judge.judgeId, checkId, fence, result });
  await page.getByText("expected ')'").waitFor();
  faults.splice(0); // the refusals
  expect((await stored()).versionNumber).toBe(before.versionNumber);
  await button(t('problemEditor.discard')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('problemEditor.discard') })
    .click();
});

test('versions say who saved them and why, and an older one comes back as the newest', async () => {
  await openTab('versions');
  await page.getByText('A clearer wording').waitFor();
  await button(t('problemEditor.compareNamed', { number: 1 })).click();
  await page.getByRole('region', { name: t('problemEditor.comparing') }).waitFor();
  await button(t('versions.restoreNumber', { number: 1 })).click();
  const told = await watchFor(page, t('versions.restored', { number: 1, newest: 5 }));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('versions.restore') })
    .click();
  await told();
  expect((await stored()).judging?.tests).toHaveLength(2);
});
