import type { Tx } from '@balloon/database/connect.ts';
import { InvalidInputError, NotFoundError } from '#errors.ts';
import { isTakenBy } from '#features/contests/contests.queries.ts';
import { findLanguage } from '#features/solutions/solutions.queries.ts';

/**
 * Returns a language in which a contest takes solutions of a problem of this system.
 *
 * @throws as `getActiveLanguage`, and {InvalidInputError} LANGUAGE_NOT_ALLOWED
 */
export async function getContestLanguage(tx: Tx, contestId: number, languageId: number, systemType: string) {
  const language = await getActiveLanguage(tx, languageId, systemType);
  const taken = await tx
    .selectFrom('language')
    .select('id')
    .where('id', '=', languageId)
    .where(isTakenBy(contestId))
    .executeTakeFirst();
  if (taken) return language;
  throw new InvalidInputError(
    'LANGUAGE_NOT_ALLOWED',
    `This contest does not take ${language.name}: choose another language`,
  );
}

/**
 * Returns a language that this site offers for a problem of this system. While its judges are away, solutions
 * wait.
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
    throw new InvalidInputError(
      'LANGUAGE_NOT_ACTIVE',
      `No judge of this site has ${language.name}: choose another`,
    );
  }
  return language;
}
