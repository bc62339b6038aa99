import type { Db } from '@balloon/database/connect.ts';
import { isOfProblem } from '#features/problems/contest/contest-problems.queries.ts';

/** Finds a language, and whether solutions of a problem may be in it. */
export function findLanguage(db: Db, languageId: number, problemId: number) {
  return db
    .selectFrom('language')
    .where('id', '=', languageId)
    .select(['id', 'name', 'foreignLanguageId', 'nonactive', isOfProblem(problemId).as('isOfProblem')])
    .executeTakeFirst();
}

/** Finds the solution that a person already sent under an idempotency key. */
export function findByIdempotencyKey(db: Db, accountId: number, idempotencyKey: string) {
  return db
    .selectFrom('solution')
    .where('accountId', '=', accountId)
    .where('idempotencyKey', '=', idempotencyKey)
    .select(['id', 'contestId', 'problemId', 'languageId', 'sourceSha256'])
    .executeTakeFirst();
}
