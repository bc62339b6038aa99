import { languageOfFile } from '@balloon/domain/languages/author-languages.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import { standardsNeeded } from '#icpc/cpp-standard.ts';
import {
  compareNames,
  endingOf,
  type FolderEntry,
  type PackageSource,
  plainName,
} from '#icpc/package-source.ts';
import type { PackageProgram } from '#problem-package.ts';

/**
 * Languages of the field that the judge lacks, by file ending: such a file is a program all the same, and its author
 * learns that it was not run.
 */
const FOREIGN_ENDINGS = new Map([
  ['.py2', 'Python 2'],
  ['.scala', 'Scala'],
  ['.sc', 'Scala'],
  ['.lisp', 'Common Lisp'],
  ['.cl', 'Common Lisp'],
  ['.fs', 'F#'],
  ['.cob', 'COBOL'],
  ['.f90', 'Fortran'],
  ['.jl', 'Julia'],
  ['.nim', 'Nim'],
  ['.swift', 'Swift'],
  ['.ts', 'TypeScript'],
  ['.zig', 'Zig'],
  ['.rkt', 'Racket'],
  ['.m', 'Objective-C'],
  ['.erl', 'Erlang'],
  ['.ex', 'Elixir'],
  ['.cr', 'Crystal'],
  ['.dart', 'Dart'],
  ['.groovy', 'Groovy'],
  ['.vb', 'Visual Basic'],
  ['.plg', 'Prolog'],
  ['.clj', 'Clojure'],
]);

/** Endings of validators that are run as they are. */
const SHELL_ENDINGS = new Set(['.sh', '.bash']);

/** Endings of compilers' output, which would only enlarge the program's folder. */
const LEFTOVERS = new Set(['.class', '.o', '.obj', '.exe', '.bin', '.pyc', '.out', '.jar', '.zip']);

/** Whether a file is compilers' output. Java's archives are libraries in Java, and leftovers in other languages. */
function isLeftover(name: string, language: LanguageKey | undefined): boolean {
  return LEFTOVERS.has(endingOf(name)) && !(language === 'java' && endingOf(name) === '.jar');
}

interface Source {
  name: string;
  languages: readonly LanguageKey[];
  languageName: string;
  text: string;
}

/**
 * Reads the program in a file or folder; null when it contains no source.
 *
 * @param extra files of the package to lie beside the program, such as headers next to a single source
 */
export async function readProgram(
  source: PackageSource,
  entry: FolderEntry,
  { mayHaveScripts = false, extra = [] as readonly FolderEntry[] } = {},
): Promise<PackageProgram | null> {
  const folder = entry.isFolder ? entry.path : entry.path.slice(0, -entry.name.length - 1);
  const inFolder = [...entry.files, ...extra.map(({ name }) => name)];
  const files = (names: readonly string[]) =>
    names.map((name) => source.file(`${folder}/${name}`, plainName(name)));

  const script = mayHaveScripts && entry.isFolder && ['build', 'run'].find((name) => inFolder.includes(name));
  if (script) {
    return {
      inPackage: entry.path,
      languages: ['script'],
      languageName: `${script} script`,
      files: files(inFolder),
      sources: [script],
    };
  }

  if (mayHaveScripts && !entry.isFolder && SHELL_ENDINGS.has(endingOf(entry.name))) {
    return {
      inPackage: entry.path,
      languages: ['script'],
      languageName: 'shell',
      files: [source.file(entry.path, 'run')],
      sources: ['run'],
    };
  }

  const sources: Source[] = [];
  for (const name of entry.files) {
    const found = await readSource(source, `${folder}/${name}`, name);
    if (found) sources.push(found);
  }
  const own = mostCommonLanguage(sources);
  const [main] = own;
  if (main === undefined) return null;

  const [language] = main.languages;
  return {
    inPackage: entry.path,
    languages: language === 'cpp17' ? cppFor(own) : main.languages,
    languageName: main.languageName,
    files: files(inFolder.filter((name) => !isLeftover(name, language))),
    sources: own.map(({ name }) => plainName(name)),
  };
}

