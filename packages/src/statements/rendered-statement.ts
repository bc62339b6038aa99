import type { PackageRemark } from '#package-error.ts';

/** Statement in the form that the page shows. */
export interface RenderedStatement {
  /** Two-letter code of the language. */
  language: string;
  /** Title as plain text. */
  title: string;
  /**
   * Statement as HTML, not sanitised. Files are named `problem-file:<name>`, formulas stand in `\(…\)` and `\[…\]`.
   */
  html: string;
  /** Files that the HTML shows or offers; names are safe in addresses. */
  files: readonly RenderedFile[];
  /** Samples shown under the statement in place of the tests marked as samples; null to show those tests. */
  samples: readonly Sample[] | null;
  remarks: readonly PackageRemark[];
}

export interface RenderedFile {
  name: string;
  /** Absolute path inside the opened package. */
  path: string;
  mediaType: string;
}

export interface Sample {
  input: string;
  output: string;
}
