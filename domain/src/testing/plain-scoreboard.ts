import { endTimeMs, freezeTimeMs } from '#contest-phase.ts';
import type { ScoreboardContest, ScoreboardEvent, ScoreboardQuestion, ScoreboardView } from '#scoreboard.ts';

/** The rules once more, as plainly as possible and without any memory: what the real fold is compared with. */
export function recompute(
  contest: ScoreboardContest,
  log: readonly ScoreboardEvent[],
  asked: ScoreboardQuestion,
): unknown[] {
  const { solutions, people } = lastStates(log);
  const shownMs = Math.min(asked.atMs, asked.nowMs);
  const [freezeMs, endMs] = [freezeTimeMs(contest), endTimeMs(contest)];
  const isOver = asked.nowMs > endMs;
  const isFrozen = isOver ? shownMs < endMs && asked.past !== 'real' : true;
  const isInScope = (sentAtMs: number) => asked.scope !== 'contest' || sentAtMs <= endMs;
  const counting = solutions.filter((it) => COUNTING_VERDICTS.includes(it.verdictId));
  const sentInTime = (userId: number) =>
    counting.some(
      (it) => it.userId === userId && it.sentAtMs <= endMs && contest.problemIds.includes(it.problemId),
    );
  const rows = people
    .filter(({ isSupervisor }) => asked.viewerIsSupervisor || !isSupervisor)
    .filter(({ userId, joinedAtMs }) => isInScope(joinedAtMs) || sentInTime(userId))
    .map(({ userId, joinedAtMs }) => {
      const isFull = asked.viewerIsSupervisor || userId === asked.viewerId;
      const untilMs = !isFull && isFrozen ? Math.min(shownMs, freezeMs) : shownMs;
      const sent = counting.filter(
        (it) => it.userId === userId && it.sentAtMs <= untilMs && isInScope(it.sentAtMs),
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
  for (const event of log) {
    if (event.type === 'attempt') solutions.set(event.solutionId, event);
    if (event.type === 'deleted') solutions.delete(event.solutionId);
    if (event.type === 'joined') people.set(event.userId, event);
  }
  return { solutions: [...solutions.values()], people: [...people.values()] };
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
    penalty += Math.floor((solve.sentAtMs - contest.startTimeMs) / 60_000) + 20 * wrong;
    return { wrong, solvedAtMs: solve.sentAtMs };
  });
  return { accepted, penalty, cells };
}

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
