import type { Tx } from '@balloon/database/connect.ts';
import { InvalidInputError, NotFoundError } from '#errors.ts';
import { findLanguage } from '#features/solutions/solutions.queries.ts';

/**
 * A language in which a problem of this system can be judged now.
 *
 * @throws {NotFoundError} LANGUAGE_NOT_FOUND
 * @throws {InvalidInputError} LANGUAGE_OF_OTHER_SYSTEM, LANGUAGE_NOT_ACTIVE
 */
export async function getActiveLanguage(tx: Tx, languageId: number, systemType: string) {
  const language = await findLanguage(tx, languageId);
  if (!language) throw new NotFoundError('LANGUAGE_NOT_FOUND', `There is no language ${languageId}`);
  if (language.systemType !== systemType) {
    throw new InvalidInputError('LANGUAGE_OF_OTHER_SYSTEM', `${language.name} is not for this problem`);
  }
  if (language.nonactive) {
    throw new InvalidInputError('LANGUAGE_NOT_ACTIVE', `No judge runs ${language.name} now: choose another`);
  }
  return language;
}
