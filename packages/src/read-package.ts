import { readIcpc } from '#icpc/read-icpc.ts';
import type { OpenedPackage } from '#opened-package.ts';
import { manifestOf } from '#opening/find-root.ts';
import { PackageError } from '#package-error.ts';
import { readPolygon } from '#polygon/read-polygon.ts';
import type { ProblemPackage } from '#problem-package.ts';

/**
 * Reads the problem of an opened package, whatever its format.
 *
 * @throws {PackageError} when the problem cannot be used; lesser faults are in its `remarks`
 */
export async function readPackage(opened: OpenedPackage): Promise<ProblemPackage> {
  const manifest = manifestOf((name) => opened.find(name) !== null);
  if (manifest === null) throw new PackageError(`${opened.name} has neither problem.xml nor problem.yaml.`);
  const read = manifest.format === 'polygon' ? await readPolygon(opened) : await readIcpc(opened);
  return { ...read, remarks: [...opened.remarks, ...read.remarks] };
}
