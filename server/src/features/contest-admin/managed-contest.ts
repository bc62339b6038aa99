import type { ManagedContest } from '@balloon/contracts/contests/contest-form.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { contestView, selectContestViews } from '#features/contests/contest-view.ts';
import { publicUser } from '#features/users/public-user.ts';

interface LastEdit {
  editedAtMs: number;
  editor: Parameters<typeof publicUser>[0] | null;
}

/** Selects contests with what the admin area shows besides; the caller filters and sorts. */
export function selectManagedContests(db: Db, viewerId: number) {
  return selectContestViews(db, viewerId).select([
    'contest.revision',
    sql<number>`(
      select count(*)::integer from solution where contest_id = contest.id and deleted_at_ms is null
    )`.as('solutionsNumber'),
    sql<LastEdit | null>`(
      select jsonb_build_object(
        'editedAtMs', at_ms,
        'editor', case when account.id is not null then jsonb_build_object(
          'id', account.id, 'username', username, 'firstName', first_name, 'lastName', last_name,
          'accessMask', access_mask
        ) end
      )
      from audit_entry left join account on account.id = actor_id
      where subject_kind = 'contest' and subject_id = contest.id and subject_version = contest.revision
    )`.as('lastEdit'),
  ]);
}
type ManagedRow = Awaited<ReturnType<ReturnType<typeof selectManagedContests>['execute']>>[number];

export function managedContest({ lastEdit, ...row }: ManagedRow, nowMs: number): ManagedContest {
  const { revision, solutionsNumber } = row;
  return {
    // Everybody's times: the form edits them, also when the supervisor has extra time as a participant.
    ...contestView({ ...row, ownExtraTimeMs: 0, ownStartShiftMs: 0, ownStartedAtMs: undefined }, nowMs),
    revision,
    solutionsNumber,
    editedBy: lastEdit?.editor ? publicUser(lastEdit.editor) : null,
    editedAtMs: lastEdit?.editedAtMs ?? null,
  };
}

/** A contest as the admin area shows it, removed or not. */
export async function readManagedContest(
  db: Db,
  viewerId: number,
  contestId: number,
): Promise<ManagedContest> {
  const row = await selectManagedContests(db, viewerId)
    .where('contest.id', '=', contestId)
    .executeTakeFirstOrThrow();
  return managedContest(row, await databaseNowMs(db));
}
