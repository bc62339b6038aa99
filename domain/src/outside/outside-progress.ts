/** What is stored of a solution that waits for an outside system. */
export interface OutsideWait {
  serverId: number;
  server: 'open' | 'paused' | 'away' | 'unmanned';
  /** A relay works on it. */
  isLeased: boolean;
  /** In the queue of the server, from 1; null when it is not in it. */
  place: number | null;
  /** Null: nothing was sent. */
  run: {
    state: 'sending' | 'accepted' | 'unsettled';
    /** Looks for the run after a send whose answer was lost. */
    looks: number;
    /** Whether the account that sent it is still there. */
    hasAccount: boolean;
    /** The system's own words, where they are no known step. */
    words: string | null;
  } | null;
}

export type OutsideStep = 'queued' | 'sending' | 'checking' | 'received' | 'judging' | 'stuck';

/**
 * Tells people where a solution stands that an outside system judges.
 *
 * @param state of its row in the queue, as the system's judge told it last
 */
export function outsideProgress(
  { serverId, server, isLeased, place, run }: OutsideWait,
  state: 'queued' | 'compiling' | 'testing',
) {
  const words = run?.words ?? null;
  return { serverId, server, place, words, state: stepOf({ isLeased, run }, state !== 'queued') };
}

function stepOf({ isLeased, run }: Pick<OutsideWait, 'isLeased' | 'run'>, isJudging: boolean): OutsideStep {
  if (run === null) return isLeased ? 'sending' : 'queued';
  if (run.state === 'unsettled' || !run.hasAccount) return 'stuck';
  if (run.state === 'accepted') return isJudging ? 'judging' : 'received';
  // Whoever takes over a send looks for its run first.
  return isLeased && run.looks === 0 ? 'sending' : 'checking';
}
