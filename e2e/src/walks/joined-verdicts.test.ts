import type { TestReport } from '@balloon/contracts/judging/judge.ts';
import { SolutionDetails } from '@balloon/contracts/solutions/solution-details.ts';
import { type Solution, SolutionList, UsedVerdicts } from '@balloon/contracts/solutions/solutions.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { ICPC_VERDICTS, joinedVerdict } from '@balloon/domain/judging/joined-verdicts.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { announce } from '@balloon/server/realtime/announcements.ts';
import { openEar, type TestEar } from '@balloon/server/testing/test-ear.ts';
import { startTestJudge, type TestJudge } from '@balloon/server/testing/test-judge.ts';
import {
  type GivenContest,
  type Person,
  startTestServer,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everythingTold, readingCalls } from '#sites/everything-told.ts';

/*
 * A contest that joins verdicts to the seven of the ICPC, and all that its participants receive: every event, and every
 * answer of every reading call. A call or an event that is added later and tells a precise verdict fails here without a
 * change to this test. The tests build on each other.
 */

/** Words of judge and checker, by which a precise verdict could be told. */
const WORDS = 'used 262143 KB, the words of the judge';
/** Verdicts that judges give, outside the seven. */
const JUDGED = ['memoryLimit', 'idlenessLimit', 'outputLimit', 'presentationError'] as const;
/** Verdicts that somebody gives by hand, outside the seven. */
const BY_HAND = (Object.keys(VERDICTS) as VerdictKey[]).filter(
  (key) => !ICPC_VERDICTS.includes(VERDICTS[key].id) && !JUDGED.some((judged) => judged === key),
);

let server: TestServer;
let judge: TestJudge;
let contest: GivenContest;
let anna: Person;
let boris: Person;
let jury: Person;
const ears = new Map<string, TestEar>();
const told: string[] = [];
const idOf = new Map<VerdictKey, number>();

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  contest = await given.contest({ problems: ['A'] });
  anna = await given.participant(contest);
  boris = await given.participant(contest);
  jury = await given.supervisor();
  await given.joined(jury.user, contest);
  judge = await startTestJudge(server.url);
  await settings({
    ...{ joinsVerdicts: true },
    ...{ sourcesAfterEnd: 'participants', testsAfterEnd: 'participants' },
  });
  for (const [name, person] of Object.entries({ anna, boris, jury })) {
    const ear = await openEar(person, contest);
    for (const userId of [anna.user.id, person.user.id]) await ear.asks('solutions.listen', { userId });
    if (person !== jury)
      ear.socket.onAny((event: string, payload) => told.push(...leaks(event, JSON.stringify(payload))));
    ears.set(name, ear);
  }
});
afterAll(() => server.close());

async function settings(change: object) {
  const reply = await jury.post(`/api/admin/contests/${contest.id}`, change);
  expect(reply.status, reply.text).toBe(200);
}

/** A verdict, wherever it stands in a message. */
const VERDICT = /"\w*verdict(?:Id)?":(?:\{"id":)?(\d+)/gi;

/** Describes what in a text tells a verdict outside the seven. */
function leaks(where: string, text: string): string[] {
  const words = text.includes('the words of the judge') ? [`${where} has ${WORDS}`] : [];
  const ids = [...text.matchAll(VERDICT)].map(([, id]) => Number(id));
  const outside = ids.filter((id) => !ICPC_VERDICTS.includes(id));
  return [...words, ...outside.map((id) => `${where} has verdict ${id}: ${text}`)];
}

async function send(key: VerdictKey): Promise<number> {
  const reply = await anna.submit(contest, { solution: `print("${key}")` });
  expect(reply.status, reply.text).toBe(200);
  const id = Number(reply.json.id);
  idOf.set(key, id);
  return id;
}

const list = async (person: Person, query = '') =>
  (await person.get(`/api/contest/${contest.id}/solutions/all?count=100${query}`)).as(SolutionList);
const verdictsOf = ({ solutions }: SolutionList) =>
  new Map(solutions.map(({ id, verdictId }): [number, number | null] => [id, verdictId]));
const expected = (shownAs: (verdictId: number) => number) =>
  new Map([...idOf].map(([key, id]): [number, number] => [id, shownAs(VERDICTS[key].id)]));

test('the author hears one of the seven, the jury the precise verdict with that beside it', async () => {
  for (const key of JUDGED) {
    await send(key);
    const task = await judge.mustClaim();
    await judge.progress(task, 'testing', 2);
    await judge.result(task, { verdict: key, testNumber: 2, detail: WORDS });
  }
  for (const key of BY_HAND) {
    const id = await send(key);
    await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 1 });
    expect((await jury.decide(id, VERDICTS[key].id)).status).toBe(200);
  }

  for (const [key, id] of idOf) {
    const verdictId = VERDICTS[key].id;
    await ears.get('anna')?.hears('verdict updated', (update) => {
      const isIt = update.id === id && update.verdict?.id === joinedVerdict(verdictId);
      return isIt && update.verdictId === joinedVerdict(verdictId) && update.shownVerdict === undefined;
    });
    await ears.get('jury')?.hears('verdict updated', (update) => {
      const isIt = update.id === id && update.verdict?.id === verdictId;
      return isIt && update.shownVerdict?.id === joinedVerdict(verdictId);
    });
  }
  expect(told).toEqual([]);
});

