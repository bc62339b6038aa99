import { expect, test } from 'vitest';
import { jobFigures } from '#features/outside-jobs/job-figures.ts';

test('what vanished was neither listed nor read, and what waits is still to be read', () => {
  const counts = { new: 3, changed: 2, same: 1, failed: 1, wanted: 10, known: 100, vanished: 5 };
  expect(jobFigures({ counts })).toEqual({ listed: 117, toRead: 17, read: 7 });
});
