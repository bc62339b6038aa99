import type { ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';

/** Place of a row: `4`, `2–3`; a dash for a row without one. */
export function placeText({ displayRank }: Pick<ScoreboardRow, 'displayRank'>): string {
  return String(displayRank).replace('-', '–') || '–';
}

/** Penalty in minutes, or minutes and seconds where the contest counts in these: `301`, `301:05`. */
export function penaltyText({ penalty, penaltySec }: Pick<ScoreboardRow, 'penalty' | 'penaltySec'>): string {
  if (penaltySec === undefined) return String(penalty);
  const size = Math.abs(penaltySec);
  const seconds = String(size % 60).padStart(2, '0');
  return `${penaltySec < 0 ? '−' : ''}${Math.floor(size / 60)}:${seconds}`;
}
