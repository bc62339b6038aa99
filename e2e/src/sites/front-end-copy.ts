import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';

/** A copy of the built page that a story may replace, as an update does. */
export interface FrontEndCopy extends Disposable {
  directory: string;
  /** Puts another build in its place: every hashed file has another name. */
  replace(): void;
}

export async function copyFrontEnd(): Promise<FrontEndCopy> {
  const built = await ensureFrontEnd();
  const home = mkdtempSync(path.join(tmpdir(), 'balloon-page-'));
  const directory = path.join(home, 'page');
  // Compressed copies would be those of the old names.
  cpSync(built, directory, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  let updates = 0;
  return {
    directory,
    replace() {
      updates += 1;
      const next = path.join(home, `page-${updates}`);
      cpSync(directory, next, { recursive: true });
      renameHashed(next, updates);
      renameSync(directory, path.join(home, `before-${updates}`));
      renameSync(next, directory);
    },
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Renames the hashed files of a build, and writes the new names wherever the old ones stand. */
function renameHashed(build: string, update: number): void {
  const assets = path.join(build, 'assets');
  const names = new Set(readdirSync(assets));
  const renamed = (name: string) => (names.has(name) ? `${update}${name}` : name);
  const withNames = [...names].map((name) => path.join(assets, name));
  for (const file of [...withNames, path.join(build, 'index.html'), path.join(build, 'sw.js')]) {
    if (!/\.(?:js|css|html)$/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/[\w.-]+\.(?:js|css|woff2?)\b/g, renamed));
  }
  for (const name of names) renameSync(path.join(assets, name), path.join(assets, renamed(name)));
}
