import { expect, test } from 'vitest';
import { SAMPLE_PARTICIPANTS, sampleContest } from '#sample-contest.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2030, 0, 1);

test('the contest is running at first start, with hours to go before the freeze', () => {
  const { startTimeMs, durationTimeMs, relativeFreezeTimeMs } = sampleContest(NOW_MS);

  expect(startTimeMs).toBe(NOW_MS - HOUR_MS / 2);
  expect(startTimeMs + durationTimeMs).toBe(NOW_MS + 4.5 * HOUR_MS);
  expect(startTimeMs + relativeFreezeTimeMs).toBe(NOW_MS + 3.5 * HOUR_MS);
});

test('the problems can be tried for a week after the end', () => {
  expect(sampleContest(NOW_MS).practiceDurationTimeMs).toBe(7 * 24 * HOUR_MS);
});

test('three participants have logins of their own and carry no password', () => {
  expect(new Set(SAMPLE_PARTICIPANTS.map(({ login }) => login)).size).toBe(3);
  for (const participant of SAMPLE_PARTICIPANTS) {
    expect(Object.keys(participant).sort()).toEqual(['firstName', 'lastName', 'login']);
  }
});
