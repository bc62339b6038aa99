import type { NextPass } from '#interactive/interaction.ts';

/**
 * What a checker thinks of an output. `partial`: it gave points, and only full marks are accepted.
 * `failed` is the checker's own trouble and never the participant's fault.
 */
export interface CheckerAnswer {
  verdict: 'accepted' | 'wrongAnswer' | 'presentationError' | 'partial' | 'failed';
  /** For supervisors: what differs, or what went wrong. */
  comment: string;
  /** What it gave, where it gives points. */
  points?: number;
  /** Multi-pass: the solution is to run again. */
  nextPass?: NextPass;
}

/** Host paths of the three files that every checker looks at, and how it is called on this test. */
export interface CheckedFiles {
  input: string;
  output: string;
  answer: string;
  /** Arguments in place of the checker's own. */
  flags?: readonly string[] | null;
  /** What the checker left in the previous pass. */
  state?: string | undefined;
}

export type Checker = (files: CheckedFiles) => Promise<CheckerAnswer>;

const SHOWN = 64;

/** A piece of an output inside a comment: cut, and without anything that could disturb a terminal or a page. */
export function quote(piece: Buffer): string {
  const text = piece.subarray(0, SHOWN).toString('latin1');
  const clean = text.replaceAll(/[^\x20-\x7e]/g, '?');
  return piece.length > SHOWN ? `"${clean}…"` : `"${clean}"`;
}
