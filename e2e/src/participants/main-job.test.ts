import { OwnUser } from '@balloon/contracts/users.ts';
import { readSampleProblems } from '@balloon/sample/read-sample.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFaultsOfLook, readTexts } from '#browser/browser.ts';
import {
  clickContest,
  joinContest,
  newestSubmission,
  openTab,
  sendFile,
  sendTyped,
  signIn,
  t,
  tableRow,
} from '#browser/person.ts';
import { participantScreens, type Screen, strangerScreens } from '#browser/screens.ts';
import { tellStory } from '#browser/story.ts';
import { waitFor, waitForHealth } from '#browser/wait.ts';
import { watchFor } from '#browser/watch-for.ts';
import { Contestant } from '#sites/contestant.ts';
import { ADMIN_PASSWORD, openStage, type Stage } from '#sites/processes.ts';
import { printedPasswords } from '#sites/sample-site.ts';

/*
 * A contest day on a site started by one command, with people at browsers. The tests build on each other:
 * solutions sent in one exist in the next.
 */

let stage: Stage;
let url: string;
let passwords: Map<string, string>;
let sources: Map<string, string>;

const { newPage, pageOf } = tellStory(async () => {
  stage = await openStage();
  const site = stage.launch('site', ['start'], { PORT: '0', HOST: '127.0.0.1', ADMIN_PASSWORD });
  url = await waitFor('the address of the site', () => /web: open (http\S+)/.exec(site.output())?.[1]);
  await waitForHealth(url, ({ isJudging }) => isJudging);
  passwords = printedPasswords(site.output());
  const [first] = await readSampleProblems();
  sources = new Map(first?.solutions.map(({ file, source }) => [file, source]));
  return { url, close: () => stage[Symbol.asyncDispose]() };
});

