/** What a checker thinks of an output. `failed` is the checker's own trouble and never the participant's fault. */
export interface CheckerAnswer {
  verdict: 'accepted' | 'wrongAnswer' | 'presentationError' | 'failed';
  /** For supervisors: what differs, or what went wrong. */
  comment: string;
}

/** Host paths of the three files that every checker looks at. */
export interface CheckedFiles {
  input: string;
  output: string;
  answer: string;
}

export type Checker = (files: CheckedFiles) => Promise<CheckerAnswer>;

const SHOWN = 64;

/** A piece of an output inside a comment: cut, and without anything that could disturb a terminal or a page. */
export function quote(piece: Buffer): string {
  const text = piece.subarray(0, SHOWN).toString('latin1');
  const clean = text.replaceAll(/[^\x20-\x7e]/g, '?');
  return piece.length > SHOWN ? `"${clean}…"` : `"${clean}"`;
}
