import { expect, test } from 'vitest';
import { clientIp, networkOf } from '#http/callers/client-ip.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['192.0.2.01', null],
  ['192.0.2', null],
  ['unknown', null],
  ["'; drop table", null],
  ['', null],
])('the address %j is %j', (ip, expected) => {
  expect(clientIp({ ip })).toBe(expected);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::99', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::', 'fe80::/64'],
])('%s belongs to %s', (ip, expected) => {
  expect(networkOf(ip)).toBe(expected);
});
