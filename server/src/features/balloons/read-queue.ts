import type { BalloonQueue, CarriedBalloon } from '@balloon/contracts/hall/balloons.ts';
import { hasFreeze, isInFrozenInterval } from '@balloon/domain/contests/contest-phase.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { balloonKey, type DueBalloon } from '@balloon/domain/scoreboard/balloons.ts';
import {
  findBalloons,
  findBalloonTeams,
  findNames,
  type StoredBalloon,
} from '#features/balloons/balloons.queries.ts';
import { findDueBalloons } from '#features/balloons/due-balloons.ts';
import type { Services } from '#services.ts';

/**
 * The balloons of a contest: due ones with what was done with them, and taken ones that are due no more.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for removed ones
 */
export async function readQueue(services: Services, contestId: number): Promise<BalloonQueue> {
  const { db } = services;
  const [{ due, rules, visited, problems }, stored] = await Promise.all([
    findDueBalloons(services, contestId),
    findBalloons(db, contestId),
  ]);
  const { contest, nowMs } = visited;
  const balloons = joined(due, stored);
  const [teams, runners] = await Promise.all([
    findBalloonTeams(db, idsOf(balloons.map(({ userId }) => userId))),
    findNames(db, idsOf(balloons.map(({ runnerId }) => runnerId))),
  ]);
  return {
    contest: { id: contest.id, name: contest.name },
    rules,
    isFrozen: hasFreeze(contest) && isInFrozenInterval(contest, nowMs),
    problems: problems.map(({ id, position, color }) => ({
      ...{ problemId: id, symbolIndex: problemIndex(position), color },
    })),
    ...{ teams, runners, balloons },
  };
}

const idsOf = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];

function joined(due: readonly DueBalloon[], stored: readonly StoredBalloon[]): CarriedBalloon[] {
  const carried = new Map(stored.map((row) => [balloonKey(row), row]));
  const dueKeys = new Set(due.map(balloonKey));
  const withoutSolve = stored.filter((row) => !dueKeys.has(balloonKey(row)));
  return [
    ...withoutSolve.map((row) => ({
      ...row,
      ...{ solvedAfterMs: null, isFirstSolve: false },
      state: row.deliveredAtMs === null ? ('cancelled' as const) : ('withdrawn' as const),
    })),
    ...due.map((balloon) => dueOne(balloon, carried.get(balloonKey(balloon)))),
  ];
}

function dueOne(
  { userId, problemId, solvedAfterMs, isFirstSolve }: DueBalloon,
  row: StoredBalloon | undefined,
): CarriedBalloon {
  const { runnerId = null, takenAtMs = null, deliveredAtMs = null } = row ?? {};
  return {
    ...{ userId, problemId, isFirstSolve, runnerId, takenAtMs, deliveredAtMs },
    solvedAfterMs,
    state: stateOf({ takenAtMs, deliveredAtMs }),
  };
}

function stateOf({ takenAtMs, deliveredAtMs }: Pick<CarriedBalloon, 'takenAtMs' | 'deliveredAtMs'>) {
  if (deliveredAtMs !== null) return 'delivered';
  return takenAtMs === null ? 'waiting' : 'taken';
}
