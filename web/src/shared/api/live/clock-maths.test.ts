import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockJumped, clockOffsetMs, msToNextSecond } from '#shared/api/live/clock-maths.ts';

const instant = fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 });

test('the offset of a server that answers at once is the difference of the clocks', () => {
  expect(clockOffsetMs({ sentAtMs: 1000, receivedAtMs: 1000, serverNowMs: 61_000 })).toBe(60_000);
});

test('the way of the question and the way of the answer count half each', () => {
  expect(clockOffsetMs({ sentAtMs: 1000, receivedAtMs: 1400, serverNowMs: 1200 })).toBe(0);
});

test('the error of the offset is at most half of the way there and back', () => {
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: -1e7, max: 1e7 }),
      fc.nat(3000),
      fc.nat(3000),
      (sentAtMs, ahead, there, back) => {
        const sample = {
          sentAtMs,
          receivedAtMs: sentAtMs + there + back,
          serverNowMs: sentAtMs + there + ahead,
        };
        expect(Math.abs(clockOffsetMs(sample) - ahead)).toBeLessThanOrEqual((there + back) / 2);
      },
    ),
  );
});

test('an answer that seems to come before its question does not move the clock twice', () => {
  expect(clockOffsetMs({ sentAtMs: 5000, receivedAtMs: 4000, serverNowMs: 4000 })).toBe(0);
});

const before = { wallMs: 100_000, monotonicMs: 500 };

test('a second that passes on both clocks is no jump', () => {
  expect(clockJumped(before, { wallMs: 101_000, monotonicMs: 1500 }, 1500)).toBe(false);
});

test('sleep shows as a jump, whether the steady clock stood still or went on', () => {
  expect(clockJumped(before, { wallMs: 3_700_000, monotonicMs: 1500 }, 1500)).toBe(true);
  expect(clockJumped(before, { wallMs: 3_700_000, monotonicMs: 3_600_500 }, 1500)).toBe(true);
});

test('setting the clock back shows as a jump', () => {
  expect(clockJumped(before, { wallMs: 41_000, monotonicMs: 1500 }, 1500)).toBe(true);
});

test('the next tick comes at a whole second, before the epoch too', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (nowMs) => {
      const waitMs = msToNextSecond(nowMs);
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(1000);
      expect(Math.abs((nowMs + waitMs) % 1000)).toBe(0);
    }),
  );
});
