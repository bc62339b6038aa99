import { endTimeMs, freezeTimeMs, hasFreeze } from '#contest-phase.ts';
import type { ScoreboardContest, ScoreboardEvent, ScoreboardQuestion, ScoreboardView } from '#scoreboard.ts';

/** The rules once more, as plainly as possible and without any memory: what the real fold is compared with. */
export function recompute(
  contest: ScoreboardContest,
  log: readonly ScoreboardEvent[],
  asked: ScoreboardQuestion,
): unknown[] {
  const { solutions, people, extras } = lastStates(log);
  const shownMs = Math.min(asked.atMs, asked.nowMs);
  const [freezeMs, endMs] = [freezeTimeMs(contest), endTimeMs(contest)];
  const thawMs = hasFreeze(contest) ? endMs + (contest.extraTimeMs ?? 0) : endMs;
  const isOver = asked.nowMs > thawMs;
  const isFrozen = isOver ? shownMs < thawMs && asked.past !== 'real' : true;
  const endOf = (userId: number) => endMs + (extras.get(userId) ?? 0);
  const isInScope = (userId: number, sentAtMs: number) =>
    asked.scope !== 'contest' || sentAtMs <= endOf(userId);
  const counting = solutions
    .filter((it) => COUNTING_VERDICTS.includes(it.verdictId))
    .filter(({ sentAtMs }) => cutOut(contest, sentAtMs) === null);
  const sentInTime = (userId: number) =>
    counting.some(
      (it) =>
        it.userId === userId && it.sentAtMs <= endOf(userId) && contest.problemIds.includes(it.problemId),
    );
  const rows = people
    .filter(({ isSupervisor }) => asked.viewerIsSupervisor || !isSupervisor)
    .filter(({ userId, joinedAtMs }) => isInScope(userId, joinedAtMs) || sentInTime(userId))
    .map(({ userId, joinedAtMs }) => {
      const isFull = asked.viewerIsSupervisor || userId === asked.viewerId;
      const untilMs = !isFull && isFrozen ? Math.min(shownMs, freezeMs) : shownMs;
      const sent = counting.filter(
        (it) => it.userId === userId && it.sentAtMs <= untilMs && isInScope(userId, it.sentAtMs),
      );
      return { userId, joinedAtMs, ...recomputeRow(contest, sent) };
    });
  rows.sort(
    (a, b) =>
      b.accepted - a.accepted || a.penalty - b.penalty || a.joinedAtMs - b.joinedAtMs || a.userId - b.userId,
  );
  return rows.map(({ userId, accepted, penalty, cells }) => {
    const better = rows.filter(
      (it) => it.accepted > accepted || (it.accepted === accepted && it.penalty < penalty),
    );
    const equal = rows.filter((it) => it.accepted === accepted && it.penalty === penalty);
    const rank = better.length + 1;
    const displayRank = equal.length === 1 ? rank : `${rank}-${rank + equal.length - 1}`;
    const groupNumber = new Set(better.map((it) => it.accepted)).add(accepted).size;
    return { userId, accepted, penalty, cells, rank, displayRank, groupNumber };
  });
}

type EventOf<Type> = ScoreboardEvent & { type: Type };

function lastStates(log: readonly ScoreboardEvent[]) {
  const solutions = new Map<number, EventOf<'attempt'>>();
  const people = new Map<number, EventOf<'joined'>>();
  const extras = new Map<number, number>();
  for (const event of log) {
    if (event.type === 'extraTime') extras.set(event.userId, event.extraTimeMs);
    if (event.type === 'attempt') solutions.set(event.solutionId, event);
    if (event.type === 'deleted') solutions.delete(event.solutionId);
    if (event.type === 'joined') people.set(event.userId, event);
  }
  return { solutions: [...solutions.values()], people: [...people.values()], extras };
}

function recomputeRow(contest: ScoreboardContest, sent: readonly EventOf<'attempt'>[]) {
  let accepted = 0;
  let penalty = 0;
  const cells = contest.problemIds.map((problemId) => {
    const counted = sent
      .filter((it) => it.problemId === problemId)
      .sort((a, b) => a.sentAtMs - b.sentAtMs || a.solutionId - b.solutionId);
    const solvedAt = counted.findIndex((it) => it.verdictId === 1);
    const solve = counted[solvedAt];
    const wrong = solve ? solvedAt : counted.length;
    if (!solve) return { wrong };
    accepted += 1;
    penalty += Math.floor(
      (solve.sentAtMs - contest.startTimeMs - cutBefore(contest, solve.sentAtMs)) / 60_000,
    );
    penalty += 20 * wrong;
    return { wrong, solvedAtMs: solve.sentAtMs };
  });
  return { accepted, penalty, cells };
}

const cutOut = ({ removedIntervals = [] }: ScoreboardContest, atMs: number) =>
  removedIntervals.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs) ?? null;

/** Length of what was cut out before an instant that is not cut out itself. */
const cutBefore = ({ removedIntervals = [] }: ScoreboardContest, atMs: number) =>
  removedIntervals.reduce((sum, { fromMs, toMs }) => sum + (toMs <= atMs ? toMs - fromMs : 0), 0);

/** Generated verdicts that solve or cost something. */
const COUNTING_VERDICTS: readonly (number | null)[] = [1, 2, 12];

/** The part of a view that `recompute` gives. */
export const summary = (view: ScoreboardView) =>
  view.rows.map(({ userId, acceptedSolutions, penalty, cells, rank, displayRank, groupNumber }) => ({
    userId,
    accepted: acceptedSolutions,
    penalty,
    cells: cells.map(({ wrongTries: wrong, acceptedAtMs: solvedAtMs }) =>
      solvedAtMs === undefined ? { wrong } : { wrong, solvedAtMs },
    ),
    rank,
    displayRank,
    groupNumber,
  }));
