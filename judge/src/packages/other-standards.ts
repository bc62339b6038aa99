import type { PackageProgram } from '@balloon/packages/problem-package.ts';

/** C++ standards to try for an old program. */
const OTHER_STANDARDS = ['cpp17', 'cpp14', 'cpp11', 'cpp20'] as const;

/**
 * The languages in which a program may compile: the package's own word first. C++ of an old package may need another
 * standard than the one it names, or it names none: `gets` is gone since C++14.
 */
export function languagesToTry({
  languages,
}: Pick<PackageProgram, 'languages'>): PackageProgram['languages'] {
  const isCpp = languages.some((key) => key.startsWith('cpp'));
  return isCpp ? [...new Set([...languages, ...OTHER_STANDARDS])] : languages;
}
