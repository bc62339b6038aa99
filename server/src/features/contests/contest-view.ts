import type { Contest, Group } from '@balloon/contracts/contests.ts';
import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import {
  contestStatus,
  endTimeMs,
  freezeTimeMs,
  type OwnTimes,
  practiceEndTimeMs,
  withOwnTimes,
} from '@balloon/domain/contests/contest-phase.ts';
import { type InferResult, sql } from 'kysely';
import {
  type AccountId,
  CONTEST_FACTS,
  isJoinedBy,
  ownExtraTime,
  ownStart,
  ownStartShift,
} from '#features/contests/contests.queries.ts';

/** Selects contests with what everybody sees of them; the caller filters and sorts. */
export function selectContestSheets(db: Db) {
  return db
    .selectFrom('contest')
    .select([
      ...CONTEST_FACTS,
      'contest.hasComments as isWithComments',
      'contest.wrongTryPenaltyMin',
      'contest.countsCompilationErrors',
      'contest.penaltyPrecision',
      'contest.tieBreak',
      'contest.tiedRows',
      'contest.penalizedVerdicts',
      'contest.firstSolvers',
      'contest.unofficialRows',
      'contest.edgeInstants',
      'contest.removedSolutions',
      'contest.authorId',
      'contest.createdAt',
      'contest.updatedAt',
      ALLOWED_GROUPS.as('allowedGroups'),
      sql<number>`(select count(*) from contest_problem where contest_id = contest.id)`.as('problemsNumber'),
      PARTICIPANTS_NUMBER.as('participantsNumber'),
    ]);
}
export type ContestSheet = InferResult<ReturnType<typeof selectContestSheets>>[number];

/** Selects contests with all columns of the wire shape for one viewer; the caller filters and sorts. */
export function selectContestViews(db: Db, viewerId: AccountId) {
  return selectContestSheets(db).select([
    ownExtraTime(viewerId).as('ownExtraTimeMs'),
    ownStartShift(viewerId).as('ownStartShiftMs'),
    ownStart(viewerId).as('ownStartedAtMs'),
    isJoinedBy(viewerId).as('joined'),
  ]);
}
type ContestViewRow = Omit<InferResult<ReturnType<typeof selectContestViews>>[number], 'ownStartedAtMs'> &
  OwnTimes;

/** Supervisors who looked in are left out: the public scoreboard has no rows of theirs either. */
const PARTICIPANTS_NUMBER = sql<number>`(
  select count(*) from contest_participant join account on account.id = account_id
  where contest_id = contest.id and access_mask <> all(${SUPERVISOR_MASKS}::integer[])
)`;

const ALLOWED_GROUPS = sql<Group[]>`array(
  select jsonb_build_object(
    'id', user_group.id, 'name', user_group.name,
    'color', user_group.color, 'authorId', user_group.author_id
  )
  from contest_group join user_group on user_group.id = contest_group.group_id
  where contest_group.contest_id = contest.id
  order by contest_group.position, user_group.id
)`;

/**
 * Converts a row to the wire shape, with the times that hold for the viewer and values derived from them at `nowMs`.
 */
export function contestView(row: ContestViewRow, nowMs: number): Contest {
  const own = withOwnTimes(row, row);
  const { ownStartedAtMs = null } = row;
  const status = contestStatus(own, nowMs);
  return {
    ...own,
    ownStartedAtMs,
    periodStartTimeMs: row.startTimeMs,
    periodEndTimeMs: endTimeMs(row),
    absoluteFreezeTimeMs: freezeTimeMs(own),
    absoluteDurationTimeMs: endTimeMs(own),
    absolutePracticeDurationTimeMs: practiceEndTimeMs(own),
    hasPracticeTime: own.practiceDurationTimeMs > 0,
    status,
    isFrozen: status === 'FROZEN',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
