import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOutsideHttp } from '#http/outside-http.ts';
import { createPacer } from '#http/pacer.ts';
import { openPolygon, type PolygonOptions } from '#polygon/polygon.ts';
import { contestProblemsOf, newestPackage, Packages } from '#polygon/read-packages.ts';
import {
  POLYGON_KEY,
  type PolygonStandIn,
  type PolygonStandInPackage,
  startPolygon,
} from '#stand-ins/polygon.ts';
import { failureOf } from '#testing/failure-of.ts';
import { mutatedPage } from '#testing/mutated-page.ts';

let standIn: PolygonStandIn;
beforeEach(async () => {
  standIn = await startPolygon();
});
afterEach(() => standIn.close());

function open(options: Partial<PolygonOptions> = {}, { clock, url } = standIn) {
  const http = openOutsideHttp({ baseUrl: url, pacer: createPacer(0) });
  return openPolygon({ http, key: POLYGON_KEY, nowMs: () => clock.nowMs(), ...options });
}

const built = (id: number, changes: Partial<PolygonStandInPackage> = {}): PolygonStandInPackage => ({
  ...{
    id,
    revision: id - 100,
    creationTimeSeconds: 1_700_000_000,
    state: 'READY',
    comment: '',
    type: 'linux',
  },
  ...changes,
});

test('the newest package for Linux that is ready is chosen, and read', async () => {
  const packages = [
    ...[built(101), built(103), built(104, { state: 'RUNNING' }), built(105, { state: 'FAILED' })],
    ...[built(102), built(106, { type: 'standard' }), built(107, { type: 'windows' })],
  ];
  standIn.packages.set(501, packages);
  const chosen = await open().findNewestPackage(501);
  expect(chosen).toEqual({ packageId: 103, revision: 3, type: 'linux', createdAtMs: 1_700_000_000_000 });
  if (!chosen) return;
  expect(Buffer.from(await open().readPackage(501, chosen)).toString('latin1')).toBe('PK\u0003\u0004 snow');
});

test('without one for Linux the standard package is chosen, also an old one without a type', async () => {
  const { type: _none, ...old } = built(101);
  standIn.packages.set(501, [old, built(102, { type: 'windows' })]);
  const chosen = await open().findNewestPackage(501);
  expect(chosen).toMatchObject({ packageId: 101, type: 'standard' });
  expect(await open().findNewestPackage(502)).toBeNull();
});

test('problems of a contest come by their letters, in both shapes of the answer', async () => {
  expect(await open().listContestProblems(900)).toEqual([
    { problemId: 501, name: 'sum-of-snowflakes', index: 'A' },
    { problemId: 502, name: 'long-queue', index: 'B' },
  ]);
  const listing = await startPolygon({ listsProblems: true });
  const problems = await open({}, listing).listContestProblems(900);
  await listing.close();
  expect(problems.map(({ problemId, index }) => [problemId, index])).toEqual([
    [501, null],
    [502, null],
  ]);
  const problem = { id: 1, name: 'x', deleted: false };
  const answer = { AA: problem, Z: problem, A10: problem, A2: problem };
  expect(contestProblemsOf(answer).map(({ index }) => index)).toEqual(['A2', 'A10', 'Z', 'AA']);
});

test('a contest with a code asks for it', async () => {
  standIn.pin = '42';
  expect(await failureOf(open().listContestProblems(900))).toBe('refused');
  expect(await open({ pin: '42' }).listContestProblems(900)).toHaveLength(2);
});

test('refusals are told from one another', async () => {
  const of = (options: Partial<PolygonOptions>) => failureOf(open(options).findNewestPackage(501));
  expect(await of({ key: { ...POLYGON_KEY, secret: 'wrong' } })).toBe('signedOut');
  expect(await of({ key: { ...POLYGON_KEY, apiKey: 'wrong' } })).toBe('signedOut');
  expect(await of({ nowMs: () => 0 })).toBe('signedOut');
  expect(await failureOf(open().findNewestPackage(999))).toBe('refused');
  const never = { packageId: 1, revision: 1, type: 'linux', createdAtMs: 0 } as const;
  expect(await failureOf(open().readPackage(501, never))).toBe('refused');
});

test.each([
  ['a broken connection', { kind: 'cutAfter' }, 'down'],
  ['an answer of a proxy', { kind: 'answerInstead', reply: { status: 502, body: '<html>' } }, 'down'],
  [
    'haste',
    { kind: 'answerInstead', reply: { body: '{"status":"FAILED","comment":"Call limit exceeded"}' } },
    'rate',
  ],
  [
    'a check of browsers',
    { kind: 'answerInstead', reply: { body: '<title>Just a moment...</title>' } },
    'challenge',
  ],
  ['another page', { kind: 'answerInstead', reply: { body: '<title>Polygon</title>' } }, 'drift'],
  ['no result', { kind: 'answerInstead', reply: { body: '{"status":"OK"}' } }, 'drift'],
] as const)('%s is recognised', async (_name, fault, kind) => {
  standIn.plan('/api/problem.packages', fault);
  expect(await failureOf(open().findNewestPackage(501))).toBe(kind);
});

test('anything else than an archive is none', async () => {
  standIn.packages.set(501, [built(101)]);
  const chosen = { packageId: 101, revision: 1, type: 'linux', createdAtMs: 0 } as const;
  standIn.archive = Buffer.from('{"status":"OK","result":[]}');
  expect(await failureOf(open().readPackage(501, chosen))).toBe('drift');
});

test('a package beyond the bound is not read', async () => {
  standIn.packages.set(501, [built(101)]);
  standIn.archive = Buffer.from(`PK\u0003\u0004${'x'.repeat(1000)}`, 'latin1');
  const chosen = { packageId: 101, revision: 1, type: 'linux', createdAtMs: 0 } as const;
  expect(await failureOf(open({ maxPackageBytes: 1000 }).readPackage(501, chosen))).toBe('drift');
});

test('a damaged list of packages names no package that it did not have', () => {
  const text = JSON.stringify([built(100_001), built(200_002, { state: 'RUNNING' }), built(300_003)]);
  fc.assert(
    fc.property(mutatedPage(text), (damaged) => {
      const read = Packages.safeParse(parsed(damaged));
      const chosen = read.success ? newestPackage(read.data) : null;
      expect(chosen?.packageId).not.toBe(200_002);
    }),
  );
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
