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
  const { name, root, files, remarks } = opened;
  const places = new Map(files.map((file) => [file, opened.find(file) ?? '']));
  const given: PackagePlaces = { name, root, places, remarks };
  const read = await runInThread<PackageReading>(THREAD, given, signal, limits);
  if ('trouble' in read) throw new PackageError(`${name} cannot be read: ${read.trouble}.`);
  if ('refusal' in read.result) throw new PackageError(read.result.refusal);
  return read.result.problem;
}

/** Answer of a thread: the problem, or the reason why the package cannot be used. */
export type PackageReading = { problem: ProblemPackage } | { refusal: string };

const THREAD = new URL('./read-package-thread.ts', import.meta.url);
