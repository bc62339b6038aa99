import type { BalloonQueue, CarriedBalloon } from '@balloon/contracts/hall/balloons.ts';
import { expect, test } from 'vitest';
import { chosenBalloons, countViews, shownBalloons } from '#features/balloons/balloon-list.ts';

const ME = 90;
const balloon = (userId: number, problemId: number, of: Partial<CarriedBalloon> = {}): CarriedBalloon => ({
  ...{ userId, problemId, state: 'waiting', solvedAfterMs: 1, isFirstSolve: false },
  ...{ runnerId: null, takenAtMs: null, deliveredAtMs: null },
  ...of,
});
const team = (userId: number, seat: string | null) => ({
  ...{ userId, seat, name: `Team ${userId}`, username: `team${userId}`, organization: null },
});
function shown(...balloons: CarriedBalloon[]) {
  const queue: BalloonQueue = {
    contest: { id: 1, name: 'Cup' },
    rules: { inFreeze: 'no', untilNumber: 3 },
    isFrozen: false,
    problems: [1, 2].map((problemId) => ({ problemId, symbolIndex: 'AB'[problemId - 1] ?? '', color: '' })),
    teams: [team(5, '2-11'), team(6, '3-01'), team(7, null)],
    runners: [{ userId: ME, name: 'Runner' }],
    balloons,
  };
  return shownBalloons(queue);
}
const keys = (balloons: readonly { key: string }[]) => balloons.map(({ key }) => key);

test('balloons are chosen by the beginning of the seat', () => {
  const all = shown(balloon(5, 1), balloon(6, 1), balloon(7, 1));
  expect(keys(chosenBalloons(all, { view: 'waiting', seat: '2-' }, ME))).toEqual(['5-1']);
  expect(keys(chosenBalloons(all, { view: 'waiting', seat: '' }, ME))).toEqual(['5-1', '6-1', '7-1']);
  expect(countViews(all, '3')).toEqual({ waiting: 1, taken: 0, delivered: 0 });
});

test('own balloons come first among those on their way, with what has to be brought back', () => {
  const all = shown(
    balloon(5, 1, { state: 'taken', runnerId: 91 }),
    balloon(6, 1, { state: 'cancelled', runnerId: ME }),
    balloon(7, 1, { state: 'withdrawn', runnerId: 91 }),
  );
  expect(keys(chosenBalloons(all, { view: 'taken', seat: '' }, ME))).toEqual(['6-1', '5-1', '7-1']);
  expect(all.map(({ runnerName }) => runnerName)).toEqual([null, 'Runner', null]);
});

test('a slip names the other balloons that the team has, not those on their way', () => {
  const all = shown(
    balloon(5, 1),
    balloon(5, 2, { state: 'delivered', deliveredAtMs: 3 }),
    balloon(6, 1),
    balloon(6, 2, { state: 'taken' }),
  );
  expect(all.map(({ others }) => others.map(({ symbolIndex }) => symbolIndex))).toEqual([['B'], [], [], []]);
});
