import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import type { ScoreboardContest } from '@balloon/domain/scoreboard/scoreboard.ts';
import { sql } from 'kysely';

/** Reads a contest with its rules from its own columns, not by the query that the server has for it. */
export async function readScoredContest(db: Db, contestId: number): Promise<ScoreboardContest> {
  const { scoring, ...contest } = await readHead(db, contestId);
  const { penalizedVerdicts, ...rules } = scoring;
  const problems = await db
    .selectFrom('contestProblem')
    .select(['problemId', 'disabledAtMs'])
    .where('contestId', '=', contestId)
    .orderBy('position')
    .execute();
  const disabled = problems.filter(({ disabledAtMs }) => disabledAtMs !== null);
  return {
    ...contest,
    problemIds: problems.map(({ problemId }) => problemId),
    disabledProblemIds: disabled.map(({ problemId }) => problemId),
    scoring: { ...rules, ...(penalizedVerdicts === null ? {} : { penalizedVerdicts }) },
  };
}

async function readHead(db: Db, contestId: number) {
  const row = await db
    .selectFrom('contest')
    .select(['startTimeMs', 'durationTimeMs', 'relativeFreezeTimeMs', 'practiceDurationTimeMs'])
    .select(['extraTimeMs', 'windowTimeMs', 'thawsByHand', 'thawedAtMs', 'removedIntervals'])
    .select(['wrongTryPenaltyMin', 'countsCompilationErrors', 'penalizedVerdicts', 'penaltyPrecision'])
    .select(['tieBreak', 'tiedRows', 'firstSolvers', 'unofficialRows', 'edgeInstants', 'removedSolutions'])
    .where('id', '=', contestId)
    .executeTakeFirstOrThrow();
  const { wrongTryPenaltyMin, countsCompilationErrors, penalizedVerdicts, penaltyPrecision, ...more } = row;
  const { tieBreak, tiedRows, firstSolvers, unofficialRows, edgeInstants, removedSolutions, ...times } = more;
  return {
    ...times,
    scoring: {
      ...{ wrongTryPenaltyMin, countsCompilationErrors, penalizedVerdicts, penaltyPrecision },
      ...{ tieBreak, tiedRows, firstSolvers, unofficialRows, edgeInstants, removedSolutions },
    },
  };
}

/** What the log does not hold of a participant. */
export interface RankedPerson {
  isSupervisor: boolean;
  /** Organisation and name, by which equal rows may be ordered. */
  tieName: string;
}

/** Everybody who takes part in a contest, by account. */
export async function readRankedPeople(db: Db, contestId: number): Promise<Map<number, RankedPerson>> {
  const { rows } = await sql<{ id: number; accessMask: number; tieName: string }>`
    select account.id, access_mask,
      concat_ws(' ', organization.name, coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), username)) as tie_name
    from contest_participant
    join account on account.id = contest_participant.account_id
    left join team on team.account_id = account.id
    left join organization on organization.id = team.organization_id
    where contest_participant.contest_id = ${contestId}
  `.execute(db);
  return new Map(
    rows.map(({ id, accessMask, tieName }) => [
      id,
      { isSupervisor: SUPERVISOR_MASKS.includes(accessMask), tieName },
    ]),
  );
}
