import {
  type ContestState,
  isBeforeWindow,
  isInPractice,
  lastEndTimeMs,
  lastTimelyMs,
  thawTimeMs,
} from '#contests/contest-phase.ts';
import { isRemoved } from '#contests/removed-intervals.ts';
import { type Attempt, scoreCell, wholeMinutes } from '#scoreboard/cell.ts';
import { compareStandings } from '#scoreboard/order.ts';
import {
  emptyRows,
  foldEvent,
  type ParticipantRow,
  type ScoreboardContest,
  type ScoreboardEvent,
  timesOf,
} from '#scoreboard/rows.ts';
import { attemptsOn, standingAt, tookPart } from '#scoreboard/standing.ts';

/** A person's result in the main time of a contest. */
export interface FinalResult {
  userId: number;
  accepted: number;
  penaltyMin: number;
  /** What the order depends on: the penalty in seconds, and the time of the last solve where it breaks ties. */
  penaltySec: number;
  tieSec: number;
  /** Whether the person sent anything in the main time, whatever its verdict. */
  hasSent: boolean;
  /** Attempts of the main time that may still change the result. */
  undecided: number;
}

/**
 * Whether a contest's results enter ratings: once the last participant has ended, when no freeze hides any of them, and
 * only of contests that people may look at.
 */
export function countsForRatings(contest: ContestState & { isRated: boolean }, nowMs: number): boolean {
  const { isRated, isEnabled, isSuspended } = contest;
  return (
    isRated && isEnabled && !isSuspended && lastEndTimeMs(contest) < nowMs && thawTimeMs(contest) < nowMs
  );
}

/**
 * Results as of the end of the main time, best first, without practice and people who came for it only.
 * Supervisors are left out, since their rows are hidden and a place would reveal them; so are those out of competition and
 * the disqualified.
 *
 * @param reopened solutions whose verdicts may still change, besides those that have none
 */
export function finalResults(
  contest: ScoreboardContest,
  log: Iterable<ScoreboardEvent>,
  reopened: ReadonlySet<number> = new Set(),
): FinalResult[] {
  const rows = emptyRows();
  for (const event of log) foldEvent(rows, event);
  return [...rows.byUser.values()]
    .filter((row) => isRated(row) && tookPart(contest, row))
    .map((row) => standingAt(contest, row, lastTimelyMs(timesOf(contest, row))))
    .filter((standing) => standing !== undefined)
    .sort(compareStandings)
    .map(({ row, acceptedSolutions, penaltySec, tieSec }) => ({
      userId: row.userId,
      accepted: acceptedSolutions,
      penaltyMin: wholeMinutes(penaltySec),
      ...{ penaltySec, tieSec },
      hasSent: sentInTime(contest, row),
      undecided: undecidedIn(contest, row, reopened),
    }));
}

/** Number of attempts of the main time without a verdict that lasts, as far as they may change the result. */
function undecidedIn(contest: ScoreboardContest, row: ParticipantRow, reopened: ReadonlySet<number>): number {
  const untilMs = lastTimelyMs(timesOf(contest, row));
  const asOpen = (attempt: Attempt) =>
    reopened.has(attempt.solutionId) ? { ...attempt, verdictId: null } : attempt;
  const pendingOn = (problemId: number) =>
    scoreCell(attemptsOn(contest, row, problemId).map(asOpen), untilMs, contest).pendingTries;
  return contest.problemIds.reduce((sum, id) => sum + pendingOn(id), 0);
}

const isRated = ({ isSupervisor, adjustment }: ParticipantRow) =>
  !isSupervisor && adjustment.isOfficial && !adjustment.isDisqualified;

function sentInTime(contest: ScoreboardContest, row: ParticipantRow): boolean {
  const own = timesOf(contest, row);
  const counts = (sentAtMs: number) =>
    !isInPractice(own, sentAtMs) && !isRemoved(own, sentAtMs) && !isBeforeWindow(own, sentAtMs);
  return contest.problemIds.some((id) => row.attempts.get(id)?.some(({ sentAtMs }) => counts(sentAtMs)));
}

/** Places of sorted results: equal ones share theirs, the next one takes the next number (1, 2, 2, 3). */
export function densePlaces(results: readonly FinalResult[]): number[] {
  let place = 0;
  return results.map((result, index) => {
    if (!isTie(results[index - 1], result)) place += 1;
    return place;
  });
}

/** Places of sorted results: everybody of a tie has its last place (1, 3, 3, 4). */
export function lastPlaces(results: readonly FinalResult[]): number[] {
  const places = results.map((_, index) => index + 1);
  for (let index = results.length - 2; index >= 0; index -= 1) {
    if (isTie(results[index], results[index + 1])) places[index] = places[index + 1] ?? index + 1;
  }
  return places;
}

const isTie = (above: FinalResult | undefined, below: FinalResult | undefined) =>
  above?.accepted === below?.accepted &&
  above?.penaltySec === below?.penaltySec &&
  above?.tieSec === below?.tieSec;
