import { languagesOfIcpcCode } from '@balloon/domain/languages/author-languages.ts';
import { LANGUAGE_KEYS, type LanguageKey } from '@balloon/domain/languages/languages.ts';
import { type PackageSource, plainName } from '#icpc/package-source.ts';
import type { PackageFile, ProblemPackage } from '#problem-package.ts';

const FOLDER = 'include';
/**
 * Reads files that are compiled with every solution in a language; those of `default` with all, unless the language
 * has one of the same name.
 */
export function readGraders(source: PackageSource): ProblemPackage['graders'] {
  const shared = filesOf(source, 'default');
  const graders: { languages: readonly LanguageKey[]; files: readonly PackageFile[] }[] = [];
  for (const { name, path, isFolder } of source.entriesOf(FOLDER)) {
    if (name === 'default') continue;
    const languages = isFolder ? languagesOfIcpcCode(name) : [];
    if (languages.length === 0) {
      source.note(`${path} is not used: "${name}" is no language of ours`);
      continue;
    }
    const own = filesOf(source, name);
    const names = new Set(own.map((file) => file.name));
    graders.push({ languages, files: [...shared.filter((file) => !names.has(file.name)), ...own] });
  }
  const served = new Set(graders.flatMap(({ languages }) => languages));
  const others = LANGUAGE_KEYS.filter((language) => !served.has(language));
  if (shared.length > 0 && others.length > 0) graders.push({ languages: others, files: shared });
  return graders;
}

function filesOf(source: PackageSource, code: string): PackageFile[] {
  const folder = `${FOLDER}/${code}`;
  return source.filesUnder(folder).map((name) => source.file(`${folder}/${name}`, plainName(name)));
}
