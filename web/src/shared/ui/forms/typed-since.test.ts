import { expect, test } from 'vitest';
import { changedFrom, withTypedSince } from '#shared/ui/forms/typed-since.ts';

test('a saved form shows what is stored, except for what was typed since', () => {
  const sent = { name: 'cup ', groupIds: [1], password: 'secret' };
  const stored = { name: 'cup', groupIds: [1], password: '' };
  expect(withTypedSince(sent, { ...sent, groupIds: [1] }, stored)).toEqual(stored);
  expect(withTypedSince(sent, { ...sent, groupIds: [1, 2] }, stored)).toEqual({
    ...stored,
    groupIds: [1, 2],
  });
  expect(withTypedSince(sent, { ...sent, name: '' }, stored)).toEqual({ ...stored, name: '' });
});

test('only fields that were touched are sent over what somebody else may have changed', () => {
  const filledWith = { isDisqualified: false, penaltyMin: 0, reason: '', tags: ['late'] };
  expect(changedFrom(filledWith, { ...filledWith, penaltyMin: 20, tags: ['late'] })).toEqual({
    penaltyMin: 20,
  });
});
