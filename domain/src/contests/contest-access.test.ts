import { describe, expect, test } from 'vitest';
import {
  ACCESS_GROUPS,
  accessGroupByMask,
  type ContestAccess,
  canJoin,
  canReadEditorial,
  canReadProblems,
  canSeeContestInList,
  canSeeOrigin,
  canSubmit,
  isAdmin,
  isModerator,
  isSupervisor,
} from '#contests/contest-access.ts';
import { CONTEST_STATUSES, type ContestStatus } from '#contests/contest-phase.ts';

const BEFORE = 900;
const RUNNING = 1010;
const PRACTICE = 1110;
const FINISHED = 1200;

const contest: ContestAccess = {
  startTimeMs: 1000,
  durationTimeMs: 100,
  relativeFreezeTimeMs: 100,
  practiceDurationTimeMs: 50,
  isEnabled: true,
  isSuspended: false,
  allowedGroupIds: [7, 8],
};

const member = { userId: 1, accessMask: 256, groupIds: [3, 8] };
const stranger = { userId: 2, accessMask: 256, groupIds: [3] };
const moderator = { userId: 3, accessMask: 1024, groupIds: [7] };
const otherModerator = { userId: 5, accessMask: 1024, groupIds: [3] };
const admin = { userId: 4, accessMask: 4096, groupIds: [] };

test('every account has exactly one role', () => {
  const roles = (mask: number) => [isAdmin(mask), isModerator(mask), isSupervisor(mask)];
  expect(roles(4096)).toEqual([true, false, true]);
  expect(roles(1024)).toEqual([false, true, true]);
  expect(roles(256)).toEqual([false, false, false]);
  expect(roles(16)).toEqual([false, false, false]);
  expect(roles(4096 + 1024)).toEqual([false, false, false]);
});

test('a mask that nobody defined is locked', () => {
  expect(accessGroupByMask(1024)).toBe(ACCESS_GROUPS.moderator);
  expect(accessGroupByMask(1)).toBe(ACCESS_GROUPS.locked);
});

describe('joining', () => {
  const may = { can: true } as const;
  const late = { can: false, reason: 'NOT_IN_TIME' } as const;
  const denied = { can: false, reason: 'ACCESS_DENIED' } as const;

  test.each([
    ['right group, running', member, RUNNING, false, { ...may, joined: false, confirm: true }],
    ['joined, running', member, RUNNING, true, { ...may, joined: true, confirm: false }],
    ['joined, practice', member, PRACTICE, true, { ...may, joined: true, confirm: false }],
    ['practice', member, PRACTICE, false, { ...may, joined: false, confirm: true }],
    ['before the start', member, BEFORE, false, { ...late, joined: false, confirm: true }],
    ['joined, start moved later', member, BEFORE, true, { ...may, joined: true, confirm: false }],
    ['finished, joined', member, FINISHED, true, { ...may, joined: true, confirm: false }],
    ['finished', member, FINISHED, false, { ...late, joined: false, confirm: true }],
    ['wrong group, running', stranger, RUNNING, false, { ...denied, joined: false, confirm: true }],
    ['wrong group, before the start', stranger, BEFORE, false, { ...late, joined: false, confirm: true }],
    ['left the group after joining', stranger, RUNNING, true, { ...denied, joined: true, confirm: false }],
    ['moderator before the start', moderator, BEFORE, false, { ...may, joined: false, confirm: false }],
    ['other moderator, running', otherModerator, RUNNING, false, { ...denied, joined: false, confirm: true }],
    ['other moderator, before', otherModerator, BEFORE, false, { ...late, joined: false, confirm: true }],
    ['admin after the end', admin, FINISHED, false, { ...may, joined: false, confirm: false }],
  ])('%s', (_, viewer, atMs, isJoined, answer) => {
    expect(canJoin({ viewer, contest, isJoined, atMs })).toEqual(answer);
  });

  test('a contest without groups is open to everybody, and every supervisor’s', () => {
    const open = { ...contest, allowedGroupIds: [] };
    const asked = { contest: open, isJoined: false, atMs: BEFORE };
    expect(canJoin({ ...asked, viewer: otherModerator })).toMatchObject({ can: true, confirm: false });
    expect(canJoin({ viewer: stranger, contest: open, isJoined: false, atMs: RUNNING }).can).toBe(true);
  });

  test('a disabled contest admits supervisors only', () => {
    const disabled = { ...contest, isEnabled: false };
    const join = { contest: disabled, isJoined: true, atMs: RUNNING };
    expect(canJoin({ ...join, viewer: member })).toMatchObject(denied);
    expect(canJoin({ ...join, viewer: moderator })).toMatchObject(may);
  });

  test('a removed contest and a locked account admit nobody', () => {
    const removed = { ...contest, isSuspended: true };
    expect(canJoin({ viewer: admin, contest: removed, isJoined: true, atMs: RUNNING })).toMatchObject(denied);
    const locked = { ...member, accessMask: 16 };
    expect(canJoin({ viewer: locked, contest, isJoined: true, atMs: RUNNING })).toMatchObject(denied);
  });
});

