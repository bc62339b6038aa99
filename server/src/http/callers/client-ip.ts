import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { ServerOptions } from '#services.ts';

/** With IPv6 one person has 2^64 addresses, which begin alike. */
const IPV6_NETWORK_BITS = 64;

/** The one proxy in front, if any; addresses that it received from others are not trusted. */
export const trustedProxy = ({ trustProxy }: Pick<ServerOptions, 'trustProxy'>) =>
  trustProxy && ((_address: string, hop: number) => hop === 0);

/**
 * Returns the caller's address in the form of PostgreSQL's `inet`, or null when there is none: a false proxy,
 * or a client behind no proxy, may send any text.
 */
export function clientIp({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  if (isIPv4(ip)) return ip; // has one spelling only
  const [address = ''] = ip.split('%', 1); // link-local addresses name the network card
  if (!ipaddr.isValid(address) || (!address.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(address))) {
    return null;
  }
  return ipaddr.process(address).toString(); // an IPv4 address also out of a socket that takes both kinds
}

/** Like `clientIp`, for a request that does not pass Fastify: a socket's handshake. */
export function senderOf(
  request: IncomingMessage,
  options: Pick<ServerOptions, 'trustProxy'>,
): string | null {
  const trusted = trustedProxy(options);
  const ip = trusted ? proxyAddress(request, trusted) : request.socket.remoteAddress;
  return clientIp({ ip: ip ?? '' });
}

/**
 * Network of an address, which usually stands for one customer.
 *
 * @param ip as `clientIp` gives it
 */
export function networkOf(ip: string): string {
  const address = ipaddr.parse(ip);
  if (address instanceof ipaddr.IPv4) return ip;
  const first = ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${IPV6_NETWORK_BITS}`);
  return `${first}/${IPV6_NETWORK_BITS}`;
}
