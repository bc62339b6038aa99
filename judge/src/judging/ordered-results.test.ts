import { expect, test } from 'vitest';
import { OrderedResults } from '#judging/ordered-results.ts';

const begun = (order: OrderedResults<string>, count: number) =>
  Array.from({ length: count }, () => order.begin());

test('results count in the order of the tests, whichever is there first', () => {
  const order = new OrderedResults<string>(3);
  expect(begun(order, 4)).toEqual([0, 1, 2, undefined]);

  order.settle(2, () => 'third', false);
  expect([...order.take()]).toEqual([]);
  order.settle(0, () => 'first', false);
  expect([...order.take()]).toEqual(['first']);
  expect(order.first).toBe(1);
  order.settle(1, () => 'second', false);
  expect([...order.take()]).toEqual(['second', 'third']);
});

test('the first result that decides is the last that counts', () => {
  const order = new OrderedResults<string>(9);
  begun(order, 4);

  order.settle(3, () => 'fails', true);
  expect([order.end, order.waiting, order.begin()]).toEqual([4, 0, undefined]);
  order.settle(1, () => 'fails earlier', true);
  order.settle(0, () => 'right', false);

  expect([...order.take()]).toEqual(['right', 'fails earlier']);
  expect(order.first).toBe(order.end);
});

test('a failure to run a test matters when its turn comes, and not behind a decision', () => {
  const broken = () => {
    throw new Error('no such blob');
  };
  const unread = new OrderedResults<string>(2);
  begun(unread, 2);
  unread.settle(1, broken, true);
  unread.settle(0, () => 'fails', true);
  expect([...unread.take()]).toEqual(['fails']);

  const read = new OrderedResults<string>(2);
  begun(read, 2);
  read.settle(1, broken, true);
  read.settle(0, () => 'right', false);
  expect(() => [...read.take()]).toThrow('no such blob');
});

test('a test that is given back begins again before later ones', () => {
  const order = new OrderedResults<string>(4);
  begun(order, 3);
  order.giveBack(2);
  order.giveBack(1);

  expect(order.waiting).toBe(3);
  expect(begun(order, 4)).toEqual([1, 2, 3, undefined]);
});
