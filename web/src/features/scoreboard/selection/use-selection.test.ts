import { expect, test } from 'vitest';
import { type Person, withRange } from '#features/scoreboard/selection/use-selection.ts';

const people = [1, 2, 3, 4, 5].map((id) => ({ id }) as Person);
const chosen = (...ids: number[]) =>
  new Map(people.filter(({ id }) => ids.includes(id)).map((it) => [it.id, it]));
const idsAfter = (before: Map<number, Person>, fromId: number, toId: number) =>
  [...withRange(before, people, fromId, toId).keys()].sort();

test('one person is chosen, or not any more', () => {
  expect(idsAfter(chosen(), 2, 2)).toEqual([2]);
  expect(idsAfter(chosen(2, 3), 2, 2)).toEqual([3]);
});

test('a range gets what its end gets, in both directions', () => {
  expect(idsAfter(chosen(2), 2, 4)).toEqual([2, 3, 4]);
  expect(idsAfter(chosen(4), 4, 1)).toEqual([1, 2, 3, 4]);
  expect(idsAfter(chosen(1, 2, 3, 4), 2, 4)).toEqual([1]);
});

test('a range from a page that is gone is the person alone', () => {
  expect(idsAfter(chosen(), 99, 3)).toEqual([3]);
});
