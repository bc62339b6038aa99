import { gzipSync } from 'node:zlib';
import type { TestReport } from '@balloon/contracts/judging/judge.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { startTestJudge } from '@balloon/server/testing/test-judge.ts';
import { startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';
import { expect, test } from 'vitest';
import { findFaultsOfPresentLook } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* Supervisors find out why a solution failed, and do not do so twice. */

let server: TestServer;

const { pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});

const failed = (number: number): TestReport => ({
  ...{ number, verdict: 'wrongAnswer', timeMs: 15, memoryKb: 2048, exitCode: 0, signal: null },
  ...{ points: null, comment: 'more than one line', input: null, output: null, answer: null },
});

test('a supervisor reads the whole output on a test beside the answer', async () => {
  const { given } = server;
  const contest = await given.contest();
  const anna = await given.participant(contest);
  const judge = await startTestJudge(server.url);
  const { id } = (await anna.submit(contest, {})).json;
  await judge.result(await judge.mustClaim(), {
    verdict: 'wrongAnswer',
    testNumber: 1,
    compilerOutput: 'warning: unused variable',
  });
  const page = await pageOf(await given.supervisor());
  await page.goto(`${server.url}/contest/${contest.id}/source/${id}`);
  await page.getByText('warning: unused variable').first().waitFor();

  await page.getByRole('button', { name: t('testFiles.run'), exact: true }).click();
  await page.getByText(t('testFiles.queued')).waitFor();
  const output = '3\nand more\n';
  const packedOutput = gzipSync(output).toString('base64');
  const tests = [{ ...failed(1), output: { text: output, bytes: output.length }, packedOutput }];
  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 1, tests });
  await page.getByText(t('testFiles.differsFrom', { line: 2 })).waitFor(); // by itself
  const row = page.getByRole('row', { name: t('testFiles.differs') });
  await row.getByText('and more').waitFor();
  await row.getByText(t('testFiles.ended')).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await page.getByRole('combobox', { name: t('testFiles.shown') }).click();
  await page.getByRole('option', { name: t('testFiles.input') }).click();
  await page
    .getByRole('group', { name: t('testFiles.input') })
    .getByText('1 2')
    .waitFor();
  expect(new URL(page.url()).searchParams.get('file')).toBe('input');
  const download = page.waitForEvent('download');
  await page
    .getByRole('region', { name: t('testFiles.input') })
    .getByRole('link', { name: t('testFiles.download') })
    .click();
  expect((await download).suggestedFilename()).toBe(`${id}-test-1-input.txt`);
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  const asked = page.waitForResponse(
    (response) => response.url().endsWith('/details') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: t('details.run') }).click();
  expect((await asked).status()).toBe(200);
  const task = await judge.mustClaim();
  await judge.result(task, { verdict: 'wrongAnswer', testNumber: 1, tests: [failed(1), failed(2)] });
  await page.getByRole('button', { name: t('details.test', { number: 2 }) }).click();
  await page.getByRole('button', { name: t('testFiles.whole', { number: 2 }) }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('test')).toBe('2');
  const title = page.getByRole('heading', { name: t('testFiles.title') });
  await expect.poll(() => title.evaluate((heading) => heading === document.activeElement)).toBe(true);
});

test('supervisors see who looks into a solution, and who checks it', async () => {
  const { given } = server;
  const contest = await given.contest();
  const { id } = (await (await given.participant(contest)).submit(contest, {})).json;
  const [anna, boris] = [await given.supervisor(), await given.supervisor()];
  const [page, list] = [await pageOf(anna), await pageOf(boris)];
  await list.goto(`${server.url}/contest/${contest.id}/solutions/all`);
  await page.goto(`${server.url}/contest/${contest.id}/source/${id}`);
  const nameOf = ({ user }: typeof anna) => `First ${user.username}`;

  const row = list.getByRole('row').filter({ has: list.getByRole('link', { name: `${id}`, exact: true }) });
  await row.getByLabel(t('desk.looks')).waitFor(); // by itself
  await page.getByRole('button', { name: t('desk.take') }).click();
  await row.getByLabel(t('desk.checks')).waitFor();
  await row.getByText(nameOf(anna)).waitFor();
  expect(await findFaultsOfPresentLook(list)).toEqual([]);

  await row.getByRole('link', { name: `${id}`, exact: true }).click();
  await list.getByText(t('desk.takenBy', { name: nameOf(anna) })).waitFor();
  expect(await list.getByRole('button', { name: t('desk.take') }).count()).toBe(0);
  await page.getByText(t('desk.openAt', { names: nameOf(boris) })).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
});
