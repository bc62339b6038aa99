import { setTimeout as pause } from 'node:timers/promises';
import type { JudgeTask } from '@balloon/contracts/judging/judge.ts';
import { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeBackExpired } from '#features/judging/leases/expire-leases.ts';
import { openEar } from '#testing/test-ear.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/** Two web processes that share one database; judges connect to either. */
let webs: [TestServer, TestServer];
beforeAll(async () => {
  const first = await startTestServer();
  webs = [first, await startTestServer({ databaseUrl: first.databaseUrl })];
});
afterAll(async () => {
  await webs[1].close();
  await webs[0].close();
});

/** More than all slots take at once, several times. */
const SOLUTIONS = 40;
const VERDICTS = ['accepted', 'wrongAnswer', 'timeLimit'] as const;
const verdictOf = (task: JudgeTask) => VERDICTS[task.solutionId % 3] ?? 'accepted';

async function startContest() {
  const contest = await webs[0].given.contest({ problems: ['A', 'B', 'C'] });
  const people: Person[] = [];
  for (let n = 0; n < 10; n += 1) people.push(await (webs[n % 2] ?? webs[0]).given.participant(contest));
  return { contest, people };
}

/** Submits for all participants at once; returns the ids of the stored solutions. */
async function sendAll(contest: { id: number }, people: readonly Person[]): Promise<number[]> {
  const send = async (person: Person, n: number) => {
    const solution = { symbolIndex: 'ABC'.charAt(n % 3), solution: `print(${n})` };
    for (;;) {
      const reply = await person.submit(contest, { ...solution, idempotencyKey: `solution-${n}` });
      // A busy machine refuses what would wait for long, and pages send it again.
      if (reply.status !== 503) return reply;
      await pause(500);
    }
  };
  const sending = people.flatMap((person) =>
    Array.from({ length: SOLUTIONS / people.length }, (_, n) => send(person, n)),
  );
  const replies = await Promise.all(sending);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  return replies.map(({ json }) => Number(json.id));
}

/** Works with several slots of one judge until the queue is empty; returns the outcome of each lease. */
async function workOff(
  judge: TestJudge,
  isDone: () => boolean,
  judgeOne: (task: JudgeTask) => Promise<void>,
) {
  const slot = async () => {
    while (!isDone()) {
      const task = await judge.claim(300);
      if (task) await judgeOne(task);
    }
  };
  await Promise.all([slot(), slot(), slot(), slot()]);
}

/** Ends a lease as time would, which a busy machine would need for its other leases. */
async function runOut({ solutionId }: JudgeTask) {
  const { services } = webs[0];
  await services.db
    .updateTable('judging')
    .set({ leasedUntilMs: 1 })
    .where('solutionId', '=', solutionId)
    .execute();
  await takeBackExpired(services);
}

const finalEvents = async ({ id }: { id: number }) => {
  const rows = await webs[0].services.db
    .selectFrom('contestEvent')
    .select('event')
    .where('contestId', '=', id)
    .orderBy('seq')
    .execute();
  return rows
    .map(({ event }) => event as { type: string; solutionId: number; verdictId: number | null })
    .filter(({ type, verdictId }) => type === 'solution' && verdictId !== null);
};

const listed = async (admin: Person, { id }: { id: number }) =>
  (await admin.get(`/api/contest/${id}/solutions/all?count=100`)).as(SolutionList).solutions;

