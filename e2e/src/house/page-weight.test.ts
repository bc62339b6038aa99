import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { expect, test } from 'vitest';

/** Maximum size in KB of the scripts that a first visit waits for, compressed as the server does. */
const LIMIT_KB = { home: 174, statement: 179, send: 202, table: 196 };
/** Files of a screen, as `early.js` requests them. */
const SCREENS = {
  home: ['frame', 'fields', 'home'],
  statement: ['frame', 'contest', 'statement'],
  send: ['frame', 'contest', 'fields', 'statement', 'send'],
  table: ['frame', 'contest', 'fields', 'table'],
};

test.each(Object.keys(LIMIT_KB) as (keyof typeof LIMIT_KB)[])(
  'a first visit to %s waits for few scripts in few files',
  async (screen) => {
    const directory = await ensureFrontEnd();
    const page = readFileSync(path.join(directory, 'index.html'), 'utf8');
    const linked = [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g)];
    const told: Record<string, string[]> = JSON.parse(
      /data-files="([^"]+)"/.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? '{}',
    );
    // A file that is not told would be requested only when another has run.
    const own = SCREENS[screen].flatMap((name) => told[name] ?? [`there is no ${name}`]);
    const files = [...linked.map(([, file = '']) => file), ...own.filter((file) => file.endsWith('.js'))];
    expect(files.length).toBeLessThan(9);
    for (const file of own.filter((name) => name.endsWith('.js'))) {
      const source = readFileSync(path.join(directory, file), 'utf8');
      for (const [, needed = ''] of source.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
        expect(files.map((name) => path.basename(name))).toContain(needed);
    }
    const sizes = files.map((file) => compressedKb(path.join(directory, file)));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LIMIT_KB[screen]);
  },
);

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
