import { VERDICTS, type VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES, type LanguageKey } from '@balloon/domain/languages/languages.ts';

/** Declarations in the first lines of a reference solution. */
export interface SolutionHeader {
  languageKey: LanguageKey;
  expect: VerdictKey;
  onTest?: number;
}

/** Comment of one line, in any language. */
const EXPECT_LINE = /^(?:\/\/|#|--|\(\*|<\?php \/\/) expect: ([A-Za-z]+)(?: on (\d+))?(?: \*\))?$/;
const LANGUAGE_LINE = /^(?:\/\/|#) language: ([a-z0-9]+)$/;

/**
 * Reads the header of a reference solution.
 *
 * The first line is `// expect: <verdict>` or `// expect: <verdict> on <test>` (or another language's comment); a second line
 * `// language: <key>` names the language where the file's ending does not, as between the versions of C++.
 *
 * @throws {Error} when a line is malformed or names an unknown verdict or language
 */
export function readSolutionHeader(file: string, source: string): SolutionHeader {
  const [first = '', second = ''] = source.split('\n', 2);
  const expectation = EXPECT_LINE.exec(first);
  if (expectation === null) {
    throw new Error(`${file}: the first line must be a comment such as "// expect: wrongAnswer on 3"`);
  }
  const [, verdict = '', test] = expectation;
  if (!isVerdictKey(verdict)) throw new Error(`${file}: unknown verdict "${verdict}"`);
  const languageKey = languageOf(file, LANGUAGE_LINE.exec(second)?.[1]);
  return { languageKey, expect: verdict, ...(test === undefined ? {} : { onTest: Number(test) }) };
}

function languageOf(file: string, declared: string | undefined): LanguageKey {
  if (declared !== undefined) {
    if (isLanguageKey(declared)) return declared;
    throw new Error(`${file}: unknown language "${declared}"`);
  }
  const extension = file.slice(file.lastIndexOf('.') + 1);
  const found = Object.entries(LANGUAGES).find(([, { extensions }]) =>
    (extensions as readonly string[]).includes(extension),
  );
  if (found === undefined) throw new Error(`${file}: no language has the ending ".${extension}"`);
  return found[0] as LanguageKey;
}

function isVerdictKey(text: string): text is VerdictKey {
  return Object.hasOwn(VERDICTS, text);
}

function isLanguageKey(text: string): text is LanguageKey {
  return Object.hasOwn(LANGUAGES, text);
}
