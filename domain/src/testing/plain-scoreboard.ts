import { endTimeMs, freezeTimeMs, hasFreeze } from '#contests/contest-phase.ts';
import { type ScoringRules, USUAL_RULES } from '#contests/scoring-rules.ts';
import { type Adjustment, NO_ADJUSTMENT } from '#scoreboard/rows.ts';
import type {
  ScoreboardContest,
  ScoreboardEvent,
  ScoreboardQuestion,
  ScoreboardView,
} from '#scoreboard/scoreboard.ts';

/** The rules once more, as plainly as possible and without any memory: what the real fold is compared with. */
export function recompute(
  contest: ScoreboardContest,
  log: readonly ScoreboardEvent[],
  asked: ScoreboardQuestion,
): unknown[] {
  const { solutions, people, extras, starts, adjustments, names } = lastStates(log);
  const supervisors = new Set(people.filter((person) => person.isSupervisor).map(({ userId }) => userId));
  const rules = contest.scoring ?? USUAL_RULES;
  const shownMs = Math.min(asked.atMs, asked.nowMs);
  const [freezeMs, endMs] = [freezeTimeMs(contest), endTimeMs(contest)];
  const isBy = (sentAtMs: number, edgeMs: number) =>
    rules.edgeInstants === 'excluded' ? sentAtMs < edgeMs : sentAtMs <= edgeMs;
  const lastEndMs = endMs + (contest.extraTimeMs ?? 0);
  const openedMs = contest.thawsByHand ? (contest.thawedAtMs ?? Number.POSITIVE_INFINITY) : lastEndMs;
  const thawMs = hasFreeze(contest) ? Math.max(lastEndMs, openedMs) : endMs;
  const isOver = asked.nowMs > thawMs;
  const isFrozen = isOver ? shownMs < thawMs && asked.past !== 'real' : true;
  const windowMs = contest.windowTimeMs ?? null;
  /** Start of a window; infinite for somebody who has none, null where the contest itself is the window. */
  const windowStartOf = (userId: number) =>
    windowMs === null || supervisors.has(userId) ? null : (starts.get(userId) ?? Number.POSITIVE_INFINITY);
  const endOf = (userId: number) => {
    const startMs = windowStartOf(userId);
    if (startMs === null) return windowMs === null ? endMs + (extras.get(userId) ?? 0) : endMs;
    if (startMs === Number.POSITIVE_INFINITY) return endMs;
    return Math.min(startMs + (windowMs ?? 0), endMs) + (extras.get(userId) ?? 0);
  };
  const startOf = (userId: number) => Math.min(windowStartOf(userId) ?? Number.NEGATIVE_INFINITY, endMs);
  const isInScope = (userId: number, sentAtMs: number) =>
    asked.scope !== 'contest' || isBy(sentAtMs, endOf(userId));
  const sentIn = solutions.filter(({ userId, sentAtMs }) => sentAtMs >= startOf(userId));
  const counting = sentIn
    .filter(({ verdictId }) => verdictId === 1 || costs(rules, verdictId))
    .filter(({ problemId }) => !contest.disabledProblemIds?.includes(problemId))
    .filter(({ sentAtMs }) => rules.removedSolutions === 'counted' || cutOut(contest, sentAtMs) === null);
  const sentInTime = (userId: number) =>
    counting.some(
      (it) =>
        it.userId === userId && isBy(it.sentAtMs, endOf(userId)) && contest.problemIds.includes(it.problemId),
    );
  const rows = people
    .map((person) => ({ ...person, adjustment: adjustments.get(person.userId) ?? NO_ADJUSTMENT }))
    .filter(({ isSupervisor, adjustment, userId }) => {
      const isHidden = isSupervisor || (!adjustment.isOfficial && rules.unofficialRows === 'hidden');
      return asked.viewerIsSupervisor || !isHidden || (userId === asked.viewerId && !isSupervisor);
    })
    .filter(({ userId }) => asked.scope !== 'contest' || windowStartOf(userId) !== Number.POSITIVE_INFINITY)
    .filter(
      ({ userId, joinedAtMs }) =>
        windowStartOf(userId) !== null ||
        asked.scope !== 'contest' ||
        joinedAtMs <= endOf(userId) ||
        sentInTime(userId),
    )
    .map(({ userId, joinedAtMs, adjustment }) => {
      const isFull = asked.viewerIsSupervisor || userId === asked.viewerId;
      const isShown = (sentAtMs: number) =>
        sentAtMs <= shownMs && (isFull || !isFrozen || isBy(sentAtMs, freezeMs));
      const sent = counting.filter(
        (it) => it.userId === userId && isShown(it.sentAtMs) && isInScope(userId, it.sentAtMs),
      );
      return {
        userId,
        joinedAtMs,
        adjustment,
        ...recomputeRow(contest, adjustment, sent, {
          windowStartMs: windowStartOf(userId),
          isSupervisor: supervisors.has(userId),
        }),
      };
    });
  const nameOf = ({ userId }: { userId: number }) => names.get(userId) ?? '';
  rows.sort(
    (a, b) =>
      compareKeys(keyOf(rules, a), keyOf(rules, b)) ||
      (rules.tiedRows === 'organization' ? nameOf(a).localeCompare(nameOf(b), 'en-US') : 0) ||
      a.joinedAtMs - b.joinedAtMs ||
      a.userId - b.userId,
  );
  const hasPlace = ({ adjustment }: { adjustment: Adjustment }) =>
    !adjustment.isDisqualified &&
    (adjustment.isOfficial || rules.unofficialRows === undefined || rules.unofficialRows === 'ranked');
  return rows.map((row) => {
    const against = (it: typeof row) => compareKeys(keyOf(rules, it), keyOf(rules, row));
    const better = rows.filter((it) => hasPlace(it) && against(it) < 0);
    const equal = rows.filter((it) => hasPlace(it) && against(it) === 0);
    const rank = better.length + 1;
    const places = equal.length === 1 ? rank : `${rank}-${rank + equal.length - 1}`;
    const above = rows.filter((it) => against(it) < 0).map((it) => keyOf(rules, it)[0]);
    return {
      ...{ userId: row.userId, accepted: row.accepted, cells: row.cells, rank },
      penalty: Math.floor(row.penaltySec / 60),
      ...(rules.penaltyPrecision === 'second' && { penaltySec: row.penaltySec }),
      displayRank: hasPlace(row) ? places : '',
      groupNumber: new Set(above).add(keyOf(rules, row)[0]).size,
    };
  });
}

