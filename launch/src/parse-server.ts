import { InvalidArgumentError } from 'commander';

export const SERVERS_HELP =
  'address of the site; again for each other web process without a proxy before them';

/** Addresses of web processes of one site. */
export type Servers = readonly [string, ...string[]];

/** Reads the address of a site from the command line. @throws {InvalidArgumentError} */
export function parseServer(text: string): string {
  if (!/^https?:\/\/[^\s/?#]+\/?$/.test(text))
    throw new InvalidArgumentError('expected an address such as http://contest.example.org:3000');
  return text.replace(/\/$/, '');
}

/** Reads one of several addresses: the option may be given again. @throws {InvalidArgumentError} */
export function parseServers(text: string, before: Servers | undefined): Servers {
  const server = parseServer(text);
  return before === undefined ? [server] : [...before, server];
}
