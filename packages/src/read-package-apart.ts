import type { OpenedPackage, PackagePlaces } from '#opened-package.ts';
import { PackageError } from '#package-error.ts';
import type { ProblemPackage } from '#problem-package.ts';
import { runInThread, type ThreadLimits } from '#threads/run-in-thread.ts';

/** The largest of real packages take less than a second and 100 MB. */
const LIMITS: ThreadLimits = { wallMs: 60_000, memoryMb: 512 };

/**
 * Reads the problem of an opened package as `readPackage` does, in a thread of its own: whatever its manifests hold,
 * this process answers meanwhile.
 *
 * @throws {PackageError} when the problem cannot be used, or reading it exceeds a limit
 * @throws the signal's reason, when it is aborted
 */
export async function readPackageApart(
  opened: OpenedPackage,
  signal: AbortSignal,
  limits = LIMITS,
): Promise<ProblemPackage> {
  const read = await runInThread<PackageReading>(THREAD, placesOf(opened), signal, limits);
  if ('trouble' in read) throw new PackageError(`${opened.name} cannot be read: ${read.trouble}.`);
  if ('refusal' in read.result) throw new PackageError(read.result.refusal);
  return read.result.problem;
}

/** Contents of an opened package, for a thread. */
export function placesOf({ name, root, files, remarks, find }: OpenedPackage): PackagePlaces {
  return { name, root, places: new Map(files.map((file) => [file, find(file) ?? ''])), remarks };
}

/** Answer of a thread: the problem, or the reason why the package cannot be used. */
export type PackageReading = { problem: ProblemPackage } | { refusal: string };

const THREAD = new URL('./read-package-thread.ts', import.meta.url);
