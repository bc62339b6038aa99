import type { Contest } from '@balloon/contracts/contests.ts';
import { contestStatus } from '@balloon/domain/contest-phase.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useServerNow } from '#shared/server-clock.ts';

/** Fetches everything about the contest again when it starts, freezes, ends or closes. */
export function useRefreshAtTurns(contest: Contest | undefined): void {
  const queryClient = useQueryClient();
  const nowMs = useServerNow();
  const status = contest && contestStatus(contest, nowMs);
  const known = useRef(status);
  const contestId = contest?.id;
  useEffect(() => {
    const before = known.current;
    known.current = status;
    if (before === undefined || status === undefined || before === status) return;
    void queryClient.invalidateQueries({ queryKey: ['contest', contestId] });
  }, [status, contestId, queryClient]);
}
