import type { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { ContestTimes } from '@balloon/domain/contests/contest-phase.ts';

/**
 * Key of the text that says how the freeze limits the shown table, or null when it hides nothing. A past instant is
 * named as such: the freeze may be over by now. While others have extra time the text says how long it lasts,
 * unless the organisers open the results.
 */
export function freezeTextKey(
  { isFrozen, isPastQuery }: Pick<ScoreboardPage, 'isFrozen' | 'isPastQuery'>,
  contest: ContestTimes,
) {
  if (!isFrozen) return null;
  if (isPastQuery) return 'scoreboard.frozenThen';
  if (contest.thawsByHand) return 'scoreboard.frozenByHand';
  return (contest.extraTimeMs ?? 0) > 0 ? 'scoreboard.frozenLonger' : 'scoreboard.frozen';
}