/** Returns C++17, unless a source needs a newer standard. */
function cppFor(sources: readonly Source[]): readonly LanguageKey[] {
  const needed = sources.map(({ text }) => standardsNeeded(text));
  const newest = needed.find(([first]) => first === 'cpp23') ?? needed.find(({ length }) => length > 0);
  return newest ?? sources[0]?.languages ?? [];
}

async function readSource(source: PackageSource, inPackage: string, name: string): Promise<Source | null> {
  const ending = endingOf(name);
  const foreign = FOREIGN_ENDINGS.get(ending);
  if (foreign !== undefined) return { name, languages: [], languageName: foreign, text: '' };
  if (languageOfFile(name, 'icpc').length === 0) return null;

  const text = await source.textOf(inPackage);
  // The format gives this ending to Prolog, other judges give it to Perl.
  if (ending === '.pl' && !looksLikePerl(text)) return { name, languages: [], languageName: 'Prolog', text };
  const languages = languageOfFile(name, 'icpc', text);
  return { name, languages, languageName: languages.length === 0 ? 'Python 2' : ending, text };
}

function looksLikePerl(text: string): boolean {
  return SIGNS_OF_PERL.some((sign) => sign.test(text));
}

const SIGNS_OF_PERL = [
  /^#![^\r\n]{0,200}perl/,
  /^[ \t]*(?:use|my|our|sub|print|while)\b/m,
  /[$@%][A-Za-z_]\w{0,100}[ \t]{0,20}=/,
];

/** Languages that precede others with as many files, in the order of the field's tools. */
const BEFORE_OTHERS: readonly string[] = ['cpp17', 'c', 'pypy3', 'python3', 'java'];

/** Returns the sources in the language of most files, the main one first. */
function mostCommonLanguage(sources: readonly Source[]): Source[] {
  const byLanguage = Map.groupBy(sources, ({ languages, languageName }) => languages[0] ?? languageName);
  const rank = (language: string) => BEFORE_OTHERS.indexOf(language) + 1 || BEFORE_OTHERS.length + 1;
  const [largest] = [...byLanguage].sort(([a, as], [b, bs]) => bs.length - as.length || rank(a) - rank(b));
  return [...(largest?.[1] ?? [])].sort((a, b) => mainRank(a) - mainRank(b) || compareNames(a.name, b.name));
}

/** Ranks a source; the file with the lowest rank is likely the main one. */
function mainRank({ name, text }: Source): number {
  if (/^(?:__main__|main)\.[^/.]+$/i.test(name)) return 0;
  if (/\.(?:pas|pp|dpr|lpr)$/i.test(name) && /^[ \t]*program\b/im.test(text)) return 1;
  if (/\bstatic\s+(?:public\s+)?void\s+main\b|\b__name__\s*==|\bint\s+main\s*\(/.test(text)) return 1;
  return 2;
}

/**
 * Reads every program directly in a folder, each a file or a folder of its own. Headers beside a single file belong
 * to it.
 */
export async function readPrograms(
  source: PackageSource,
  folder: string,
  { mayHaveScripts = false } = {},
): Promise<{ programs: PackageProgram[]; others: FolderEntry[] }> {
  const found: { entry: FolderEntry; program: PackageProgram }[] = [];
  const others: FolderEntry[] = [];
  for (const entry of source.entriesOf(folder)) {
    const program = await readProgram(source, entry, { mayHaveScripts });
    if (program) found.push({ entry, program });
    else others.push(entry);
  }
  const beside = others.filter(({ name, isFolder }) => !isFolder && HEADER_ENDINGS.has(endingOf(name)));
  const programs = await Promise.all(
    found.map(async ({ entry, program }) =>
      entry.isFolder || beside.length === 0
        ? program
        : ((await readProgram(source, entry, { extra: beside })) ?? program),
    ),
  );
  return { programs, others: others.filter((entry) => !beside.includes(entry)) };
}

const HEADER_ENDINGS = new Set(['.h', '.hpp', '.hh', '.inc']);
