import { expect, test } from 'vitest';
import { chooseWholeCores, parseCoreList, wholeCores } from '#workshop/choose-cores.ts';

const alone = (core: number) => [core];
/** Topology in which cores 0 and 4, 1 and 5… share a physical core. */
const halves = (core: number) => [core % 4, (core % 4) + 4];

test.each<[string, number[], (core: number) => number[], number[]]>([
  ['the last come first', [0, 1], alone, [1, 0]],
  ['halves of a core count once', [0, 1, 2, 3, 4, 5, 6, 7], halves, [3, 2, 1, 0]],
  ['only what this process may use', [5, 6], halves, [6, 5]],
  ['a half whose other half is not ours', [1, 2, 6], halves, [2, 1]],
])('%s', (_name, allowed, siblings, expected) => {
  expect(chooseWholeCores(allowed, siblings)).toEqual(expected);
});

test.each([
  ['0-1\n', [0, 1]],
  ['0,4', [0, 4]],
  ['0-2,8,10-11', [0, 1, 2, 8, 10, 11]],
  ['', []],
])('list %j', (text, expected) => {
  expect(parseCoreList(text)).toEqual(expected);
});

test('on this machine the cores are distinct, and there is at least one', () => {
  const cores = wholeCores();
  expect(cores.length).toBeGreaterThan(0);
  expect(new Set(cores).size).toBe(cores.length);
});
