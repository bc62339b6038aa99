import type { ScoreboardPage } from '@balloon/contracts/scoreboard.ts';

/**
 * Key of the text that says how the freeze limits the shown table, or null when it hides nothing. A past instant is
 * named as such: the freeze may be over by now.
 */
export function freezeTextKey({ isFrozen, isPastQuery }: Pick<ScoreboardPage, 'isFrozen' | 'isPastQuery'>) {
  if (!isFrozen) return null;
  return isPastQuery ? 'scoreboard.frozenThen' : 'scoreboard.frozen';
}
