/**
 * Error for a package that cannot be used. The message is for its author: it says what is wrong, where in the
 * package, and what to change.
 */
export class PackageError extends Error {
  override name = 'PackageError';
  readonly code: PackageErrorCode | null;

  constructor(
    message: string,
    { code = null, ...options }: ErrorOptions & { code?: PackageErrorCode | null } = {},
  ) {
    super(message, options);
    this.code = code;
  }
}

/** Mishaps with a whole file, which clients tell in the reader's language. */
export type PackageErrorCode = 'damagedArchive' | 'notPackage';

/** Remark for the author about a package that can be used nevertheless. */
export interface PackageRemark {
  /** `warning`: a request of the package is ignored or doubtful. */
  level: 'note' | 'warning';
  /** Text for people, in English; names files as the author does. */
  text: string;
}
