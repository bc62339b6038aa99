/**
 * Error for a package that cannot be used. The message is for its author: it says what is wrong, where in the
 * package, and what to change.
 */
export class PackageError extends Error {
  override name = 'PackageError';
  readonly code: PackageErrorCode | null;
  /** Facts beside the code, for texts in other languages. */
  readonly facts: Readonly<Record<string, string | number>>;

  constructor(
    message: string,
    {
      code = null,
      facts = {},
      ...options
    }: ErrorOptions & { code?: PackageErrorCode | null; facts?: Record<string, string | number> } = {},
  ) {
    super(message, options);
    this.code = code;
    this.facts = facts;
  }
}

/** Mishaps with a whole file, which clients tell in the reader's language. */
export type PackageErrorCode = 'damagedArchive' | 'notPackage' | 'tooLarge' | 'diskFull';

/** Remark for the author about a package that can be used nevertheless. */
export interface PackageRemark {
  /**
   * `warning`: something is doubtful. `error`: a feature of the package has no effect here, so it is imported on
   * request only.
   */
  level: 'note' | 'warning' | 'error';
  /** Text for people, in English; names files as the author does. */
  text: string;
}

/** Text of the error that a feature of a package is not fulfilled here, and what to do about it. */
export const featureWithoutEffect = (feature: string): string =>
  `${feature} has no effect here: remove it, or import the package anyway and judge without it`;
