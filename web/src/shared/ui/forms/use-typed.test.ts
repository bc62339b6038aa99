import { expect, test } from 'vitest';
import { withoutBefore } from '#shared/ui/forms/use-typed.ts';

test('an address that a field has asked for is one of those that it expects, however late it is drawn', () => {
  expect(withoutBefore('s', ['', 's', 'su', 'sum'])).toEqual(['s', 'su', 'sum']);
  expect(withoutBefore('sum', ['s', 'su', 'sum'])).toEqual(['sum']);
});

test('an address that changes from elsewhere ends what was expected', () => {
  expect(withoutBefore('other', ['', 's', 'su'])).toEqual(['other']);
});
