import type { Ceremony } from '@balloon/contracts/scoreboard/ceremony.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ceremonyQuery, type Medals } from '#features/ceremony/ceremony.data.ts';
import { useContestRoom, useSocketEvent, useTableUpdates } from '#shared/api/live/socket.ts';
import { useLocale } from '#shared/text/i18n.ts';

/** Pause after a change before results are read, in ms: changes come in crowds. */
const READ_AFTER_MS = 1_500;

/**
 * Results of a contest that have changed since the ceremony began; null while they are the same. The ceremony itself goes on
 * with what it has until somebody takes them.
 */
export function useNewResults({ contest, digest }: Ceremony, medals: Medals): Ceremony | null {
  const { queryKey, ...query } = ceremonyQuery(contest.id, medals, useLocale());
  const { data, refetch } = useQuery({
    ...query,
    queryKey: [...queryKey, 'now'],
    enabled: false,
    meta: { ownError: true, quiet: true },
  });
  useContestRoom(contest.id);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const readSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void refetch();
    }, READ_AFTER_MS);
  }, [refetch]);
  useTableUpdates(contest.id, readSoon, readSoon); // what changed before the room was joined was told to others
  useSocketEvent('contest changed', ({ contestId }) => {
    if (contestId === contest.id) readSoon();
  });
  useEffect(() => {
    // Whoever comes back may have given an award, or missed a change without a connection.
    window.addEventListener('focus', readSoon);
    window.addEventListener('online', readSoon);
    return () => {
      window.removeEventListener('focus', readSoon);
      window.removeEventListener('online', readSoon);
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    };
  }, [readSoon]);
  return data?.isOver && data.digest !== digest ? data : null;
}

/** Puts new results in place of those that the ceremony has. */
export function useTakeResults(contestId: number, medals: Medals) {
  const queryClient = useQueryClient();
  const { queryKey } = ceremonyQuery(contestId, medals, useLocale());
  return (results: Ceremony) => queryClient.setQueryData(queryKey, results);
}
