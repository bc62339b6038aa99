/**
 * Facts of a programming language of our own judge. The judge declares how it compiles and runs
 * (judge/src/languages); all other code that names languages uses this table.
 */
export interface LanguageRule {
  /** Stored with solutions, so an id never changes or moves. */
  id: number;
  name: string;
  /** `languageFamily` on the wire: the editor mode as Ace calls it, by which clients know what to load. */
  family: LanguageFamily;
  /** File endings that mean this language when a file is dropped into the editor; the first names downloads. */
  extensions: readonly string[];
  /** Debian package that brings the compiler. */
  debianPackage: string;
  /** Type that Polygon gives to such a source; versions after it (`java8`) are read without listing them. */
  polygonType: string;
  /** Codes of the ICPC package format, as in `include/CODE/`. */
  icpcCodes: readonly string[];
  /** File endings in packages beside `extensions`. */
  packageEndings?: readonly string[];
  /**
   * How a solution of several files is built. `together`: the compiler gets all sources and finds where the program
   * starts; `main`: it gets the one where the program starts, which names the others. Absent: one file only.
   */
  severalFiles?: 'together' | 'main';
  /** Serves programs of problems (checkers, old reference solutions); participants are not offered it. */
  authorsOnly?: true;
}

/** Languages that one editor mode shows. */
export type LanguageFamily =
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
  | 'lua'
  | 'sh'
  | 'ada'
  | 'r';

/**
 * The languages of our own judge (`systemType` "balloon"), those that people mean most often first: clients offer
 * them in this order, and where several are meant by a name, it is the order of preference.
 */
