import { expect, test } from 'vitest';
import { chooseCores, coresForSlots, parseCoreList } from '#time-trust/choose-cores.ts';

const alone = (core: number) => [core];
/** Cores 0 and 4, 1 and 5… are the halves of one. */
const halves = (core: number) => [core % 4, (core % 4) + 4];

test.each<[string, number, number[], (core: number) => number[], number[] | null]>([
  ['one slot of two cores takes the last', 1, [0, 1], alone, [1]],
  ['as many slots as cores', 2, [0, 1], alone, [1, 0]],
  ['more slots than cores', 3, [0, 1], alone, null],
  ['a machine of one core', 1, [0], alone, null],
  ['halves of a core count once', 4, [0, 1, 2, 3, 4, 5, 6, 7], halves, [3, 2, 1, 0]],
  ['halves of a core are not enough', 5, [0, 1, 2, 3, 4, 5, 6, 7], halves, null],
  ['only what this process may use', 2, [5, 6], halves, [6, 5]],
])('%s', (_name, slots, allowed, siblings, expected) => {
  expect(chooseCores(slots, allowed, siblings)).toEqual(expected);
});

test.each([
  ['0-1\n', [0, 1]],
  ['0,4', [0, 4]],
  ['0-2,8,10-11', [0, 1, 2, 8, 10, 11]],
  ['', []],
])('list %j', (text, expected) => {
  expect(parseCoreList(text)).toEqual(expected);
});

test('on this machine the cores are distinct, or there are none to give', () => {
  const cores = coresForSlots(1);
  expect(cores === null || new Set(cores).size === 1).toBe(true);
  expect(coresForSlots(100_000)).toBeNull();
});
