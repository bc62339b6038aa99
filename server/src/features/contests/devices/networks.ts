import { BlockList, isIPv6 } from 'node:net';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { type ContestStatus, isMainTime } from '@balloon/domain/contests/contest-phase.ts';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { ForbiddenError } from '#errors.ts';
import type { User } from '#services.ts';

/** A network in one spelling, or null for what is none: `10.0.0.7` becomes `10.0.0.7/32`. */
export function networkText(text: string): string | null {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const isAddress =
    ipaddr.isValid(address) && (address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address));
  if (!isAddress || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  return prefix <= most ? `${parsed.toString()}/${prefix}` : null;
}

/** Lists by the networks that they hold: contests change seldom, and each request asks. */
const lists = new LRUCache<string, BlockList>({ max: 200 });

function listOf(networks: readonly string[]): BlockList {
  const key = networks.join();
  const known = lists.get(key);
  if (known) return known;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  lists.set(key, list);
  return list;
}

/** Whether an address lies in one of the networks; without networks every one does. */
export function isInNetworks(ip: string | null, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  return ip !== null && listOf(networks).check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

/** What decides from where somebody takes part. */
export interface NetworkRule {
  contest: { id: number; allowedNetworks: readonly string[] };
  status: ContestStatus;
  isFromAnywhere: boolean;
}

/** Whether a contest lets somebody in from their address: participants while it runs, supervisors always. */
export function isNetworkAllowed(user: User, { contest, status, isFromAnywhere }: NetworkRule): boolean {
  const { allowedNetworks } = contest;
  if (allowedNetworks.length === 0 || isFromAnywhere || isSupervisor(user.accessMask)) return true;
  return !isMainTime(status) || isInNetworks(user.ip ?? null, allowedNetworks);
}

/** @throws {ForbiddenError} NETWORK_NOT_ALLOWED with the address */
export function expectNetwork(user: User, rule: NetworkRule): void {
  if (isNetworkAllowed(user, rule)) return;
  const address = user.ip ?? '?';
  throw new ForbiddenError(
    'NETWORK_NOT_ALLOWED',
    `This contest is taken from its own rooms only, and your address is ${address}: ask the organisers`,
    { restParams: { address } },
  );
}
