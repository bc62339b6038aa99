import type { Locale } from '@balloon/contracts/common.ts';
import type { Table2, TableActivity, TableGroups } from '@balloon/contracts/scoreboard.ts';
import type { SolutionList } from '@balloon/contracts/solutions.ts';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RewindScope, TablePlace } from '#features/table/table-place.ts';
import { get } from '#shared/api.ts';
import { useSocketEvent } from '#shared/socket.ts';
import { readStored, writeStored } from '#shared/storage.ts';

export const PAGE_SIZES = [5, 10, 20, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
const DEFAULT_PAGE_SIZE: PageSize = 50;
const STORAGE_KEY = 'table-settings';
/** More participants than any contest has. */
export const ALL_ROWS = 100_000;

export interface TableChoice extends Pick<TablePlace, 'offset' | 'atMs' | 'q' | 'groupId' | 'isPublic'> {
  /** Language of the problem names. */
  locale: Locale;
  count: number;
}

export function tableQuery(contestId: number, choice: TableChoice) {
  const { count, offset, atMs, locale, q, groupId, isPublic } = choice;
  return queryOptions({
    queryKey: ['contest', contestId, 'table', { count, offset, atMs, locale, q, groupId, isPublic }],
    queryFn: ({ signal }) =>
      get<Table2>(`/api/contest/${contestId}/table2`, {
        signal,
        query: {
          count,
          offset,
          showInTimeMs: atMs ?? 'Infinity',
          locale,
          q,
          groupId,
          audience: isPublic ? 'public' : undefined,
        },
      }),
    placeholderData: keepPreviousData,
    meta: { ownError: true, quiet: true },
  });
}

/** Verdicts come in bursts, and all open tables hear of them at once: each waits a while of its own. */
const REFRESH_AFTER_MS = 300;
const SPREAD_MS = 1_200;

/**
 * A part of the table, kept current while the contest goes on, unless it shall stand still. A hidden page asks for
 * nothing; it catches up when somebody looks at it again.
 */
export function useTable(contestId: number, choice: TableChoice, isLive = true) {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isBehind = useRef(false);
  const refresh = useEffectEvent(() => {
    timer.current = undefined;
    isBehind.current = document.hidden;
    if (isBehind.current) return;
    void queryClient.invalidateQueries({ queryKey: ['contest', contestId, 'table'] });
  });
  useSocketEvent('table update', (update) => {
    if (!isLive || update.contestId !== contestId || timer.current !== undefined) return;
    timer.current = setTimeout(() => refresh(), REFRESH_AFTER_MS + Math.random() * SPREAD_MS);
  });
  useEffect(() => {
    const onVisibility = () => {
      if (isBehind.current) refresh();
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
  return useQuery({ ...tableQuery(contestId, choice), refetchOnWindowFocus: isLive });
}

/** The groups by which the person may filter. */
export function tableGroupsQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'table groups'],
    queryFn: ({ signal }) => get<TableGroups>(`/api/contest/${contestId}/table/groups`, { signal }),
    staleTime: 60_000,
    meta: { ownError: true, quiet: true },
  });
}

/** When the table changed. */
export function activityQuery(contestId: number, range: RewindScope, isPublic: boolean) {
  const audience = isPublic ? 'public' : 'own';
  return queryOptions({
    queryKey: ['contest', contestId, 'activity', range, audience],
    queryFn: ({ signal }) =>
      get<TableActivity>(`/api/contest/${contestId}/table/activity`, { signal, query: { range, audience } }),
    staleTime: 30_000,
    meta: { ownError: true, quiet: true },
  });
}

/** How many rows a page has; the choice is remembered. */
export function usePageSize(): [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useState<PageSize>(() => {
    const { count } = readStored<{ count?: unknown }>(STORAGE_KEY, {});
    return PAGE_SIZES.find((known) => known === count) ?? DEFAULT_PAGE_SIZE;
  });
  return [
    size,
    (newSize) => {
      writeStored(STORAGE_KEY, { count: newSize });
      setSize(newSize);
    },
  ];
}

/** The solutions behind one cell, newest first. */
export function cellQuery(contestId: number, userId: number, problemIndex: string) {
  return queryOptions({
    queryKey: ['contest', contestId, 'cell', userId, problemIndex],
    queryFn: ({ signal }) =>
      get<SolutionList>(`/api/contest/${contestId}/table/solutions/user/${userId}/problem/${problemIndex}`, {
        signal,
        query: { count: 200 },
      }),
    meta: { ownError: true },
  });
}
