import { expect, test } from 'vitest';
import { bookletChoice, bookletSearch } from '#features/problems/booklet/booklet.url.ts';

test('the address of a booklet leads back to it', () => {
  for (const search of ['', 'without=B%2CAA', 'cover=no&pages=dense']) {
    expect(new URLSearchParams(bookletSearch(bookletChoice(new URLSearchParams(search)))).toString()).toBe(
      search,
    );
  }
});

test('nonsense in the address is passed over', () => {
  const choice = bookletChoice(new URLSearchParams('without=1,<b>,c,,&cover=maybe&pages=7'));
  expect(choice).toEqual({ without: ['C'], hasCover: true, isOnePageEach: true });
});
