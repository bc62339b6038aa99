import { expect, test } from 'vitest';
import { isAwardedRank, officialRanks, rankAwards } from '#results/official-ranks.ts';

const MEDALS = { gold: 1, silver: 1, bronze: 1 };

/** Rows that solved these numbers of problems, each with a place of its own. */
const rows = (...solved: number[]) =>
  solved.map((acceptedSolutions, index) => ({ userId: index + 1, rank: index + 1, acceptedSolutions }));

test('medals go by place, the rest by solved problems, and nobody below the median has a rank', () => {
  expect(
    officialRanks(rows(9, 8, 7, 7, 7, 6, 6, 5, 4, 3, 2), MEDALS).map(({ rank, citation }) => [
      rank,
      citation,
    ]),
  ).toEqual([
    [1, 'gold'],
    [2, 'silver'],
    [3, 'bronze'],
    [4, 'highestHonors'],
    [4, 'highestHonors'],
    [6, 'highHonors'],
    [6, 'highHonors'],
    [null, 'honorable'],
    [null, 'honorable'],
    [null, 'honorable'],
    [null, 'honorable'],
  ]);
});

test('between high honours and the median there are honours', () => {
  expect(officialRanks(rows(9, 9, 9, 5, 5, 5, 1), MEDALS).map(({ citation }) => citation)).toEqual([
    ...['gold', 'silver', 'bronze', 'honors', 'honors', 'honors'],
    'honorable',
  ]);
});

test('a tie takes more medals than there are, and further bronze ones follow the value B', () => {
  const tied = rows(5, 5, 5, 4).map((row, index) => ({ ...row, rank: index < 2 ? 1 : index + 1 }));
  expect(officialRanks(tied, MEDALS).map(({ citation }) => citation)).toEqual([
    'gold',
    'gold',
    'bronze',
    'honorable',
  ]);
  const more = officialRanks(tied, { ...MEDALS, bronze: 2 });
  expect(more.map(({ citation }) => citation)).toEqual(['gold', 'gold', 'bronze', 'bronze']);
});

test('who solved nothing is mentioned, whatever the median', () => {
  expect(officialRanks(rows(1, 0, 0, 0), MEDALS).map(({ rank }) => rank)).toEqual([1, null, null, null]);
  expect(officialRanks([], MEDALS)).toEqual([]);
});

test('honours and ranks are awards that tied rows share', () => {
  expect(rankAwards(officialRanks(rows(9, 8, 7, 7, 6, 6, 5, 4), MEDALS))).toEqual([
    { kind: 'highestHonors', of: null, userIds: [4] },
    { kind: 'highHonors', of: null, userIds: [5, 6] },
    { kind: 'honorable', of: null, userIds: [7, 8] },
    { kind: 'rank', of: 1, userIds: [1] },
    { kind: 'rank', of: 2, userIds: [2] },
    { kind: 'rank', of: 3, userIds: [3] },
    { kind: 'rank', of: 4, userIds: [4] },
    { kind: 'rank', of: 5, userIds: [5, 6] },
  ]);
});

test('a rank is an award below the last medal only', () => {
  expect([3, 4].map((rank) => isAwardedRank(rank, MEDALS))).toEqual([false, true]);
  expect([4, 5].map((rank) => isAwardedRank(rank, { ...MEDALS, bronze: 2 }))).toEqual([false, true]);
});
