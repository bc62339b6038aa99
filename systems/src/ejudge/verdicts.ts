import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import type { ServerSettings } from '#ejudge/server-settings.ts';
import type { RunState } from '#outside-system.ts';

type Choices = Pick<ServerSettings, 'partial' | 'acceptedForTesting'>;

interface Status {
  /** Short name that ejudge shows. */
  word: string;
  state: RunState['state'];
  verdict: VerdictKey | null;
}

const final = (word: string, verdict: VerdictKey): Status => ({ word, state: 'final', verdict });
const passing = (word: string, state: RunState['state']): Status => ({ word, state, verdict: null });

/** Statuses of a run that mean the same on every server. Numbers that are missing are unknown to us. */
const STATUSES: Readonly<Record<number, Status>> = {
  0: final('OK', 'accepted'),
  1: final('CE', 'compilationError'),
  2: final('RT', 'runtimeError'),
  3: final('TL', 'timeLimit'),
  4: final('PE', 'presentationError'),
  5: final('WA', 'wrongAnswer'),
  6: final('CF', 'judgingError'),
  9: final('IG', 'ignored'),
  10: final('DQ', 'disqualified'),
  11: final('PD', 'ignored'),
  12: final('ML', 'memoryLimit'),
  13: final('SE', 'restrictedFunction'),
  14: final('SV', 'restrictedFunction'),
  15: final('WT', 'timeLimit'),
  16: final('PR', 'ignored'),
  17: final('RJ', 'ignored'),
  18: final('SK', 'ignored'),
  19: final('SY', 'judgingError'),
  // No runs of solutions: the start and the end of a virtual contest, and a run that was cleared.
  20: passing('VS', 'unknown'),
  21: passing('VT', 'unknown'),
  22: passing('EM', 'unknown'),
  23: final('SM', 'ignored'),
  95: passing('Full rejudge', 'waiting'),
  96: passing('RU', 'running'),
  97: passing('CD', 'running'),
  98: passing('CG', 'compiling'),
  99: passing('AV', 'waiting'),
};

/** Meaning of a status number. */
export function statusOf(status: number, { partial, acceptedForTesting }: Choices): Status {
  if (status === 7) return final('PT', partial);
  if (status === 8) return final('AC', acceptedForTesting);
  return STATUSES[status] ?? passing(`status ${status}`, 'unknown');
}
