import type { RegisterLink } from '@balloon/contracts/people/group-links.ts';
import { expect, test } from 'vitest';
import { linkState } from '#features/group-links/link-state.ts';

const link: RegisterLink = {
  uuid: 'u',
  registerKey: 'k',
  linkActivatedTimes: 3,
  isActive: true,
  createdAtMs: 0,
  expiresAtMs: null,
  maxActivations: null,
  groupId: 1,
};

test('a link is active within its limits', () => {
  expect(linkState(link, 100)).toBe('active');
  expect(linkState({ ...link, expiresAtMs: 101, maxActivations: 4 }, 100)).toBe('active');
  expect(linkState({ ...link, expiresAtMs: 100 }, 100)).toBe('expired');
  expect(linkState({ ...link, maxActivations: 3 }, 100)).toBe('usedUp');
  expect(linkState({ ...link, isActive: false, expiresAtMs: 1 }, 100)).toBe('inactive');
});
