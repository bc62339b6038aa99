import type { Contest } from '@balloon/contracts/contests.ts';
import { type ContestStatus, contestStatus, lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';

/** Fetches everything about the contest again when it starts, freezes, ends (for everybody, too) or closes. */
export function useRefreshAtTurns(contest: Contest | undefined): void {
  const phase = useAtServerNow(
    (nowMs) => contest && `${contestStatus(contest, nowMs)} ${nowMs > lastEndTimeMs(contest)}`,
  );
  useRefreshOnChange(phase, ['contest', contest?.id]);
  useRefreshOnChange(contest?.confines ? phase : undefined, ['me']);
}

/** Fetches the list of contests again when the contest of a row starts, freezes, ends or closes. */
export function useRefreshListAtTurn(status: ContestStatus): void {
  useRefreshOnChange(status, ['contests']);
}

function useRefreshOnChange(phase: string | undefined, queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  const known = useRef(phase);
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    const before = known.current;
    known.current = phase;
    if (before === undefined || phase === undefined || before === phase) return;
    void queryClient.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey });
  }, [phase, key, queryClient]);
}
