interface KnownPattern {
  /** Path relative to the repository. */
  file: string;
  /** Source of the pattern; null for patterns that are composed at run time. */
  source: string | null;
  reason: string;
}

/** Patterns that the check lets pass, each with the reason why no foreign text can make it slow. */
const KNOWN: readonly KnownPattern[] = [
  {
    file: 'judge/src/packages/graders.ts',
    source: null,
    reason: 'A plain name of at most 100 letters between word boundaries.',
  },
  {
    file: 'server/src/features/site/dress-page.ts',
    source: '<title>.*?<\\/title>',
    reason: 'Our own built page, once at the start.',
  },
  {
    file: 'server/src/features/session/session-token.ts',
    source: null,
    reason: 'Made of a constant name; spaces are looked at only after a semicolon.',
  },
  {
    file: 'server/src/features/news/news-view.ts',
    source: '\\s*(&\\w*|\\S*)$',
    reason: 'The first 300 characters of a text.',
  },
  {
    file: 'packages/src/icpc/cpp-standard.ts',
    source: null,
    reason: 'Made of constants; each alternative begins with a fixed word or sign.',
  },
  {
    file: 'packages/src/icpc/statements.ts',
    source: '\\\\problemname\\{([^\\r\\n]{1,300})\\}',
    reason: 'At most 300 steps after each fixed word.',
  },
  {
    file: 'packages/src/statements/tex/render-tex.ts',
    source: '\\\\(?:lstinputlisting|verbatiminput)\\s*(?:\\[[^\\]]{0,500}\\]\\s*)?\\{([^{}]*)\\}',
    reason: 'At most 500 steps after each fixed word; a name ends at the next brace.',
  },
];

/** Whether a pattern is listed with a reason why it may stay. */
export function knownPattern(file: string, source: string | null): boolean {
  return KNOWN.some((known) => known.file === file && known.source === source);
}