describe('inside a contest', () => {
  const allowed = <Who>(rule: (who: Who, status: ContestStatus) => boolean, who: Who) =>
    CONTEST_STATUSES.filter((status) => rule(who, status));

  test('participants read problems from the start on', () => {
    expect(allowed(canReadProblems, false)).toEqual(['FINISHED', 'PRACTICE', 'FROZEN', 'RUNNING']);
  });

  test('participants submit while it runs', () => {
    expect(allowed(canSubmit, false)).toEqual(['PRACTICE', 'FROZEN', 'RUNNING']);
  });

  test('supervisors do both at any time, unless it is removed', () => {
    const existing = CONTEST_STATUSES.filter((status) => status !== 'REMOVED');
    expect(allowed(canReadProblems, true)).toEqual(existing);
    expect(allowed(canSubmit, true)).toEqual(existing);
  });
});

describe('the contest list', () => {
  test('shows an admin all, others open contests and those of their groups', () => {
    expect(
      [admin, moderator, otherModerator, member, stranger].map((viewer) =>
        canSeeContestInList(viewer, contest),
      ),
    ).toEqual([true, true, false, true, false]);
    expect(canSeeContestInList(stranger, { ...contest, allowedGroupIds: [] })).toBe(true);
  });

  test('shows removed contests to supervisors only', () => {
    const removed = { ...contest, isSuspended: true, allowedGroupIds: [] };
    expect([admin, moderator, member].map((viewer) => canSeeContestInList(viewer, removed))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

test('who was let in needs no group, but a contest that is open to participants', () => {
  const asked = { viewer: stranger, contest, isJoined: true, isAdmitted: true, atMs: FINISHED };
  expect(canJoin(asked).can).toBe(true);
  expect(canJoin({ ...asked, isAdmitted: false }).can).toBe(false);
  expect(canJoin({ ...asked, contest: { ...contest, isEnabled: false } }).can).toBe(false);
  expect(canJoin({ ...asked, contest: { ...contest, isSuspended: true } }).can).toBe(false);
});

test('how a problem is solved is shown once the contests with it are over for the person', () => {
  const may = (viewer: typeof member, atMs: number, isJoined = false) =>
    canReadEditorial(viewer, [{ ...contest, isJoined }], atMs);
  expect([BEFORE, RUNNING, PRACTICE, FINISHED].map((atMs) => may(member, atMs))).toEqual([
    ...[false, false, false],
    true,
  ]);
  expect([may(stranger, RUNNING), may(stranger, RUNNING, true)]).toEqual([true, false]);
  expect([may(otherModerator, RUNNING), may(admin, RUNNING)]).toEqual([true, true]);
  const goingOn = { ...contest, extraTimeMs: FINISHED, isJoined: true };
  expect(canReadEditorial(member, [goingOn], FINISHED)).toBe(false);
  const virtual = { ...contest, virtualOfId: 6, isJoined: true };
  expect([RUNNING, PRACTICE].map((atMs) => canReadEditorial(member, [virtual], atMs))).toEqual([false, true]);
  const longer = { ...virtual, extraTimeMs: PRACTICE };
  expect(canReadEditorial(member, [longer], PRACTICE)).toBe(false);
  const other = { ...contest, startTimeMs: FINISHED - 10, isJoined: false };
  expect(canReadEditorial(member, [{ ...contest, isJoined: true }, other], FINISHED)).toBe(false);
});

test('the origin of a problem is known once no contest with it goes on for the person', () => {
  const hidden = { ...contest, showsOrigin: false, isJoined: true };
  const may = (
    viewer: Parameters<typeof canSeeOrigin>[0],
    contests: Parameters<typeof canSeeOrigin>[1],
    atMs: number,
  ) => canSeeOrigin(viewer, contests, atMs);
  expect([BEFORE, RUNNING, PRACTICE, FINISHED].map((atMs) => may(member, [hidden], atMs))).toEqual([
    ...[false, false],
    ...[true, true],
  ]);
  expect(may(member, [{ ...hidden, extraTimeMs: 100 }], PRACTICE)).toBe(false);
  expect(may(member, [{ ...hidden, showsOrigin: true }], RUNNING)).toBe(true);
  const other = { ...hidden, startTimeMs: FINISHED - 10, isJoined: false };
  expect(may(member, [hidden, other], FINISHED)).toBe(false);
  expect(may(stranger, [other], FINISHED)).toBe(true);
  expect([may(moderator, [hidden], RUNNING), may(admin, [hidden], RUNNING)]).toEqual([true, true]);
});
