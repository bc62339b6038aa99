/**
 * The package cannot be used. The message is for its author: it says what is wrong, where in the package, and what
 * to change.
 */
export class PackageError extends Error {
  override name = 'PackageError';
}

/** Something the author should know about a package that can be used nevertheless. */
export interface PackageRemark {
  /** `warning`: what the package asks for is ignored or doubtful. */
  level: 'note' | 'warning';
  /** For people, in English; names files as the author knows them. */
  text: string;
}
