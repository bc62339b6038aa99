import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SimilarityReport } from '@balloon/contracts/solutions/similarity.ts';
import { SolutionCode, SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { TrialRun } from '@balloon/contracts/solutions/trial-runs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import type { RunningJudge } from '@balloon/judge/main.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE, visit } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { startRealJudge } from '#sites/real-judge.ts';

/*
 * A participant tries code before sending it: in a real browser, against a real judge. The tests build on each other.
 * The problem is to add two numbers; both of its tests are samples.
 */

/** On a busy machine Java needs more than a second; a run that is stopped by hand lasts until then. */
const TIME_LIMIT_MS = 60_000;

let server: TestServer;
let judge: RunningJudge;
let workDir: string;
let contest: GivenContest;
let anna: Person;
let page: Page;

const { faults, pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd(), trialRunsPerMinute: 100 });
  return server;
});
beforeAll(async () => {
  workDir = await mkdtemp(path.join(tmpdir(), 'balloon-trial-'));
  judge = await startRealJudge(server.url, workDir, 'judge');
  contest = await server.given.contest({ problems: ['A', 'B'] });
  await server.services.db.updateTable('test').set({ isSample: true }).execute();
  await server.services.db.updateTable('testset').set({ timeLimitMs: TIME_LIMIT_MS }).execute();
  anna = await server.given.participant(contest, { username: 'anna' });
  page = await enter();
});
afterAll(async () => {
  await judge?.close();
  await rm(workDir, { recursive: true, force: true });
});

async function enter(options: BrowserContextOptions = {}): Promise<Page> {
  const opened = await pageOf(anna, options);
  await opened.goto(`${server.url}/contest/${contest.id}/send/A`);
  await opened.getByRole('combobox', { name: t('send.language') }).click();
  await opened.getByRole('option', { name: 'Python 3', exact: true }).click();
  return opened;
}

const editor = () => page.getByRole('textbox', { name: t('send.editor') });
const panel = (on = page) => on.getByRole('region', { name: t('trial.title') });
const says = (text: string) => panel().getByRole('status').getByText(text).waitFor();
/** Replaces the code; a busy editor may take what is typed before it knows what is selected. */
const write = (code: string) =>
  expect
    .poll(async () => {
      await editor().fill(code);
      return (await editor().innerText()).trimEnd();
    })
    .toBe(code);
const passed = (number: number) => says(t('trial.passed', { passed: number, total: 2 }));
const onSamples = () => page.getByRole('button', { name: t('trial.runOnSamples') });
const onInput = () => page.getByRole('button', { name: t('trial.runOnInput') });

/** Script of an author; never run here. */
const SCRIPT = {
  language: 'python3',
  files: [{ path: 'talk.py', sha256: '0'.repeat(64), bytes: 1 }],
  sources: ['talk.py'],
};
const SUM = 'import sys\nprint(sum(map(int, input().split())))\nprint("added", file=sys.stderr)';

describe('on the samples', () => {
  test('a wrong answer is shown beside the expected one, with the line that differs', async () => {
    await write('print(3)');
    await onSamples().click();

    await passed(1);
    await panel()
      .getByRole('button', { name: t('trial.sample', { number: 2 }), expanded: true })
      .filter({ hasText: t('verdict.2') })
      .waitFor();
    await panel()
      .getByText(t('trial.differs', { line: 1 }))
      .waitFor();
    const file = (name: string) => panel().getByRole('region', { name, exact: true });
    await expect.poll(() => file(t('trial.expected')).locator('mark').textContent()).toBe('0\n');
    await expect.poll(() => file(t('trial.output')).locator('mark').textContent()).toBe('3\n');
    expect(await findFaultsOfPresentLook(page)).toEqual([]);
  });

  test('corrected code is run by keyboard, and results do not move the page', async () => {
    await write(SUM);
    await panel().getByText(t('trial.outdated')).waitFor();
    const places = () => Promise.all([editor(), onSamples(), panel()].map((part) => part.boundingBox()));
    const before = await places();

    await editor().press("Control+'");

    await passed(2);
    await panel().getByText(t('trial.outdated')).waitFor({ state: 'detached' });
    expect(await places()).toEqual(before);
    await panel()
      .getByRole('button', { name: t('trial.sample', { number: 1 }) })
      .click();
    await panel().getByText('added').first().waitFor();
  });

  test('a compilation error shows the compiler’s text', async () => {
    await write('print(');
    await onSamples().click();
    await panel().getByText('SyntaxError').waitFor();
  });
});