type Key = readonly [solved: number, penalty: number, last: number];

/** What places depend on, smaller being better. */
function keyOf(
  rules: ScoringRules,
  row: { accepted: number; penaltySec: number; lastSec: number; adjustment: Adjustment },
): Key {
  if (row.adjustment.isDisqualified) return [1, 0, 0];
  return [-row.accepted, row.penaltySec, rules.tieBreak === 'lastAccepted' ? row.lastSec : 0];
}

const compareKeys = (a: Key, b: Key) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** Verdicts that are wrong tries unless a contest names them itself; 3 is a compilation error. */
const USUALLY_COST = [2, 4, 5, 6, 7, 8, 9, 12, 20];

/** Whether a verdict is a wrong try. */
function costs(
  { penalizedVerdicts, countsCompilationErrors }: ScoringRules,
  verdictId: number | null,
): boolean {
  if (verdictId === null || verdictId === 1) return false;
  if (penalizedVerdicts) return penalizedVerdicts.includes(verdictId);
  return [...USUALLY_COST, ...(countsCompilationErrors ? [3] : [])].includes(verdictId);
}

type EventOf<Type> = ScoreboardEvent & { type: Type };

function lastStates(log: readonly ScoreboardEvent[]) {
  const solutions = new Map<number, EventOf<'attempt'>>();
  const people = new Map<number, EventOf<'joined'>>();
  const extras = new Map<number, number>();
  const starts = new Map<number, number | null>();
  const adjustments = new Map<number, Adjustment>();
  const names = new Map<number, string>();
  for (const event of log) {
    if (event.type === 'extraTime') extras.set(event.userId, event.extraTimeMs);
    if (event.type === 'started') starts.set(event.userId, event.startedAtMs);
    if (event.type === 'adjusted') adjustments.set(event.userId, event.adjustment);
    if (event.type === 'named') names.set(event.userId, event.tieName);
    if (event.type === 'attempt') solutions.set(event.solutionId, event);
    if (event.type === 'deleted') solutions.delete(event.solutionId);
    if (event.type === 'joined') people.set(event.userId, event);
    if (event.type === 'left')
      for (const known of [people, extras, starts, adjustments]) known.delete(event.userId);
  }
  const last = { solutions: [...solutions.values()], people: [...people.values()] };
  return { ...last, extras, starts, adjustments, names };
}

