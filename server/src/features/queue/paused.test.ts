import { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealCredentials } from '#features/outside-systems/accounts.ts';
import { claimNextOutside } from '#features/outside-systems/relay.queries.ts';
import { type Claimer, claimNext } from '#features/queue/claim.queries.ts';
import { takeBackFromJudges } from '#features/queue/paused.ts';
import { givenOutsideProblem } from '#testing/given-outside.ts';
import { holdBackAt, meanwhile } from '#testing/held-back.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { type GivenContest, startTestServer, type TestServer } from '#testing/test-server.ts';

/* A claim decides by what it saw when it began to look through the queue; a pause may begin and be committed meanwhile. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await holdBackAt(server.services.db, 'contest_problem', 'judging_paused_at_ms');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.deleteFrom('judging').execute(); // left by other tests
});

/** Pauses judging of the last problem of a contest, which nothing but the test looks at. */
const pauseLast = ({ id: contestId, problemIds }: GivenContest) =>
  server.services.db.transaction().execute(async (tx) => {
    const problemId = problemIds.at(-1) ?? 0;
    await tx
      .withTables<{
        storedContestProblem: { contestId: number; problemId: number; judgingPausedAtMs: number };
      }>()
      .updateTable('storedContestProblem')
      .set({ judgingPausedAtMs: Date.now() })
      .where('contestId', '=', contestId)
      .where('problemId', '=', problemId)
      .execute();
    await takeBackFromJudges(tx, { contestId, problemId });
  });

const leaseOf = (solutionId: number) =>
  server.services.db
    .selectFrom('judging')
    .select(['fence', 'attempt', 'leasedUntilMs'])
    .where('solutionId', '=', solutionId)
    .executeTakeFirstOrThrow();
const WAITS = { fence: null, attempt: 0, leasedUntilMs: null };

test('a claim that began before a pause gets what comes after the paused solution', async () => {
  const { given, services } = server;
  const contest = await given.contest({ problems: ['A', 'B'] });
  const author = await given.participant(contest);
  const paused = (await author.submit(contest, { symbolIndex: 'B' })).as(SubmitReply).id;
  const other = (await author.submit(contest, { symbolIndex: 'A' })).as(SubmitReply).id;
  const { judgeId } = await startTestJudge(server.url);
  const claimer: Claimer = {
    ...{ judgeId, languageKeys: ['python3'], takes: ['solution'] },
    ...{ takesBulk: true, leaseMs: 60_000 },
  };

  const lease = await meanwhile(
    services.db,
    (tx) => claimNext(tx, claimer),
    () => pauseLast(contest),
  );

  expect(await leaseOf(paused)).toEqual(WAITS);
  expect(lease).toMatchObject({ solutionId: other, attempt: 1 });
});

test('nor does a relay get a solution that was paused while it claimed', async () => {
  const { given, services } = server;
  const { db, options } = services;
  const { serverId, problemId, languageId } = await givenOutsideProblem(db);
  const credentials = sealCredentials(options.settingsKey, { judgeId: 'secret' });
  await db.insertInto('outsideAccount').values({ serverId, name: 'first', credentials }).execute();
  const contest = await given.contest({ problems: [problemId] });
  const author = await given.participant(contest);
  const { id } = (await author.submit(contest, { languageId, solution: 'int main() {}' })).as(SubmitReply);

  const claimed = await meanwhile(
    db,
    (tx) => claimNextOutside(tx, 60_000),
    () => pauseLast(contest),
  );

  expect(claimed).toBeUndefined();
  expect(await leaseOf(id)).toEqual(WAITS);
});
