import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Whether there is anything that a chore of judging could be about. */
interface Subjects {
  hasLeases: boolean;
  hasWaitingTrials: boolean;
  hasTrials: boolean;
  hasResets: boolean;
  hasOutputs: boolean;
  hasJudges: boolean;
}

/** Asks in one query what a round of chores would ask in twenty: most of the time there is nothing to do. */
export async function findSubjects(db: Db): Promise<Subjects> {
  const { rows } = await sql<Subjects>`
    select
      exists (select from judging where leased_until_ms is not null) as has_leases,
      exists (select from judging where leased_until_ms is null and trial_run_id is not null) as has_waiting_trials,
      exists (select from trial_run) as has_trials,
      exists (select from solution_reset) as has_resets,
      exists (select from solution_output) as has_outputs,
      exists (select from judge) as has_judges
  `.execute(db);
  const row = rows[0];
  if (!row) throw new Error('The database told nothing of the queue');
  return row;
}
