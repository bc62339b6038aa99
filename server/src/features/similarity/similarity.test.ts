import type { CompareTask, JudgeCompareResult } from '@balloon/contracts/judging/comparing.ts';
import { ComparedSources, SimilarityReport } from '@balloon/contracts/solutions/similarity.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES, type LanguageFamily } from '@balloon/domain/languages/languages.ts';
import { similarPairs } from '@balloon/domain/similarity/compare.ts';
import { createPrinter, packPrints, unpackPrints } from '@balloon/domain/similarity/prints.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { drainLanguages } from '#features/judging/judges/drain-languages.ts';
import { takeBackExpired } from '#features/judging/leases/expire-leases.ts';
import { startTestJudge, TestJudge } from '#testing/test-judge.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const SOLUTION = `#include <iostream>
#include <vector>
int main() {
  int n;
  std::cin >> n;
  std::vector<long long> prefix(n + 1);
  for (int i = 1; i <= n; i++) {
    std::cin >> prefix[i];
    prefix[i] += prefix[i - 1];
  }
  long long best = 0, least = 0;
  for (int i = 1; i <= n; i++) {
    if (prefix[i] - least > best) best = prefix[i] - least;
    if (prefix[i] < least) least = prefix[i];
  }
  std::cout << best << std::endl;
}
`;
const COPY = SOLUTION.replaceAll('prefix', 'p')
  .replaceAll('best', 'answer')
  .replaceAll('\n  ', '\n\t// mine\n');
const OTHER =
  'int main() { int a, b; std::cin >> a >> b; while (b) { a %= b; int c = a; a = b; b = c; } std::cout << a; }';

let server: TestServer;
let contest: GivenContest;
let admin: Person;
let judge: TestJudge;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  contest = await server.given.contest({ problems: ['A'] });
  admin = await server.given.admin();
  judge = await startTestJudge(server.url);
  await server.services.db.deleteFrom('judging').execute();
});

const path = (rest = '') => `/api/admin/contests/${contest.id}/similarity${rest}`;
const report = async (person = admin) => (await person.get(path())).as(SimilarityReport);

/** Sends a source and has it accepted. */
async function accepted(person: Person, source: string): Promise<number> {
  const id = Number(
    (await person.submit(contest, { solution: source, languageId: LANGUAGES.cpp20.id })).json.id,
  );
  const verdictId = VERDICTS.accepted.id;
  await server.services.db.updateTable('solution').set({ verdictId }).where('id', '=', id).execute();
  return id;
}

async function start(): Promise<void> {
  // What was sent here is accepted without a judge, and waits no more.
  await server.services.db.deleteFrom('judging').execute();
  expect((await admin.post(path())).status).toBe(200);
}

/** Does a part as a judge does it. */
function found(task: CompareTask): JudgeCompareResult['found'] {
  if (task.step === 'match')
    return { step: 'match', pairs: similarPairs(unpackPrints(Buffer.from(task.prints, 'base64'))) };
  const { template, keepOneOf, sources } = task;
  const print = createPrinter({ family: task.family as LanguageFamily, template, keepOneOf });
  const prints = packPrints(sources.map(({ id, source }) => ({ id, hashes: print(source) })));
  return { step: 'read', prints: Buffer.from(prints).toString('base64'), leftOut: [] };
}

async function compared(): Promise<SimilarityReport> {
  await start();
  while ((await report()).state === 'running') {
    const task = await judge.mustClaimPart();
    expect(await judge.compareResult(task, found(task))).toBe(true);
  }
  const left = server.services.db
    .selectFrom('similarityPart')
    .select('id')
    .where('contestId', '=', contest.id);
  expect(await left.execute()).toEqual([]);
  return report();
}

test('all files of a solution are compared, in whichever of them the copied lines are', async () => {
  const [anna, boris] = [await server.given.participant(contest), await server.given.participant(contest)];
  const first = await accepted(anna, SOLUTION);
  const files = [
    { name: 'start.cpp', content: 'int solve();\nint main() { solve(); }\n' },
    { name: 'solve.cpp', content: COPY.replace('int main', 'int solve') },
  ];
  const sent = { symbolIndex: 'A', languageId: LANGUAGES.cpp20.id, files };
  const reply = await boris.post(`/api/contest/${contest.id}/solutions`, sent);
  const id = Number(reply.json.id);
  const verdictId = VERDICTS.accepted.id;
  await server.services.db.updateTable('solution').set({ verdictId }).where('id', '=', id).execute();

  const { pairs } = await compared();
  expect(pairs.map(({ one, other }) => [one.id, other.id])).toEqual([[first, id]]);
  const both = (await admin.get(path(`/${first}/${id}`))).as(ComparedSources);
  expect(both.other.source).toContain('// ===== solve.cpp =====');
  expect(both.other.common.length).toBeGreaterThan(0);
});

test('a copied solution is found whatever its names, with the lines that both have', async () => {
  const [anna, boris, clara] = [
    await server.given.participant(contest),
    await server.given.participant(contest),
    await server.given.participant(contest),
  ];
  expect(await report()).toMatchObject({ state: 'none', pairs: [] });
  const first = await accepted(anna, SOLUTION);
  const copy = await accepted(boris, COPY);
  await accepted(clara, OTHER);
  await clara.submit(contest, { solution: SOLUTION }); // not accepted: nobody gains from it

  const { comparedNumber, pairs } = await compared();
  expect(comparedNumber).toBe(3);
  expect(pairs).toHaveLength(1);
  expect(pairs[0]).toMatchObject({
    ...{ symbolIndex: 'A', similarity: 1, cluster: 1 },
    one: { id: first, author: { id: anna.user.id } },
    other: { id: copy, author: { id: boris.user.id } },
  });

  const sides = (await admin.get(path(`/${first}/${copy}`))).as(ComparedSources);
  expect(sides.one.source).toBe(SOLUTION);
  expect(sides.other.common[0]?.from).toBeLessThan(6);
  expect(sides.one.common.at(-1)?.to).toBeGreaterThanOrEqual(15);

  await server.services.db.updateTable('solution').set({ deletedAtMs: 1 }).where('id', '=', copy).execute();
  expect((await report()).pairs).toEqual([]);
  expect((await admin.get(path(`/${first}/${copy}`))).status).toBe(404);
});

/** Two people with the same solution. */
async function twoAlike(): Promise<[number, number]> {
  const [anna, boris] = [await server.given.participant(contest), await server.given.participant(contest)];
  return [await accepted(anna, SOLUTION), await accepted(boris, COPY)];
}

test('two comparisons do not run at once, and one is cancelled also while a judge has a part of it', async () => {
  await twoAlike();
  await start();
  expect(await report()).toMatchObject({ state: 'running', partsNumber: 2, endedParts: 0, waitsFor: 'turn' });
  expect((await admin.post(path())).json.error?.code).toBe('SIMILARITY_RUNNING');
  const task = await judge.mustClaimPart();
  expect((await report()).waitsFor).toBeNull();

  expect((await admin.post(path('/cancel'))).status).toBe(200);
  expect(await report()).toMatchObject({ state: 'cancelled', pairs: [] });
  expect(await judge.compareResult(task, found(task))).toBe(false);
  expect(await judge.claimAny(['compare'])).toBeNull();
  expect((await admin.post(path('/cancel'))).json.error?.code).toBe('SIMILARITY_NOT_RUNNING');
  expect((await compared()).pairs).toHaveLength(1);
});

test('live work, trial runs and rejudging that come while a part is compared go before the next part', async () => {
  const everything = ['solution', 'trial', 'rejudge', 'compare'] as const;
  const [first] = await twoAlike();
  await start();
  const part = await judge.mustClaimAny(everything);
  if (part.kind !== 'compare') throw new Error('No part of the comparison came');

  const anna = await server.given.participant(contest);
  const sent = { symbolIndex: 'A', languageId: LANGUAGES.cpp20.id, solution: OTHER };
  expect((await admin.post(`/api/admin/solutions/${first}/refresh`)).status).toBe(200);
  const trial = await anna.post(`/api/contest/${contest.id}/trial-runs`, sent);
  const live = await anna.submit(contest, sent);

  const { similarityPartId, fence } = part.task;
  const { judgeId } = judge;
  const reply = await judge.send('comparisons/result', {
    ...{ judgeId, similarityPartId, fence, found: found(part.task), next: { takes: everything } },
  });
  const works = [await reply.json().then(({ work }) => work)];
  for (let turn = 0; turn < 3; turn += 1) works.push(await judge.mustClaimAny(everything));
  expect(works).toMatchObject([
    { kind: 'solution', task: { solutionId: live.json.id } },
    { kind: 'trial', task: { trialRunId: trial.json.id } },
    { kind: 'solution', task: { solutionId: first } },
    { kind: 'compare', task: { step: 'match' } },
  ]);
});

test('the part of a judge that is lost is done by another one, and what the lost one brings later is refused', async () => {
  const [first, copy] = await twoAlike();
  await start();
  const lost = await judge.mustClaimPart();
  await server.services.db.updateTable('judging').set({ leasedUntilMs: 1 }).execute();
  await takeBackExpired(server.services);
  const other = await startTestJudge(server.url, 'another');
  const again = await other.mustClaimPart();
  expect(again).toMatchObject({ similarityPartId: lost.similarityPartId, attempt: 2 });
  expect(await judge.compareResult(lost, { step: 'read', prints: '', leftOut: [first] })).toBe(false);
  expect(await other.compareResult(again, found(again))).toBe(true);
  // The judge did not hear that: it delivers again.
  expect(await other.compareResult(again, found(again))).toBe(true);
  const match = await other.mustClaimPart();
  await other.compareResult(match, found(match));
  const { state, pairs, comparedNumber } = await report();
  expect({ state, comparedNumber }).toEqual({ state: 'done', comparedNumber: 2 });
  expect(pairs.map((pair) => [pair.one.id, pair.other.id])).toEqual([[first, copy]]);
});

test('solutions that no judge can read are named, and the others are compared', async () => {
  const [first, copy] = await twoAlike();
  const clara = await server.given.participant(contest);
  const hostile = await accepted(clara, OTHER);
  await start();
  const task = await judge.mustClaimPart();
  const sources = task.step === 'read' ? task.sources.filter(({ id }) => id !== hostile) : [];
  const some = found({ ...task, step: 'read', sources } as CompareTask);
  await judge.compareResult(task, { ...some, leftOut: [hostile] } as JudgeCompareResult['found']);
  const match = await judge.mustClaimPart();
  await judge.compareResult(match, found(match));
  const { pairs, leftOut, comparedNumber } = await report();
  expect(pairs.map((pair) => [pair.one.id, pair.other.id])).toEqual([[first, copy]]);
  expect(leftOut).toMatchObject([{ id: hostile, symbolIndex: 'A', author: { id: clara.user.id } }]);
  expect(comparedNumber).toBe(2);
});

test('a part at which every judge fails ends, and the report names what is missing', async () => {
  const ids = await twoAlike();
  const fail = async (task: CompareTask) => {
    const { similarityPartId, fence } = task;
    await server.services.db.updateTable('judging').set({ attempt: 3 }).execute();
    await judge.send('release', { judgeId: judge.judgeId, similarityPartId, fence, trouble: 'no memory' });
  };
  await start();
  const task = await judge.mustClaimPart();
  await fail(task);
  expect((await report()).state).toBe('running');
  await fail(await judge.mustClaimPart());
  const { state, leftOut, failedProblems } = await report();
  expect({ state, failedProblems }).toEqual({ state: 'done', failedProblems: ['A'] });
  expect(leftOut.map(({ id }) => id)).toEqual(ids);
});

test('a report says when no judge works, or none that compares', async () => {
  await twoAlike();
  await start();
  await server.services.db.updateTable('judge').set({ compares: false }).execute();
  expect((await report()).waitsFor).toBe('judge');
  await server.services.db.updateTable('judge').set({ compares: true }).execute();
  expect((await report()).waitsFor).toBe('turn');
  // Drained by its odd versions, in every language: it gets no work, and none to compare.
  const versions = Object.fromEntries(Object.keys(LANGUAGES).map((key) => [key, `${key} 2.0`]));
  const others = ['newer', 'newest'];
  const { db } = server.services;
  await db.updateTable('judge').set({ seenAtMs: 1 }).where('id', '!=', judge.judgeId).execute();
  for (const name of others) await new TestJudge(server.url, name).hello(undefined, versions);
  await db.updateTable('judge').set({ compares: false }).where('name', 'in', others).execute();
  expect((await report()).waitsFor).toBe('judge');
  await db.updateTable('judge').set({ seenAtMs: 1 }).where('name', 'in', others).execute();
  await drainLanguages(server.services);
  expect((await report()).waitsFor).toBe('turn');
  await db.updateTable('judge').set({ seenAtMs: 1 }).execute();
  expect((await report()).waitsFor).toBe('judge');
});

test('sources of a contest are for its supervisors', async () => {
  const anna = await server.given.participant(contest);
  expect((await anna.get(path())).status).toBe(403);
  const group = await server.given.group();
  contest = await server.given.contest({ groups: [group] });
  const stranger = await server.given.supervisor();
  expect((await stranger.get(path())).status).toBe(404);
  expect((await stranger.post(path('/cancel'))).status).toBe(404);
  expect((await stranger.get(path('/1/2'))).status).toBe(404);
});

test('what participants were given does not count, and other problems have templates of their own', async () => {
  const [anna, boris] = [await server.given.participant(contest), await server.given.participant(contest)];
  const [first, copy] = [await accepted(anna, SOLUTION), await accepted(boris, COPY)];
  expect((await compared()).pairs).toHaveLength(1);
  const set = (template: object, person = admin) => person.post(path('/templates'), template);
  expect((await set({ symbolIndex: 'A', source: SOLUTION })).status).toBe(200);
  expect(await compared()).toMatchObject({ pairs: [], templates: [{ symbolIndex: 'A', source: SOLUTION }] });
  expect((await admin.get(path(`/${first}/${copy}`))).as(ComparedSources).one.common).toEqual([]);
  await set({ symbolIndex: 'A', source: '' });
  expect((await compared()).pairs).toHaveLength(1);
  expect((await set({ symbolIndex: 'Z', source: 'x' })).json.error?.code).toBe('PROBLEM_NOT_FOUND');
  expect((await set({ symbolIndex: 'A', source: 'x' }, anna)).status).toBe(403);
});

test('of templates that are stored at the same moment one stays, and nobody is refused', async () => {
  const sources = ['a', 'b', 'c', 'd'];
  const replies = await Promise.all(
    sources.map((source) => admin.post(path('/templates'), { symbolIndex: 'A', source })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { templates } = await report();
  expect(templates).toMatchObject([{ symbolIndex: 'A', source: expect.toBeOneOf(sources) }]);
});
