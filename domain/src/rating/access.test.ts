import { describe, expect, test } from 'vitest';
import { ACCESS_GROUPS } from '#contests/contest-access.ts';
import { canSeeRatingsOfGroup, canSeeScoresOf, scoresUntilMs } from '#rating/access.ts';
import { at, contest } from '#testing/worked-example.ts';

const viewer = (group: keyof typeof ACCESS_GROUPS, ...groupIds: number[]) => ({
  userId: 1,
  accessMask: ACCESS_GROUPS[group].mask,
  groupIds,
});
const listed = { ...contest, isEnabled: true, isSuspended: false, allowedGroupIds: [7] };

test('ratings of a group are for its members and for admins', () => {
  expect(canSeeRatingsOfGroup(viewer('user', 7), 7)).toBe(true);
  expect(canSeeRatingsOfGroup(viewer('user', 8), 7)).toBe(false);
  expect(canSeeRatingsOfGroup(viewer('moderator', 8), 7)).toBe(false);
  expect(canSeeRatingsOfGroup(viewer('admin'), 7)).toBe(true);
});

describe('scores of a contest', () => {
  test('are hidden while the contest is out of use', () => {
    const disabled = { ...listed, isEnabled: false };
    expect(canSeeScoresOf(viewer('user', 7), listed)).toBe(true);
    expect(canSeeScoresOf(viewer('user', 7), disabled)).toBe(false);
    expect(canSeeScoresOf(viewer('moderator', 7), disabled)).toBe(true);
    expect(canSeeScoresOf(viewer('admin'), { ...listed, isSuspended: true })).toBe(false);
  });

  test('stop at the freeze until the main time is over, except for supervisors', () => {
    expect(scoresUntilMs(viewer('user', 7), listed, at(100))).toBe(at(180));
    expect(scoresUntilMs(viewer('user', 7), listed, at(300))).toBe(at(180));
    expect(scoresUntilMs(viewer('user', 7), listed, at(300) + 1)).toBe(Number.POSITIVE_INFINITY);
    expect(scoresUntilMs(viewer('moderator', 7), listed, at(200))).toBe(Number.POSITIVE_INFINITY);
    expect(scoresUntilMs(viewer('moderator', 8), listed, at(200))).toBe(at(180));
  });
});
