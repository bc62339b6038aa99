import type { PackageRemark } from '#package-error.ts';

/** A statement as our page shows it. */
export interface RenderedStatement {
  /** Two letters. */
  language: string;
  /** Plain text. */
  title: string;
  /** Not sanitised. Files are named `problem-file:<name>`, formulas stand in `\(…\)` and `\[…\]`. */
  html: string;
  /** What the HTML shows or offers; names are safe in addresses. */
  files: readonly RenderedFile[];
  /** Shown under the statement in place of the tests marked as samples; null: those tests. */
  samples: readonly Sample[] | null;
  remarks: readonly PackageRemark[];
}

export interface RenderedFile {
  name: string;
  /** Absolute, inside the opened package. */
  path: string;
  mediaType: string;
}

export interface Sample {
  input: string;
  output: string;
}
