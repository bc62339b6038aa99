import type { ListedRatingChange, RatingChange } from '@balloon/contracts/ratings/ratings.ts';
import type { StoredChange, StoredGroup } from '#features/ratings/ratings.queries.ts';

/** A rating change as it goes out. */
export function listedChange(stored: StoredChange, group: StoredGroup): ListedRatingChange {
  return {
    ...renderChange(stored),
    contest: { id: stored.contestId, name: stored.contestName, startTimeMs: stored.contestStartTimeMs },
    group,
  };
}

function renderChange(stored: StoredChange): RatingChange {
  const { id, userId, groupId, contestId, realRank, expectedRank, ratingBefore, ratingAfter } = stored;
  return {
    id,
    userId,
    groupId,
    contestId,
    realRank,
    expectedRank,
    score: stored.penaltyMin,
    ratingBefore,
    ratingAfter,
    ratingChange: ratingAfter - ratingBefore,
    R: stored.performance,
    versionNumber: stored.versionNumber,
    versionTimeStampMs: stored.versionTimeStampMs,
  };
}
