import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clustersOf, commonLines, similarPairs, withoutTemplate } from '#similarity/compare.ts';
import { fingerprintsOf } from '#similarity/fingerprints.ts';
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

const compared = (id: number, source: string) => ({
  id,
  authorId: id,
  hashes: new Set(fingerprintsOf(source, 'c_cpp').map(({ hash }) => hash)),
});
const BOUNDS = { least: 0.5, leastShared: 4 };

describe('programs are compared', () => {
  test('whatever their names, layout and comments', () => {
    const [pair] = similarPairs([compared(1, DIJKSTRA), compared(2, SIEVE), compared(3, COPIED)], BOUNDS);
    expect(pair).toMatchObject({ one: 1, other: 3, similarity: 1 });
  });

  test('and different ones make no pair', () => {
    expect(similarPairs([compared(1, DIJKSTRA), compared(2, SIEVE)], BOUNDS)).toEqual([]);
  });

  test('without what many authors have', () => {
    const all = Array.from({ length: 12 }, (_, id) => compared(id, DIJKSTRA));
    expect(similarPairs(all, BOUNDS)).toEqual([]);
    expect(similarPairs(all.slice(0, 4), BOUNDS)).toHaveLength(6);
  });

  test('without what everybody was given, however few they are', () => {
    const template = compared(0, DIJKSTRA).hashes;
    const two = [compared(1, DIJKSTRA), compared(2, DIJKSTRA + SIEVE)];
    const own = two.map((program) => ({ ...program, hashes: withoutTemplate(program.hashes, template) }));
    expect(similarPairs(two, BOUNDS)).toHaveLength(1);
    expect(similarPairs(own, BOUNDS)).toEqual([]);
  });

  test('of different authors only', () => {
    const two = [compared(1, DIJKSTRA), compared(2, DIJKSTRA)].map((one) => ({ ...one, authorId: 7 }));
    expect(similarPairs(two, BOUNDS)).toEqual([]);
  });
});

test('common lines are those that both programs have', () => {
  const before = '// by me\n\n\n';
  const others = compared(2, DIJKSTRA).hashes;
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
  ])('of hostile text come soon (%#)', (text) => {
    expect(fingerprintsOf(text, 'pascal').length).toBeLessThan(text.length);
  });
});
