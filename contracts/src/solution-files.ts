import { z } from 'zod';
import { NO_ZERO_BYTES } from './common.ts';
import { MAX_SOLUTION_FILES, MAX_SOURCE_BYTES } from './solution-limits.ts';

/**
 * Endings of files beside the main text of a solution: sources and headers of languages that compile several, and data
 * as text. Libraries such as `.jar` are absent: the compiler would receive them as those of the problem.
 */
const ENDINGS: ReadonlySet<string> = new Set([
  ...['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'inc', 'java', 'kt', 'py'],
  ...['txt', 'dat', 'in', 'csv', 'json'],
]);

/** Names that Windows keeps for devices: an archive with such a file could not be opened there. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

const stemOf = (name: string) => name.slice(0, name.indexOf('.'));
const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** File beside the main text of a solution; its name has no folder and suits every system. */
export const SolutionFile = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$/, 'must have 1 to 63 of the characters A-Z a-z 0-9 _ . -')
    .refine((name) => ENDINGS.has(endingOf(name)), 'must end as a source, a header or a text does')
    .refine((name) => !DEVICE.test(stemOf(name)), 'must not be the name of a device'),
  text: z.string().refine(...NO_ZERO_BYTES),
});
export type SolutionFile = z.infer<typeof SolutionFile>;

/** Files of a solution beside its main text, from which the program starts. */
export const SolutionFiles = z
  .array(SolutionFile)
  .max(MAX_SOLUTION_FILES - 1, `a solution has at most ${MAX_SOLUTION_FILES} files`)
  .refine(areDistinct, 'must have different names, also without regard to case')
  .refine(fitTogether, `must be at most ${MAX_SOURCE_BYTES / 1024} KB together`);
export type SolutionFiles = z.infer<typeof SolutionFiles>;

function areDistinct(files: readonly SolutionFile[]): boolean {
  return new Set(files.map(({ name }) => name.toLowerCase())).size === files.length;
}

function fitTogether(files: readonly SolutionFile[]): boolean {
  const encoder = new TextEncoder();
  const bytes = files.reduce((sum, { text }) => sum + encoder.encode(text).length, 0);
  return bytes <= MAX_SOURCE_BYTES;
}
