import type { ContestCategory, ContestListQuery, ContestSort } from '@balloon/contracts/contests.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { Database } from '@balloon/database/tables.ts';
import { isAdmin, isModerator, type Viewer } from '@balloon/domain/contests/contest-access.ts';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { selectContestViews } from '#features/contests/contest-view.ts';
import {
  type AccountId,
  actingAccount,
  isAdmittedTo,
  isJoinedBy,
  ownExtraTime,
} from '#features/contests/contests.queries.ts';
import type { TeamAccount } from '#services.ts';

type ListFilter = Pick<ContestListQuery, 'category' | 'query'> & {
  /** Ids of the only contests that are listed; all when absent. */
  within?: readonly number[] | undefined;
};
type ListQuery = ContestListQuery & ListFilter;
/** The reader of a list with the teams for which they may act. */
export type ListViewer = Viewer & { teams?: readonly TeamAccount[] | undefined };

/** Page of the contests that `canSeeContestInList` and `isInCategory` of domain/ accept, in SQL. */
export function findListedContests(db: Db, viewer: ListViewer, query: ListQuery, nowMs: number) {
  return listedContests(db, viewer, query, nowMs, selectContestViews(db, actingIn(viewer))).execute();
}

/**
 * Selects the page of `findListedContests` with other columns.
 *
 * @param views selects contests; it is limited to those of the page, in their order
 */
export function listedContests<Output>(
  db: Db,
  viewer: ListViewer,
  query: ListQuery,
  nowMs: number,
  views: SelectQueryBuilder<Database, 'contest', Output>,
) {
  const ordered = <Query extends Orderable<Query>>(contests: Query): Query =>
    contests.orderBy(SORT_COLUMNS[query.sort], query.sort_order).orderBy('contest.id', query.sort_order); // or pages could overlap
  // The page first: what is counted for a contest is not counted for those on the pages before.
  const page = ordered(
    db
      .selectFrom('contest')
      .select('contest.id')
      .where(isListed(viewer, query, nowMs)),
  )
    .limit(query.count)
    .offset(query.offset);
  return ordered(views.where('contest.id', 'in', page));
}

interface Orderable<Query> {
  orderBy(column: SortColumn, direction: 'asc' | 'desc'): Query;
}

/** Number of contests on all pages together. */
export async function countListedContests(
  db: Db,
  viewer: ListViewer,
  filter: ListFilter,
  nowMs: number,
): Promise<number> {
  const { number } = await db
    .selectFrom('contest')
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .where(isListed(viewer, filter, nowMs))
    .executeTakeFirstOrThrow();
  return number;
}

const SORT_COLUMNS = {
  byStart: 'contest.startTimeMs',
  byId: 'contest.id',
  byCreation: 'contest.createdAt',
} as const satisfies Record<ContestSort, string>;
type SortColumn = (typeof SORT_COLUMNS)[ContestSort];

function isListed(
  viewer: ListViewer,
  { category, query, within }: ListFilter,
  nowMs: number,
): RawBuilder<boolean> {
  const wantsRemoved = category === 'showOnlyRemoved';
  return sql<boolean>`
    is_suspended = ${wantsRemoved}
    and ${isInSomeList(viewer)}
    and ${CATEGORY_CONDITIONS[category](nowMs, viewer)}
    and ${isFound(query)}
    and ${within === undefined ? sql`true` : sql`contest.id = any(${within}::integer[])`}
  `;
}

/** Whether lists show a contest to the viewer; whether it is removed is another condition for supervisors. */
export function isVisible({ userId, accessMask, groupIds }: Viewer): RawBuilder<boolean> {
  if (isAdmin(accessMask)) return sql`true`;
  const isForGroups = sql<boolean>`(
    not exists (select from contest_group where contest_id = contest.id)
    or exists (select from contest_group where contest_id = contest.id and group_id = any(${groupIds}))
  )`;
  if (isModerator(accessMask)) return isForGroups;
  return sql`not is_suspended and (is_listed or ${isJoinedBy(userId)})
    and (${isForGroups} or ${isAdmittedTo(userId)})`;
}

/** Condition on a contest: whether a person finds it in the list, in one of its categories. */
export const isInSomeList = (viewer: ListViewer): RawBuilder<boolean> =>
  sql`(virtual_of_id is null and ${isVisibleToTeams(viewer)})`;

/** Condition that a contest is visible to a person or to one of the teams they belong to. */
function isVisibleToTeams({ teams = [], ...viewer }: ListViewer): RawBuilder<boolean> {
  const ofTeams = teams.map(({ id, groupIds }) => isVisible({ ...viewer, userId: id, groupIds }));
  if (ofTeams.length === 0) return isVisible(viewer);
  return sql`(${isVisible(viewer)} or members_act and (${sql.join(ofTeams, sql` or `)}))`;
}

const actingIn = ({ userId, teams }: ListViewer): AccountId => actingAccount({ id: userId, teams });

/** End of the main time for a person; most contests give nobody extra time, and are not looked into. */
const endFor = (viewer: ListViewer) => sql<number>`(
  start_time_ms + duration_time_ms
    + case when contest.extra_time_ms = 0 then 0 else ${ownExtraTime(actingIn(viewer))} end
)`;
/** Freeze for a person; without one it is the end. */
const freezeFor = (viewer: ListViewer) => sql<number>`(
  case when relative_freeze_time_ms < duration_time_ms
    then start_time_ms + relative_freeze_time_ms else ${endFor(viewer)}
  end
)`;
const practiceEndFor = (viewer: ListViewer) => sql<number>`greatest(
  start_time_ms + duration_time_ms + practice_duration_time_ms, ${endFor(viewer)}
)`;

const CATEGORY_CONDITIONS: Record<
  ContestCategory,
  (nowMs: number, viewer: ListViewer) => RawBuilder<boolean>
> = {
  all: () => sql`true`,
  showOnlyStarted: (nowMs, viewer) => sql`start_time_ms < ${nowMs} and ${endFor(viewer)} > ${nowMs}`,
  showOnlyFrozen: (nowMs, viewer) => sql`${freezeFor(viewer)} < ${nowMs} and ${endFor(viewer)} > ${nowMs}`,
  showOnlyPractice: (nowMs, viewer) =>
    sql`${endFor(viewer)} < ${nowMs} and ${practiceEndFor(viewer)} > ${nowMs}`,
  showOnlyFinished: (nowMs, viewer) => sql`${practiceEndFor(viewer)} < ${nowMs}`,
  showOnlyEnabled: () => sql`is_enabled`,
  showOnlyDisabled: () => sql`not is_enabled`,
  showOnlyRemoved: () => sql`true`,
};

/** Part of the contest's name or of one of its groups' names, in any case; `%` and `_` mean themselves. */
function isFound(query: string): RawBuilder<boolean> {
  const text = query.trim();
  if (text === '') return sql`true`;
  return sql`(
    position(lower(${text}) in lower(contest.name)) > 0
    or exists (
      select from contest_group join user_group on user_group.id = contest_group.group_id
      where contest_group.contest_id = contest.id and position(lower(${text}) in lower(user_group.name)) > 0
    )
  )`;
}
