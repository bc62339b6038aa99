import type { ScoreboardPage, ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { changedPage } from '@balloon/domain/scoreboard/table-delta.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type LiveTable, useSocketEvent, useTableRoom } from '#shared/api/live/socket.ts';

/**
 * Keeps a page of the table in the query cache current by the changes that the server tells of it.
 *
 * @param table part of the live table, or null for a page of which the server does not tell
 * @param page what is shown, unless it is of another part
 * @param onGap called when the page may have to be read again, with a function that tells whether it still has to
 * @returns a function that tells whether the server told of another version than the one that is known
 */
export function useTableChanges(
  table: LiveTable | null,
  queryKey: QueryKey,
  page: ScoreboardPage | undefined,
  onGap: (isNeeded: () => boolean) => void,
): () => boolean {
  const queryClient = useQueryClient();
  const wanted = JSON.stringify(table);
  /** Version that the server told of last, and of which page. */
  const told = useRef<{ of: string; version: string } | null>(null);
  const known = () => queryClient.getQueryData<ScoreboardPage>(queryKey);
  const isTold = () => told.current?.of === wanted;
  const isBehind = () => isTold() && known()?.actualTableHash.hash !== told.current?.version;
  const compare = useEffectEvent((version: string | undefined) => {
    if (version !== undefined && isBehind()) onGap(isBehind);
  });
  const version = page?.actualTableHash.hash;
  useEffect(() => compare(version), [version]);
  useTableRoom(table);
  useSocketEvent('server started', () => {
    told.current = null;
  });
  useSocketEvent('table rows', ({ table: of, ...change }) => {
    if (!table || !isSameTable(of, table)) return;
    told.current = { of: wanted, version: change.to };
    const present = known();
    const next = present && changedPage<ScoreboardRow, ScoreboardPage>(present, change, table.offset);
    if (next) queryClient.setQueryData(queryKey, next);
    if (isBehind()) onGap(isBehind);
  });
  useSocketEvent('table own row', ({ table: of, ownRow }) => {
    if (!table || !isSameTable(of, table)) return;
    // The answer under way may have been made before.
    if (queryClient.isFetching({ queryKey }) > 0) onGap(() => true);
    queryClient.setQueryData<ScoreboardPage>(queryKey, (present) => present && { ...present, ownRow });
  });
  return isBehind;
}

function isSameTable(one: LiveTable, other: LiveTable): boolean {
  return (
    one.contestId === other.contestId &&
    one.count === other.count &&
    one.offset === other.offset &&
    one.audience === other.audience &&
    one.scope === other.scope
  );
}
