import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { doJudgingChores } from '#features/judging/judging-chores.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let judge: TestJudge;
let jury: Person;
beforeAll(async () => {
  server = await startTestServer();
  jury = await server.given.admin();
  judge = await startTestJudge(server.url);
});
afterAll(() => server.close());
beforeEach(() => server.services.db.deleteFrom('judging').execute());

/** A contest with official results in its practice; a jury solution of the main time has no verdict yet. */
async function givenWaitingJury(): Promise<{ contest: GivenContest; solutionId: number }> {
  const contest = await server.given.contest({
    ...{ startsInMin: -110, durationMin: 100, freezeInMin: -20, practiceMin: 1000 },
  });
  const { db, announcements } = server.services;
  await db.updateTable('contest').set({ hasOfficialResults: true }).where('id', '=', contest.id).execute();
  await announcements.caughtUp();
  const solutionId = Number((await jury.submit(contest, {})).json.id);
  const sentAtMs = contest.startTimeMs + 20 * 60_000;
  await db.updateTable('solution').set({ sentAtMs }).where('id', '=', solutionId).execute();
  return { contest, solutionId };
}

const finalize = ({ id }: GivenContest) => jury.post(`/api/admin/contests/${id}/results/finalize`, {});

async function makeFinal({ id }: GivenContest): Promise<void> {
  const values = { finalizedAtMs: Date.now(), finalizedById: jury.user.id };
  await server.services.db.updateTable('contest').set(values).where('id', '=', id).execute();
}

const verdictOf = async (solutionId: number) =>
  (
    await server.services.db
      .selectFrom('solution')
      .select('verdictId')
      .where('id', '=', solutionId)
      .executeTakeFirstOrThrow()
  ).verdictId;

test('results are not made final while a solution of the jury waits, whose verdict would be refused for ever', async () => {
  const { contest } = await givenWaitingJury();

  expect((await finalize(contest)).json.error?.code).toBe('RESULTS_INCOMPLETE');
  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer' });
  expect((await finalize(contest)).status).toBe(200);
});

test('work whose end is refused keeps neither other work nor other chores from theirs', async () => {
  const { contest, solutionId } = await givenWaitingJury();
  await judge.mustClaim();
  const other = await server.given.contest();
  const sent = Number((await (await server.given.participant(other)).submit(other, {})).json.id);
  await judge.mustClaim();
  await makeFinal(contest); // An earlier version did so.
  const { db } = server.services;
  await db.updateTable('judging').set({ attempt: 3, leasedUntilMs: 1 }).execute();

  await doJudgingChores(server.services);

  expect(await verdictOf(sent)).toBe(VERDICTS.judgingError.id);
  expect(await verdictOf(solutionId)).toBeNull();
});

test.each([
  ['the row in the queue', 'select from judging where solution_id = '],
  ['its contest', 'select from contest where id = (select contest_id from solution where id = '],
])(
  'work that somebody holds by %s is ended by a later round, and keeps no chores waiting',
  async (_what, held) => {
    const contest = await server.given.contest();
    const sent = Number((await (await server.given.participant(contest)).submit(contest, {})).json.id);
    await judge.mustClaim();
    const { db, log } = server.services;
    await db.updateTable('judging').set({ attempt: 3, leasedUntilMs: 1 }).execute();
    const errors = vi.spyOn(log, 'error');
    await db.transaction().execute(async (tx) => {
      await sql`${sql.raw(held)} ${sql.lit(sent)} ${sql.raw(held.includes('(') ? ')' : '')} for update`.execute(
        tx,
      );
      await doJudgingChores(server.services);
    });
    expect(errors.mock.calls).toEqual([]);
    errors.mockRestore();

    await doJudgingChores(server.services);
    expect(await verdictOf(sent)).toBe(VERDICTS.judgingError.id);
  },
);

test('work that final results refuse leaves the queue, and is judged once they are opened again', async () => {
  const { contest, solutionId } = await givenWaitingJury();
  await judge.mustClaim();
  await makeFinal(contest); // An earlier version did so.
  const { db } = server.services;
  await db.updateTable('judging').set({ attempt: 3, leasedUntilMs: 1 }).execute();

  await doJudgingChores(server.services);

  expect(await db.selectFrom('judging').select('id').execute()).toEqual([]);
  const values = { finalizedAtMs: null, finalizedById: null };
  await db.updateTable('contest').set(values).where('id', '=', contest.id).execute();
  expect((await finalize(contest)).json.error?.code).toBe('RESULTS_INCOMPLETE');
  expect((await jury.post(`/api/admin/contests/${contest.id}/solutions/refresh`)).status).toBe(200);
  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer' });
  expect(await verdictOf(solutionId)).toBe(VERDICTS.wrongAnswer.id);
});