describe('on own input', () => {
  test('the output is shown, also after a reload, and the input stays with its problem', async () => {
    await write(SUM);
    await panel()
      .getByRole('tab', { name: t('trial.ownInput') })
      .click();
    await panel()
      .getByRole('textbox', { name: t('trial.ownInput') })
      .fill('20 22');
    await panel()
      .getByRole('textbox', { name: t('trial.ownInput') })
      .press('Control+Enter');
    await panel()
      .getByRole('region', { name: t('trial.output') })
      .getByText('42')
      .waitFor();
    await panel()
      .getByRole('region', { name: t('trial.stderr') })
      .getByText('added')
      .waitFor();
    expect(await findFaultsOfPresentLook(page)).toEqual([]);

    await page.reload();
    await panel()
      .getByRole('region', { name: t('trial.output') })
      .getByText('42')
      .waitFor();
    const ownInput = panel().getByRole('textbox', { name: t('trial.ownInput') });
    await expect.poll(() => ownInput.inputValue()).toBe('20 22');
    await visit(page, `${server.url}/contest/${contest.id}/send/B`);
    await expect.poll(() => ownInput.inputValue()).toBe('');
    await visit(page, `${server.url}/contest/${contest.id}/send/A`);
    await expect.poll(() => ownInput.inputValue()).toBe('20 22'); // the next test writes here
  });

  test('a run is stopped by the button that started it, which keeps the focus', async () => {
    await write('while True: pass');
    await expect.poll(() => onInput().isEnabled()).toBe(true); // a key pressed on a disabled button is lost
    await onInput().focus();
    await page.keyboard.press('Enter');
    await says(t('trial.running'));
    const stop = page.getByRole('button', { name: t('trial.cancel') });
    await expect.poll(() => stop.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await says(t('trial.cancelled'));
    await onInput().waitFor();
  });

  test('the page shows a lost connection, and the run starts once the connection is back', async () => {
    await write('print("back")');
    await page.context().setOffline(true);
    await onInput().click();
    await says(t('trial.triesAgain'));
    await page.context().setOffline(false);
    await panel()
      .getByRole('region', { name: t('trial.output') })
      .getByText('back')
      .waitFor();
    await page.getByText(t('socket.on')).first().waitFor({ state: 'attached' });
    faults.splice(0); // caused by the broken connection
  });
});

test('a participant who runs too often sees how long to wait', async () => {
  const { db, options } = server.services;
  options.trialRunsPerMinute = 1;
  // The runs before may have been more than a minute ago.
  await db
    .updateTable('trialRun')
    .set({ createdAtMs: await databaseNowMs(db) })
    .execute();
  await onInput().click();
  await panel()
    .getByRole('status')
    .getByText(/^Too often: the next run in \d+ seconds?$/)
    .waitFor();
  await expect.poll(() => onInput().isDisabled()).toBe(true);
  options.trialRunsPerMinute = 100;
  expect(faults.splice(0)).toEqual([expect.stringMatching(/^429 /)]);
});

test('a problem without trial runs shows the reason', async () => {
  const { db } = server.services;
  const problemB = contest.problemIds[1] ?? 0;
  const testsets = db.selectFrom('testset').select('id').where('problemId', '=', problemB);
  const open = () => page.goto(`${server.url}/contest/${contest.id}/send/B`);
  const samples = panel().getByRole('tab', { name: t('trial.samples') });
  await db.updateTable('test').set({ isSample: false }).where('testsetId', 'in', testsets).execute();
  await open();
  await onInput().waitFor(); // the only kind of run available
  await samples.click();
  await panel().getByText(t('trial.noSamples')).waitFor();
  await expect.poll(() => onSamples().isDisabled()).toBe(true);

  const rules = { interactor: { protocol: 'testlib', program: SCRIPT, flags: [] } };
  await db.updateTable('test').set({ isSample: true }).execute();
  await db
    .updateTable('testset')
    .set({ rules: JSON.stringify(rules) })
    .where('problemId', '=', problemB)
    .execute();
  await open();
  await panel().getByText(t('trial.conversation')).waitFor();

  await db.updateTable('problem').set({ systemType: 'timus' }).where('id', '=', problemB).execute();
  await open();
  await page.getByText(t('trial.obstacle.FOREIGN_JUDGE')).waitFor();
  expect(await onSamples().or(onInput()).count()).toBe(0);
});

test('no trial became a submission', async () => {
  const list = await anna.get(`/api/contest/${contest.id}/solutions/my`);
  expect(list.as(SolutionList).solutionsNumber).toBe(0);
});

test('it fits a phone', async () => {
  const phone = await enter({ viewport: PHONE, colorScheme: 'dark' });
  await phone.getByRole('textbox', { name: t('send.editor') }).fill('print(3)');
  await panel(phone)
    .getByRole('tab', { name: t('trial.samples') })
    .click();
  await phone.getByRole('button', { name: t('trial.runOnSamples') }).click();
  await panel(phone)
    .getByText(t('trial.differs', { line: 1 }))
    .waitFor();
  expect(await findFaultsOfPresentLook(phone)).toEqual([]);
});

describe('several files', () => {
  // C++ that compiles is judged in `judge/src/compile/compile-files.test.ts`.
  const wrongCpp = [
    { name: 'sum.h', content: 'long long sum(long long a, long long b);\n' },
    {
      name: 'sum.cpp',
      content: '#include "sum.h"\nlong long sum(long long a, long long b) { return a + b; }\n',
    },
    { name: 'task.cpp', content: '#include "sum.h"\nint main() { return sum; }' },
  ];
  const java = [
    { name: 'Sum.java', content: 'class Sum { static long of(long a, long b) { return a + b; } }\n' },
    {
      name: 'Start.java',
      content:
        'public class Start { public static void main(String[] a) { var in = new java.util.Scanner(System.in); System.out.println(Sum.of(in.nextLong(), in.nextLong())); } }\n',
    },
  ];
  const python = [
    { name: 'adding.py', content: 'def add(a, b):\n    return a + b\n' },
    { name: 'start.py', content: 'from adding import add\nprint(add(*map(int, input().split())))\n' },
  ];
  const post = (path: string, body: object) => anna.post(`/api/contest/${contest.id}/${path}`, body);

  test.each([
    ['Java', LANGUAGES.java.id, { files: java }],
    ['Python', LANGUAGES.python3.id, { files: python, entryPoint: 'start.py' }],
  ])('in %s are judged together', async (_language, languageId, program) => {
    const reply = await post('solutions', { symbolIndex: 'A', languageId, ...program });
    expect(reply.status).toBe(200);
    const verdict = async () => {
      const code = await anna.get(`/api/contest/${contest.id}/solutions/${reply.json.id}/code`);
      const { verdictId, compilationError } = code.as(SolutionCode);
      return compilationError ?? verdictId;
    };
    await expect.poll(verdict).toBe(VERDICTS.accepted.id);
  });

  test('are tried out, and what the compiler says names the file', async () => {
    const reply = await post('trial-runs', {
      symbolIndex: 'A',
      languageId: LANGUAGES.cpp20.id,
      files: wrongCpp,
    });
    expect(reply.status).toBe(200);
    const said = async () => {
      const run = await anna.get(`/api/contest/${contest.id}/trial-runs/${reply.json.id}`);
      return run.as(TrialRun).result?.compilationError;
    };
    await expect.poll(said).toContain('task.cpp:2');
  });
});

test('the judge also compares solutions, when nothing else waits', async () => {
  const program = (name: string) =>
    `def ${name}(text):
    total, sign = 0, 1
    for word in text.split():
        if word.startswith("-"):
            sign, word = -1, word[1:]
        while len(word) > 1 and word[0] == "0":
            word = word[1:]
        total, sign = total + sign * int(word), 1
    return total
print(${name}(input()))
`;
  const compared = await server.given.contest({ problems: ['A'] });
  for (const name of ['add', 'sum_of']) {
    const author = await server.given.participant(compared);
    const sent = { symbolIndex: 'A', languageId: LANGUAGES.python3.id, solution: program(name) };
    expect((await author.submit(compared, sent)).status).toBe(200);
  }
  const { db } = server.services;
  const accepted = () =>
    db
      .selectFrom('solution')
      .select('id')
      .where('contestId', '=', compared.id)
      .where('verdictId', '=', VERDICTS.accepted.id)
      .execute();
  await expect.poll(async () => (await accepted()).length).toBe(2);

  const path = `/api/admin/contests/${compared.id}/similarity`;
  const jury = await server.given.supervisor();
  expect((await jury.post(path)).status).toBe(200);
  const report = async () => (await jury.get(path)).as(SimilarityReport);
  await expect.poll(async () => (await report()).state).toBe('done');
  expect(await report()).toMatchObject({ comparedNumber: 2, leftOut: [], pairs: [{ similarity: 1 }] });
});
