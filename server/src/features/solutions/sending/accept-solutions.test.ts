import { createTestDatabase, type TestDatabase } from '@balloon/database/testing/test-database.ts';
import {
  ACCESS_GROUPS,
  type ContestAccess,
  canJoin,
  canSubmit,
  isSupervisor,
} from '@balloon/domain/contests/contest-access.ts';
import {
  contestStatus,
  endTimeMs,
  withExtraTime,
  withOwnWindow,
} from '@balloon/domain/contests/contest-phase.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

/*
 * The rules that `accept_solutions` checks under the lock of the contest are those of the domain: both are asked the
 * same questions.
 */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const START_MS = 1_700_000_000_000;
/** Small numbers, so that instants often fall together. */
const minutes = fc.integer({ min: 0, max: 6 });

const contestCase = fc
  .record({
    startTimeMs: fc.constant(START_MS),
    durationTimeMs: fc.integer({ min: 1, max: 6 }),
    freeze: minutes,
    practiceDurationTimeMs: minutes,
    ownExtraMs: minutes,
    othersExtraMs: minutes,
    isEnabled: fc.boolean(),
    isSuspended: fc.boolean(),
    afterStartMs: fc.integer({ min: -3, max: 20 }),
  })
  .map(({ freeze, afterStartMs, othersExtraMs, ...given }) => ({
    ...given,
    relativeFreezeTimeMs: Math.min(freeze, given.durationTimeMs),
    extraTimeMs: Math.max(given.ownExtraMs, othersExtraMs),
    atMs: START_MS + afterStartMs,
  }));

test('the phase of a contest for a person is that of the domain', async () => {
  const cases = fc.sample(contestCase, 5_000);
  const { rows } = await database.pool.query<{ status: string }>(
    `select contest_status_at(
       "startTimeMs", "durationTimeMs", "relativeFreezeTimeMs", "practiceDurationTimeMs", "isEnabled", "isSuspended",
       "ownExtraMs", "atMs"
     ) as status
     from jsonb_to_recordset($1) as given (
       "startTimeMs" bigint, "durationTimeMs" bigint, "relativeFreezeTimeMs" bigint, "practiceDurationTimeMs" bigint,
       "isEnabled" boolean, "isSuspended" boolean, "ownExtraMs" bigint, "atMs" bigint
     )`,
    [JSON.stringify(cases)],
  );
  const expected = cases.map(({ ownExtraMs, atMs, ...contest }) =>
    contestStatus(withExtraTime(contest, ownExtraMs), atMs),
  );
  expect(rows.map(({ status }) => status)).toEqual(expected);
  expect(new Set(expected).size).toBe(7);
});

const windowCase = fc.record({
  ...{ startTimeMs: fc.constant(START_MS), durationTimeMs: fc.integer({ min: 1, max: 6 }) },
  ...{ practiceDurationTimeMs: minutes, windowTimeMs: fc.integer({ min: 1, max: 6 }) },
  startedAtMs: fc.option(fc.integer({ min: START_MS - 1, max: START_MS + 7 })),
});

test('the window of a person in a floating contest is that of the domain', async () => {
  const cases = fc.sample(windowCase, 2_000);
  const { rows } = await database.pool.query<{ start: string; end: string; practice: string }>(
    `select own.start_ms as start, own.end_ms as end, own.practice_ms as practice
     from jsonb_to_recordset($1) as given (
       "startTimeMs" bigint, "durationTimeMs" bigint, "practiceDurationTimeMs" bigint, "windowTimeMs" bigint,
       "startedAtMs" bigint
     ), own_times("startTimeMs", "durationTimeMs", "practiceDurationTimeMs", "windowTimeMs", 0, "startedAtMs", false) own`,
    [JSON.stringify(cases)],
  );
  const expected = cases.map(({ startedAtMs, ...contest }) => {
    const whole = { ...contest, relativeFreezeTimeMs: contest.durationTimeMs };
    const own = withOwnWindow(whole, startedAtMs);
    return [own.startTimeMs, endTimeMs(own), own.practiceDurationTimeMs];
  });
  expect(rows.map(({ start, end, practice }) => [start, end, practice].map(Number))).toEqual(expected);
});

const masks = [...Object.values(ACCESS_GROUPS).map(({ mask }) => mask), 0, 5];
const personCase = fc.record({
  contest: contestCase.map((contest) => ({ ...contest, isSuspended: false })),
  accessMask: fc.constantFrom(...masks),
  isInGroup: fc.boolean(),
  isJoined: fc.boolean(),
  isAdmitted: fc.boolean(),
});

test('who may be in a contest, and why not, is decided as in the domain', async () => {
  const cases = fc.sample(personCase, 5_000).map(({ contest, ...person }) => {
    const own = withExtraTime(contest, contest.ownExtraMs);
    return { ...person, contest: own, status: contestStatus(own, contest.atMs) };
  });
  const { rows } = await database.pool.query<{ refusal: string | null }>(
    `select entry_refusal("accessMask", "isInGroup", "isJoined", "isAdmitted", status) as refusal
     from jsonb_to_recordset($1) as given (
       "accessMask" integer, "isInGroup" boolean, "isJoined" boolean, "isAdmitted" boolean, status text
     )`,
    [JSON.stringify(cases)],
  );
  const expected = cases.map(({ contest, accessMask, isInGroup, isJoined, isAdmitted }) => {
    const viewer = { userId: 1, accessMask, groupIds: isInGroup ? [7] : [] };
    const access: ContestAccess = { ...contest, allowedGroupIds: [7] };
    const { can, reason } = canJoin({ viewer, contest: access, isJoined, isAdmitted, atMs: contest.atMs });
    if (!can) return `CONTEST_${reason === 'NOT_IN_TIME' ? 'NOT_IN_TIME' : 'ACCESS_DENIED'}`;
    return isJoined || isSupervisor(accessMask) ? null : 'CONTEST_NOT_JOINED';
  });
  expect(rows.map(({ refusal }) => refusal)).toEqual(expected);
  expect(new Set(expected).size).toBe(4);
});

test('participants send in the phases that the function names, supervisors in all that are not removed', () => {
  const open = ['RUNNING', 'FROZEN', 'PRACTICE'];
  for (const contest of fc.sample(contestCase, 1_000)) {
    const status = contestStatus(contest, contest.atMs);
    expect(canSubmit(false, status)).toBe(open.includes(status));
    expect(canSubmit(true, status)).toBe(status !== 'REMOVED');
  }
});
