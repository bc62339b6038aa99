import type { ContestChange, ContestChangePreview } from '@balloon/contracts/contests/contest-form.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import {
  contestStatus,
  lastPublicTimeMs,
  lastTimelyMs,
  thawTimeMs,
} from '@balloon/domain/contests/contest-phase.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { withOpeningOfLastEnd } from '@balloon/domain/contests/time-changes.ts';
import { type MovedRow, movedRows, type ScoreboardContest } from '@balloon/domain/scoreboard/scoreboard.ts';
import { sql } from 'kysely';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { checkSettings } from '#features/contest-admin/check-settings.ts';
import {
  type ContestSettings,
  changedNames,
  changedSettings,
} from '#features/contest-admin/contest-settings.ts';
import { expectChangeable, lockSettings } from '#features/contest-admin/save-contest.ts';
import { findScoredProblems } from '#features/contests/scored-problems.ts';
import { LiveScoreboard } from '#features/scoreboard/board/live-scoreboard.ts';
import { findLogHead } from '#features/scoreboard/scoreboard.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/** Rows that are shown by name. */
const EXAMPLES = 10;

/**
 * Says what a change of a contest would do, without storing it: to its phase, to solutions and to the rows of the
 * scoreboard. Checks the form as saving it does.
 *
 * @throws as `editContest`
 */
export async function previewChange(
  { db }: Services,
  user: User,
  contestId: number,
  change: ContestChange,
): Promise<ContestChangePreview> {
  const { before, after, revision, nowMs } = await db.transaction().execute(async (tx) => {
    const stored = await lockSettings(tx, user, contestId);
    const { settings, revision } = stored;
    const read = change.basedOnRevision;
    await expectVersion(tx, { kind: 'contest', id: contestId, stored: revision, read });
    const wanted = changedSettings(settings, change);
    await checkSettings(tx, user, settings, wanted);
    const nowMs = await databaseNowMs(tx);
    const after = withOpeningOfLastEnd(wanted, nowMs);
    await expectChangeable(tx, contestId, stored, changedNames(settings, after));
    return { before: settings, after, revision, nowMs };
  });
  return {
    revision,
    statusBefore: contestStatus({ ...before, isSuspended: false }, nowMs),
    statusAfter: contestStatus({ ...after, isSuspended: false }, nowMs),
    changed: changedNames(before, after).map((field) => ({
      field,
      before: before[field],
      after: after[field],
    })),
    problemsRemoved: await countRemovedProblems(db, contestId, before, after),
    problemsMoved: movedProblems(before, after),
    solutions: await countAffectedSolutions(db, contestId, { before, after, nowMs }),
    rows: await previewRows(db, contestId, before, after),
    peopleWithoutAccess: await countShutOut(db, contestId, before, after),
  };
}

function scoringOf({ penalizedVerdicts, ...settings }: ContestSettings): ScoreboardContest {
  const scoring = { ...settings, ...(penalizedVerdicts && { penalizedVerdicts }) };
  return { ...settings, problemIds: settings.problems.map(({ id }) => id), scoring };
}

/**
 * Rows of the scoreboard that other settings would move, on a board of its own: the one that people look at is scored by
 * what is stored.
 */
export async function previewRows(
  db: Db,
  contestId: number,
  before: ContestSettings,
  after: ContestSettings,
): Promise<ContestChangePreview['rows']> {
  const { disabledProblemIds } = await findScoredProblems(db, contestId);
  const then = { ...scoringOf(before), disabledProblemIds };
  const now = { ...scoringOf(after), disabledProblemIds };
  const board = new LiveScoreboard(db, contestId, then);
  await board.catchUp(await findLogHead(db, contestId));
  const { total, moved } = movedRows(board.scoredAs(then).rows.byUser.values(), then, now);
  return { total, moved: moved.length, examples: await namedRows(db, moved.slice(0, EXAMPLES)) };
}

