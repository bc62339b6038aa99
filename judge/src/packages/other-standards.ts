import type { PackageProgram } from '@balloon/packages/problem-package.ts';

/** C++ standards to try for an old program. */
const OTHER_STANDARDS = ['cpp17', 'cpp14', 'cpp11', 'cpp20'] as const;

/**
 * Whether a program is Pascal that may need either mode of Free Pascal: packages do not name the mode, and a source
 * that compiles in both may run in one only.
 */
export function hasTwoModes({ languages }: Pick<PackageProgram, 'languages'>): boolean {
  return languages.includes('delphi') && languages.includes('pascal');
}

/**
 * Languages in which a program may compile, the stated one first. C++ of an old package may need another standard
 * than the stated one, or the package states none: `gets` is gone since C++14.
 */
export function languagesToTry({
  languages,
}: Pick<PackageProgram, 'languages'>): PackageProgram['languages'] {
  if (hasTwoModes({ languages })) return [...languages];
  const isCpp = languages.some((key) => key.startsWith('cpp'));
  return isCpp ? [...new Set([...languages, ...OTHER_STANDARDS])] : languages;
}
