import { MAX_SOLUTION_FILES, MAX_SOURCE_BYTES } from '#judging/solution-limits.ts';

/*
 * What the files of a solution may be. Apart from the schemas, because the page says it before the server does and
 * needs no schemas for that.
 */

/** File of a solution; its name has no folder and suits every system. */
export interface NamedText {
  name: string;
  content: string;
}

/**
 * Endings of files of a solution: sources and headers of languages that take several files, and data as text. Libraries
 * such as `.jar` are absent: the compiler would receive them as those of the problem.
 */
const ENDINGS: ReadonlySet<string> = new Set([
  ...[
    'c',
    'h',
    'cc',
    'cpp',
    'cxx',
    'hh',
    'hpp',
    'hxx',
    'inc',
    'java',
    'kt',
    'py',
    'go',
    'rs',
    'cs',
    'js',
    'mjs',
  ],
  ...['txt', 'dat', 'in', 'csv', 'json'],
]);

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$/;

/** Names that Windows keeps for devices: an archive with such a file could not be opened there. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

const stemOf = (name: string) => name.slice(0, name.indexOf('.'));

/** Ending of a file's name without its dot; the whole name where it has none. */
export const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Whether a solution may have a file of this name. */
export function isSolutionFileName(name: string): boolean {
  return NAME.test(name) && !name.includes('\n') && ENDINGS.has(endingOf(name)) && !DEVICE.test(stemOf(name));
}

/** What is wrong with the files of a solution, as the server's code for it, and in which of them. */
export interface FilesFault {
  code:
    | 'TOO_MANY_FILES'
    | 'FILE_NAME_NOT_ALLOWED'
    | 'FILE_NAMES_EQUAL'
    | 'FILE_NOT_TEXT'
    | 'FILES_EMPTY'
    | 'SOURCES_TOO_LARGE';
  name: string;
}

/** Finds the first thing that is wrong with the files of a solution, all of them together; null when nothing is. */
export function faultOfFiles(files: readonly NamedText[]): FilesFault | null {
  if (files.length > MAX_SOLUTION_FILES) return { code: 'TOO_MANY_FILES', name: '' };
  const seen = new Set<string>();
  for (const { name, content } of files) {
    if (!isSolutionFileName(name)) return { code: 'FILE_NAME_NOT_ALLOWED', name };
    if (seen.has(name.toLowerCase())) return { code: 'FILE_NAMES_EQUAL', name };
    seen.add(name.toLowerCase());
    if (content.includes('\u0000')) return { code: 'FILE_NOT_TEXT', name };
  }
  if (files.every(({ content }) => content.trim() === '')) return { code: 'FILES_EMPTY', name: '' };
  return bytesOf(files) > MAX_SOURCE_BYTES ? { code: 'SOURCES_TOO_LARGE', name: '' } : null;
}

/** Size of files together, in UTF-8. */
export function bytesOf(files: readonly NamedText[]): number {
  const encoder = new TextEncoder();
  return files.reduce((sum, { content }) => sum + encoder.encode(content).length, 0);
}
