/** A programming language of our own judge. Ids are stored with solutions and never change or move. */
export interface LanguageRule {
  id: number;
  name: string;
  /** Editor mode, and the `languageFamily` on the wire. */
  family: 'c_cpp' | 'python' | 'java' | 'pascal' | 'golang' | 'rust' | 'javascript' | 'csharp';
  /** File endings that mean this language when a file is dropped into the editor; the first one is ours. */
  extensions: readonly string[];
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
  java: { id: 6, name: 'Java', family: 'java', extensions: ['java'] },
  go: { id: 8, name: 'Go', family: 'golang', extensions: ['go'] },
  rust: { id: 9, name: 'Rust', family: 'rust', extensions: ['rs'] },
  csharp: { id: 11, name: 'C#', family: 'csharp', extensions: ['cs'] },
  javascript: { id: 10, name: 'JavaScript (Node.js)', family: 'javascript', extensions: ['js', 'mjs'] },
  pascal: { id: 7, name: 'Free Pascal', family: 'pascal', extensions: ['pas', 'pp'] },
  c: { id: 1, name: 'C17', family: 'c_cpp', extensions: ['c'] },
} as const satisfies Record<string, LanguageRule>;

export type LanguageKey = keyof typeof LANGUAGES;
