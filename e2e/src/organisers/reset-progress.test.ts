import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { expect, test } from 'vitest';
import { findFaultsOfPresentLook, visit } from '#browser/browser.ts';
import { t } from '#browser/person.ts';
import { tellStory } from '#browser/story.ts';
import { watchFor } from '#browser/watch-for.ts';

/* Many solutions are judged again at once, and every organiser sees how far that is. */

const MANY = 60;

let server: TestServer;

const { pageOf } = tellStory(async () => {
  server = await startTestServer({ staticDir: await ensureFrontEnd() });
  return server;
});

/** Stores solutions as if they had been judged long ago. */
async function givenJudged(contest: GivenContest, { user }: Person): Promise<void> {
  const one = {
    ...{ contestId: contest.id, problemId: contest.problemIds[0] ?? 0, accountId: user.id },
    ...{ languageId: LANGUAGES.python3.id, sentAtMs: Date.now() - 60_000, source: 'print()' },
    ...{ sourceSha256: 'f'.repeat(64), verdictId: VERDICTS.accepted.id },
  };
  await server.services.db
    .insertInto('solution')
    .values(Array.from({ length: MANY }, () => one))
    .execute();
}

test('many stale verdicts of a problem are judged again from its editor, which shows how far that is', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  await givenJudged(contest, await given.participant(contest));
  const ofContest = services.db.selectFrom('solution').select('id').where('contestId', '=', contest.id);
  await services.db
    .updateTable('solution')
    .set({ judgedBy: JSON.stringify({ testsetSha256: 'earlier', testsSha256: 'earlier' }) })
    .where('id', 'in', ofContest)
    .execute();
  const page = await pageOf(await given.admin());
  await page.goto(`${server.url}/admin/problems/edit/${contest.problemIds[0]}`);
  const wanted = t('problemEditor.rejudge_other', { count: MANY });
  await page.getByRole('button', { name: wanted }).click();
  const told = await watchFor(page, t('deciding.manyBegun_other', { count: MANY }));
  await page.getByRole('dialog').getByRole('button', { name: wanted }).click();

  await told();
  const progress = page.getByRole('region', { name: t('resets.label') });
  await progress.getByText(contest.name).waitFor();
  await progress.getByText(t('resets.judged', { judged: '0', all: `${MANY}` })).waitFor();
  await page.getByRole('button', { name: wanted }).waitFor({ state: 'detached' });
  expect(await findFaultsOfPresentLook(page)).toEqual([]);

  await page.reload();
  await progress.getByText(contest.name).waitFor();
  await services.db.deleteFrom('judging').where('solutionId', 'in', ofContest).execute();
  await progress.getByText(t('resets.over', { all: `${MANY}` })).waitFor();
});

test('a reset of many is seen by who began it, after a reload, and by another organiser, until its end', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  await givenJudged(contest, await given.participant(contest));
  const page = await pageOf(await given.supervisor());
  const others = await pageOf(await given.admin());
  await others.goto(`${server.url}/admin/contests/${contest.id}/rejudgings`);
  await others.getByText(t('rejudgings.none')).waitFor();

  await page.goto(`${server.url}/contest/${contest.id}/solutions/all`);
  await page.getByRole('button', { name: t('deciding.all') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('deciding.recheckMany') })
    .click();

  const none = { judged: '0', all: `${MANY}` };
  for (const one of [page, others]) {
    await one
      .getByRole('region', { name: t('resets.label') })
      .getByText(t('resets.judged', none))
      .waitFor();
    expect(await findFaultsOfPresentLook(one)).toEqual([]);
  }
  await page.reload();
  await page
    .getByRole('region', { name: t('resets.label') })
    .getByText(t('resets.judged', none))
    .waitFor();
  await visit(others, `${server.url}/admin/contests/${contest.id}/live`);
  await others.getByRole('button', { name: t('control.extend') }).waitFor(); // the screen before shows the same line
  await others.getByText(t('resets.judged', none)).waitFor();

  const ofContest = services.db.selectFrom('solution').select('id').where('contestId', '=', contest.id);
  const judged = ofContest.orderBy('id').limit(20);
  await services.db.deleteFrom('judging').where('solutionId', 'in', judged).execute();
  for (const one of [page, others])
    await one.getByText(t('resets.judged', { ...none, judged: '20' })).waitFor();
  expect(await findFaultsOfPresentLook(others)).toEqual([]);

  await services.db.deleteFrom('judging').where('solutionId', 'in', ofContest).execute();
  for (const one of [page, others]) await one.getByText(t('resets.over', { all: `${MANY}` })).waitFor();
});
