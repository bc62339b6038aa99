import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { doJudgingChores } from '@balloon/server/features/judging/judging-chores.ts';
import { packSolutionZip } from '@balloon/server/features/solutions/solution-zip.ts';
import { startTestJudge } from '@balloon/server/testing/test-judge.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE, visit } from '#browser/browser.ts';
import { holdAnswers, holdCalls } from '#browser/hold-calls.ts';
import { openTab, t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';

/* The sending screen: the settings that it stores for a person, and its report on their last try. */

let server: TestServer;
let contest: GivenContest;
let anna: Person;

const { keptPageOf, pageOf, faults } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  contest = await server.given.contest();
  anna = await server.given.participant(contest, { username: 'anna' });
});

/** Loads the screen in a page that has stored nothing. */
async function enter(): Promise<Page> {
  const page = await pageOf(anna);
  await page.goto(`${server.url}/contest/${contest.id}/send/A`);
  return page;
}

/** Shows the screen where it does not matter whether the page was loaded for it. */
async function goOn(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await keptPageOf(anna, options);
  await visit(page, `${server.url}/contest/${contest.id}/send/A`);
  return page;
}

const editor = (page: Page) => page.getByRole('textbox', { name: t('send.editor') });
const language = (page: Page) => page.getByRole('combobox', { name: t('send.language') });
const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
const fontOf = (page: Page) => editor(page).evaluate((text) => getComputedStyle(text).fontSize);

test('the editor keeps the size and the indent that a person likes', async () => {
  const page = await goOn({ viewport: PHONE });
  await editor(page).fill('a line that is longer than a phone is wide, so that it scrolls');
  const size = async () => Number.parseFloat(await fontOf(page));
  let usual = Number.NaN;
  // A part of the editor that was replaced meanwhile has no size.
  await expect.poll(async () => (usual = await size())).toBeGreaterThan(0);

  await page.getByRole('button', { name: t('codeEditor.title') }).click();
  await page.getByRole('button', { name: t('codeEditor.larger') }).click();
  await page.getByRole('switch', { name: t('codeEditor.wrapsLines') }).check();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.reload();
  await expect.poll(size).toBe(usual + 1);
  await expect.poll(() => page.locator('.cm-lineWrapping').count()).toBe(1);
});

test('the keyboard passes an empty editor, stands nowhere behind the header, and names of screens are said', async () => {
  const page = await goOn({ viewport: { width: 1000, height: 400 } });
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => editor(page).evaluate((text) => text.contains(document.activeElement))).toBe(false);

  await page.getByRole('button', { name: 'English' }).focus();
  const tops: number[] = [];
  while (tops.length < 12) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.closest('main') ? activeElement.getBoundingClientRect().top : null;
    });
    if (top === null && tops.length > 0) break; // at the header
    if (top !== null) tops.push(Math.round(top));
  }
  expect(tops.length).toBeGreaterThan(4);
  const headerBottom = 60;
  expect(tops.filter((top) => top < headerBottom)).toEqual([]);

  await openTab(page, 'problems');
  const screenReader = await page.context().newCDPSession(page);
  const heard = async () => {
    const { nodes } = await screenReader.send('Accessibility.getFullAXTree');
    return nodes.map(({ name }) => String(name?.value ?? ''));
  };
  await expect.poll(heard).toContain(`${t('tabs.problems')} — ${contest.name}`);
});

test('a list is opened by a press during which it takes the place of what stood for it', async () => {
  const page = await pageOf(anna);
  const floating = /\/assets\/floating-[^/]*\.js$/;
  const letCome = await holdCalls(page, floating);
  await page.goto(`${server.url}/contest/${contest.id}/send/A`);
  await expect.poll(() => language(page).inputValue()).not.toBe('');
  await language(page).hover();
  await page.mouse.down();
  const come = page.waitForResponse(floating);
  letCome();
  await (await come).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await page.mouse.up();

  await page.getByRole('option', { name: 'Python 3', exact: true }).waitFor();
});

test('a list takes over the focus that comes while it is made', async () => {
  const page = await pageOf(anna);
  const letCome = await holdCalls(page, /\/assets\/floating-[^/]*\.js$/);
  await page.goto(`${server.url}/contest/${contest.id}/send/A`);
  await expect.poll(() => language(page).inputValue()).not.toBe('');
  const early = await language(page).elementHandle();
  // The list is made once nobody presses what stands for it: the focus comes right after that question.
  await early?.evaluate((field) => {
    const { matches } = field;
    const soon = async (ticks: number) => {
      for (let tick = 0; tick < ticks; tick += 1) await null;
    };
    Object.assign(field, {
      matches(selectors: string) {
        void soon(20).then(() => (field as HTMLElement).focus());
        return matches.call(field, selectors);
      },
    });
  });
  letCome();
  await expect.poll(() => early?.evaluate((field) => field.isConnected)).toBe(false);
  await expect.poll(() => language(page).evaluate((field) => field === document.activeElement)).toBe(true);
});

