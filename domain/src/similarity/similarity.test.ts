import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clustersOf, commonLines, similarPairs } from '#similarity/compare.ts';
import { fingerprintsOf } from '#similarity/fingerprints.ts';
import { createPrinter, packPrints, unpackPrints } from '#similarity/prints.ts';
import { tokensOf } from '#similarity/tokens.ts';

const DIJKSTRA = `#include <bits/stdc++.h>
using namespace std;
int main() {
  int n, m;
  cin >> n >> m;
  vector<vector<pair<int, long long>>> edges(n);
  for (int i = 0; i < m; i++) {
    int a, b; long long c;
    cin >> a >> b >> c;
    edges[a - 1].push_back({b - 1, c});
  }
  vector<long long> dist(n, LLONG_MAX);
  priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<>> queue;
  dist[0] = 0;
  queue.push({0, 0});
  while (!queue.empty()) {
    auto [d, v] = queue.top();
    queue.pop();
    if (d > dist[v]) continue;
    for (auto [to, w] : edges[v]) if (d + w < dist[to]) { dist[to] = d + w; queue.push({dist[to], to}); }
  }
  cout << dist[n - 1] << endl;
}
`;
/** The same program with other names, layout and comments. */
const COPIED = DIJKSTRA.replaceAll('dist', 'best_so_far')
  .replaceAll('edges', 'g')
  .replaceAll('queue.', 'q.')
  .replaceAll(';', '; // my idea\n')
  .replaceAll('  ', '\t');
const SIEVE = `#include <cstdio>
bool composite[1000001];
int main() {
  int limit, found = 0;
  scanf("%d", &limit);
  for (int p = 2; p <= limit; ++p) {
    if (composite[p]) continue;
    ++found;
    for (long long q = 1LL * p * p; q <= limit; q += p) composite[q] = true;
  }
  printf("%d\\n", found);
  return 0;
}
`;

const hashesOf = (source: string, { template = '', keepOneOf = 1 } = {}) =>
  createPrinter({ family: 'c_cpp', template, keepOneOf })(source);
const compared = (id: number, source: string) => ({ id, hashes: hashesOf(source) });

describe('programs are compared', () => {
  test('whatever their names, layout and comments', () => {
    const [pair] = similarPairs([compared(1, DIJKSTRA), compared(2, SIEVE), compared(3, COPIED)]);
    expect(pair).toMatchObject({ one: 1, other: 3, similarity: 1 });
  });

  test('and different ones make no pair', () => {
    expect(similarPairs([compared(1, DIJKSTRA), compared(2, SIEVE)])).toEqual([]);
  });

  test('without what many authors have', () => {
    const all = Array.from({ length: 12 }, (_, id) => compared(id, DIJKSTRA));
    expect(similarPairs(all)).toEqual([]);
    expect(similarPairs(all.slice(0, 4))).toHaveLength(6);
  });

  test('without what everybody was given, however few they are', () => {
    const two = [compared(1, DIJKSTRA), compared(2, DIJKSTRA + SIEVE)];
    const own = [DIJKSTRA, DIJKSTRA + SIEVE].map((source, id) => ({
      ...{ id, hashes: hashesOf(source, { template: DIJKSTRA }) },
    }));
    expect(similarPairs(two)).toHaveLength(1);
    expect(similarPairs(own)).toEqual([]);
  });

  test('as by counting what each two of them share', () => {
    const hash = fc.integer({ min: 0, max: 60 });
    const program = fc.uniqueArray(hash, { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(program, { maxLength: 12 }), (all) => {
        const rare = new Set(
          all.flat().filter((one) => all.filter((hashes) => hashes.includes(one)).length <= 8),
        );
        const expected = all.flatMap((first, one) =>
          all.slice(one + 1).flatMap((second, after) => {
            const [a, b] = [first.filter((x) => rare.has(x)), second.filter((x) => rare.has(x))];
            const shared = a.filter((x) => b.includes(x)).length;
            const similarity = shared / Math.min(a.length, b.length);
            return shared >= 6 && similarity >= 0.5
              ? [{ one, other: one + 1 + after, similarity, shared }]
              : [];
          }),
        );
        const programs = all.map((hashes, id) => ({ id, hashes: Uint32Array.from(hashes) }));
        const found = similarPairs(programs);
        expect(found).toHaveLength(expected.length);
        expect(found).toEqual(expect.arrayContaining(expected));
        expect(similarPairs(programs, 1, 1)).toEqual(found.slice(0, 1));
      }),
    );
  });

  test('by the same part of their hashes where all would be too many', () => {
    const half = (id: number, source: string) => ({ id, hashes: hashesOf(source, { keepOneOf: 2 }) });
    const [pair] = similarPairs([half(1, DIJKSTRA), half(2, SIEVE), half(3, COPIED)], 2);
    expect(pair).toMatchObject({ one: 1, other: 3, similarity: 1 });
    expect(half(1, DIJKSTRA).hashes.length).toBeLessThan(hashesOf(DIJKSTRA).length);
  });
});

