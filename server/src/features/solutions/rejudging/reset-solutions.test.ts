import { databaseNowMs } from '@balloon/database/clock.ts';
import { takeTime } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContestEvents } from '#features/contests/contest-log.ts';
import { PRIORITIES, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';
import { resetBatch, resetSolution } from '#features/solutions/rejudging/reset-solutions.ts';
import { givenOutsideProblem } from '#testing/given-outside.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PYTHON = LANGUAGES.python3.id;

type Given = Partial<{ verdictId: number | null; languageId: number; deletedAtMs: number; sentAtMs: number }>;

/** Stores a solution as if it had been judged long ago. */
async function insertSolution(contest: GivenContest, { user }: Person, given: Given = {}): Promise<number> {
  const { id } = await server.services.db
    .insertInto('solution')
    .values({
      ...{ contestId: contest.id, problemId: contest.problemIds[0] ?? 0, accountId: user.id },
      ...{
        languageId: PYTHON,
        sentAtMs: Date.now() - 60_000,
        source: 'print()',
        sourceSha256: 'f'.repeat(64),
      },
      ...{ verdictId: VERDICTS.wrongAnswer.id, verdictGotAtMs: 5, testNumber: 3, timeMs: 10, memoryKb: 20 },
      ...{ score: 7, compilationError: 'warning', judgingDetail: 'checker', judgedBy: '{"mode":"full"}' },
      ...{ refreshedNumber: 4, ...given },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const insertJudging = (solutionId: number, { user }: Person, given: object) =>
  server.services.db
    .insertInto('judging')
    .values({ solutionId, accountId: user.id, systemType: 'balloon', languageKey: 'python3', ...given })
    .execute();

const LEASED = {
  ...{ fence: 1, availableAtMs: 8, attempt: 2, state: 'testing', testNumber: 5 },
  ...{ testsNumber: 9, testsetSha256: 'a'.repeat(64) },
};

const readSolution = (id: number) =>
  server.services.db
    .selectFrom('solution')
    .select(['verdictId', 'verdictGotAtMs', 'testNumber', 'timeMs', 'memoryKb', 'score'])
    .select(['compilationError', 'judgingDetail', 'judgedBy', 'refreshedNumber'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const readJudging = (id: number) =>
  server.services.db
    .selectFrom('judging')
    .select(['accountId', 'systemType', 'languageKey', 'purpose', 'priority', 'turn', 'attempt', 'fence'])
    .select(['judgeId', 'leasedUntilMs', 'availableAtMs', 'state', 'testNumber', 'testsNumber'])
    .select(['testsetSha256', 'maxAttempts'])
    .where('solutionId', '=', id)
    .executeTakeFirst();

const CLEARED = {
  ...{ verdictId: null, verdictGotAtMs: null, testNumber: 0, timeMs: 0, memoryKb: 0, score: null },
  ...{ compilationError: null, judgingDetail: null, judgedBy: null, refreshedNumber: 5 },
};

/** Collects announcements of a type that are about this contest, in their order. */
function listen<Type extends 'solutions.reset' | 'contest.event'>(type: Type, contest: GivenContest) {
  const heard: object[] = [];
  server.services.announcements.on(type, (payload) => {
    if (payload.contestId === contest.id) heard.push(payload);
  });
  return heard;
}

test('what can be judged again is cleared, queued, logged and announced, and the rest is left alone', async () => {
  const { services, given } = server;
  const outside = await givenOutsideProblem(services.db, { systemType: 'ejudge' });
  const contest = await given.contest({ problems: ['A'] });
  const [ann, bob] = [await given.participant(contest), await given.participant(contest)];
  const judged = await insertSolution(contest, ann);
  const foreign = await insertSolution(contest, bob, { languageId: outside.languageId });
  const disqualified = await insertSolution(contest, bob, { verdictId: VERDICTS.disqualified.id });
  const deleted = await insertSolution(contest, ann, { deletedAtMs: 1 });
  const waiting = await insertSolution(contest, ann, { verdictId: null });
  await insertJudging(waiting, ann, { turn: 7 });
  const leased = await insertSolution(contest, ann, { verdictId: null });
  const leasedUntilMs = (await databaseNowMs(services.db)) + 30_000;
  await insertJudging(leased, ann, { ...LEASED, leasedUntilMs });
  const detailed = await insertSolution(contest, bob);
  await insertJudging(detailed, bob, { purpose: 'detail', priority: 20, turn: 3 });
  const elsewhere = await insertSolution(await given.contest(), ann);
  const kept = [disqualified, deleted, waiting, elsewhere];
  const before = await Promise.all(kept.map(async (id) => [await readSolution(id), await readJudging(id)]));
  const logged = await readContestEvents(services.db, contest.id, 0);
  const keys = new Set<string>();
  services.announcements.on('judging.waiting', ({ languageKey }) => keys.add(languageKey));
  const resets = listen('solutions.reset', contest);
  const events = listen('contest.event', contest);
  await services.announcements.caughtUp();
  events.length = 0; // forgets those who joined

  const ids = [detailed, judged, foreign, ...kept, leased];
  const count = await resetBatch(services.db, contest.id, ids);

  expect(count).toBe(4);
  for (const id of [judged, foreign, leased, detailed]) expect(await readSolution(id)).toEqual(CLEARED);
  const python = { systemType: 'balloon', languageKey: 'python3', maxAttempts: 3 };
  const fresh = {
    ...{ purpose: 'verdict', priority: PRIORITIES.rejudging, turn: REJUDGING_TURNS.bulk, attempt: 0 },
    ...{ fence: null, judgeId: null, leasedUntilMs: null, availableAtMs: 0, state: 'queued' },
    ...{ testNumber: 0, testsNumber: null, testsetSha256: null },
  };
  expect(await readJudging(judged)).toEqual({ ...fresh, ...python, accountId: ann.user.id });
  const { systemType, languageKey } = (await readJudging(foreign)) ?? {};
  expect(systemType).toBe('ejudge');
  expect(await readJudging(foreign)).toEqual({
    ...{ ...fresh, accountId: bob.user.id, systemType, languageKey, maxAttempts: 1000 },
  });
  expect(await readJudging(leased)).toEqual({
    ...{ ...fresh, ...python, accountId: ann.user.id },
    ...{ priority: PRIORITIES.live, turn: 0, testsetSha256: LEASED.testsetSha256 },
  });
  expect(await readJudging(detailed)).toEqual({ ...fresh, ...python, accountId: bob.user.id });
  const after = await Promise.all(kept.map(async (id) => [await readSolution(id), await readJudging(id)]));
  expect(after).toEqual(before);

  const owners = new Map([
    [judged, ann.user.id],
    [foreign, bob.user.id],
    [leased, ann.user.id],
    [detailed, bob.user.id],
  ]);
  const lastSeq = logged.at(-1)?.seq ?? 0;
  const added = await readContestEvents(services.db, contest.id, lastSeq);
  expect(added).toEqual(
    [...owners].map(([solutionId, userId], index) => ({
      seq: lastSeq + 1 + index,
      event: {
        ...{ type: 'solution', solutionId, userId, problemId: contest.problemIds[0], verdictId: null },
        sentAtMs: expect.any(Number),
      },
    })),
  );
  await services.announcements.caughtUp();
  const solutions = [...owners].map(([id, userId]) => ({ id, userId }));
  expect(resets).toEqual([{ contestId: contest.id, solutions }]);
  const seq = added.at(-1)?.seq;
  expect(events).toEqual([{ contestId: contest.id, seq, type: 'solution', hiddenOf: null }]);
  expect(keys).toEqual(new Set(['python3', 'outside']));
  expect(await resetBatch(services.db, contest.id, ids)).toBe(0);
});

test('of a frozen contest, each owner hears of the own ones', async () => {
  const { services, given } = server;
  const contest = await given.contest();
  const [ann, bob] = [await given.participant(contest), await given.participant(contest)];
  const ids = [await insertSolution(contest, ann), await insertSolution(contest, ann)];
  ids.push(await insertSolution(contest, bob));
  ids.push(await insertSolution(contest, bob, { sentAtMs: 1 })); // before the freeze
  const { db, announcements } = services;
  await db.updateTable('contest').set({ relativeFreezeTimeMs: 0 }).where('id', '=', contest.id).execute();
  const events = listen('contest.event', contest);
  await announcements.caughtUp();
  events.length = 0;

  await resetBatch(db, contest.id, ids);

  await announcements.caughtUp();
  const seq = (await readContestEvents(db, contest.id, 0)).at(-1)?.seq;
  const told = [ann.user.id, bob.user.id, null].map((hiddenOf) => ({
    ...{ contestId: contest.id, seq, type: 'solution', hiddenOf },
  }));
  expect(events).toHaveLength(3);
  expect(events).toEqual(expect.arrayContaining(told));
});

test('one of many that is reset once more by itself comes before the others', async () => {
  const { services, given } = server;
  const contest = await given.contest();
  const author = await given.participant(contest);
  const ids = [await insertSolution(contest, author), await insertSolution(contest, author)];
  const [first = 0, last = 0] = ids;
  await resetBatch(services.db, contest.id, ids);

  expect(await resetSolution(services.db, contest.id, last)).toBe(true);

  const { rejudging: priority } = PRIORITIES;
  expect(await readJudging(first)).toMatchObject({ priority, turn: REJUDGING_TURNS.bulk });
  expect(await readJudging(last)).toMatchObject({ priority, turn: REJUDGING_TURNS.single });
});

test('a single one is reset whatever it is, before those of bulk rejudging', async () => {
  const { services, given } = server;
  const contest = await given.contest();
  const author = await given.participant(contest);
  const disqualified = await insertSolution(contest, author, { verdictId: VERDICTS.disqualified.id });
  const waiting = await insertSolution(contest, author, { verdictId: null });
  await insertJudging(waiting, author, { turn: 7 });

  const found: boolean[] = [];
  for (const id of [disqualified, waiting, await insertSolution(contest, author, { deletedAtMs: 1 })]) {
    found.push(await services.db.transaction().execute((tx) => resetSolution(tx, contest.id, id)));
  }

  expect(found).toEqual([true, true, false]);
  expect(await readSolution(disqualified)).toEqual(CLEARED);
  expect(await readJudging(disqualified)).toMatchObject({
    ...{ priority: PRIORITIES.rejudging, turn: REJUDGING_TURNS.single },
  });
  expect(await readJudging(waiting)).toMatchObject({ priority: PRIORITIES.live, turn: 7 });
});

test('a batch does not read the queue that has grown since the first one was planned', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const ann = await given.participant(contest);
  const [first, second] = [await insertSolution(contest, ann), await insertSolution(contest, ann)];

  const read = await services.db.transaction().execute(async (tx) => {
    await takeTime(tx);
    const sofar = async () => {
      const { rows } = await sql<{ tuples: number }>`
        select (seq_tup_read + idx_tup_fetch)::integer as tuples from pg_stat_xact_user_tables
        where relname = 'judging'
      `.execute(tx);
      return rows[0]?.tuples ?? 0;
    };
    await sql`truncate judging`.execute(tx);
    await sql`analyze judging`.execute(tx); // Statistics of a quiet hour, when the queue is empty.
    await resetBatch(tx, contest.id, [first]);
    await sql`
      with copies as (
        insert into solution (contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256)
        select contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256
        from solution, generate_series(1, 3000) where id = ${first}
        returning id, account_id
      )
      insert into judging (solution_id, account_id, system_type, language_key, priority, turn)
      select id, account_id, 'balloon', 'python3', ${PRIORITIES.rejudging}, ${REJUDGING_TURNS.bulk} from copies
    `.execute(tx);
    const before = await sofar();
    expect(await resetBatch(tx, contest.id, [second])).toBe(1);
    return (await sofar()) - before;
  });

  expect(read).toBeLessThan(100);
});
