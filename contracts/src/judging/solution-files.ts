import { z } from 'zod';
import { NO_ZERO_BYTES } from '#common.ts';
import { bytesOf, isSolutionFileName, type NamedText } from '#judging/solution-file-rules.ts';
import { MAX_SOLUTION_FILES, MAX_SOURCE_BYTES } from '#judging/solution-limits.ts';

/** Name of a file of a solution; see solution-file-rules.ts. */
export const SolutionFileName = z.string().refine(isSolutionFileName, 'must be the plain name of a source');

export const SolutionFile = z.object({
  name: SolutionFileName,
  content: z.string().refine(...NO_ZERO_BYTES),
});
export type SolutionFile = z.infer<typeof SolutionFile>;

/** Files of a solution beside the one from which the program starts. */
export const SolutionFiles = z
  .array(SolutionFile)
  .max(MAX_SOLUTION_FILES - 1, `a solution has at most ${MAX_SOLUTION_FILES} files`)
  .refine(areDistinct, 'must have different names, also without regard to case')
  .refine(
    (files) => bytesOf(files) <= MAX_SOURCE_BYTES,
    `must be at most ${MAX_SOURCE_BYTES / 1024} KB together`,
  );
export type SolutionFiles = z.infer<typeof SolutionFiles>;

function areDistinct(files: readonly NamedText[]): boolean {
  return new Set(files.map(({ name }) => name.toLowerCase())).size === files.length;
}