describe('packed prints', () => {
  test('unpack as they were, also when packed apart', () => {
    const program = fc.record({
      id: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      hashes: fc.uint32Array({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(fc.array(program), fc.array(program), (some, others) => {
        const joined = Buffer.concat([packPrints(some), packPrints(others)]);
        expect(unpackPrints(joined)).toEqual([...some, ...others]);
      }),
    );
  });

  test('that are cut are refused', () => {
    const packed = packPrints([{ id: 1, hashes: Uint32Array.of(1, 2, 3) }]);
    for (let size = 1; size < packed.length; size += 1)
      expect(() => unpackPrints(packed.subarray(0, size))).toThrow(RangeError);
  });
});

test('common lines are those that both programs have', () => {
  const before = '// by me\n\n\n';
  const others = new Set(compared(2, DIJKSTRA).hashes);
  const [range] = commonLines(fingerprintsOf(before + DIJKSTRA + SIEVE, 'c_cpp'), others);
  expect(range?.from).toBeGreaterThanOrEqual(5);
  expect(range?.to).toBeGreaterThanOrEqual(24);
  expect(range?.to).toBeLessThanOrEqual(30);
});

test('clusters join pairs that touch', () => {
  const pairs = [
    { one: 1, other: 2 },
    { one: 5, other: 6 },
    { one: 2, other: 3 },
  ];
  expect(clustersOf(pairs)).toEqual([
    [1, 2, 3],
    [5, 6],
  ]);
});

describe('tokens', () => {
  const kinds = (source: string, family: Parameters<typeof tokensOf>[1]) =>
    tokensOf(source, family).map(({ kind, line }) => `${kind}:${line}`);

  test('of C have no comments, directives and names', () => {
    expect(kinds("#include <x>\nint a; /* b\n*/ a = 0x1F + 'c';", 'c_cpp')).toEqual([
      'int:2',
      'name:2',
      ';:2',
      'name:3',
      '=:3',
      'number:3',
      '+:3',
      'text:3',
      ';:3',
    ]);
  });

  test('of Python and Pascal know their comments', () => {
    expect(kinds('# x\nif a: """t\n""" b', 'python')).toEqual(['if:2', 'name:2', '::2', 'name:3']);
    expect(kinds("{ x } BEGIN writeln('y') (* z *) end.", 'pascal')).toEqual([
      'begin:1',
      'name:1',
      '(:1',
      'text:1',
      '):1',
      'end:1',
      '.:1',
    ]);
  });

  test('are read from any text, each on its line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const lines = text.split('\n').length;
        for (const family of ['c_cpp', 'python', 'pascal', 'haskell'] as const) {
          const found = tokensOf(text, family).map(({ line }) => line);
          expect(found).toEqual([...found].sort((a, b) => a - b));
          expect(found.every((line) => line >= 1 && line <= lines)).toBe(true);
        }
      }),
    );
  });

  test.each([
    '/*'.repeat(100_000),
    '"'.repeat(200_000),
    '\n'.repeat(200_000),
    '(*'.repeat(100_000),
    'a'.repeat(500_000),
    ';+'.repeat(250_000),
  ])('of hostile text come soon (%#)', (text) => {
    expect(fingerprintsOf(text, 'pascal').length).toBeLessThan(text.length);
  });
});