describe('a participant', () => {
  let anna: Page;
  beforeAll(async () => {
    anna = await newPage();
  });

  test('is led from any address to the sign-in, and with the printed password to the contests', async () => {
    await anna.goto(`${url}/no/such/address`);
    await anna.getByRole('heading', { name: t('auth.title') }).waitFor();

    await signIn(anna, url, 'anna', passwordOf('anna'));

    expect(new URL(anna.url()).pathname).toBe('/contests');
    await anna.goto(`${url}/no/such/address`);
    await anna.getByRole('heading', { name: t('contests.title') }).waitFor();
  });

  test('takes part after saying yes, and only then', async () => {
    await clickContest(anna);
    await anna
      .getByRole('dialog')
      .getByRole('button', { name: t('common.cancel') })
      .click();
    await anna.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(anna.url()).pathname).toBe('/contests');

    await joinContest(anna);

    await anna.getByRole('heading', { name: t('about.facts') }).waitFor();
    await anna.getByText(t('socket.on')).first().waitFor({ state: 'attached' });
  });

  test('reads a statement with formulas and samples', async () => {
    await openTab(anna, 'problems');
    await anna.getByRole('link', { name: 'Two Cylinders' }).click();

    await anna.getByRole('heading', { level: 1, name: 'Two Cylinders' }).waitFor();
    await expect.poll(() => anna.locator('.katex').count()).toBeGreaterThan(3);
    expect(await anna.locator('.katex-error').count()).toBe(0);
    await expect
      .poll(async () => (await anna.locator('pre').first().innerText()).trim())
      .toMatch(/^\d+ \d+\s+\d+$/);
    await anna.getByRole('button', { name: t('statement.copyInput', { number: 1 }) }).waitFor();
  });

  test('sends C++ and watches the tests and the verdict arrive without a reload', async () => {
    await anna.evaluate(() => Object.assign(window, { isStillTheSamePage: true }));

    const anyTest = await watchFor(anna, ' of 16'); // "Test 3 of 16"
    await sendTyped(anna, lingering(sourceOf('one-by-one.cpp')), 'C++23');

    await anyTest();
    await newestSubmission(anna).getByText(t('verdict.6')).waitFor();
    expect(await anna.evaluate(() => 'isStillTheSamePage' in window)).toBe(true);
  });

  test('reads the output of the compiler', async () => {
    await sendFile(anna, { name: 'main.c', source: sourceOf('forgot-header.cpp') }, 'C++23');

    await newestSubmission(anna).getByText(t('verdict.3')).waitFor();
    await newestSubmission(anna)
      .getByRole('button', { name: t('solutions.showCompiler') })
      .click();
    await anna.getByRole('dialog').getByText(/error/).first().waitFor();
    await anna
      .getByRole('dialog')
      .getByRole('button', { name: t('common.close') })
      .click();
    await anna.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('solves the problem in Python and is seen in the table', async () => {
    await sendFile(anna, { name: 'main.py', source: sourceOf('main.py') }, 'Python 3');
    await newestSubmission(anna).getByText(t('verdict.1'), { exact: true }).waitFor();

    await openTab(anna, 'scoreboard');

    const row = tableRow(anna, await fullName(anna));
    await row.getByText(t('common.you')).waitFor();
    await row.getByRole('button', { name: /^A: solved at .* 1 wrong try/ }).click();
    await anna.getByRole('dialog').getByText(t('verdict.6')).waitFor();
    await anna
      .getByRole('dialog')
      .getByRole('button', { name: t('common.close') })
      .click();
    await openTab(anna, 'problems');
    await anna.getByText(t('problems.solvedOf', { solved: 1, all: 6 })).waitFor();
  });

  test('finds the source and the receipt of a submission', async () => {
    await openTab(anna, 'solutions');
    await newestSubmission(anna).getByRole('link').first().click();

    const code = anna.getByRole('textbox', { name: t('solutions.source') });
    await code.getByText('divmod').waitFor();
    await anna.getByText(/^SHA-256 [0-9a-f]{64}$/).waitFor();
  });

  test('keeps a draft over a reload', async () => {
    await openTab(anna, 'send');
    const editor = anna.getByRole('textbox', { name: t('send.editor') });
    await editor.fill('print("to be continued")');
    await anna.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('to be continued'));
    await anna.reload();
    await editor.getByText('to be continued').waitFor();
  });

  test('reads everything in Russian after one press, and still does after a reload', async () => {
    const ru = readTexts('ru-ru');
    await anna.getByRole('button', { name: 'Русский' }).click();

    await anna.getByRole('link', { name: ru('tabs.problems'), exact: true }).click();
    await anna.getByRole('heading', { name: ru('tabs.problems') }).waitFor();
    await anna.reload();

    await anna.getByRole('link', { name: 'Два баллона' }).waitFor();
    await anna.locator('html[lang=ru]').waitFor();
    await anna.getByRole('button', { name: 'English' }).click();
    await anna.getByRole('link', { name: 'Two Cylinders' }).waitFor();
  });

  test('signs out, and the way back is closed', async () => {
    await anna.getByRole('button', { name: /^Profile/ }).click();
    await anna.getByRole('menuitem', { name: t('profile.signOut') }).click();
    await anna
      .getByRole('dialog')
      .getByRole('button', { name: t('profile.signOut') })
      .click();
    await anna.getByRole('heading', { name: t('auth.title') }).waitFor();

    await anna.goto(`${url}/contests`);

    await anna.getByRole('heading', { name: t('auth.title') }).waitFor();
  });
});

