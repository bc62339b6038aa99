import { stat } from 'node:fs/promises';
import { readIcpc } from '#icpc/read-icpc.ts';
import type { OpenedPackage } from '#opened-package.ts';
import { manifestOf } from '#opening/find-root.ts';
import { inMegabytes } from '#opening/limits.ts';
import { PackageError } from '#package-error.ts';
import { readPolygon } from '#polygon/read-polygon.ts';
import type { PackageFile, ProblemPackage } from '#problem-package.ts';

/**
 * Reads the problem of an opened package, whatever its format.
 *
 * @throws {PackageError} when the problem cannot be used; lesser faults are in its `remarks`
 */
export async function readPackage(opened: OpenedPackage): Promise<ProblemPackage> {
  const manifest = manifestOf((name) => opened.find(name) !== null);
  if (manifest === null) throw new PackageError(`${opened.name} has neither problem.xml nor problem.yaml.`);
  const read = manifest.format === 'polygon' ? await readPolygon(opened) : await readIcpc(opened);
  await checkPrograms(read);
  return { ...read, remarks: [...opened.remarks, ...read.remarks] };
}

/** Largest file in bytes of a program: the judge reads sources whole. Tests and attachments may be far larger. */
const PROGRAM_FILE_BYTES = 64 * 1024 * 1024;

/** @throws {PackageError} a file of a program is much larger than any source or library */
async function checkPrograms(pkg: ProblemPackage): Promise<void> {
  const paths = new Map(programFiles(pkg).map((file) => [file.path, file]));
  for (const { path, inPackage } of paths.values()) {
    if ((await stat(path)).size <= PROGRAM_FILE_BYTES) continue;
    throw new PackageError(
      `${inPackage} belongs to a program and is larger than ${inMegabytes(PROGRAM_FILE_BYTES)}. Make it smaller.`,
    );
  }
}

function programFiles(pkg: ProblemPackage): PackageFile[] {
  const programs = [
    ...('program' in pkg.checker ? [pkg.checker.program] : []),
    ...(pkg.interactor === null ? [] : [pkg.interactor.program]),
    ...pkg.validators.map(({ program }) => program),
    ...pkg.generators.values(),
    ...pkg.solutions.map(({ program }) => program),
  ];
  return [...programs, ...pkg.graders].flatMap(({ files }) => files);
}
