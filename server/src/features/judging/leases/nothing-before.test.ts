import { expect, test } from 'vitest';
import { NothingBefore } from '#features/judging/leases/nothing-before.ts';
import type { Lease } from '#features/queue/claim.queries.ts';

const CLAIM = { languageKeys: ['python3'], takes: ['solution'] } as const;
const OTHERS = [
  { languageKeys: ['python3', 'cpp'], takes: ['solution'] },
  { languageKeys: ['python3'], takes: ['solution', 'trial'] },
] as const;

const leased = (isBulk: boolean): Lease => ({
  ...{ solutionId: 1, fence: 1, attempt: 1, languageKey: 'python3' },
  ...{ purpose: 'verdict', onlyTest: null, isBulk, work: null },
});

test('an empty queue, and one of many, tell that nothing comes before those, to claims of the same kind', () => {
  for (const answer of [undefined, leased(true)]) {
    const nothing = new NothingBefore();
    expect(nothing.holdsFor(CLAIM)).toBe(false);
    nothing.asking(CLAIM)(answer);
    expect(nothing.holdsFor(CLAIM)).toBe(true);
    for (const other of OTHERS) expect(nothing.holdsFor(other)).toBe(false);
  }
});

test('what was just sent tells nothing of what waits behind it', () => {
  const nothing = new NothingBefore();
  nothing.asking(CLAIM)(undefined);
  nothing.asking(CLAIM)(leased(false));
  expect(nothing.holdsFor(CLAIM)).toBe(false);
});

test('an announcement ends what an answer said, also of an answer that was under way', () => {
  const nothing = new NothingBefore();
  nothing.asking(CLAIM)(undefined);
  nothing.announced();
  expect(nothing.holdsFor(CLAIM)).toBe(false);

  const answered = nothing.asking(CLAIM);
  nothing.announced();
  answered(undefined);
  expect(nothing.holdsFor(CLAIM)).toBe(false);
});
