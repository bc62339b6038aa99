import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import type { Expectation } from '#problem-package.ts';

/** The four judgements that the format knows. */
export type Judgement = 'AC' | 'WA' | 'TLE' | 'RTE';
export const JUDGEMENTS: readonly Judgement[] = ['AC', 'WA', 'TLE', 'RTE'];

/**
 * Verdicts of each judgement. Ours are finer than the format's: a solution that sleeps is too slow, one that needs
 * too much memory crashes.
 */
const VERDICTS_OF: Record<Judgement, readonly VerdictKey[]> = {
  AC: ['accepted'],
  WA: ['wrongAnswer', 'presentationError'],
  TLE: ['timeLimit', 'idlenessLimit'],
  RTE: ['runtimeError', 'memoryLimit', 'outputLimit', 'restrictedFunction'],
};

/** Requirement on a solution's tests: all of them `permitted`, one of them `required`. */
export interface Requirement {
  permitted: readonly Judgement[];
  required: readonly Judgement[];
  /** Whether the author stated it; the meaning of folders is taken more freely. */
  isExplicit: boolean;
}

const byDefault = (required: readonly Judgement[], permitted: readonly Judgement[] = JUDGEMENTS) => ({
  permitted,
  required,
  isExplicit: false,
});

/**
 * Requirements of the folders of `submissions/`. A label is met when any test shows it: a solution that is known to
 * be too slow may fail in another way before, in spite of the stricter text of 2025-09.
 */
const FOLDERS = new Map<string, Requirement>([
  ['accepted', byDefault(['AC'], ['AC'])],
  ['correct', byDefault(['AC'], ['AC'])],
  ['slow_accepted', byDefault(['AC', 'TLE'], ['AC', 'TLE'])],
  ['accepted_slow', byDefault(['AC', 'TLE'], ['AC', 'TLE'])],
  ['wrong_answer', byDefault(['WA'])],
  ['wrong', byDefault(['WA'])],
  ['time_limit_exceeded', byDefault(['TLE'])],
  ['timelimit_exceeded', byDefault(['TLE'])],
  ['too_slow', byDefault(['TLE'])],
  ['run_time_error', byDefault(['RTE'])],
  ['runtime_error', byDefault(['RTE'])],
  ['rejected', byDefault(['WA', 'TLE', 'RTE'])],
  ['brute_force', byDefault(['TLE', 'RTE'], ['AC', 'TLE', 'RTE'])],
  ['partially_accepted', byDefault(JUDGEMENTS)],
]);

/** Folders of other judges for verdicts outside of the format's four. */
const FINER_FOLDERS = new Map<string, readonly VerdictKey[]>([
  ['memory_limit_exceeded', ['memoryLimit', 'runtimeError']],
  ['output_limit_exceeded', ['outputLimit', 'runtimeError', 'wrongAnswer']],
  ['no_output', ['wrongAnswer', 'presentationError']],
  ['compiler_error', ['compilationError']],
  ['compile_error', ['compilationError']],
  ['compilation_error', ['compilationError']],
]);

export function folderRequirement(folder: string): Requirement | null {
  return FOLDERS.get(plainFolder(folder)) ?? null;
}

/** Returns the expectation of a folder; null for an unknown name. */
export function folderExpectation(folder: string): Expectation | null {
  const finer = FINER_FOLDERS.get(plainFolder(folder));
  if (finer) return { ...UNSCORED, verdicts: finer, isStrict: false };
  const requirement = folderRequirement(folder);
  if (requirement === null) return null;
  const name = plainFolder(folder);
  return {
    ...expectationOf(requirement),
    isPartial: name === 'partially_accepted',
    countsForTimeLimit: name === 'accepted' || name === 'correct',
  };
}

function plainFolder(folder: string): string {
  return folder.toLowerCase().replaceAll('-', '_');
}

const UNSCORED = { score: null, isPartial: false, isSkipped: false, countsForTimeLimit: false };

