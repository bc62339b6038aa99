import { ComparedSources, SimilarityReport } from '@balloon/contracts/similarity.ts';
import { LANGUAGES } from '@balloon/domain/languages.ts';
import { VERDICTS } from '@balloon/domain/verdicts.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  contest = await server.given.contest({ problems: ['A'] });
  admin = await server.given.admin();
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

async function compared(): Promise<SimilarityReport> {
  expect((await admin.post(path())).status).toBe(200);
  await expect.poll(async () => (await report()).state).toBe('done');
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

test('two comparisons do not run at once, and one whose process ended can be started again', async () => {
  const { db } = server.services;
  const search = { contestId: contest.id, startedById: null, endedAtMs: null, token: crypto.randomUUID() };
  const nowMs = Date.now();
  await db
    .insertInto('similaritySearch')
    .values({ ...search, startedAtMs: nowMs, beatAtMs: nowMs })
    .execute();
  expect((await report()).state).toBe('running');
  expect((await admin.post(path())).json.error?.code).toBe('SIMILARITY_RUNNING');

  await db
    .updateTable('similaritySearch')
    .set({ beatAtMs: nowMs - 120_000 })
    .execute();
  expect((await report()).state).toBe('broken');
  expect((await compared()).comparedNumber).toBe(0);
});

test('sources of a contest are for its supervisors', async () => {
  const anna = await server.given.participant(contest);
  expect((await anna.get(path())).status).toBe(403);
  const group = await server.given.group();
  contest = await server.given.contest({ groups: [group] });
  const stranger = await server.given.supervisor();
  expect((await stranger.get(path())).status).toBe(404);
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
