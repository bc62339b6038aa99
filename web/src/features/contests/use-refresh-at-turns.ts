import type { Contest } from '@balloon/contracts/contests.ts';
import { type ContestStatus, contestStatus, lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';
import { joinRefused } from '#shared/api/live/socket.ts';

/** Interval and number of questions to a server whose clock is behind the page's at the start, by less than a second as a rule. */
const ASK_EVERY_MS = 2_000;
const MOST_QUESTIONS = 10;

/** Fetches everything about the contest again when it starts, freezes, ends (for everybody, too) or closes. */
export function useRefreshAtTurns(contest: Contest | undefined): void {
  const phase = useAtServerNow(
    (nowMs) => contest && `${contestStatus(contest, nowMs)} ${nowMs > lastEndTimeMs(contest)}`,
  );
  useRefreshOnChange(phase, ['contest', contest?.id]);
  useEffect(() => {
    if (phase !== undefined) joinRefused();
  }, [phase]);
  const status = useAtServerNow((nowMs) => contest && contestStatus(contest, nowMs));
  useAskUntilStarted(contest?.id, status !== undefined && status !== 'WAITING');
  useRefreshOnChange(contest?.confines ? phase : undefined, ['me']);
}

/** Asks again for what the server refused as not begun although it has by the page's clock. */
function useAskUntilStarted(contestId: number | undefined, hasStarted: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!hasStarted) return;
    let questions = 0;
    const again = setInterval(() => {
      const refused = { queryKey: ['contest', contestId], predicate: isRefusedAsNotStarted };
      if (queryClient.getQueryCache().findAll({ ...refused, type: 'active' }).length === 0) return;
      questions += 1;
      if (questions >= MOST_QUESTIONS) clearInterval(again);
      void queryClient.invalidateQueries(refused);
    }, ASK_EVERY_MS);
    return () => clearInterval(again);
  }, [contestId, hasStarted, queryClient]);
}

const isRefusedAsNotStarted = ({ state: { error } }: Query) =>
  error instanceof ApiError && error.code === 'CONTEST_NOT_STARTED';

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