async function namedRows(db: Db, moved: readonly MovedRow[]) {
  const users = await findUsers(
    db,
    moved.map(({ userId }) => userId),
  );
  return moved.flatMap(({ userId, rankBefore, rankAfter }) => {
    const user = users.find(({ id }) => id === userId);
    return user ? { user: publicUser(user), rankBefore, rankAfter } : [];
  });
}

async function countRemovedProblems(
  db: Db,
  contestId: number,
  before: ContestSettings,
  after: ContestSettings,
) {
  const staying = new Set(after.problems.map(({ id }) => id));
  const removed = before.problems
    .map(({ id }, position) => ({ id, index: problemIndex(position) }))
    .filter(({ id }) => !staying.has(id));
  if (removed.length === 0) return [];
  const counted = await db
    .selectFrom('problem')
    .leftJoin('solution', (join) =>
      join
        .onRef('solution.problemId', '=', 'problem.id')
        .on('solution.contestId', '=', contestId)
        .on('solution.deletedAtMs', 'is', null),
    )
    .select([
      'problem.id',
      'problem.title',
      sql<number>`count(solution.id)::integer`.as('solutionsNumber'),
      sql<number>`count(distinct solution.account_id)::integer`.as('peopleNumber'),
    ])
    .where(
      'problem.id',
      'in',
      removed.map(({ id }) => id),
    )
    .groupBy('problem.id')
    .execute();
  return removed.flatMap(({ id, index }) => {
    const found = counted.find((problem) => problem.id === id);
    return found ? { ...found, index } : [];
  });
}

function movedProblems(before: ContestSettings, after: ContestSettings): number {
  return after.problems.filter(({ id }, position) => {
    const former = before.problems.findIndex((problem) => problem.id === id);
    return former >= 0 && former !== position;
  }).length;
}

async function countAffectedSolutions(
  db: Db,
  contestId: number,
  { before, after, nowMs }: { before: ContestSettings; after: ContestSettings; nowMs: number },
) {
  const withRules = (contest: ContestSettings) => ({ ...contest, scoring: contest });
  const [endBefore, endAfter] = [lastTimelyMs(withRules(before)), lastTimelyMs(withRules(after))];
  const isHidden = (contest: ContestSettings) =>
    nowMs > thawTimeMs(contest)
      ? sql<boolean>`false`
      : sql<boolean>`sent_at_ms > ${lastPublicTimeMs(withRules(contest))}::bigint`;
  const count = (condition: ReturnType<typeof isHidden>) =>
    sql<number>`(count(*) filter (where ${condition}))::integer`;
  return db
    .selectFrom('solution')
    .select([
      count(sql`sent_at_ms > ${endAfter}::bigint and sent_at_ms <= ${endBefore}::bigint`).as('toPractice'),
      count(
        sql`sent_at_ms < ${after.startTimeMs}::bigint and sent_at_ms >= ${before.startTimeMs}::bigint`,
      ).as('beforeStart'),
      count(sql`sent_at_ms > ${endBefore}::bigint and sent_at_ms <= ${endAfter}::bigint`).as('toMainTime'),
      count(sql`${isHidden(after)} and not ${isHidden(before)}`).as('hidden'),
      count(sql`${isHidden(before)} and not ${isHidden(after)}`).as('revealed'),
    ])
    .where('contestId', '=', contestId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Number of participants who are in a group of the contest now and in none of it then. */
async function countShutOut(db: Db, contestId: number, before: ContestSettings, after: ContestSettings) {
  const isIn = ({ groupIds }: ContestSettings) =>
    groupIds.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`exists (
          select from user_group_member
          where account_id = account.id and group_id = any(${groupIds}::integer[])
        )`;
  const { number } = await db
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .select(sql<number>`count(*)::integer`.as('number'))
    .where('contestId', '=', contestId)
    .where('accessMask', 'not in', SUPERVISOR_MASKS)
    .where(sql<boolean>`${isIn(before)} and not ${isIn(after)}`)
    .executeTakeFirstOrThrow();
  return number;
}
