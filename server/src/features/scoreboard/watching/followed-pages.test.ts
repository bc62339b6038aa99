import { expect, test } from 'vitest';
import { FollowedPages } from '#features/scoreboard/watching/followed-pages.ts';

test('one person follows so many pages in all windows, each of them in any number', () => {
  const followed = new FollowedPages();
  const follow = (personId: number, number: number) => () => followed.add(personId, `page ${number}`);
  for (let number = 1; number <= 24; number += 1) follow(1, number)();
  expect(follow(1, 25)).toThrow('Leave other tables first');
  expect(follow(2, 25)).not.toThrow();
  for (let window = 0; window < 100; window += 1) follow(1, 24)();

  followed.remove(1, 'page 24');
  expect(follow(1, 25)).toThrow();
  followed.remove(1, 'page 1');
  expect(follow(1, 25)).not.toThrow();
  expect(follow(1, 26)).toThrow();
});
