import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { givenOutsideProblem } from '@balloon/server/testing/given-outside.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsOfPresentLook, PHONE, visit } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';

/* A problem that Timus judges, as participants see it: its statement, its limits, and solutions that wait for it. */

const STATEMENT = `<div class="problem_par"><div class="problem_par_normal">A bill of $n$ dollars ($1 \\le n \\le 10^5$) is paid
with coins: one costs $5, another $10. See \\(a_i\\) and $$$b_i$$$.</div></div>
<div class="problem_par"><div class="problem_par_normal">$$\\sum_{i=1}^{k} a_i = n$$</div></div>
<h3 class="problem_subtitle">Input</h3><div class="problem_par"><div class="problem_par_normal">The number, as in
<code>read $n$</code>.</div></div><pre>echo $a$</pre>`;

let server: TestServer;
let contest: GivenContest;
let anna: Person;
let jury: Person;
let serverId: number;
let languageId: number;
let page: Page;

const { pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});
beforeAll(async () => {
  const { db } = server.services;
  const given = await givenOutsideProblem(db, {
    ...{
      title: 'Coins of the realm',
      htmlStatement: STATEMENT,
      sourceUrl: 'https://timus.example.org/?num=1000',
    },
    limits: { timeLimitMs: 1000, memoryLimitKb: 65_536, inputFile: 'coins.in' },
  });
  ({ serverId, languageId } = given);
  await db
    .insertInto('outsideAccount')
    .values({ serverId, name: 'first', credentials: 'sealed elsewhere' })
    .execute();
  contest = await server.given.contest({ name: 'Training', problems: [given.problemId, 'Own'] });
  anna = await server.given.participant(contest, { username: 'anna' });
  jury = await server.given.admin();
  page = await pageOf(anna);
});

const addressOf = (path: string) => `${server.url}/contest/${contest.id}/${path}`;
const open = (path: string, opened = page) => opened.goto(addressOf(path));
const send = async (number: number) =>
  Number((await anna.submit(contest, { languageId, solution: `int main() { return ${number}; }` })).json.id);
const says = (key: string, values: object = {}) => t(`solutions.${key}`, { system: 'Timus', ...values });
const row = (id: number) => page.getByRole('row').filter({ has: page.locator(`a[href$="/source/${id}"]`) });

async function sent(
  solutionId: number,
  run: { state: 'sending' | 'accepted' | 'unsettled'; looks?: number; foreignRunId?: string },
) {
  const { db } = server.services;
  const { id: accountId } = await db
    .selectFrom('outsideAccount')
    .select('id')
    .where('serverId', '=', serverId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('outsideRun')
    .values({ ...{ solutionId, serverId, accountId, watermark: null, sentAtMs: 1 }, ...run })
    .execute();
}

test('limits stand where ours do, beside who judges', async () => {
  await open('problems');
  const limits = `1 s · 64 MB · coins.in / standard output · ${t('limits.judgedBy', { system: 'Timus' })}`;
  await page.getByText(limits).waitFor();
  await open('problems/A');
  await page.getByText(limits).first().waitFor();
});

test('all forms of formulas are typeset, and neither prices nor code', async () => {
  await visit(page, addressOf('problems/A'));
  const text = page.locator('.timus-problem-par').first();
  await text.locator('.katex').first().waitFor();
  expect(await text.locator('.katex').count()).toBe(4);
  expect(await page.locator('.katex-display').count()).toBe(1);
  expect(await text.innerText()).toContain('one costs $5, another $10.');
  expect(await page.getByText('read $n$').count()).toBe(1);
  expect(await page.locator('pre', { hasText: 'echo $a$' }).count()).toBe(1);
  expect(await findFaultsOfPresentLook(page)).toEqual([]);
});

test('a list tells what each solution waits for, live and after a reload', async () => {
  const ids = [await send(1), await send(2), await send(3), await send(4), await send(5)];
  const [first = 0, second = 0, checked = 0, received = 0, stuck = 0] = ids;
  await sent(checked, { state: 'sending', looks: 1 });
  await sent(received, { state: 'accepted', foreignRunId: '17' });
  await sent(stuck, { state: 'unsettled' });
  await open('solutions/my');
  await row(first)
    .getByText(says('outside.queued', { place: 1 }))
    .waitFor();
  await row(second)
    .getByText(says('outside.queued', { place: 2 }))
    .waitFor();
  await row(checked).getByText(says('outside.checking')).waitFor();
  await row(received).getByText(says('outside.received')).waitFor();
  await row(stuck).getByText(says('outside.stuck')).waitFor();
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  const path = `/api/admin/outside-systems/servers/${serverId}`;
  await jury.post(`${path}/pause`, { reason: 'maintenance' });
  await row(first).getByText(says('outside.paused')).waitFor();
  await row(received).getByText(says('outside.received')).waitFor();
  await page.reload();
  await row(second).getByText(says('outside.paused')).waitFor();

  await open(`source/${first}`);
  await page.getByText(says('outside.paused')).waitFor();
  await jury.post(`${path}/resume`);
  await page.getByText(says('outside.queued', { place: 1 })).waitFor();
});

test('the cell of the table and the send screen tell the same', async () => {
  await visit(page, addressOf('send/A'));
  await page.getByText(says('outside.stuck')).first().waitFor();
  await visit(page, addressOf('table'));
  await page.getByRole('button', { name: /^A: / }).click();
  await page.getByRole('dialog').getByText(says('outside.received')).waitFor();
  await page
    .getByRole('dialog')
    .getByText(says('outside.queued', { place: 2 }))
    .waitFor();
});

test('after the contest its author finds the run at the system', async () => {
  const { db } = server.services;
  const { solutionId } = await db
    .selectFrom('outsideRun')
    .select('solutionId')
    .where('foreignRunId', '=', '17')
    .executeTakeFirstOrThrow();
  await open(`source/${solutionId}`);
  await page.getByText(says('outside.received')).waitFor();
  expect(await page.getByRole('link', { name: says('outsideRun') }).count()).toBe(0);
  await db
    .updateTable('contest')
    .set({ durationTimeMs: 1000, relativeFreezeTimeMs: 1000 })
    .where('id', '=', contest.id)
    .execute();
  await page.reload();
  const run = page.getByRole('link', { name: says('outsideRun') });
  expect(await run.getAttribute('href')).toMatch(/status\.aspx\?.*from=17$/);
  await page.getByRole('link', { name: says('outsideProblem') }).waitFor();
});

test('fits a phone in the dark', async () => {
  const phone = await pageOf(anna, { viewport: PHONE, colorScheme: 'dark', locale: 'ru-RU' });
  for (const path of ['solutions/my', 'problems/A', 'problems']) {
    await open(path, phone);
    await phone.getByText('Timus').first().waitFor();
    expect(await findFaultsOfPresentLook(phone)).toEqual([]);
  }
});