export function expectationOf({ permitted, required, isExplicit }: Requirement): Expectation {
  const shown = required.filter((judgement) => permitted.includes(judgement));
  const beside = permitted.filter((judgement) => judgement !== 'AC' && !shown.includes(judgement));
  const isOpen = JUDGEMENTS.every((judgement) => permitted.includes(judgement));
  return {
    ...UNSCORED,
    verdicts: (shown.length > 0 ? shown : permitted).flatMap((judgement) => VERDICTS_OF[judgement]),
    // With `permitted` wider than `required`, other failures may occur beside the required one.
    isStrict: !isOpen && beside.length === 0,
    countsForTimeLimit: isExplicit && permitted.join() === 'AC',
  };
}

/** DOMjudge's names of results, old and new. */
const RESULTS = new Map<string, readonly VerdictKey[]>([
  ['CORRECT', VERDICTS_OF.AC],
  ['ACCEPTED', VERDICTS_OF.AC],
  ['WRONG-ANSWER', VERDICTS_OF.WA],
  ['PRESENTATION-ERROR', VERDICTS_OF.WA],
  ['NO-OUTPUT', VERDICTS_OF.WA],
  ['TIMELIMIT', VERDICTS_OF.TLE],
  ['TIMELIMIT-EXCEEDED', VERDICTS_OF.TLE],
  ['TIME-LIMIT-EXCEEDED', VERDICTS_OF.TLE],
  ['RUN-ERROR', VERDICTS_OF.RTE],
  ['RUN-TIME-ERROR', VERDICTS_OF.RTE],
  ['RUNTIME-ERROR', VERDICTS_OF.RTE],
  ['MEMORY-LIMIT', ['memoryLimit', 'runtimeError']],
  ['MEMORY-LIMIT-EXCEEDED', ['memoryLimit', 'runtimeError']],
  ['OUTPUT-LIMIT', ['outputLimit', 'wrongAnswer']],
  ['OUTPUT-LIMIT-EXCEEDED', ['outputLimit', 'wrongAnswer']],
  ['COMPILER-ERROR', ['compilationError']],
  ['COMPILE-ERROR', ['compilationError']],
]);

/**
 * Reads comments of DOMjudge in a file of a solution: `@EXPECTED_RESULTS@: CORRECT, TIMELIMIT`, `@EXPECTED_SCORE@:
 * 40`, or results under the second name; null where there is none.
 */
export function annotatedExpectation(text: string): { label: string; expectation: Expectation } | null {
  const results = annotation(text, 'RESULTS');
  const scored = annotation(text, 'SCORE');
  if (results === null && scored === null) return null;
  const score = scored === null || scored === '' ? Number.NaN : Number(scored.split(/\s/)[0]);
  const words = results ?? (Number.isNaN(score) ? (scored ?? '') : '');
  const verdicts = verdictsOfWords(words);
  const isScored = !Number.isNaN(score);
  return {
    label: [words, isScored ? `score ${score}` : ''].filter(Boolean).join(', '),
    expectation: {
      verdicts,
      isStrict: verdicts.includes('accepted'),
      score: isScored ? [score, score] : null,
      isPartial: false,
      isSkipped: verdicts.length === 0 && !isScored, // CHECK-MANUALLY, or an unknown word
      countsForTimeLimit: verdicts.join() === 'accepted',
    },
  };
}

const ANNOTATIONS = {
  RESULTS: /@EXPECTED_RESULTS@:([^\r\n*]{0,300})/i,
  SCORE: /@EXPECTED_SCORE@:([^\r\n*]{0,300})/i,
} as const;

function annotation(text: string, name: keyof typeof ANNOTATIONS): string | null {
  const found = ANNOTATIONS[name].exec(text);
  return found?.[1]?.trim() ?? null;
}

function verdictsOfWords(text: string): VerdictKey[] {
  const words = text
    .toUpperCase()
    .replaceAll('_', '-')
    .split(/[\s,]+/);
  return [...new Set(words.flatMap((word) => RESULTS.get(word) ?? []))];
}
