import type { NextPass } from '#interactive/interaction.ts';

/**
 * Answer of a checker about one output. `partial`: it gave points, and only full marks are accepted. `failed` is a
 * fault of the checker itself and never of the participant.
 */
export interface CheckerAnswer {
  verdict: 'accepted' | 'wrongAnswer' | 'presentationError' | 'partial' | 'failed';
  /** Text for supervisors: what differs, or what went wrong. */
  comment: string;
  /** Points of the output, if the checker gives points. */
  points?: number;
  /** True when the points are percents of the test's full marks, if it has any. */
  isPercent?: true;
  /** Files of the next pass (multi-pass problems): the solution is to run again. */
  nextPass?: NextPass;
}

/** Host paths of the three files that every checker reads, and its arguments for this test. */
export interface CheckedFiles {
  input: string;
  output: string;
  answer: string;
  /** Arguments that replace the checker's own. */
  flags?: readonly string[] | null;
  /** Feedback that the checker left in the previous pass. */
  state?: string | undefined;
}

export type Checker = (files: CheckedFiles) => Promise<CheckerAnswer>;

const SHOWN = 64;

/**
 * Quotes a piece of an output in a comment: shortened, and without characters that could disturb a terminal or a
 * page.
 */
export function quote(piece: Buffer): string {
  const text = piece.subarray(0, SHOWN).toString('latin1');
  const clean = text.replaceAll(/[^\x20-\x7e]/g, '?');
  return piece.length > SHOWN ? `"${clean}…"` : `"${clean}"`;
}
