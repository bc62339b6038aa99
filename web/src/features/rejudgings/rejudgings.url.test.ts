import { expect, test } from 'vitest';
import { choiceQuery, readChoice } from '#features/rejudgings/rejudgings.url.ts';

const read = (query: string) => readChoice(new URLSearchParams(query));

test('a choice is the same after its way through the address', () => {
  const query =
    '?problemIds=3%2C5&verdictIds=2&groupIds=7&judgeIds=4&rejected=true&fromMs=0&untilMs=12&staleReasons=tests%2Climits';
  expect(choiceQuery(read(query))).toBe(query);
  expect(read(query)).toMatchObject({ problemIds: [3, 5], judgeIds: [4], fromMs: 0 });
});

test('what makes no sense in an address chooses everything', () => {
  expect(choiceQuery(read('problemIds=a,-1,,99999999999&rejected=1&fromMs=soon&staleReasons=age'))).toBe('');
});
