import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureFrontEnd } from '@balloon/launch/front-end.ts';
import { expect, test } from 'vitest';

/** Maximum size of a first visit to the contest list, compressed as the server does. */
const LIMIT_KB = 250;
/** Size allowed for the socket library, which everybody loads beside the rest; about 12 KB. */
const SOCKET_KB = 15;

test('the first visit brings less than 250 KB of script, in a few files', async () => {
  const directory = await ensureFrontEnd();
  const page = readFileSync(path.join(directory, 'index.html'), 'utf8');
  const linked = [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g)];
  const files = linked.map(([, file = '']) => file);
  // The first screens must be linked too, or they would load one after the other.
  expect(files.some((file) => /\/home-/.test(file))).toBe(true);
  expect(files.length).toBeLessThan(8);

  const sizes = files.map((file) => compressedKb(path.join(directory, file)));
  expect(sizes.reduce((sum, size) => sum + size, SOCKET_KB)).toBeLessThan(LIMIT_KB);
});

test('built files and texts are stored compressed', async () => {
  const directory = await ensureFrontEnd();
  for (const file of ['index.html', 'js/locales/ru-ru.json', 'js/locales/en-us.json'])
    for (const ending of ['br', 'gz'])
      expect(existsSync(path.join(directory, `${file}.${ending}`)), `${file}.${ending}`).toBe(true);
});

/** Returns the size in KB of what the server sends: small files have no compressed copy. */
function compressedKb(file: string): number {
  const copy = `${file}.br`;
  return statSync(existsSync(copy) ? copy : file).size / 1024;
}
