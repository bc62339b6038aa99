import { expect, test } from 'vitest';
import { ofWriter, placeOf, timelineEntries, writersOf } from '#features/drafts/timeline-entries.ts';

const step = (takenAtMs: number) => ({
  ...{ takenAtMs, languageName: null, characters: 1, newLines: 1, goneLines: 0 },
  ...{ block: null, isLargeBlock: false, insertedAtOnce: 0 },
});

test('snapshots and solutions stand in the order of their instants, a solution after what was sent', () => {
  const solutions = [20, 25].map((sentAtMs, id) => ({ id, sentAtMs, verdictId: null }));
  const entries = timelineEntries({ steps: [step(10), step(20), step(30)], solutions });
  expect(entries.map(({ key }) => key)).toEqual([
    'step 10',
    'step 20',
    'solution 0',
    'solution 1',
    'step 30',
  ]);
});

test('the writers of a team are told apart, also where two wrote at the same instant', () => {
  const [anna, boris] = [
    { ...step(10), memberId: 1 },
    { ...step(10), memberId: 2 },
  ];
  const timeline = {
    steps: [anna, boris, step(20)],
    solutions: [{ id: 5, sentAtMs: 15, verdictId: 1, memberId: 2 }],
  };
  expect(writersOf(timeline)).toEqual([1, 2, 'account']);
  expect(new Set([anna, boris, step(20)].map(placeOf)).size).toBe(3);
  expect(ofWriter(timeline, 2)).toEqual({ steps: [boris], solutions: timeline.solutions });
  expect(ofWriter(timeline, 'account')).toEqual({ steps: [step(20)], solutions: [] });
});

test('somebody who is no team has no writers to choose from', () => {
  expect(writersOf({ steps: [step(10)], solutions: [] })).toEqual([]);
});
