import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type DirectoryLock, waitForLock } from '#directory-lock.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';

/** Folder of the repository, in which npm scripts run. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Sources of the built page. */
const SOURCES = [
  'web/{src,public}/**/*',
  'web/{index.html,vite.config.ts,package.json}',
  '{contracts,domain}/src/**/*',
  'package-lock.json',
];

const DIST = path.join(ROOT, 'web', 'dist');
/**
 * Folder of a build in progress: a failed build leaves the old page in place, and a running site never serves half of
 * a new one.
 */
const DRAFT = path.join(ROOT, 'node_modules', '.balloon-page');
const STAMP = '.built-from';

/**
 * Builds the page with Vite when it is missing or older than its sources.
 *
 * @returns the directory to serve
 * @throws {StartError} with Vite's message
 */
export async function ensureFrontEnd(): Promise<string> {
  if (isCurrent(hashSources())) return DIST;
  const lock = lockForBuild();
  try {
    const sources = hashSources();
    if (isCurrent(sources)) return DIST; // the holder of the lock has built it
    say('Building the page…');
    await build();
    writeFileSync(path.join(DRAFT, STAMP), sources);
    replaceDirectory(DIST, DRAFT);
    return DIST;
  } finally {
    lock.release();
  }
}

function isCurrent(sources: string): boolean {
  const stamp = path.join(DIST, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
}

function lockForBuild(): DirectoryLock {
  try {
    return waitForLock(`${DRAFT}.lock`);
  } catch (error) {
    throw new StartError(
      `${ROOT} cannot be written by this user, and the page must be built: start once as its owner`,
      {
        cause: error,
      },
    );
  }
}

function replaceDirectory(old: string, replacement: string): void {
  const aside = `${replacement}.old`;
  rmSync(aside, { recursive: true, force: true });
  if (existsSync(old)) renameSync(old, aside);
  renameSync(replacement, old);
  rmSync(aside, { recursive: true, force: true });
}

async function build(): Promise<void> {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', DRAFT, '--emptyOutDir'];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: path.join(ROOT, 'web') });
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
