import { expect, test } from 'vitest';
import { drainOddVersions, type ServingJudge } from '#features/queue/odd-versions.ts';

type Served = Record<string, [version: string, sinceMs: number]>;

/** Makes a judge with the token of the site from its languages: `{ python3: ['3.11', 100] }` is version 3.11 since 100 ms. */
function judge(id: number, served: Served): ServingJudge {
  return judgeOf('shared', id, served);
}

function judgeOf(token: string, id: number, served: Served): ServingJudge {
  const languages = Object.entries(served).map(([key, [version, sinceMs]]) => ({ key, version, sinceMs }));
  return { id, tokenHash: Buffer.from(token), languages };
}

/** Lists the drained languages as `id: key version`. */
function drained(...judges: ServingJudge[]): string[] {
  return [...drainOddVersions(judges)].flatMap(([id, languages]) =>
    languages.map(({ key, version, preferred }) => `${id}: ${key} ${version}, not ${preferred}`),
  );
}

test('judges of one version are not drained, and neither is a single judge', () => {
  expect(drained()).toEqual([]);
  expect(drained(judge(1, { c: ['12', 1] }))).toEqual([]);
  expect(drained(judge(1, { c: ['12', 1] }), judge(2, { c: ['12', 9] }))).toEqual([]);
});

test('a judge with a different version is drained in that language only, even if it came first', () => {
  const old = judge(1, { c: ['11', 1], python3: ['3.11', 1] });
  const two = judge(2, { c: ['12', 2], python3: ['3.11', 2] });
  const three = judge(3, { c: ['12', 3], python3: ['3.11', 3] });
  expect(drained(old, two, three)).toEqual(['1: c 11, not 12']);
});

test('among versions with equally many judges the one served longest is kept', () => {
  const first = judge(2, { c: ['12', 100] });
  const newcomer = judge(1, { c: ['13', 200] });
  expect(drained(first, newcomer)).toEqual(['1: c 13, not 12']);
  expect(drained(newcomer, first)).toEqual(['1: c 13, not 12']);
});

test('of three versions one is kept', () => {
  const judges = [judge(1, { c: ['11', 3] }), judge(2, { c: ['12', 2] }), judge(3, { c: ['13', 1] })];
  expect(drained(...judges)).toEqual(['1: c 11, not 13', '2: c 12, not 13']);
});

test('a language that only some judges have is not drained', () => {
  expect(drained(judge(1, { c: ['12', 1], kotlin: ['1.9', 1] }), judge(2, { c: ['12', 2] }))).toEqual([]);
});

test('each token has one vote, however many names its judges register', () => {
  const honest = [judgeOf('north', 1, { c: ['12', 1] }), judgeOf('south', 2, { c: ['12', 1] })];
  const names = [3, 4, 5].map((id) => judgeOf('stolen', id, { c: ['x', 9] }));
  expect(drained(...honest, ...names)).toEqual(['3: c x, not 12', '4: c x, not 12', '5: c x, not 12']);
});

test('between two tokens the version served longest is kept, however many judges show either', () => {
  const honest = judgeOf('north', 1, { c: ['12', 1] });
  const names = [2, 3].map((id) => judgeOf('stolen', id, { c: ['x', 9] }));
  expect(drained(honest, ...names)).toEqual(['2: c x, not 12', '3: c x, not 12']);
});

test('a token votes for the version of most of its judges', () => {
  const hall = [
    judgeOf('hall', 1, { c: ['11', 1] }),
    judgeOf('hall', 2, { c: ['12', 2] }),
    judgeOf('hall', 3, { c: ['12', 3] }),
  ];
  const others = [judgeOf('north', 4, { c: ['11', 1] }), judgeOf('south', 5, { c: ['12', 4] })];
  expect(drained(...hall, ...others)).toEqual(['1: c 11, not 12', '4: c 11, not 12']);
});

test('judges that registered before names belonged to tokens vote together', () => {
  const older = [1, 2, 3].map((id) => ({ ...judge(id, { c: ['11', 9] }), tokenHash: null }));
  const others = [judgeOf('north', 4, { c: ['12', 1] }), judgeOf('south', 5, { c: ['12', 1] })];
  expect(drained(...older, ...others)).toEqual(['1: c 11, not 12', '2: c 11, not 12', '3: c 11, not 12']);
});
