import { expect, test } from 'vitest';
import { STORM_PARTS } from '#storms/storm.ts';
import { measureStorms } from '#storms/storms-bench.ts';

test('after every storm all are there, have heard everything and have their verdicts', async () => {
  const rows = await measureStorms({
    ...{ people: 12, bellMs: 300, signIns: 6, signInsMs: 1_000, liveSeconds: 4, stretchSeconds: 0.5 },
    parts: STORM_PARTS,
  });

  const numberOf = (what: string) => rows.find((row) => row.what === what)?.number;
  for (const what of [
    'announcements not heard',
    'sign-ins that gave up',
    'solutions without a verdict at the end',
    'restart: pages that did not come back',
    'restart: pages that missed the next announcement',
  ]) {
    expect([what, numberOf(what)]).toEqual([what, 0]);
  }
  const seen = rows.map(({ what }) => what);
  expect(seen).toContain('bell: requests for it (48)'); // a busy machine may refuse some for the moment
  expect(seen).toContain('announcement heard by an open page (60)');
  expect(seen).toContain('signed in (6)');
  // A slow machine answers the rejudging when these few seconds of load are over: there is nothing to compare then.
  expect(seen).toContain('p95 of accepted during rejudging, × without');
  // Two earlier solutions of each, those of the sign-ins, and some of those sent meanwhile.
  expect(numberOf('rejudging: solutions cleared')).toBeGreaterThanOrEqual(25);
  expect(seen).toContain('restart: back after the web is up (12)');
});