test('each solution is judged once, and sockets of both processes see the same verdicts', async () => {
  const { contest, people } = await startContest();
  const admins = [await webs[0].given.admin(), await webs[1].given.admin()];
  const pages = await Promise.all(admins.map(async (admin) => ({ admin, ear: await openEar(admin) })));
  for (const { ear } of pages) await ear.joins('solutions.listen');
  const judges = [await startTestJudge(webs[0].url, 'one'), await startTestJudge(webs[1].url, 'two')];
  const stored: number[] = [];
  const working = judges.map((judge) =>
    workOff(
      judge,
      () => stored.length >= SOLUTIONS,
      async (task) => {
        await judge.progress(task, 'testing', 1);
        if (await judge.result(task, { verdict: verdictOf(task) })) stored.push(task.solutionId);
      },
    ),
  );

  const sent = await sendAll(contest, people);
  await Promise.all(working);

  const byId = (a: number, b: number) => a - b;
  expect([...stored].sort(byId)).toEqual([...sent].sort(byId));
  const verdicts: Map<number, number | null>[] = [];
  for (const { admin, ear } of pages) {
    const finals = () => ear.heard('verdict updated').filter(({ verdict }) => verdict?.isTerminal);
    const hasMissed = () => ear.heard('resync').length > 0;
    await expect.poll(() => hasMissed() || finals().length === SOLUTIONS).toBe(true);
    // Pages read the list when something could not be told, as on a machine that keeps a reading waiting for too long.
    const shown = hasMissed() ? await listed(admin, contest) : finals();
    if (!hasMissed()) {
      const created = ear.heard('new solution').map(({ id }) => id);
      expect(created.sort(byId)).toEqual([...sent].sort(byId));
    }
    expect(shown).toHaveLength(SOLUTIONS);
    verdicts.push(new Map(shown.map(({ id, verdictId }) => [id, verdictId])));
  }
  expect(verdicts[0]?.size).toBe(SOLUTIONS);
  expect(new Map([...(verdicts[1] ?? [])].sort())).toEqual(new Map([...(verdicts[0] ?? [])].sort()));
  expect(await finalEvents(contest)).toHaveLength(SOLUTIONS);
});

test('judges that die with their leases lose nothing, and nothing is judged twice', async () => {
  const { contest, people } = await startContest();
  const [reliable, dying] = [
    await startTestJudge(webs[0].url, 'one'),
    await startTestJudge(webs[1].url, 'two'),
  ];
  const stored: number[] = [];
  const abandoned: JudgeTask[] = [];
  const isDone = () => stored.length >= SOLUTIONS;
  const finish = (judge: TestJudge) => async (task: JudgeTask) => {
    if (await judge.result(task)) stored.push(task.solutionId);
  };
  // Simulates a kill: the task is never reported, so another judge has to take it.
  const abandon = async (task: JudgeTask) => {
    abandoned.push(task);
    await runOut(task);
  };
  const dyingOnes = workOff(dying, isDone, (task) =>
    task.attempt !== 1 || abandoned.length >= 8 ? finish(dying)(task) : abandon(task),
  );
  const sending = sendAll(contest, people);
  // The other one might be done with everything before this one gets work.
  await expect.poll(() => abandoned.length).toBeGreaterThan(0);
  await Promise.all([dyingOnes, workOff(reliable, isDone, finish(reliable))]);

  const sent = await sending;
  expect(new Set(stored).size).toBe(stored.length);
  expect(new Set(stored)).toEqual(new Set(sent));
  for (const task of abandoned) expect(await dying.result(task, { verdict: 'wrongAnswer' })).toBe(false);
  const finals = await finalEvents(contest);
  expect(finals.map(({ verdictId }) => verdictId)).toEqual(finals.map(() => 1));
  expect(finals).toHaveLength(SOLUTIONS);
});

test('a verdict may come by another process than the solution was given by, and counts once', async () => {
  const { contest, people } = await startContest();
  await people[0]?.submit(contest, {});
  const judge = await startTestJudge(webs[0].url, 'one');
  const elsewhere = await startTestJudge(webs[1].url, 'one');
  const task = await judge.mustClaim();

  expect(elsewhere.judgeId).toBe(judge.judgeId);
  expect(await elsewhere.result(task)).toBe(true);
  expect(await judge.result(task)).toBe(true);
  expect(await finalEvents(contest)).toHaveLength(1);
});
