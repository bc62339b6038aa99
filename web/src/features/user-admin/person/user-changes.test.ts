import { expect, test } from 'vitest';
import { changesOf } from '#features/user-admin/person/user-changes.ts';

const PERSON = {
  ...{
    firstName: 'Anna',
    lastName: 'Smirnova',
    email: 'a@example.org',
    username: 'a.smirnova',
    password: '',
  },
  ...{ mask: 256, groupIds: [1, 2] },
};

test('only what was changed is sent, so that the changes of others stay', () => {
  expect(changesOf(PERSON, { ...PERSON, groupIds: [2, 1] })).toEqual({});
  expect(changesOf(PERSON, { ...PERSON, lastName: 'Orlova', email: '', mask: 1024, groupIds: [2] })).toEqual({
    ...{ lastName: 'Orlova', email: '', accessGroup: 1024, groupIds: [2] },
  });
  expect(changesOf(PERSON, { ...PERSON, password: 'brand new' })).toEqual({ password: 'brand new' });
});