test('the verdict of the last try stands beside the statement, live', async () => {
  const page = await goOn();
  await editor(page).waitFor();
  const judge = await startTestJudge(server.url);
  await anna.submit(contest, {});
  await page.getByRole('link', { name: /^Last submission/ }).waitFor();
  // A screen reader announces what is nearest: the verdict, but no test on the way to it.
  const announced = (text: string) =>
    page
      .getByRole('main')
      .getByText(text)
      .evaluate((found) => found.closest('[aria-live]')?.getAttribute('aria-live'));
  expect(await announced(t('solutions.queued'))).toBe('off');

  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 2 });

  expect(await announced(t('verdict.2'))).toBe('polite');
});

test('the screen, the solution and the jury’s notice show that there is no judge, until one connects', async () => {
  const { db } = server.services;
  await db.updateTable('judge').set({ seenAtMs: 1 }).execute();
  await doJudgingChores(server.services);
  const page = await enter();
  const supervisor = await server.given.supervisor();
  const jury = await pageOf(supervisor);
  await jury.goto(`${server.url}/contest/${contest.id}/solutions/all`);

  await jury.getByText(t('judges.noneTitle')).waitFor();
  await editor(page).fill('print(3)');
  await page.getByText(/^No judge for .* is connected now/).waitFor();
  await page.getByRole('button', { name: /^Send A/ }).click();
  await page.getByText(t('solutions.waitsForJudge')).first().waitFor();
  await jury.getByText(t('solutions.waitsForJudge')).first().waitFor();
  await startTestJudge(server.url);

  await page.getByText(/^No judge for .* is connected now/).waitFor({ state: 'detached' });
  await jury.getByText(t('judges.noneTitle')).waitFor({ state: 'detached' });
  await jury.getByText(t('solutions.queued')).first().waitFor();
});

test('the language that was sent from the page is remembered, even if another is used most', async () => {
  const before = await enter();
  await expect.poll(() => language(before).inputValue()).not.toBe('');
  const first = await language(before).inputValue();
  const other = await server.services.db
    .selectFrom('language')
    .select(['id', 'name'])
    .where('name', '!=', first)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  // A contest that nobody has opened: the server counts the uses of languages once a minute.
  const unopened = await server.given.contest({ problems: ['A'] });
  await server.given.joined(anna.user, unopened);
  for (let sent = 0; sent < 3; sent += 1) await anna.submit(unopened, { languageId: other.id });
  const page = before;
  await visit(page, `${server.url}/contest/${unopened.id}/send`);
  await expect.poll(() => language(page).inputValue()).toBe(other.name);

  await language(page).click();
  await page.getByRole('option', { name: first, exact: true }).click();
  await editor(page).fill('a source');
  await page.getByRole('button', { name: t('send.button', { letter: 'A', language: first }) }).click();
  await page.waitForURL(/\/solutions\/my$/);
  await page.goto(`${server.url}/contest/${unopened.id}/send`);
  await expect.poll(() => language(page).inputValue()).toBe(first);
});

test('who goes on while a solution is being sent keeps the text and the place', async () => {
  const page = await goOn();
  const send = async (source: string) => {
    // The editor that has just come may take its own caret for the selection: what was there would stay behind it.
    await expect
      .poll(async () => {
        await editor(page).fill(source);
        return editor(page).textContent();
      })
      .toBe(source);
    const letCome = await holdAnswers(page, /\/api\/contest\/\d+\/solutions$/);
    await page.getByRole('button', { name: /^Send A/ }).click();
    await page.locator('button[data-loading]').waitFor();
    return letCome;
  };
  const watchForReceipt = () => watchFor(page, t('send.done', { id: '' }));
  const letFirstCome = await send('print(10)');
  await editor(page).fill('print(11)');
  const firstIsReceived = await watchForReceipt();
  await letFirstCome();
  await firstIsReceived();
  await page.locator('button[data-loading]').waitFor({ state: 'detached' });
  expect(await editor(page).innerText()).toContain('print(11)');
  expect(new URL(page.url()).pathname).toMatch(/\/send\/A$/);

  await page.reload();
  await editor(page).getByText('print(11)').waitFor();
  const letSecondCome = await send('print(12)');
  const toProblems = async () => {
    await openTab(page, 'problems');
    await page.getByRole('heading', { name: t('tabs.problems') }).waitFor();
  };
  await toProblems();
  await openTab(page, 'send');
  await page.getByRole('button', { name: /^Send A/ }).click(); // sends the same program, whose end is not known
  await page.locator('button[data-loading]').waitFor();
  await toProblems();
  const secondIsReceived = await watchForReceipt();
  await letSecondCome();
  await secondIsReceived();
  expect(new URL(page.url()).pathname).toMatch(/\/problems$/);
  await openTab(page, 'send');
  await expect.poll(() => editor(page).textContent()).toBe('');
  const stored = server.services.db.selectFrom('solution').select('id').where('source', '=', 'print(12)');
  expect(await stored.execute()).toHaveLength(1);
});

