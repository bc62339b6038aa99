/** A programming language of our own judge. Ids are stored with solutions and never change or move. */
export interface LanguageRule {
  id: number;
  name: string;
  /** Editor mode, and the `languageFamily` on the wire. */
  family:
    | 'c_cpp'
    | 'python'
    | 'java'
    | 'kotlin'
    | 'pascal'
    | 'golang'
    | 'rust'
    | 'javascript'
    | 'csharp'
    | 'php'
    | 'ruby'
    | 'haskell'
    | 'ocaml'
    | 'd'
    | 'perl'
    | 'lua';
  /** File endings that mean this language when a file is dropped into the editor; the first one is ours. */
  extensions: readonly string[];
  /** Only for what problems bring (checkers, old reference solutions); participants are not offered it. */
  authorsOnly?: true;
}

/**
 * The languages of our own judge (`systemType` "balloon"), those that people mean most often first: clients offer
 * them in this order. How each compiles and runs is the judge's business.
 */
export const LANGUAGES = {
  cpp20: { id: 3, name: 'C++20', family: 'c_cpp', extensions: ['cpp', 'cc', 'cxx'] },
  cpp23: { id: 4, name: 'C++23', family: 'c_cpp', extensions: [] },
  cpp17: { id: 2, name: 'C++17', family: 'c_cpp', extensions: [] },
  python3: { id: 5, name: 'Python 3', family: 'python', extensions: ['py'] },
  pypy3: { id: 12, name: 'PyPy 3', family: 'python', extensions: [] },
  java: { id: 6, name: 'Java', family: 'java', extensions: ['java'] },
  kotlin: { id: 13, name: 'Kotlin', family: 'kotlin', extensions: ['kt'] },
  go: { id: 8, name: 'Go', family: 'golang', extensions: ['go'] },
  rust: { id: 9, name: 'Rust', family: 'rust', extensions: ['rs'] },
  csharp: { id: 11, name: 'C#', family: 'csharp', extensions: ['cs'] },
  javascript: { id: 10, name: 'JavaScript (Node.js)', family: 'javascript', extensions: ['js', 'mjs'] },
  pascal: { id: 7, name: 'Free Pascal', family: 'pascal', extensions: ['pas', 'pp'] },
  c: { id: 1, name: 'C17', family: 'c_cpp', extensions: ['c'] },
  haskell: { id: 16, name: 'Haskell', family: 'haskell', extensions: ['hs'] },
  ocaml: { id: 17, name: 'OCaml', family: 'ocaml', extensions: ['ml'] },
  ruby: { id: 15, name: 'Ruby', family: 'ruby', extensions: ['rb'] },
  php: { id: 14, name: 'PHP', family: 'php', extensions: ['php'] },
  d: { id: 18, name: 'D', family: 'd', extensions: ['d'] },
  perl: { id: 19, name: 'Perl', family: 'perl', extensions: ['pl'] },
  lua: { id: 20, name: 'Lua', family: 'lua', extensions: ['lua'] },
  cpp11: { id: 101, name: 'C++11', family: 'c_cpp', extensions: [], authorsOnly: true },
  cpp14: { id: 102, name: 'C++14', family: 'c_cpp', extensions: [], authorsOnly: true },
  delphi: { id: 103, name: 'Delphi (Free Pascal)', family: 'pascal', extensions: ['dpr'], authorsOnly: true },
} as const satisfies Record<string, LanguageRule>;

export type LanguageKey = keyof typeof LANGUAGES;

/** The languages that participants may be offered, in the order of `LANGUAGES`. */
export const OFFERED_LANGUAGES: readonly LanguageKey[] = (Object.keys(LANGUAGES) as LanguageKey[]).filter(
  (key) => !('authorsOnly' in LANGUAGES[key]),
);
