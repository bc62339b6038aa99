import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import type { VersionHistory } from '@balloon/contracts/problems/problem-editor.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';

/**
 * Lists the versions of a problem, newest first: who saved each and why, how it judges, which contests are pinned to it.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 */
export async function readVersionHistory(db: Db, problemId: number): Promise<VersionHistory> {
  if (!(await findProblem(db, problemId))) throw problemNotFound(problemId);
  const versions = await listWithRules(db, problemId);
  const authors = await findAuthors(
    db,
    versions.flatMap(({ authorId }) => authorId ?? []),
  );
  const pins = await listPins(db, problemId);
  return versions.map(({ authorId, createdAt, ...version }) => ({
    ...version,
    createdAtMs: createdAt.getTime(),
    author: authors.get(authorId ?? 0) ?? null,
    contests: pins.filter(({ uuid }) => uuid === version.uuid).map(({ id, name }) => ({ id, name })),
  }));
}

function listWithRules(db: Db, problemId: number) {
  return db
    .selectFrom('problemVersion as version')
    .leftJoin('testset', 'testset.id', 'version.testsetId')
    .select([
      'version.uuid',
      'version.versionNumber',
      'version.createdAt',
      'version.authorId',
      'version.comment',
      'testset.timeLimitMs',
      'testset.memoryLimitKb',
      sql<CheckerSpec['kind'] | null>`testset.checker ->> 'kind'`.as('checker'),
      sql<number>`(select count(*)::integer from test where test.testset_id = testset.id)`.as('testsNumber'),
    ])
    .where('version.problemId', '=', problemId)
    .orderBy('version.versionNumber', 'desc')
    .execute();
}

async function findAuthors(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, ReturnType<typeof publicUser>>();
  const accounts = await db
    .selectFrom('account')
    .select(PUBLIC_USER_COLUMNS)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(accounts.map((account) => [account.id, publicUser(account)]));
}

function listPins(db: Db, problemId: number) {
  return db
    .selectFrom('contestProblem')
    .innerJoin('contest', 'contest.id', 'contestProblem.contestId')
    .select(['contestProblem.versionId as uuid', 'contest.id', 'contest.name'])
    .where('contestProblem.problemId', '=', problemId)
    .where('contestProblem.versionId', 'is not', null)
    .where('contest.isSuspended', '=', false)
    .where('contest.virtualOfId', 'is', null)
    .orderBy('contest.id')
    .execute();
}
