import type { LanguageFamily } from '@balloon/domain/languages/languages.ts';

/** Words in the name of a compiler and what they mean, the more special first. */
const FAMILIES: readonly (readonly [RegExp, LanguageFamily, ...string[]])[] = [
  [/javascript|node\.?js|\bv8\b/i, 'javascript', 'js'],
  [/kotlin/i, 'kotlin', 'kt'],
  [/java|jdk/i, 'java', 'java'],
  [/pascal|\bfpc\b|delphi|\bdcc\b/i, 'pascal', 'pas'],
  [/pypy|python/i, 'python', 'py'],
  [/c#|\bcsharp\b|mono|\.net\b/i, 'csharp', 'cs'],
  [/\brust/i, 'rust', 'rs'],
  [/haskell|\bghc\b/i, 'haskell', 'hs'],
  [/ocaml/i, 'ocaml', 'ml'],
  [/\bruby/i, 'ruby', 'rb'],
  [/\bphp/i, 'php', 'php'],
  [/\bperl/i, 'perl', 'pl'],
  [/\blua/i, 'lua', 'lua'],
  [/\bbash|\bshell/i, 'sh', 'sh'],
  [/\bgo(lang)?\b/i, 'golang', 'go'],
  [/\bd dmd|\bdmd|\bldc|\bgdc|digital mars d/i, 'd', 'd'],
  [/c\+\+|\bg\+\+|clang\+\+|cpp/i, 'c_cpp', 'cpp', 'cc'],
  [/\bgcc\b|\bc\d*\b|\bvisual c\b|\bclang\b|gnu c/i, 'c_cpp', 'c'],
];

/** Tells the family and the file endings of a language by the name that a system gives it; `text` for one unknown to us. */
export function familyOf(name: string): { family: LanguageFamily | 'text'; extensions: readonly string[] } {
  const found = FAMILIES.find(([words]) => words.test(name.slice(0, 200)));
  if (!found) return { family: 'text', extensions: [] };
  const [, family, ...extensions] = found;
  return { family, extensions };
}
