import { type Db, executePrepared } from '@balloon/database/connect.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { sql } from 'kysely';

/** Number of the last event in a contest's log; 0 while it is empty. */
export async function findLogHead(db: Db, contestId: number): Promise<number> {
  const query = db
    .selectFrom('contestLogHead')
    .select('lastEventSeq')
    .where('contestId', '=', contestId)
    .compile();
  const [row] = await executePrepared(db, 'log-head', query);
  return row?.lastEventSeq ?? 0;
}

/** The contest of a virtual participation, and its owner; null for any other contest. */
export async function findReplayed(db: Db, contestId: number) {
  const row = await db
    .selectFrom('contest')
    .select(['virtualOfId', 'virtualOwnerId'])
    .where('id', '=', contestId)
    .executeTakeFirst();
  const { virtualOfId = null, virtualOwnerId = null } = row ?? {};
  return virtualOfId === null || virtualOwnerId === null ? null : { virtualOfId, virtualOwnerId };
}

/** The columns of the table, in order, with titles in a language where they exist in it. */
export function findScoreboardProblems(db: Db, contestId: number, locale: Locale) {
  return (
    db
      .selectFrom('contestProblem')
      .innerJoin('problem', 'problem.id', 'contestProblem.problemId')
      .leftJoin('problemStatement as translated', (join) =>
        join.onRef('translated.problemId', '=', 'problem.id').on('translated.locale', '=', locale),
      )
      // When a pinned version is gone the present content shows.
      .leftJoin('problemVersion as pinned', (join) =>
        join
          .onRef('pinned.uuid', '=', 'contestProblem.versionId')
          .onRef('pinned.problemId', '=', 'contestProblem.problemId'),
      )
      .leftJoin('problemVersionStatement as pinnedTranslated', (join) =>
        join
          .onRef('pinnedTranslated.versionUuid', '=', 'pinned.uuid')
          .on('pinnedTranslated.locale', '=', locale),
      )
      .where('contestProblem.contestId', '=', contestId)
      .select((eb) => [
        'problem.id',
        eb.fn
          .coalesce('pinnedTranslated.title', 'pinned.title', 'translated.title', 'problem.title')
          .as('title'),
        'contestProblem.position',
        'contestProblem.color',
        sql<boolean>`disabled_at_ms is not null`.as('isDisabled'),
      ])
      .orderBy('contestProblem.position')
      .execute()
  );
}

/**
 * Participants in whose name or organisation each word occurs, in any case (`%` and `_` mean themselves), and who are in the
 * group, as far as these are given.
 */
export async function findParticipantIds(
  db: Db,
  contestId: number,
  { words, groupId }: { words: readonly string[]; groupId: number | undefined },
): Promise<number[]> {
  const name = sql<string>`lower(concat_ws(' ',
    first_name, last_name, username, team.name, organization.name, organization.formal_name))`;
  let found = db
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .leftJoin('team', 'team.accountId', 'account.id')
    .leftJoin('organization', 'organization.id', 'team.organizationId')
    .where('contestParticipant.contestId', '=', contestId);
  for (const word of words) found = found.where(sql<boolean>`position(lower(${word}) in ${name}) > 0`);
  if (groupId !== undefined) {
    const isMember = sql<boolean>`exists (
      select from user_group_member where account_id = account.id and group_id = ${groupId}
    )`;
    found = found.where(isMember);
  }
  const rows = await found.select('account.id').execute();
  return rows.map(({ id }) => id);
}

const GROUP_COLUMNS = ['userGroup.id', 'userGroup.name', 'userGroup.color', 'userGroup.authorId'] as const;

/** Groups by name. */
export function findGroups(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('userGroup')
    .select(GROUP_COLUMNS)
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Groups, by name, in which some participant of the contest is. */
export function findGroupsOfParticipants(db: Db, contestId: number) {
  const hasParticipant = sql<boolean>`exists (
    select from user_group_member join contest_participant using (account_id)
    where group_id = user_group.id and contest_id = ${contestId}
  )`;
  return db
    .selectFrom('userGroup')
    .select(GROUP_COLUMNS)
    .where(hasParticipant)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
