import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contest-access.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { sql } from 'kysely';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';

/** Number of the last event in a contest's log; 0 while it is empty. */
export async function findLogHead(db: Db, contestId: number): Promise<number> {
  const row = await db
    .selectFrom('contest')
    .select('lastEventSeq')
    .where('id', '=', contestId)
    .executeTakeFirst();
  return row?.lastEventSeq ?? 0;
}

/** The columns of the table, in order, with titles in a language where they exist in it. */
export function findTableProblems(db: Db, contestId: number, locale: Locale) {
  return (
    db
      .selectFrom('contestProblem')
      .innerJoin('problem', 'problem.id', 'contestProblem.problemId')
      .leftJoin('problemStatement as translated', (join) =>
        join.onRef('translated.problemId', '=', 'problem.id').on('translated.locale', '=', locale),
      )
      // A pinned version has one language; when it is gone the present content shows.
      .leftJoin('problemVersion as pinned', (join) =>
        join
          .onRef('pinned.uuid', '=', 'contestProblem.versionId')
          .onRef('pinned.problemId', '=', 'contestProblem.problemId'),
      )
      .where('contestProblem.contestId', '=', contestId)
      .select((eb) => [
        'problem.id',
        eb.fn.coalesce('pinned.title', 'translated.title', 'problem.title').as('title'),
        'contestProblem.position',
        'contestProblem.color',
      ])
      .orderBy('contestProblem.position')
      .execute()
  );
}

/** Names and roles as they are now, deleted people's too: their results stay. */
export function findTableUsers(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('account')
    .where('account.id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .select(PUBLIC_USER_COLUMNS)
    .execute();
}

export interface Role {
  userId: number;
  isSupervisor: boolean;
}

/** Who of these people supervises. */
export async function findRoles(db: Db, userIds: readonly number[]): Promise<Role[]> {
  const rows = await db
    .selectFrom('account')
    .where('id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .select(['id', 'accessMask'])
    .execute();
  return rows.map(({ id, accessMask }) => ({ userId: id, isSupervisor: isSupervisor(accessMask) }));
}