test('lists show the same, and a filter of a participant goes by what is shown', async () => {
  expect(verdictsOf(await list(anna))).toEqual(expected(joinedVerdict));
  expect(verdictsOf(await list(jury))).toEqual(expected((id) => id));

  const { memoryLimit, runtimeError } = VERDICTS;
  const found = async (person: Person, verdictId: number) =>
    (await list(person, `&filterVerdictIds=${verdictId}`)).solutions.map(({ id }: Solution) => id);
  expect(await found(anna, runtimeError.id)).toEqual([idOf.get('memoryLimit')]);
  expect(await found(anna, memoryLimit.id)).toEqual([]);
  expect(await found(jury, memoryLimit.id)).toEqual([idOf.get('memoryLimit')]);
});

test('a trial run tells one of the seven, without the words of the judge', async () => {
  const path = `/api/contest/${contest.id}/trial-runs`;
  const started = await anna.post(path, { symbolIndex: 'A', languageId: 5, solution: 'print(1)' });
  expect(started.status, started.text).toBe(200);
  await judge.trialResult(await judge.mustClaimTrial(), { tests: [failed(1, 'memoryLimit')] });

  const run = await anna.get(`${path}/${started.json.id}`);
  expect(leaks('the run', run.text)).toEqual([]);
  expect(run.json).toMatchObject({
    result: { tests: [{ verdictId: VERDICTS.runtimeError.id, signal: null, exitCode: null }] },
  });
});

test('no answer of any call tells more, also when sources and tests are open after the end', async () => {
  const { db } = server.services;
  const inspected = idOf.get('memoryLimit') ?? 0;
  const details = `solutions/${inspected}/details`;
  await jury.post(`/api/admin/${details}`);
  await judge.result(await judge.mustClaim(), {
    ...{ verdict: 'memoryLimit', testNumber: 1, detail: WORDS },
    tests: [failed(1, 'memoryLimit'), failed(2, 'presentationError')],
  });
  const sinceStartMs = (await databaseNowMs(db)) - contest.startTimeMs;
  await db
    .updateTable('contest')
    .set({ durationTimeMs: sinceStartMs, relativeFreezeTimeMs: sinceStartMs })
    .where('id', '=', contest.id)
    .execute();
  await announce(db, 'contest.changed', { contestId: contest.id });
  await server.services.announcements.caughtUp();

  const shown = (await boris.get(`/api/contest/${contest.id}/${details}`)).as(SolutionDetails);
  expect(shown.allTests?.tests.map(({ verdict, output }) => [verdict.id, output?.text])).toEqual([
    [VERDICTS.runtimeError.id, 'what it wrote'],
    [VERDICTS.wrongAnswer.id, 'what it wrote'],
  ]);
  const precise = (await jury.get(`/api/admin/${details}`)).as(SolutionDetails);
  expect(precise.allTests?.tests[0]).toMatchObject({ verdict: { id: VERDICTS.memoryLimit.id }, signal: 9 });

  expect(await leaksOfAllAnswers()).toEqual([]);
  expect(told).toEqual([]);
});

/** What all answers of all reading calls to the participants tell outside the seven. */
async function leaksOfAllAnswers(): Promise<string[]> {
  const looked = ['memoryLimit', 'outputLimit', 'disqualified', 'ignored'] as const;
  const calls = readingCalls(server, {
    contestId: [contest.id],
    problemId: contest.problemIds,
    symbolIndex: ['A'],
    select: ['my', 'all'],
    solutionId: looked.map((key) => idOf.get(key) ?? 0),
    userId: [anna.user.id, boris.user.id],
  });
  const all = Object.values(VERDICTS).map(({ id }) => id);
  const queries = [`?count=100&limit=100&select=all&locale=en-us&filterVerdictIds=${all}`];
  const found: string[] = [];
  for (const [name, person] of Object.entries({ anna, boris })) {
    for (const [call, answer] of await everythingTold(person, calls, queries)) {
      found.push(...leaks(`${name}: ${call}`, answer));
    }
  }
  return found;
}

test('lists of all contests offer the verdicts that they show, and are told when that changes', async () => {
  const offered = async () => new Set((await anna.get('/api/user/solutions/verdicts')).as(UsedVerdicts));
  expect(await offered()).toEqual(new Set(expected(joinedVerdict).values()));
  const [own, strange] = [
    await openEar(anna),
    await openEar(await server.given.signedIn(await server.given.user())),
  ];
  for (const ear of [own, strange]) await ear.asks('solutions.listen', {});

  await settings({ joinsVerdicts: false });
  await own.hears('contest changed', ({ contestId }) => contestId === contest.id);
  await strange.catchesUp();
  expect(strange.heard('contest changed')).toEqual([]);
  expect(await offered()).toEqual(new Set(expected((id) => id).values()));
});

test('without the setting everybody sees the verdict that it is', async () => {
  expect(verdictsOf(await list(anna))).toEqual(expected((id) => id));
  expect((await leaksOfAllAnswers()).length).toBeGreaterThan(50); // so the walk sees what it looks for
});

const failed = (number: number, verdict: TestReport['verdict']): TestReport => ({
  ...{ number, verdict, timeMs: 10, memoryKb: 262_143, exitCode: null, signal: 9, points: null },
  ...{ comment: WORDS, input: { text: '1 2', bytes: 3 }, answer: { text: '3', bytes: 1 } },
  output: { text: 'what it wrote', bytes: 13 },
});
