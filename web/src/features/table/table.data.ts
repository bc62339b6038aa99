import type { Locale } from '@balloon/contracts/common.ts';
import type { Table2 } from '@balloon/contracts/scoreboard.ts';
import type { SolutionList } from '@balloon/contracts/solutions.ts';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { get } from '#shared/api.ts';
import { useSocketEvent } from '#shared/socket.ts';
import { readStored, writeStored } from '#shared/storage.ts';

export const PAGE_SIZES = [5, 10, 20, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
const DEFAULT_PAGE_SIZE: PageSize = 50;
const STORAGE_KEY = 'table-settings';

export interface TableChoice {
  /** Language of the problem names. */
  locale: Locale;
  count: number;
  offset: number;
  /** The table as of that instant; `null` is now. */
  atMs: number | null;
}

export function tableQuery(contestId: number, { count, offset, atMs, locale }: TableChoice) {
  return queryOptions({
    queryKey: ['contest', contestId, 'table', { count, offset, atMs, locale }],
    queryFn: ({ signal }) =>
      get<Table2>(`/api/contest/${contestId}/table2`, {
        signal,
        query: { count, offset, showInTimeMs: atMs ?? 'Infinity', locale },
      }),
    placeholderData: keepPreviousData,
    meta: { ownError: true, quiet: true },
  });
}

/** Verdicts come in bursts, and all open tables hear of them at once: each waits a while of its own. */
const REFRESH_AFTER_MS = 300;
const SPREAD_MS = 1_200;

/** One page of the table, kept current while the contest goes on, unless it shall stand still. */
export function useTable(contestId: number, choice: TableChoice, isLive = true) {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useSocketEvent('table update', (update) => {
    if (!isLive || update.contestId !== contestId || timer.current !== undefined) return;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        void queryClient.invalidateQueries({ queryKey: ['contest', contestId, 'table'] });
      },
      REFRESH_AFTER_MS + Math.random() * SPREAD_MS,
    );
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useQuery(tableQuery(contestId, choice));
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
