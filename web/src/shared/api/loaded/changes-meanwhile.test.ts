import { expect, test } from 'vitest';
import { ChangesMeanwhile } from '#shared/api/loaded/changes-meanwhile.ts';

const add = (item: string) => (items: string[]) => [...items, item];

test('what events change while an answer is on its way is done to it, in their order', async () => {
  const changes = new ChangesMeanwhile<string[]>();
  const [first, second] = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()];
  changes.note(add('before'));
  const earlier = changes.during(() => first.promise);
  changes.note(add('one'));
  const later = changes.during(() => second.promise);
  changes.note(add('two'));
  first.resolve(['read']);
  expect(await earlier).toEqual(['read', 'one', 'two']);
  changes.note(add('three'));
  second.resolve(['read']);
  expect(await later).toEqual(['read', 'two', 'three']);
});

test('a failure stays one, and leaves nothing behind', async () => {
  const changes = new ChangesMeanwhile<string[]>();
  await expect(changes.during(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await changes.during(async () => ['read'])).toEqual(['read']);
});
