/**
 * Error for a package that cannot be used. The message is for its author: it says what is wrong, where in the
 * package, and what to change.
 */
export class PackageError extends Error {
  override name = 'PackageError';
}

/** Remark for the author about a package that can be used nevertheless. */
export interface PackageRemark {
  /** `warning`: a request of the package is ignored or doubtful. */
  level: 'note' | 'warning';
  /** Text for people, in English; names files as the author does. */
  text: string;
}
