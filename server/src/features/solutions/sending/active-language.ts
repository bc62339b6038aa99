import type { Db } from '@balloon/database/connect.ts';
import { InvalidInputError, NotFoundError } from '#errors.ts';
import { isTakenBy } from '#features/contests/contests.queries.ts';
import { findLanguage } from '#features/solutions/sending/sending.queries.ts';

/**
 * Returns a language in which a contest takes solutions of a problem.
 *
 * @throws as `getActiveLanguage`, and {InvalidInputError} LANGUAGE_NOT_ALLOWED
 */
export async function getContestLanguage(db: Db, contestId: number, languageId: number, problemId: number) {
  const language = await getActiveLanguage(db, languageId, problemId);
  const taken = await db
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
 * Returns a language that this site offers for a problem. While its judges are away, solutions wait.
 *
 * @throws {NotFoundError} LANGUAGE_NOT_FOUND
 * @throws {InvalidInputError} LANGUAGE_OF_OTHER_SYSTEM, LANGUAGE_NOT_ACTIVE
 */
export async function getActiveLanguage(db: Db, languageId: number, problemId: number) {
  const language = await findLanguage(db, languageId, problemId);
  if (!language) throw new NotFoundError('LANGUAGE_NOT_FOUND', `There is no language ${languageId}`);
  if (!language.isOfProblem) {
    throw new InvalidInputError(
      'LANGUAGE_OF_OTHER_SYSTEM',
      `${language.name} is not for this problem: choose one of its languages`,
    );
  }
  if (language.nonactive) {
    throw new InvalidInputError(
      'LANGUAGE_NOT_ACTIVE',
      `No judge of this site has ${language.name}: choose another`,
    );
  }
  return language;
}
