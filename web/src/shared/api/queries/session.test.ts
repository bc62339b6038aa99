import { expect, test } from 'vitest';
import { returnPath, signInPath } from '#shared/api/queries/session.ts';

test('signing in leads back to where the person was', () => {
  const path = signInPath({ pathname: '/contest/3/table', search: '?at=60' });
  expect(returnPath(path.slice(path.indexOf('?')))).toBe('/contest/3/table?at=60');
});

test('signing in leads back to joining a group and to linking an address', () => {
  for (const path of ['/auth/register?groupKey=1', '/auth/link-email']) {
    expect(returnPath(`?return=${encodeURIComponent(path)}`)).toBe(path);
  }
});

test('the start page needs no way back', () => {
  expect(signInPath({ pathname: '/', search: '' })).toBe('/auth');
  expect(returnPath('')).toBe('/contests');
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/auth',
  '/auth/reset?resetKey=1',
])('an address of another site is no way back: %s', (address) => {
  expect(returnPath(`?return=${encodeURIComponent(address)}`)).toBe('/contests');
});