test('the problem of the address is remembered for the contest', async () => {
  const two = await server.given.contest({ problems: ['A', 'B'] });
  await server.given.joined(anna.user, two);
  const page = await keptPageOf(anna);
  await visit(page, `${server.url}/contest/${two.id}/send/B`);
  await editor(page).waitFor();
  await page.goto(`${server.url}/contest/${two.id}/send`);
  await expect
    .poll(() => page.getByRole('combobox', { name: t('send.problem') }).inputValue())
    .toBe('B. Problem B');
});

test('undo stays within its problem, and another tab shows what was written in this one', async () => {
  const two = await server.given.contest({ problems: ['A', 'B'] });
  await server.given.joined(anna.user, two);
  const page = await pageOf(anna);
  await page.goto(`${server.url}/contest/${two.id}/send/A`);
  await editor(page).fill('print("A")');
  const other = await page.context().newPage();
  await other.goto(`${server.url}/contest/${two.id}/send/A`);
  await editor(other).getByText('print("A")').waitFor();
  await editor(page).fill('print("A, and more")');
  await editor(other).getByText('print("A, and more")').waitFor();
  await other.close();

  await page.getByRole('combobox', { name: t('send.problem') }).click();
  await page.getByRole('option', { name: /^B/ }).click();
  await expect.poll(() => editor(page).textContent()).toBe('');
  await editor(page).click();
  await page.keyboard.press('Control+z');
  await page.keyboard.type('#');
  await expect.poll(() => editor(page).textContent()).toBe('#');
});

test('a program that is sent again after a lost answer and a new load is one solution', async () => {
  const page = await pageOf(anna);
  await page.goto(`${server.url}/contest/${contest.id}/send/A`);
  const source = 'print("sent once")';
  await editor(page).fill(source);
  let isLost = true;
  await page.route(/\/api\/contest\/\d+\/solutions$/, async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: /^Send A/ }).click();
  await page.getByText(t('send.triesAgain')).waitFor();
  isLost = false;
  await page.reload();
  await editor(page).getByText(source).waitFor();
  const toSend = page.getByRole('button', { name: /^Send A/ });
  await toSend.click();
  await page.waitForURL(/\/solutions\/my$/);
  const stored = server.services.db.selectFrom('solution').select('id').where('source', '=', source);
  expect(await stored.execute()).toHaveLength(1);
  faults.splice(0);
});

test('test mode lasts beyond the address that began it, and ends by the way out', async () => {
  const page = await enter();
  await editor(page).fill('my own work');
  await page.goto(`${server.url}/contest/${contest.id}/problems?test=1`);
  await page
    .getByRole('link', { name: t('tabs.send'), exact: true })
    .first()
    .click();
  await expect.poll(() => editor(page).textContent()).toBe('');
  await editor(page).fill('a trial');
  await page.reload();
  await expect.poll(() => editor(page).textContent()).toBe('a trial');
  await expect.poll(() => stored(page, `t_solution_${contest.id}_A_${anna.user.id}`)).toBe('a trial');

  await page.getByRole('link', { name: t('footer.leaveTestMode') }).click();
  await expect.poll(() => editor(page).textContent()).toBe('my own work');
  await page.getByText(t('footer.testMode')).waitFor({ state: 'detached' });
});

test('who signs in next at the same machine finds nothing of what was written there, and its author finds it', async () => {
  const page = await enter();
  const questionField = page.getByRole('textbox', { name: t('messages.question') });
  const send = `${server.url}/contest/${contest.id}/send/A`;
  const ask = `${server.url}/contest/${contest.id}/messages`;
  const take = async (person: Person) => {
    const cookie = { name: 'balloon_session', value: person.token, url: server.url };
    await page.context().addCookies([cookie]);
  };
  await editor(page).fill('the way to solve it');
  await visit(page, ask);
  await questionField.fill('May I say the way?');

  await take(await server.given.participant(contest));
  await page.goto(send);
  await expect.poll(() => editor(page).textContent()).toBe('');
  await visit(page, ask);
  await expect.poll(() => questionField.inputValue()).toBe('');

  await take(anna);
  await page.reload();
  await expect.poll(() => questionField.inputValue()).toBe('May I say the way?');
  await visit(page, send);
  await expect.poll(() => editor(page).textContent()).toBe('the way to solve it');
});

