import type { JudgeTask } from '@balloon/contracts/judging/judge.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEar } from '#testing/test-ear.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/** Two web processes that share one database; judges connect to either. */
let webs: [TestServer, TestServer];
beforeAll(async () => {
  const first = await startTestServer({ leaseMs: 2_000 });
  webs = [first, await startTestServer({ databaseUrl: first.databaseUrl, leaseMs: 2_000 })];
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
  const sending = people.flatMap((person) =>
    Array.from({ length: SOLUTIONS / people.length }, (_, n) =>
      person.submit(contest, { symbolIndex: 'ABC'.charAt(n % 3), solution: `print(${n})` }),
    ),
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

test('each solution is judged once, and sockets of both processes see the same verdicts', async () => {
  const { contest, people } = await startContest();
  const ears = [await openEar(await webs[0].given.admin()), await openEar(await webs[1].given.admin())];
  for (const ear of ears) await ear.joins('solutions.listen');
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
  const told = ears.map((ear) => {
    const finals = () => ear.heard('verdict updated').filter(({ verdict }) => verdict?.isTerminal);
    return { finals, created: () => ear.heard('new solution') };
  });
  for (const { finals, created } of told) {
    await expect.poll(() => finals().length).toBe(SOLUTIONS);
    expect(
      created()
        .map(({ id }) => id)
        .sort(byId),
    ).toEqual([...sent].sort(byId));
  }
  const verdicts = told.map(({ finals }) => new Map(finals().map(({ id, verdictId }) => [id, verdictId])));
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
  const working = [
    workOff(reliable, isDone, finish(reliable)),
    workOff(dying, isDone, async (task) => {
      // Simulates a kill: the task is never reported, so another judge has to take it.
      if (task.attempt === 1 && abandoned.length < 8) abandoned.push(task);
      else await finish(dying)(task);
    }),
  ];

  const sent = await sendAll(contest, people);
  await Promise.all(working);

  expect(abandoned.length).toBeGreaterThan(0);
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
