import { readFile, stat } from 'node:fs/promises';
import { MAX_TEST_PICTURE_BYTES } from '@balloon/contracts/judging/imported-problem.ts';
import type { PackageSource } from '#icpc/package-source.ts';
import { inMegabytes } from '#opening/limits.ts';
import { judgePicture } from '#pictures/judge-picture.ts';
import type { PackagePicture } from '#problem-package.ts';

/** Endings of a picture beside a test; the first that is there is shown. */
const ENDINGS = ['.png', '.svg', '.jpg', '.jpeg'];

/**
 * Reads the picture of a test. One that pages cannot show is left out with a warning, since tests work without it.
 *
 * @param present names of the files in the test's folder
 */
export async function readTestPicture(
  source: PackageSource,
  name: string,
  base: string,
  present: ReadonlySet<string>,
): Promise<PackagePicture | null> {
  const ending = ENDINGS.find((one) => present.has(`${base}${one}`));
  if (ending === undefined) return null;
  const file = source.file(`data/${name}${ending}`, `${base}${ending}`);
  const leaveOut = (why: string) => {
    source.warn(`${file.inPackage} is not shown with its test: ${why}`);
    return null;
  };
  const { size } = await stat(file.path);
  if (size > MAX_TEST_PICTURE_BYTES) {
    return leaveOut(`it has ${inMegabytes(size)}, and ${inMegabytes(MAX_TEST_PICTURE_BYTES)} are allowed`);
  }
  const judged = judgePicture(await readFile(file.path));
  return 'complaint' in judged ? leaveOut(judged.complaint) : { file, mediaType: judged.type };
}
