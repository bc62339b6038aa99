import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { addressesToOpen } from '#addresses.ts';

const address = (family: 'IPv4' | 'IPv6', text: string, internal = false) =>
  ({ family, address: text, internal }) as NetworkInterfaceInfo;

const INTERFACES = {
  lo: [address('IPv4', '127.0.0.1', true), address('IPv6', '::1', true)],
  eth0: [
    address('IPv4', '192.0.2.7'),
    address('IPv6', '2001:db8::7'),
    address('IPv6', 'fe80::a00:27ff:fe4e:66a1'),
  ],
};

test.for([
  ['0.0.0.0', ['http://localhost:3000', 'http://192.0.2.7:3000']],
  ['::', ['http://localhost:3000', 'http://192.0.2.7:3000', 'http://[2001:db8::7]:3000']],
  ['192.0.2.7', ['http://192.0.2.7:3000']],
  ['2001:db8::7', ['http://[2001:db8::7]:3000']],
] as const)('the addresses to open with HOST=%s', ([host, addresses]) => {
  expect(addressesToOpen(host, 3000, null, INTERFACES)).toEqual(addresses);
});
