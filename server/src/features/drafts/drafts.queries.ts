import type { Db } from '@balloon/database/connect.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { sql } from 'kysely';

/** How much is kept of each participant and problem of a contest. */
export async function findDraftRows(db: Db, contestId: number) {
  const { rows } = await sql<{
    userId: number;
    position: number;
    snapshots: number;
    firstAtMs: number;
    lastAtMs: number;
    characters: number;
    insertedAtOnce: number;
    memberIds: number[];
  }>`
    select account_id as user_id, position, count(*)::integer as snapshots,
      min(taken_at_ms) as first_at_ms, max(taken_at_ms) as last_at_ms,
      max(inserted_at_once) as inserted_at_once,
      coalesce(array_agg(distinct member_id) filter (where member_id <> 0), '{}') as member_ids,
      (array_agg(characters order by taken_at_ms desc))[1] as characters
    from draft_snapshot join contest_problem using (contest_id, problem_id)
    where contest_id = ${contestId}
    group by account_id, position
    order by account_id, position
  `.execute(db);
  return rows.map(({ position, ...row }) => ({ ...row, symbolIndex: problemIndex(position) }));
}

/** Snapshots of a draft without their sources, oldest first. */
export function findSnapshots(db: Db, draft: DraftKey) {
  return ofDraft(db, draft)
    .leftJoin('language', 'language.id', 'draftSnapshot.languageId')
    .select(['takenAtMs', 'memberId', 'characters', 'insertedAtOnce', 'language.name as languageName'])
    .orderBy('takenAtMs')
    .orderBy('memberId')
    .execute();
}

/** Sources of the snapshots from one on, deflated, oldest first. */
export function findSources(db: Db, draft: DraftKey, from: SnapshotPlace, count: number) {
  return ofDraft(db, draft)
    .select(['takenAtMs', 'memberId', 'source'])
    .where(sql<boolean>`(taken_at_ms, member_id) >= (${from.takenAtMs}::bigint, ${from.memberId}::integer)`)
    .orderBy('takenAtMs')
    .orderBy('memberId')
    .limit(count)
    .execute();
}

/** The snapshot of an instant and the one before it of the same writer, newest first. */
export function findPair(db: Db, draft: DraftKey, takenAtMs: number, memberId: number) {
  return ofDraft(db, draft)
    .select(['takenAtMs', 'source'])
    .where('takenAtMs', '<=', takenAtMs)
    .where('memberId', '=', memberId)
    .orderBy('takenAtMs', 'desc')
    .limit(2)
    .execute();
}

/** A snapshot of a draft: members of a team may write at the same millisecond. */
export interface SnapshotPlace {
  takenAtMs: number;
  memberId: number;
}

export interface DraftKey {
  contestId: number;
  accountId: number;
  problemId: number;
}

const ofDraft = (db: Db, { contestId, accountId, problemId }: DraftKey) =>
  db
    .selectFrom('draftSnapshot')
    .where('contestId', '=', contestId)
    .where('accountId', '=', accountId)
    .where('problemId', '=', problemId);