function recomputeRow(
  contest: ScoreboardContest,
  adjustment: Adjustment,
  sent: readonly EventOf<'attempt'>[],
  { windowStartMs, isSupervisor }: { windowStartMs: number | null; isSupervisor: boolean },
) {
  const { wrongTryPenaltyMin, penaltyPrecision = 'minute' } = contest.scoring ?? USUAL_RULES;
  const unitSec = penaltyPrecision === 'minute' ? 60 : 1;
  let accepted = 0;
  let penaltySec = 60 * adjustment.penaltyMin;
  let lastSec = 0;
  const cells = contest.problemIds.map((problemId) => {
    const counted = sent
      .filter((it) => it.problemId === problemId)
      .sort((a, b) => a.sentAtMs - b.sentAtMs || a.solutionId - b.solutionId);
    const solvedAt = counted.findIndex((it) => it.verdictId === 1);
    const solve = counted[solvedAt];
    const wrong = solve ? solvedAt : counted.length;
    if (!solve) return { wrong };
    accepted += 1;
    const shiftMs = contest.windowTimeMs == null ? adjustment.startShiftMs : 0;
    const startMs = Math.min(windowStartMs ?? contest.startTimeMs + shiftMs, endTimeMs(contest));
    const passedMs = solve.sentAtMs - startMs - cutBetween(contest, startMs, solve.sentAtMs);
    const countedMs = isSupervisor ? passedMs : Math.max(0, passedMs);
    const timeSec = Math.floor(countedMs / (1000 * unitSec)) * unitSec;
    penaltySec += timeSec + 60 * wrongTryPenaltyMin * wrong;
    lastSec = Math.max(lastSec, timeSec);
    return { wrong, solvedAtMs: solve.sentAtMs };
  });
  if (penaltyPrecision === 'total') penaltySec = 60 * Math.floor(penaltySec / 60);
  return { accepted, penaltySec, lastSec, cells };
}

const cutOut = ({ removedIntervals = [] }: ScoreboardContest, atMs: number) =>
  removedIntervals.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs) ?? null;

/** Length of what was cut out between a start and an instant, wherever these lie. */
function cutBetween({ removedIntervals = [] }: ScoreboardContest, startMs: number, atMs: number): number {
  const cutUntil = (untilMs: number) =>
    removedIntervals.reduce(
      (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, untilMs) - fromMs),
      0,
    );
  return cutUntil(atMs) - cutUntil(startMs);
}

/** The part of a view that `recompute` gives. */
export const summary = (view: ScoreboardView) =>
  view.rows.map(
    ({ userId, acceptedSolutions, penalty, penaltySec, cells, rank, displayRank, groupNumber }) => ({
      userId,
      accepted: acceptedSolutions,
      penalty,
      ...(penaltySec !== undefined && { penaltySec }),
      cells: cells.map(({ wrongTries: wrong, acceptedAtMs: solvedAtMs }) =>
        solvedAtMs === undefined ? { wrong } : { wrong, solvedAtMs },
      ),
      rank,
      displayRank,
      groupNumber,
    }),
  );
