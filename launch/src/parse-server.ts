import { InvalidArgumentError } from 'commander';

/** Reads the address of a site from the command line. @throws {InvalidArgumentError} */
export function parseServer(text: string): string {
  if (!/^https?:\/\/[^\s/?#]+\/?$/.test(text))
    throw new InvalidArgumentError('expected an address such as http://contest.example.org:3000');
  return text.replace(/\/$/, '');
}
