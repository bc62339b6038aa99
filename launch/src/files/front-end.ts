import { execFile } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type DirectoryLock, waitForLock } from '#files/directory-lock.ts';
import { hashSources, listPageSources, signSources } from '#files/page-sources.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';

/** Folder of the repository, in which npm scripts run. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

const DIST = path.join(ROOT, 'web', 'dist');
/**
 * Folder of a build in progress: a failed build leaves the old page in place, and a running site never serves half of
 * a new one.
 */
const DRAFT = path.join(ROOT, 'node_modules', '.balloon-page');
const STAMP = '.built-from';
/** Sign of the sources when they were last compared with what the page was built from. */
const SEEN = '.seen';

/**
 * Builds the page with Vite when it is missing or older than its sources.
 *
 * @returns the directory to serve
 * @throws {StartError} with Vite's message
 */
export async function ensureFrontEnd(): Promise<string> {
  if (isCurrent()) return DIST;
  const lock = lockForBuild();
  try {
    if (isCurrent()) return DIST; // the holder of the lock has built it
    const files = listPageSources(ROOT);
    const [sources, sign] = [hashSources(ROOT, files), signSources(ROOT, files)];
    say('Building the page…');
    await build();
    writeFileSync(path.join(DRAFT, STAMP), sources);
    writeFileSync(path.join(DRAFT, SEEN), sign);
    replaceDirectory(DIST, DRAFT);
    return DIST;
  } finally {
    lock.release();
  }
}

/** Whether the page is built from the sources that there are. They are read when their sign is another one than before. */
function isCurrent(): boolean {
  if (!existsSync(path.join(DIST, STAMP))) return false;
  const files = listPageSources(ROOT);
  const sign = signSources(ROOT, files);
  if (readStamp(SEEN) === sign) return true;
  if (readStamp(STAMP) !== hashSources(ROOT, files)) return false;
  try {
    writeFileSync(path.join(DIST, SEEN), sign);
  } catch {
    // Installed by another account: each start reads the sources.
  }
  return true;
}

function readStamp(name: string): string | null {
  const file = path.join(DIST, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
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
