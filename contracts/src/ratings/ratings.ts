import { z } from 'zod';
import { Id, InstantMs, looseNumber, OptionalId } from '#common.ts';
import { Contest, Group } from '#contests.ts';
import { DEFAULT_POINTS } from '#ratings/default-points.ts';
import { PublicUser } from '#users.ts';

/** Effect of a rated contest on a person's rating in a group. Not rounded; the page rounds. */
export const RatingChange = z.object({
  id: z.number().int(),
  userId: Id,
  groupId: Id,
  contestId: Id,
  realRank: z.number().int().describe('place among the group; equal results share it'),
  expectedRank: z.number(),
  score: z.number().int().describe('penalty in minutes'),
  ratingBefore: z.number(),
  ratingAfter: z.number(),
  ratingChange: z.number(),
  R: z.number().describe('performance'),
  versionNumber: z.number().int(),
  versionTimeStampMs: InstantMs.describe('when ratings were computed'),
});
export type RatingChange = z.infer<typeof RatingChange>;

const RatedContest = Contest.pick({ id: true, name: true, startTimeMs: true });

export const ListedRatingChange = RatingChange.extend({ contest: RatedContest, group: Group });
export type ListedRatingChange = z.infer<typeof ListedRatingChange>;

/** `groupRank`: place by rating in the group; equal ratings share it. */
export const CurrentRating = ListedRatingChange.extend({ groupRank: z.number().int() });
export type CurrentRating = z.infer<typeof CurrentRating>;

/** A person's rating changes in a group, oldest contest first. */
export const RatingHistory = z.object({
  currentRating: z.union([CurrentRating, z.strictObject({})]).describe('{} without any rated contest'),
  ratingChanges: z.array(ListedRatingChange),
  hasHiddenGroups: z
    .boolean()
    .optional()
    .describe('only without groupId: the person is in groups that the caller may not see'),
});
export type RatingHistory = z.infer<typeof RatingHistory>;
export const RatingHistoryQuery = z.object({
  userId: OptionalId.describe('the caller if absent'),
  groupId: OptionalId.describe('without it the history is empty'),
});

/** The capitals are part of the wire format. */
export const RatingTableRow = RatingChange.extend({
  groupRank: z.number().int(),
  User: PublicUser,
  Contest: RatedContest,
  Group: Group,
});
export type RatingTableRow = z.infer<typeof RatingTableRow>;
/** Everybody rated in a group, best first. */
export const RatingTable = z.array(RatingTableRow);
export type RatingTable = z.infer<typeof RatingTable>;
export const RatingTableQuery = z.object({ groupId: Id });

/** A group whose ratings the caller may see. */
export const RatedGroup = Group.extend({
  ratedNumber: z.number().int().describe('people with a rating'),
  isMember: z.boolean().describe('the caller is in it'),
});
export type RatedGroup = z.infer<typeof RatedGroup>;
export const RatedGroupList = z.array(RatedGroup);

export const UserGroupsParams = z.object({ userId: Id });
export const GroupList = z.array(Group);

/** How many pairs of group and contest were computed. */
export const ComputedRatings = z.number().int();

const MAX_POINTS = 1_000_000;
/** Number boxes of browsers send text; anything else that is no number is refused. */
const points = (fallback: number) => looseNumber(fallback).pipe(z.number().min(-MAX_POINTS).max(MAX_POINTS));

export const ScoreTableQuestion = z.object({
  contestIds: z
    .array(Id)
    .min(1, 'choose at least one contest')
    .max(100, 'choose at most 100 contests')
    .transform((ids) => [...new Set(ids)]),
  scoreInTime: points(DEFAULT_POINTS.scoreInTime).describe('points for a problem solved in the main time'),
  scoreInPractice: points(DEFAULT_POINTS.scoreInPractice).describe('for one solved otherwise'),
});
export type ScoreTableQuestion = z.infer<typeof ScoreTableQuestion>;

export const ScoreTableRow = z.object({
  user: PublicUser,
  row: z.array(z.tuple([z.number().int(), z.number().int()])).describe('[in time, later] per contest'),
  scoreInTime: z.number(),
  scoreInPractice: z.number(),
  scoreSum: z.number(),
  rank: z.number().int(),
  displayRank: z.union([z.number().int(), z.string()]).describe('a tie of several reads 2-3'),
});
export type ScoreTableRow = z.infer<typeof ScoreTableRow>;

export const ScoreTable = z.object({
  header: z.object({ row: z.array(RatedContest) }),
  rows: z.array(ScoreTableRow),
});
export type ScoreTable = z.infer<typeof ScoreTable>;
