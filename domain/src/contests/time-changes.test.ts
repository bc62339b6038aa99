import { describe, expect, test } from 'vitest';
import { contestStatus } from '#contests/contest-phase.ts';
import {
  canRemoveInterval,
  extendedBy,
  frozenNow,
  startedNow,
  thawed,
  wallOffsetMs,
  withOpeningOfLastEnd,
  withRemovedInterval,
  withRestoredInterval,
} from '#contests/time-changes.ts';
import { withoutInterruptions } from '#contests/without-interruptions.ts';

const MIN = 60_000;
const contest = {
  startTimeMs: 1000 * MIN,
  durationTimeMs: 300 * MIN,
  relativeFreezeTimeMs: 240 * MIN,
  practiceDurationTimeMs: 60 * MIN,
  isEnabled: true,
  isSuspended: false,
};
const at = (min: number) => (1000 + min) * MIN;

test('starting now moves everything, and only before the start', () => {
  const started = startedNow(contest, at(-30) + 400);
  expect(started).toEqual({ ...contest, startTimeMs: at(-30) });
  expect(startedNow(contest, at(0))).toBeNull();
});

describe('another end', () => {
  test('takes a freeze that is still to come with it', () => {
    expect(extendedBy(contest, 10 * MIN, at(100))).toMatchObject({
      durationTimeMs: 310 * MIN,
      relativeFreezeTimeMs: 250 * MIN,
    });
  });

  test('leaves a freeze that has begun, so that nothing hidden is revealed', () => {
    const extended = extendedBy(contest, 10 * MIN, at(250));
    expect(extended).toMatchObject({ durationTimeMs: 310 * MIN, relativeFreezeTimeMs: 240 * MIN });
    expect(extended && contestStatus(extended, at(250))).toBe('FROZEN');
  });

  test('never moves the freeze into the past', () => {
    expect(extendedBy(contest, -60 * MIN, at(200))).toMatchObject({
      durationTimeMs: 240 * MIN,
      relativeFreezeTimeMs: 200 * MIN,
    });
  });

  test('makes no freeze where there is none', () => {
    const open = { ...contest, relativeFreezeTimeMs: 300 * MIN };
    expect(extendedBy(open, 10 * MIN, at(299))).toMatchObject({ relativeFreezeTimeMs: 310 * MIN });
  });

  test('lies ahead, also for a contest that was over', () => {
    expect(extendedBy(contest, -100 * MIN, at(200))).toBeNull();
    expect(extendedBy(contest, -300 * MIN, at(-10))).toBeNull();
    expect(extendedBy(contest, 10 * MIN, at(305))).toMatchObject({ durationTimeMs: 310 * MIN });
    expect(extendedBy(contest, 10 * MIN, at(310))).toBeNull();
  });

  test('is undone by the opposite', () => {
    const extended = extendedBy(contest, 10 * MIN, at(100));
    expect(extended && extendedBy(extended, -10 * MIN, at(101))).toEqual(contest);
  });
});

test('results are frozen while they are open, and opened while they are frozen', () => {
  const kept = { ...contest, thawsByHand: true, thawedAtMs: null };
  const opened = { ...kept, thawedAtMs: at(310) };
  expect(thawed(kept, at(310))).toEqual(opened);
  expect(frozenNow(opened, at(311))).toEqual(kept);
  for (const times of [contest, kept]) expect(frozenNow(times, at(311))).toBeNull();
  expect(thawed(opened, at(311))).toBeNull();
  expect(frozenNow(contest, at(100))).toEqual({ ...contest, relativeFreezeTimeMs: 100 * MIN });
  for (const min of [-1, 240, 301]) expect(frozenNow(contest, at(min))).toBeNull();
  expect(thawed(contest, at(250))).toEqual({ ...contest, relativeFreezeTimeMs: 300 * MIN });
  for (const min of [100, 300, 400]) expect(thawed(contest, at(min))).toBeNull();
});

test('an opening by hand is of the end before it, and taken back where the contest goes on', () => {
  const opened = { ...contest, thawsByHand: true, thawedAtMs: at(302) };
  expect(withOpeningOfLastEnd(opened, at(303))).toBe(opened);
  const extended = { ...opened, durationTimeMs: 330 * MIN };
  expect(withOpeningOfLastEnd(extended, at(305))).toEqual({ ...extended, thawedAtMs: null });
  const moved = { ...opened, startTimeMs: at(1440) };
  expect(withOpeningOfLastEnd(moved, at(305)).thawedAtMs).toBeNull();
  // Corrected when it was long over: everybody has seen the results.
  expect(withOpeningOfLastEnd(extended, at(400))).toBe(extended);
});