test('a program of several files is named, kept, opened from an archive, sent and read', async () => {
  const page = await goOn({ viewport: PHONE });
  await language(page).click();
  await page.getByRole('option', { name: 'Python 3', exact: true }).click();
  await editor(page).fill('import helper');
  await page.getByRole('button', { name: t('send.files.add') }).click();
  const name = page.getByRole('textbox', { name: t('send.files.name') });
  await name.fill('../helper.py');
  await page.getByText(t('send.files.badName')).waitFor();
  await name.fill('helper.py');
  await name.press('Enter');
  const tab = (of: string) => page.getByRole('tab', { name: of });
  await tab('helper.py').and(page.locator('[aria-selected="true"]')).waitFor();
  await editor(page).fill('NUMBER = 1');
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await page.reload();
  await tab('main.py').click();
  await expect.poll(() => editor(page).innerText()).toContain('import helper');
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('send.file') }).click();
  const archive = await packSolutionZip([{ name: 'table.txt', content: '1 2' }], 0);
  await (await picking).setFiles({ name: 'data.zip', mimeType: 'application/zip', buffer: archive });
  await tab('table.txt').waitFor();
  await page.getByRole('button', { name: t('send.files.removeFile', { name: 'table.txt' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('send.files.remove') })
    .click();
  await expect.poll(() => page.getByRole('tab', { name: /\.(py|txt)$/ }).count()).toBe(2);
  await page.keyboard.press('Control+Enter');

  await page.waitForURL(/solutions\/my$/);
  const { id, ...stored } = await server.services.db
    .selectFrom('solution')
    .select(['id', 'source', 'entryPoint', 'files'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const helper = { name: 'helper.py', content: 'NUMBER = 1' };
  expect(stored).toEqual({ source: 'import helper', entryPoint: 'main.py', files: [helper] });
  await visit(page, `${server.url}/contest/${contest.id}/source/${id}`);
  await tab('helper.py').click();
  await page
    .getByRole('textbox', { name: t('solutions.file', { name: 'helper.py' }) })
    .getByText('NUMBER')
    .waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
});

test('an exam: one device, nothing else open, drafts kept, and an organiser who transfers and reads', async () => {
  const exam = await server.given.contest({ name: 'Exam' });
  const rules = { bindsDevices: true, confines: true, keepsDrafts: true };
  const admin = await server.given.admin();
  expect((await admin.post(`/api/admin/contests/${exam.id}`, rules)).status).toBe(200);
  const vera = await server.given.participant(exam, { username: 'vera' });
  await server.services.announcements.caughtUp();
  const page = await pageOf(vera, { viewport: PHONE });
  await page.goto(`${server.url}/contest/${exam.id}/send/A`);
  await page.getByText(/keeps drafts/).waitFor();
  await editor(page).fill(
    Array.from({ length: 12 }, (_, line) => `total += weights[${line}] * ${line}`.padEnd(40, '0')).join('\n'),
  );
  const kept = async () =>
    (await admin.get(`/api/admin/contests/${exam.id}/drafts`)).json.drafts?.[0]?.snapshots;
  await expect.poll(kept).toBe(1);
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await visit(page, `${server.url}/rating`);
  await page.getByText(t('confined.title')).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  const laptop = await pageOf(await server.given.signedIn(vera.user));
  await laptop.goto(`${server.url}/contest/${exam.id}/problems`);
  await laptop.getByText(t('state.otherDeviceTitle')).waitFor();

  const organiser = await pageOf(admin, { viewport: PHONE });
  await organiser.goto(`${server.url}/admin/contests/${exam.id}/devices`);
  expect(await findFaultsOfPresentLook(organiser)).toEqual([]);
  await organiser.getByRole('button', { name: /^Transfer/ }).click();
  await laptop.getByRole('link', { name: /Problem A/ }).waitFor();
  // A page that has opened the exam learns by the first refusal that all else is closed.
  const refusals = faults.splice(0);
  expect(refusals.filter((fault) => !/^403 .*\/api\//.test(fault))).toEqual([]);

  await visit(organiser, `${server.url}/admin/contests/${exam.id}/drafts`);
  await organiser.getByRole('link', { name: /^A · / }).click();
  await organiser.getByRole('link', { name: t('drafts.large_other', { count: 12 }) }).click();
  await organiser.getByText('total += weights[11]').first().waitFor();
  expect(await findFaultsOfPresentLook(organiser)).toEqual([]);
});
