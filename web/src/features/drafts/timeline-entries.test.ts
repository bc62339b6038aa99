import { expect, test } from 'vitest';
import { timelineEntries } from '#features/drafts/timeline-entries.ts';

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
