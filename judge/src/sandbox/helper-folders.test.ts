import { glob, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const HELPER = fileURLToPath(new URL('../../sandbox/', import.meta.url));

/** Folders of the helper from the lowest to the highest, as in its README; `main.c` lies above all. */
const ORDER = ['base', 'groups', 'container', 'program', 'watch', 'init', 'keeper', '.'];

/** Lists what the files of the helper include of each other, by folder. */
async function includesOf(): Promise<{ file: string; folder: string; included: string }[]> {
  const includes = [];
  for await (const file of glob('**/*.{c,h}', { cwd: HELPER })) {
    const folder = dirname(file);
    for (const [, name = ''] of (await readFile(HELPER + file, 'utf8')).matchAll(/^#include "([^"]+)"/gm))
      includes.push({ file, folder, included: name.includes('/') ? dirname(name) : folder });
  }
  return includes;
}

test('folders of the helper include only themselves and those below them', async () => {
  const includes = await includesOf();

  expect(new Set(includes.map(({ folder }) => folder))).toEqual(new Set(ORDER));
  const upward = includes.filter(({ folder, included }) => ORDER.indexOf(included) > ORDER.indexOf(folder));
  expect(upward.map(({ file, included }) => `${file} includes ${included}`)).toEqual([]);
});
