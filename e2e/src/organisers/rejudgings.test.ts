import { gzipSync } from 'node:zlib';
import { packTestRuns } from '@balloon/domain/judging/test-runs.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { startTestJudge } from '@balloon/server/testing/test-judge.ts';
import { startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { expect, test } from 'vitest';
import { findFaultsOfPresentLook, visit } from '#browser/browser.ts';
import { holdAnswers } from '#browser/hold-calls.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* A supervisor has solutions judged again and sees what would change before it does. */

/** Results of tests 1, 2… as a judge sends them. */
const packed = (...runs: [verdictId: number, timeMs: number][]) => {
  const tests = runs.map(([verdictId, timeMs], at) => ({
    number: at + 1,
    verdictId,
    timeMs,
    memoryKb: 3456,
  }));
  return Buffer.from(packTestRuns(tests)).toString('base64');
};

let server: TestServer;

const { pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});

test('a supervisor chooses solutions, sees the effect on the table, and applies it', async () => {
  const { given } = server;
  const contest = await given.contest({ problems: ['A', 'B'] });
  const [anna, boris] = [await given.participant(contest), await given.participant(contest)];
  const judge = await startTestJudge(server.url);
  await anna.submit(contest, {});
  await judge.result(await judge.mustClaim(), { verdict: 'accepted' });
  const sent = await boris.submit(contest, {});
  const failedOutput = { bytes: 4, packed: gzipSync('1\n4\n').toString('base64') };
  await judge.result(await judge.mustClaim(), {
    ...{
      verdict: 'wrongAnswer',
      testNumber: 2,
      timeMs: 200,
      failedOutput,
      compilerOutput: 'unused variable',
    },
    testRuns: packed([1, 100], [2, 200]),
  });
  const page = await pageOf(await given.supervisor());

  await page.goto(`${server.url}/admin/contests/${contest.id}/live`);
  await page.getByRole('link', { name: t('rejudgings.heading') }).click();
  await page.getByText(t('rejudgings.none')).waitFor();
  const startBoth = page.getByRole('button', { name: t('rejudgings.start_other', { number: 2 }) });
  await startBoth.waitFor();
  await page.getByRole('textbox', { name: t('rejudgings.reason') }).fill('The checker was too strict');
  await expect.poll(() => startBoth.isEnabled()).toBe(true);
  const letPreviewCome = await holdAnswers(page, /\/rejudgings\/preview\?/);
  await page.getByRole('checkbox', { name: t('rejudgings.rejected') }).click();
  await page.waitForURL(/\?rejected=true$/);
  await expect.poll(() => startBoth.isDisabled()).toBe(true); // it would judge another number
  await letPreviewCome();
  const start = page.getByRole('button', { name: t('rejudgings.start_one', { number: 1 }) });
  await expect.poll(() => start.isEnabled()).toBe(true);
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
  await start.click();

  await page.getByText(t('rejudgings.states.judging', { ended: '0', all: '1' })).waitFor();
  await expect.poll(() => page.getByRole('button', { name: t('rejudgings.apply') }).isDisabled()).toBe(true);
  await judge.rejudgeResult(await judge.mustClaimRejudging(), {
    testRuns: packed([1, 103], [1, 209], [1, 40]),
  });
  await page.getByText(t('rejudgings.states.ready')).waitFor(); // by itself
  await page.getByText(t('rejudgings.rows_one', { count: 1, all: 2 })).waitFor();
  await page.getByRole('row', { name: boris.user.username }).getByText('0 → 1').waitFor();
  await page
    .getByRole('button', { name: t('rejudgings.testsChanged_other', { count: 2, number: 2 }) })
    .click();
  await page.getByText(t('judgementTests.changed_other', { count: 2, number: 2 })).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await page.getByRole('button', { name: t('rejudgings.apply') }).click();
  await page
    .getByRole('dialog')
    .getByText(t('rejudgings.applyText_one', { count: 1 }))
    .waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('rejudgings.apply') })
    .click();
  await page.getByText(t('rejudgings.states.applied'), { exact: true }).waitFor();
  await page.goto(`${server.url}/contest/${contest.id}/solutions/all?users=${boris.user.id}`);
  await page.getByRole('table').getByText(t('verdict.1')).waitFor();
  const letAllCome = await holdAnswers(page, /\/solutions\/all\?/);
  await page.getByRole('button', { name: t('solutions.clearFilters') }).click();
  const all = page.getByRole('button', { name: t('deciding.all') });
  await all.waitFor();
  await expect.poll(() => all.isDisabled()).toBe(true); // the number is that of the filter
  await letAllCome();
  await expect.poll(() => all.isEnabled()).toBe(true);
  await expect.poll(() => page.getByRole('table').getByText(t('verdict.1')).count()).toBe(2);
  await visit(page, `${server.url}/contest/${contest.id}/source/${sent.json.id}?test=2&file=output`);
  await page.getByText(t('judgementTests.title')).first().click();
  await page.getByText(t('judgementTests.changed_other', { count: 2, number: 2 })).waitFor();
  await page
    .getByRole('region', { name: t('testFiles.judged') })
    .getByText('1 4')
    .first()
    .waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
});
