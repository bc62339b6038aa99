import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const SOURCES = fileURLToPath(new URL('../../sandbox/', import.meta.url));
const BUILD = fileURLToPath(new URL('../../build/', import.meta.url));
const FLAGS = ['-std=gnu11', '-O2', '-static', '-Wall', '-Wextra', '-D_GNU_SOURCE', '-I.'];

const KEEP_MS = 24 * 60 * 60 * 1000;

/** Error when the helper cannot be built; the message is one line for the operator. */
class HelperBuildError extends Error {
  override readonly name = 'HelperBuildError';
}

/**
 * Compiles the sandbox helper unless a build of the same sources by the same compiler exists.
 *
 * @param buildDir where builds are kept
 * @returns path of the executable
 * @throws {HelperBuildError} without a C compiler, naming the command that installs one
 */
export async function buildHelper(buildDir: string = BUILD): Promise<string> {
  const helper = join(buildDir, `sandbox-helper-${await sourceHash()}`);
  if (await exists(helper)) return helper;
  await mkdir(buildDir, { recursive: true });
  await removeOldBuilds(buildDir);
  // Two judges may start at once: each compiles to a name of its own, and one of the renames wins.
  const draft = `${helper}.${randomUUID()}`;
  try {
    const names = (await sourceNames()).filter((name) => name.endsWith('.c'));
    await run('cc', [...FLAGS, '-o', draft, ...names], { cwd: SOURCES });
    await rename(draft, helper);
  } catch (error) {
    throw new HelperBuildError(`The sandbox helper does not compile: ${firstLine(error)}`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
  return helper;
}

/** Removes builds of other versions; a helper that still runs keeps its file although the name is gone. */
async function removeOldBuilds(buildDir: string): Promise<void> {
  for (const name of await readdir(buildDir)) {
    const path = join(buildDir, name);
    const { mtimeMs = Date.now() } = (await stat(path).catch(() => null)) ?? {};
    if (name.startsWith('sandbox-helper-') && mtimeMs < Date.now() - KEEP_MS) await rm(path, { force: true });
  }
}

/** Lists the sources by their paths beneath the helper's folder. */
async function sourceNames(): Promise<string[]> {
  return (await readdir(SOURCES, { recursive: true })).filter((name) => /\.[ch]$/.test(name)).sort();
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256').update(await compilerVersion());
  for (const name of await sourceNames()) hash.update(name).update(await readFile(join(SOURCES, name)));
  return hash.update(FLAGS.join(' ')).digest('hex').slice(0, 16);
}

async function compilerVersion(): Promise<string> {
  try {
    return (await run('cc', ['--version'])).stdout;
  } catch (error) {
    throw new HelperBuildError(
      'No C compiler (cc) for the sandbox helper; install one with: apt-get install -y gcc libc6-dev',
      { cause: error },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function firstLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return text.split('\n').find((line) => line.includes('error')) ?? text;
}
