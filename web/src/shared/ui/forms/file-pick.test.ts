import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

test('every button that chooses files lets the same file be chosen again', async () => {
  // The button of the library keeps what was chosen, so that browsers report no change for a corrected file.
  const users: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: ROOT, exclude: ['**/*.test.*'] })) {
    if (/\bFileButton\b/.test(await readFile(ROOT + file, 'utf8'))) users.push(file);
  }
  expect(users).toEqual(['shared/ui/forms/file-pick.tsx']);
});
