import { expect, test } from 'vitest';
import { isOnlyHere, printedAddress } from '#features/user-admin/passwords/printed-address.ts';

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000/', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.5:3000', false],
  ['https://localhost.example.org', false],
  ['contest.example.org', false],
  ['', false],
])('%s opens on this machine only: %s', (address, isHere) => {
  expect(isOnlyHere(address)).toBe(isHere);
});

test('sheets show an address with its scheme and without a slash at the end', () => {
  expect(printedAddress(' https://contest.example.org/ ')).toBe('https://contest.example.org');
  expect(printedAddress('10.0.0.7:3000')).toBe('http://10.0.0.7:3000');
});
