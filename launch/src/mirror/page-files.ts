import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { writePacked } from '#mirror/write-files.ts';

const SOURCES = path.join(import.meta.dirname, 'page');

/** Writes the page of the mirror; its scripts lose their types, which is all that browsers need. */
export async function writePageFiles(folder: string): Promise<void> {
  for (const name of await readdir(SOURCES)) {
    if (name.endsWith('.test.ts')) continue;
    const text = await readFile(path.join(SOURCES, name), 'utf8');
    if (name.endsWith('.ts')) await writePacked(folder, name.replace(/\.ts$/, '.js'), scriptOf(text));
    else await writePacked(folder, name, text);
  }
}

/** A script as browsers take it, with the imports of its neighbours under their new names. */
const scriptOf = (source: string) =>
  withoutTypes(source).replace(/from '#mirror\/page\/([\w-]{1,50})\.ts'/g, "from './$1.js'");

/** Node runs this very program in the same way; that the function may still change is no news for operators. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
