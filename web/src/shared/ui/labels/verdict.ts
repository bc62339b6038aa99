import { VERDICTS, verdictById } from '@balloon/domain/judging/verdicts.ts';

/** Meaning of a verdict in four tones; each has a sign besides its colour. */
export type VerdictTone = 'accepted' | 'wrong' | 'technical' | 'ignored';

const IGNORED_IDS: readonly number[] = [VERDICTS.ignored.id, VERDICTS.unknown.id, VERDICTS.sameSolution.id];

export function verdictTone(verdictId: number): VerdictTone {
  const rule = verdictById(verdictId);
  if (rule?.solves) return 'accepted';
  if (rule?.scored) return 'wrong';
  return IGNORED_IDS.includes(verdictId) ? 'ignored' : 'technical';
}

/** Locale key of a verdict's name. */
export const verdictKey = (verdictId: number): string => `verdict.${verdictId}`;
