import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ensureFrontEnd } from '@balloon/launch/front-end.ts';
import { expect, test } from 'vitest';

/** What a first visit to the contest list may bring, compressed as the server does. */
const LIMIT_KB = 250;
/** The live connection is loaded aside, and everybody has it; about 12 KB. */
const SOCKET_KB = 15;

test('the first visit brings less than 250 KB of script, in a few files', async () => {
  const directory = await ensureFrontEnd();
  const page = readFileSync(path.join(directory, 'index.html'), 'utf8');
  const linked = [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g)];
  const files = linked.map(([, file = '']) => file);
  // The first screens are among them, or they would come one after the other.
  expect(files.some((file) => /\/home-/.test(file))).toBe(true);
  expect(files.length).toBeLessThan(8);

  const sizes = files.map((file) => compressedKb(readFileSync(path.join(directory, file))));
  expect(sizes.reduce((sum, size) => sum + size, SOCKET_KB)).toBeLessThan(LIMIT_KB);
});

function compressedKb(content: Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return brotliCompressSync(content, { params }).length / 1024;
}