export const LANGUAGES = {
  cpp20: {
    id: 3,
    name: 'C++20',
    family: 'c_cpp',
    extensions: ['cpp', 'cc', 'cxx'],
    debianPackage: 'g++',
    polygonType: 'cpp.g++20',
    icpcCodes: ['cpp'],
    severalFiles: 'together',
  },
  cpp23: {
    id: 4,
    name: 'C++23',
    family: 'c_cpp',
    extensions: [],
    debianPackage: 'g++',
    polygonType: 'cpp.g++23',
    icpcCodes: ['cpp'],
    severalFiles: 'together',
  },
  cpp17: {
    id: 2,
    name: 'C++17',
    family: 'c_cpp',
    extensions: [],
    packageEndings: ['c++', 'cp'],
    debianPackage: 'g++',
    polygonType: 'cpp.g++17',
    icpcCodes: ['cpp'],
    severalFiles: 'together',
  },
  python3: {
    id: 5,
    name: 'Python 3',
    family: 'python',
    extensions: ['py'],
    packageEndings: ['py3'],
    debianPackage: 'python3',
    polygonType: 'python.3',
    icpcCodes: ['python3', 'python', 'pypy3'],
    severalFiles: 'main',
  },
  pypy3: {
    id: 12,
    name: 'PyPy 3',
    family: 'python',
    extensions: [],
    debianPackage: 'pypy3',
    polygonType: 'python.pypy3',
    icpcCodes: ['python3', 'python', 'pypy3'],
    severalFiles: 'main',
  },
  java: {
    id: 6,
    name: 'Java',
    family: 'java',
    extensions: ['java'],
    debianPackage: 'default-jdk-headless',
    polygonType: 'java21',
    icpcCodes: ['java'],
    severalFiles: 'together',
  },
  kotlin: {
    id: 13,
    name: 'Kotlin',
    family: 'kotlin',
    extensions: ['kt'],
    debianPackage: 'kotlin',
    polygonType: 'kotlin19',
    icpcCodes: ['kotlin'],
    severalFiles: 'together',
  },
  go: {
    id: 8,
    name: 'Go',
    family: 'golang',
    extensions: ['go'],
    debianPackage: 'golang-go',
    polygonType: 'go',
    icpcCodes: ['go'],
    severalFiles: 'together',
  },
  rust: {
    id: 9,
    name: 'Rust',
    family: 'rust',
    extensions: ['rs'],
    debianPackage: 'rustc',
    polygonType: 'rust',
    icpcCodes: ['rust'],
    severalFiles: 'main',
  },
  csharp: {
    id: 11,
    name: 'C#',
    family: 'csharp',
    extensions: ['cs'],
    debianPackage: 'mono-mcs',
    polygonType: 'csharp.mono',
    icpcCodes: ['csharp'],
    severalFiles: 'together',
  },
  javascript: {
    id: 10,
    name: 'JavaScript (Node.js)',
    family: 'javascript',
    extensions: ['js', 'mjs'],
    debianPackage: 'nodejs',
    polygonType: 'js',
    icpcCodes: ['javascript'],
    severalFiles: 'main',
  },
  pascal: {
    id: 7,
    name: 'Free Pascal',
    family: 'pascal',
    extensions: ['pas', 'pp'],
    debianPackage: 'fp-compiler',
    polygonType: 'pas.fpc',
    icpcCodes: ['pascal'],
  },
  c: {
    id: 1,
    name: 'C17',
    family: 'c_cpp',
    extensions: ['c'],
    debianPackage: 'gcc',
    polygonType: 'c.gcc',
    icpcCodes: ['c'],
    severalFiles: 'together',
  },
  haskell: {
    id: 16,
    name: 'Haskell',
    family: 'haskell',
    extensions: ['hs'],
    debianPackage: 'ghc',
    polygonType: 'haskell.ghc',
    icpcCodes: ['haskell'],
  },
  ocaml: {
    id: 17,
    name: 'OCaml',
    family: 'ocaml',
    extensions: ['ml'],
    debianPackage: 'ocaml-nox',
    polygonType: 'ocaml',
    icpcCodes: ['ocaml'],
  },
  ruby: {
    id: 15,
    name: 'Ruby',
    family: 'ruby',
    extensions: ['rb'],
    debianPackage: 'ruby',
    polygonType: 'ruby',
    icpcCodes: ['ruby'],
  },
  php: {
    id: 14,
    name: 'PHP',
    family: 'php',
    extensions: ['php'],
    debianPackage: 'php-cli',
    polygonType: 'php',
    icpcCodes: ['php'],
  },
  d: {
    id: 18,
    name: 'D',
    family: 'd',
    extensions: ['d'],
    debianPackage: 'gdc',
    polygonType: 'd',
    icpcCodes: ['d'],
  },
  perl: {
    id: 19,
    name: 'Perl',
    family: 'perl',
    extensions: ['pl'],
    debianPackage: 'perl',
    polygonType: 'perl',
    icpcCodes: ['perl'],
  },
  lua: {
    id: 20,
    name: 'Lua',
    family: 'lua',
    extensions: ['lua'],
    debianPackage: 'lua5.4',
    polygonType: 'lua',
    icpcCodes: ['lua'],
  },
  bash: {
    id: 21,
    name: 'Bash',
    family: 'sh',
    extensions: ['sh', 'bash'],
    debianPackage: 'bash',
    polygonType: 'bash',
    icpcCodes: ['bash'],
  },
  ada: {
    id: 22,
    name: 'Ada',
    family: 'ada',
    extensions: ['adb', 'ada'],
    debianPackage: 'gnat',
    polygonType: 'ada',
    icpcCodes: ['ada'],
  },
  r: {
    id: 23,
    name: 'R',
    family: 'r',
    extensions: ['r'],
    debianPackage: 'r-base-core',
    polygonType: 'r',
    icpcCodes: ['r'],
  },
  cpp11: {
    id: 101,
    name: 'C++11',
    family: 'c_cpp',
    extensions: [],
    debianPackage: 'g++',
    polygonType: 'cpp.g++11',
    icpcCodes: ['cpp'],
    authorsOnly: true,
  },
  cpp14: {
    id: 102,
    name: 'C++14',
    family: 'c_cpp',
    extensions: [],
    debianPackage: 'g++',
    polygonType: 'cpp.g++14',
    icpcCodes: ['cpp'],
    authorsOnly: true,
  },
  delphi: {
    id: 103,
    name: 'Delphi (Free Pascal)',
    family: 'pascal',
    extensions: ['dpr'],
    debianPackage: 'fp-compiler',
    polygonType: 'pas.dpr',
    icpcCodes: ['pascal'],
    authorsOnly: true,
  },
} as const satisfies Record<string, LanguageRule>;

export type LanguageKey = keyof typeof LANGUAGES;

export const LANGUAGE_KEYS = Object.keys(LANGUAGES) as LanguageKey[];

/** The languages that participants may be offered, in the order of `LANGUAGES`. */
export const OFFERED_LANGUAGES: readonly LanguageKey[] = LANGUAGE_KEYS.filter(
  (key) => !('authorsOnly' in LANGUAGES[key]),
);

/** Languages without which no contest can be judged. */
export const NEEDED_LANGUAGES: readonly LanguageKey[] = ['c', 'cpp17', 'cpp20', 'cpp23', 'python3'];

/** File ending of sources in a family, such as `cpp`; `txt` for one that we do not have. */
export function endingOfFamily(family: string): string {
  const rules: readonly LanguageRule[] = Object.values(LANGUAGES);
  const rule = rules.find((each) => each.family === family && each.extensions.length > 0);
  return rule?.extensions[0] ?? 'txt';
}
