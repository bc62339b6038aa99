import type { CellScore } from '#scoreboard/cell.ts';
import type { ParticipantRow } from '#scoreboard/rows.ts';

/** How one problem went for all participants together. */
export interface ProblemStatistics {
  /** Participants who solved it. */
  solved: number;
  /** Participants with a try that counted. */
  tried: number;
  /** Tries that counted, the accepted ones among them. */
  tries: number;
}

export function noStatistics(problems: number): ProblemStatistics[] {
  return Array.from({ length: problems }, () => ({ solved: 0, tried: 0, tries: 0 }));
}

/**
 * Adds a person's results to the statistics, or removes them. Supervisors try problems out and don't count.
 *
 * @param statistics changed in place
 */
export function tally(
  statistics: readonly ProblemStatistics[],
  { row, scores }: { row: Pick<ParticipantRow, 'isSupervisor'>; scores: readonly CellScore[] },
  sign: 1 | -1,
): void {
  if (row.isSupervisor) return;
  statistics.forEach((problem, position) => {
    const score = scores[position];
    if (!score) return;
    const solves = score.acceptedBy === null ? 0 : 1;
    const tries = score.wrongTries + solves;
    problem.solved += sign * solves;
    problem.tried += tries > 0 ? sign : 0;
    problem.tries += sign * tries;
  });
}
