import { LANGUAGES, type LanguageKey } from '@balloon/domain/languages.ts';
import type { PackageFile, ProblemPackage } from '#problem-package.ts';
import { type PackageSource, plainName } from './package-source.ts';

const FOLDER = 'include';
const ALL = Object.keys(LANGUAGES) as LanguageKey[];

/** Our languages by the format's codes. */
const BY_CODE = new Map<string, readonly LanguageKey[]>([
  ['c', ['c']],
  ['cpp', ['cpp17', 'cpp20', 'cpp23', 'cpp11', 'cpp14']],
  ['java', ['java']],
  ['kotlin', ['kotlin']],
  ['python3', ['python3', 'pypy3']],
  ['python', ['python3', 'pypy3']],
  ['pypy3', ['python3', 'pypy3']],
  ['go', ['go']],
  ['rust', ['rust']],
  ['csharp', ['csharp']],
  ['javascript', ['javascript']],
  ['pascal', ['pascal', 'delphi']],
  ['haskell', ['haskell']],
  ['ocaml', ['ocaml']],
  ['ruby', ['ruby']],
  ['php', ['php']],
  ['d', ['d']],
  ['perl', ['perl']],
  ['lua', ['lua']],
]);

/** Files that lie beside every solution in a language; those of `default` beside all, unless its own is named alike. */
export function readGraders(source: PackageSource): ProblemPackage['graders'] {
  const shared = filesOf(source, 'default');
  const graders: { languages: readonly LanguageKey[]; files: readonly PackageFile[] }[] = [];
  for (const { name, path, isFolder } of source.entriesOf(FOLDER)) {
    if (name === 'default') continue;
    const languages = isFolder ? BY_CODE.get(name) : undefined;
    if (languages === undefined) {
      source.note(`${path} is not used: "${name}" is no language of ours`);
      continue;
    }
    const own = filesOf(source, name);
    const names = new Set(own.map((file) => file.name));
    graders.push({ languages, files: [...shared.filter((file) => !names.has(file.name)), ...own] });
  }
  const served = new Set(graders.flatMap(({ languages }) => languages));
  const others = ALL.filter((language) => !served.has(language));
  if (shared.length > 0 && others.length > 0) graders.push({ languages: others, files: shared });
  return graders;
}

function filesOf(source: PackageSource, code: string): PackageFile[] {
  const folder = `${FOLDER}/${code}`;
  return source.filesUnder(folder).map((name) => source.file(`${folder}/${name}`, plainName(name)));
}
