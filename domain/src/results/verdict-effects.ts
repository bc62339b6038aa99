import { ICPC_MEDALS, type Medal, medalOf } from '#ceremony/awards.ts';
import { type Attempt, wholeMinutes } from '#scoreboard/cell.ts';
import { type Ranked, rankedStandings } from '#scoreboard/moves.ts';
import type { ParticipantRow, ScoreboardContest, ScoreboardRows } from '#scoreboard/rows.ts';

/** A participant's place in the results of the main time. */
export interface Place {
  /** Null for a row without a place. */
  rank: number | null;
  solved: number;
  penaltyMin: number;
  medal: Medal | null;
}

export interface VerdictEffects {
  /** Number of rows. */
  total: number;
  /** People whose place, solved number or penalty changes, best place first. */
  moved: { userId: number; before: Place | null; after: Place | null }[];
  /** Problems whose first solve is another person's, in the contest's order. */
  firstSolves: { problemId: number; before: number | null; after: number | null }[];
}

/**
 * Says what other verdicts would do to the results of the main time, without supervisors and as if nothing was frozen.
 *
 * @param verdicts new verdicts by solution; solutions that are not in the rows are passed over
 */
export function verdictEffects(
  contest: ScoreboardContest,
  rows: ScoreboardRows,
  verdicts: ReadonlyMap<number, number>,
): VerdictEffects {
  const then = rankedStandings(contest, [...rows.byUser.values()]);
  const now = rankedStandings(contest, rejudgedRows(rows, verdicts));
  const userIds = new Set([...now.keys(), ...then.keys()]);
  const moved = [...userIds].flatMap((userId) => {
    const [before, after] = [placeOf(then.get(userId)), placeOf(now.get(userId))];
    return isSamePlace(before, after) ? [] : { userId, before, after };
  });
  const firstSolves = contest.problemIds.flatMap((problemId, position) => {
    const [before, after] = [firstSolver(then, position), firstSolver(now, position)];
    return before === after ? [] : { problemId, before, after };
  });
  return { total: then.size, moved, firstSolves };
}

/** The rows with other verdicts; rows of whose solutions none changes are the same objects. */
function rejudgedRows(rows: ScoreboardRows, verdicts: ReadonlyMap<number, number>): ParticipantRow[] {
  const touched = new Set<number>();
  for (const solutionId of verdicts.keys()) {
    const place = rows.places.get(solutionId);
    if (place) touched.add(place.userId);
  }
  return [...rows.byUser.values()].map((row) =>
    touched.has(row.userId) ? { ...row, attempts: rejudgedAttempts(row.attempts, verdicts) } : row,
  );
}

function rejudgedAttempts(
  attempts: ParticipantRow['attempts'],
  verdicts: ReadonlyMap<number, number>,
): Map<number, Attempt[]> {
  const rejudged = (attempt: Attempt) => ({
    ...attempt,
    verdictId: verdicts.get(attempt.solutionId) ?? attempt.verdictId,
  });
  return new Map([...attempts].map(([problemId, cell]) => [problemId, cell.map(rejudged)]));
}

function placeOf(ranked: Ranked | undefined): Place | null {
  if (!ranked) return null;
  const { rank, standing } = ranked;
  const { acceptedSolutions: solved, penaltySec } = standing;
  const medal = rank === null ? null : medalOf({ rank, acceptedSolutions: solved }, ICPC_MEDALS);
  return { rank, solved, penaltyMin: wholeMinutes(penaltySec), medal };
}

const isSamePlace = (one: Place | null, other: Place | null) =>
  one?.rank === other?.rank && one?.solved === other?.solved && one?.penaltyMin === other?.penaltyMin;

/** Participant who solved a problem first, by the instant of sending and then by id; null while nobody did. */
function firstSolver(ranked: ReadonlyMap<number, Ranked>, position: number): number | null {
  const [any] = ranked.values();
  const first = any?.standings.firstSolve(position);
  if (!first) return null;
  for (const [userId, { standing }] of ranked) if (standing.solves[position] === first) return userId;
  return null;
}
