/** Meaning of a verdict for the contest. Ids are part of the wire format and never change. */
export interface VerdictRule {
  id: number;
  /** English name as sent to clients; the page translates by `id`. */
  name: string;
  /** The problem counts as solved. */
  solves: boolean;
  /** Counts as a wrong try and costs penalty once the problem is solved. */
  scored: boolean;
}

/**
 * Every verdict a solution can have.
 *
 * @see CCS Requirements, "Judge Responses": attempts that did not run (compilation, our own faults) cost nothing
 */
export const VERDICTS = {
  accepted: { id: 1, name: 'Accepted', solves: true, scored: false },
  wrongAnswer: { id: 2, name: 'Wrong answer', solves: false, scored: true },
  compilationError: { id: 3, name: 'Compilation error', solves: false, scored: false },
  runtimeError: { id: 4, name: 'Runtime error', solves: false, scored: true },
  presentationError: { id: 5, name: 'Presentation error', solves: false, scored: true },
  timeLimit: { id: 6, name: 'Time limit exceeded', solves: false, scored: true },
  memoryLimit: { id: 7, name: 'Memory limit exceeded', solves: false, scored: true },
  idlenessLimit: { id: 8, name: 'Idleness limit exceeded', solves: false, scored: true },
  restrictedFunction: { id: 9, name: 'Restricted function', solves: false, scored: true },
  unknown: { id: 10, name: 'Unknown verdict', solves: false, scored: false },
  ignored: { id: 11, name: 'Ignored', solves: false, scored: false },
  disqualified: { id: 12, name: 'Disqualified', solves: false, scored: true },
  serviceUnavailable: { id: 13, name: 'Service unavailable', solves: false, scored: false }, // our fault, so never a wrong try
  acmpRestriction: { id: 14, name: 'ACMP restriction', solves: false, scored: false },
  sameSolution: { id: 15, name: 'Same solution', solves: false, scored: false },
  foreignWarningCf: { id: 16, name: 'Warning', solves: false, scored: false },
  tooManySolutions: { id: 17, name: 'Too many solutions', solves: false, scored: false },
  foreignWarningYandex: { id: 18, name: 'Warning', solves: false, scored: false },
  judgingError: { id: 19, name: 'Judging error', solves: false, scored: false },
  outputLimit: { id: 20, name: 'Output limit exceeded', solves: false, scored: true },
} as const satisfies Record<string, VerdictRule>;

export type VerdictKey = keyof typeof VERDICTS;

const BY_ID = new Map<number, VerdictRule>(Object.values(VERDICTS).map((rule) => [rule.id, rule]));

/** The rule of a verdict id, or `undefined` for an undefined id. */
export function verdictById(id: number): VerdictRule | undefined {
  return BY_ID.get(id);
}