describe('others', () => {
  let boris: Page;
  beforeAll(async () => {
    boris = await openContests('boris', passwordOf('boris'));
  });

  test('see a row change at once when its participant solves a problem', async () => {
    const chen = await openContests('chen', passwordOf('chen'));
    await joinContest(boris);
    await joinContest(chen);
    await openTab(chen, 'scoreboard');
    const row = tableRow(chen, await fullName(boris));
    await row.getByTitle('A: nothing sent').waitFor();

    await sendFile(boris, { name: 'main.py', source: sourceOf('main.py') }, 'Python 3');

    await row.getByTitle(/^A: solved at/).waitFor();
  });

  test('a supervisor sees everybody’s submissions, also while they arrive', async () => {
    const admin = await openContests('admin', ADMIN_PASSWORD);
    await clickContest(admin);
    await openTab(admin, 'solutions');
    await admin.getByRole('link', { name: t('solutions.all'), exact: true }).click();
    await newestSubmission(admin).getByText(t('verdict.1'), { exact: true }).waitFor();

    await sendFile(boris, { name: 'x.py', source: sourceOf('forgot-the-rest.py') }, 'Python 3');

    await newestSubmission(admin).getByText(t('verdict.2')).waitFor();
    await newestSubmission(admin)
      .getByText(await fullName(boris))
      .waitFor();
    await boris.goto(boris.url().replace('/my', '/all')); // forbidden to participants
    await boris.waitForURL(/\/solutions\/my$/);

    // The author sees the supervisor's decisions at once.
    await newestSubmission(boris).getByText(t('verdict.2')).waitFor();
    await decide(admin, t('deciding.changeVerdict'));
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('combobox', { name: t('solutions.verdict') }).click();
    await admin.getByRole('option', { name: t('verdict.1'), exact: true }).click();
    await dialog.getByText(t('deciding.verdictSolves')).waitFor();
    await dialog.getByLabel(t('profile.oldPassword'), { exact: true }).fill(ADMIN_PASSWORD);
    await dialog.getByRole('button', { name: t('deciding.saveVerdict') }).click();
    await newestSubmission(boris).getByText(t('verdict.1'), { exact: true }).waitFor();

    await decide(admin, t('deciding.recheck'));
    await dialog.getByRole('button', { name: t('deciding.recheck') }).click();
    await newestSubmission(boris).getByText(t('verdict.2')).waitFor();

    await decide(admin, t('deciding.duplicateAsJury'));
    await dialog.getByRole('button', { name: t('deciding.duplicateAsJury') }).click();
    const copy = newestSubmission(admin);
    await copy.getByRole('link', { name: /^A copy of submission/ }).waitFor();
    await copy.getByText('Support').waitFor();
    await copy.getByText(t('verdict.2')).waitFor();

    await decide(admin, t('deciding.delete'));
    await dialog.getByRole('button', { name: t('deciding.delete') }).click();
    await newestSubmission(admin)
      .getByText(await fullName(boris))
      .waitFor();
  });
});

/** Opens the list of contests with a new session of a person; the form of sign-in has its tests above. */
async function openContests(username: string, password: string): Promise<Page> {
  const page = await pageOf(await Contestant.signIn(url, username, password));
  await page.goto(`${url}/contests`);
  return page;
}

/** Opens the menu of the newest submission and picks what to do with it. */
async function decide(page: Page, action: string): Promise<void> {
  await newestSubmission(page)
    .getByRole('button', { name: /^Actions on submission/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('every state of a screen has no barriers and fits its width', async () => {
  const stranger = await newPage();
  const findings = await inspect(stranger, strangerScreens(url));
  const anna = await openContests('anna', passwordOf('anna'));
  await clickContest(anna);
  await anna.waitForURL(/\/contest\/\d+$/);
  findings.push(...(await inspect(anna, participantScreens(anna.url()))));

  expect(findings).toEqual([]);
});

async function inspect(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, open } of screens) {
    await open(page);
    findings.push(...(await findFaultsOfLook(page)).map((fault) => `${name}, ${fault}`));
  }
  return findings;
}

async function fullName(page: Page): Promise<string> {
  const reply = await page.request.get(`${url}/api/user/me`);
  return OwnUser.parse(await reply.json()).fullName;
}

function passwordOf(username: string): string {
  const password = passwords.get(username);
  if (password === undefined) throw new Error(`The first start printed no password of ${username}`);
  return password;
}

/** Lets the program pause in the tests that it passes: a busy page needs seconds to show one. */
const lingering = (source: string) =>
  `#include <unistd.h>\n${source.replace('while', 'if (litres / k < 1000000) usleep(400000);\n  while')}`;

function sourceOf(file: string): string {
  const source = sources.get(file);
  if (source === undefined) throw new Error(`Problem A has no reference solution ${file}`);
  return source;
}
