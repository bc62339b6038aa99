import { OutsideError } from '#failures.ts';
import type { ForeignLanguage, Submission } from '#outside-system.ts';

/** What a system takes, as far as it tells before a send. */
interface Fit {
  /** Null: all. */
  languages: readonly Pick<ForeignLanguage, 'foreignLanguageId'>[] | null;
  /** Largest source in bytes; null: the system does not tell. */
  maxBytes: number | null;
  /** Counts the bytes of a source as it is sent. Default: those of UTF-8. */
  sizeOf?(source: string): number;
}

/**
 * Refuses a solution that the system would not take, before an attempt is made.
 *
 * @throws {OutsideError} `refused`
 */
export function refuseUnfit(
  { foreignLanguageId, languageName, source }: Submission,
  { languages, maxBytes, sizeOf = Buffer.byteLength }: Fit,
): void {
  if (languages?.every((language) => language.foreignLanguageId !== foreignLanguageId))
    throw new OutsideError('refused', `The problem does not take ${languageName} (any more)`);
  if (source.trim() === '') throw new OutsideError('refused', 'The source is empty');
  if (maxBytes !== null && sizeOf(source) > maxBytes)
    throw new OutsideError('refused', `The source is longer than ${maxBytes} bytes`);
}