describe('a removed interval', () => {
  const outage = { fromMs: at(60), toMs: at(75), isEndMoved: true };

  test('moves the end and a freeze to come by its length, and comes back with them', () => {
    const cut = withRemovedInterval(contest, outage, at(90));
    expect(cut).toMatchObject({
      durationTimeMs: 315 * MIN,
      relativeFreezeTimeMs: 255 * MIN,
      removedIntervals: [{ id: 1, ...outage }],
    });
    if (!cut) return;
    expect(withRestoredInterval(cut, { id: 1, movesEnd: true }, at(95))).toEqual({
      ...contest,
      removedIntervals: [],
    });
    expect(withRestoredInterval(cut, { id: 1, movesEnd: false }, at(95))).toMatchObject({
      durationTimeMs: 315 * MIN,
      removedIntervals: [],
    });
    expect(withRestoredInterval(cut, { id: 1, movesEnd: true }, at(305))).toBeNull();
  });

  test('is left out of a contest after its model, with the time by which it moved the end', () => {
    const cut = withRemovedInterval(contest, outage, at(90));
    const later =
      cut && withRemovedInterval(cut, { fromMs: at(260), toMs: at(270), isEndMoved: true }, at(280));
    expect(later).toMatchObject({ durationTimeMs: 325 * MIN, relativeFreezeTimeMs: 255 * MIN });
    expect(later && withoutInterruptions(later)).toEqual({ ...contest, removedIntervals: [] });
    const short = withRemovedInterval(contest, { ...outage, isEndMoved: false }, at(90));
    expect(short && withoutInterruptions(short)).toEqual({ ...contest, removedIntervals: [] });
    const open = { ...contest, relativeFreezeTimeMs: contest.durationTimeMs };
    const cutOpen = withRemovedInterval(open, outage, at(90));
    expect(cutOpen && withoutInterruptions(cutOpen)).toEqual({ ...open, removedIntervals: [] });
  });

  test('lies between contest time and the wall, if it moved the end', () => {
    const interval = (id: number, from: number, to: number, isEndMoved = true) => ({
      ...{ id, fromMs: at(from), toMs: at(to), isEndMoved },
    });
    const removedIntervals = [interval(1, 255, 265), interval(2, 60, 75), interval(3, 80, 90, false)];
    const wall = (min: number) => wallOffsetMs({ ...contest, removedIntervals }, min * MIN) / MIN;
    expect([0, 60, 61, 240, 241, 300].map(wall)).toEqual([0, 60, 76, 255, 266, 325]);
    expect(wallOffsetMs(contest, 300 * MIN)).toBe(300 * MIN);
  });

  test('leaves the end where it is if wished, also when the contest is over', () => {
    const cut = withRemovedInterval(contest, { ...outage, isEndMoved: false }, at(400));
    expect(cut).toMatchObject({ durationTimeMs: 300 * MIN, relativeFreezeTimeMs: 240 * MIN });
    expect(withRemovedInterval(contest, outage, at(400))).toBeNull();
  });

  test.each([
    ['of the main time', 60, 75, true],
    ['that touches another one', 110, 120, true],
    ['of no length', 60, 60, false],
    ['before the start', -1, 5, false],
    ['beyond the end', 290, 301, false],
    ['that overlaps another one', 95, 101, false],
    ['around another one', 90, 120, false],
  ])('%s may be cut out or not', (_name, from, to, may) => {
    const cut = {
      ...contest,
      removedIntervals: [{ id: 1, fromMs: at(100), toMs: at(110), isEndMoved: false }],
    };
    expect(canRemoveInterval(cut, { fromMs: at(from), toMs: at(to) })).toBe(may);
  });

  test('gets a number that no other has', () => {
    const two = [7, 3].map((id) => ({ id, fromMs: at(id), toMs: at(id + 1), isEndMoved: false }));
    const cut = withRemovedInterval({ ...contest, removedIntervals: two }, outage, at(90));
    expect(cut?.removedIntervals?.at(-1)?.id).toBe(8);
  });
});
