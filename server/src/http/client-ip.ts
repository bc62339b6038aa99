import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The caller's address as PostgreSQL's `inet` takes it, or null when there is none: a proxy that is none, or
 * somebody without one, may send any text.
 */
export function clientIp({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const [address = ''] = ip.split('%', 1); // link-local addresses name the network card
  const plain = address.toLowerCase().startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  if (isIPv4(plain)) return plain; // also out of a socket that takes both kinds
  return isIP(address) ? address : null;
}

/**
 * Whose address it is, roughly: with IPv6 one person has 2^64 of them, which begin alike.
 *
 * @param ip as `clientIp` gives it
 */
export function networkOf(ip: string): string {
  if (isIPv4(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail ? tail.split(':') : [];
  const isShortened = tail !== undefined;
  const zeros = isShortened ? Array(Math.max(0, 8 - groups.length - tailGroups.length)).fill('0') : [];
  const prefix = [...groups, ...zeros, ...tailGroups].slice(0, 4);
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
