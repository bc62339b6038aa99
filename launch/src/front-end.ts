import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';

/** The repository, which npm scripts run in and this file lies in. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Whatever the built page is made of. */
const SOURCES = [
  'web/{src,public}/**/*',
  'web/{index.html,vite.config.ts,package.json}',
  '{contracts,domain}/src/**/*',
  'package-lock.json',
];

/**
 * Builds the page with Vite when it is missing or older than its sources.
 *
 * @returns the directory to serve
 */
export async function ensureFrontEnd(): Promise<string> {
  const dist = path.join(ROOT, 'web', 'dist');
  const stamp = path.join(dist, '.built-from');
  const sources = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return dist;
  say('Building the page…');
  await build();
  writeFileSync(stamp, sources);
  return dist;
}

async function build(): Promise<void> {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: path.join(ROOT, 'web'),
    });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new StartError(`the page could not be built:\n${stderr || message}`, { cause: error });
  }
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const entry of globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).filter((found) =>
    found.isFile(),
  )) {
    const file = path.join(entry.parentPath, entry.name);
    hash.update(`${path.relative(ROOT, file)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
