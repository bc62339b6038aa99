import { LANGUAGES, type LanguageFamily, type LanguageKey, type LanguageRule } from '#languages/languages.ts';

/** File of a solution. */
interface SourceFile {
  name: string;
  content: string;
}

/** Marks of the place where a program starts. */
const STARTS: Partial<Record<LanguageFamily, RegExp>> = {
  c_cpp: /\bmain\s*\(/,
  java: /\bvoid\s+main\s*\(/,
  kotlin: /\bfun\s+main\s*\(/,
  golang: /\bfunc\s+main\s*\(/,
  rust: /\bfn\s+main\s*\(/,
  csharp: /\bMain\s*\(/,
  python: /\b__name__\b/,
};

const ruleOf = (languageKey: string): LanguageRule | undefined =>
  Object.hasOwn(LANGUAGES, languageKey) ? LANGUAGES[languageKey as LanguageKey] : undefined;

/** Whether a solution in a language of our judge may have several files. */
export function takesSeveralFiles(languageKey: string): boolean {
  return ruleOf(languageKey)?.severalFiles !== undefined;
}

/** Whether the person has to know in which file the program starts, since no compiler finds it. */
export function startsInChosenFile(languageKey: string): boolean {
  const rule = ruleOf(languageKey);
  return rule?.severalFiles === 'main' || rule?.family === 'java';
}

/** Whether a file is a source of the language, so that the program may start in it. */
export function isSourceOf(languageKey: string, name: string): boolean {
  return endingsOf(languageKey).some((ending) => name.endsWith(`.${ending}`));
}

/** Endings of sources in a language; C++ compiles what is written in C as well. */
function endingsOf(languageKey: string): readonly string[] {
  const rule = ruleOf(languageKey);
  if (!rule) return [];
  if (languageKey === 'c') return LANGUAGES.c.extensions;
  const rules: readonly LanguageRule[] = Object.values(LANGUAGES);
  return rules.filter(({ family }) => family === rule.family).flatMap(({ extensions }) => extensions);
}

/**
 * Finds the file where a program starts: the only source, the one that is called `main`, or the only one that reads like a
 * beginning. Where the compiler finds it anyway, any source will do.
 *
 * @returns its name; `null` when somebody has to say it, or no file is a source
 */
export function findEntryPoint(languageKey: string, files: readonly SourceFile[]): string | null {
  const rule = ruleOf(languageKey);
  if (!rule) return null;
  const sources = files.filter(({ name }) => isSourceOf(languageKey, name));
  const [first] = sources;
  if (!first || sources.length === 1) return first?.name ?? null;
  const mark = STARTS[rule.family];
  const marked = mark ? sources.filter(({ content }) => mark.test(content)) : [];
  const called = sources.find(({ name }) => /^(?:__)?main(?:__)?\.[a-z]+$/i.test(name));
  if (called && (marked.length !== 1 || marked[0] === called)) return called.name;
  const [only] = marked;
  if (only && marked.length === 1) return only.name;
  return startsInChosenFile(languageKey) ? null : (only ?? first).name;
}

const HASH = new Set<string>(['python', 'ruby', 'perl', 'sh', 'r']);
const DASHES = new Set<string>(['haskell', 'lua', 'ada']);

/** All files of a program as one text, each under its name in a comment, for those who read it as such. */
export function joinFiles(files: readonly SourceFile[], family: string): string {
  const mark = HASH.has(family) ? '#' : DASHES.has(family) ? '--' : '//';
  return files
    .map(
      ({ name, content }) =>
        `${mark} ===== ${name} =====\n${content.endsWith('\n') ? content : `${content}\n`}`,
    )
    .join('\n');
}
