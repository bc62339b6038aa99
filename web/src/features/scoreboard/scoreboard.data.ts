import type { Locale } from '@balloon/contracts/common.ts';
import type { ScoreboardActivity, ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ReadingAnew } from '#features/scoreboard/reading-anew.ts';
import {
  type RewindRangeName,
  readPlace,
  type Scope,
  type ScoreboardPlace,
} from '#features/scoreboard/scoreboard-place.ts';
import { useTableChanges } from '#features/scoreboard/use-table-changes.ts';
import { readStored, writeStored } from '#shared/api/browser/storage.ts';
import { get } from '#shared/api/calls/api.ts';
import { type LiveTable, useSocketEvent, useTableUpdates } from '#shared/api/live/socket.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

export const PAGE_SIZES = [5, 10, 20, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
const DEFAULT_PAGE_SIZE: PageSize = 50;
const STORAGE_KEY = 'table-settings';
/** More participants than any contest has. */
export const ALL_ROWS = 100_000;

export interface ScoreboardChoice
  extends Pick<ScoreboardPlace, 'offset' | 'atMs' | 'q' | 'groupId' | 'isPublic' | 'scope' | 'past'> {
  /** Language of the problem names. */
  locale: Locale;
  count: number;
}

export function choiceAt(
  { offset, atMs, q, groupId, isPublic, scope, past }: ScoreboardPlace,
  { count, locale }: Pick<ScoreboardChoice, 'count' | 'locale'>,
): ScoreboardChoice {
  return { count, offset, atMs, q, groupId, isPublic, scope, past, locale };
}

export function scoreboardQuery(contestId: number, choice: ScoreboardChoice) {
  const { count, offset, atMs, locale, q, groupId, isPublic, scope, past } = choice;
  return queryOptions({
    queryKey: ['contest', contestId, 'scoreboard', choice],
    queryFn: ({ signal }) =>
      get<ScoreboardPage>(`/api/contest/${contestId}/table2`, {
        signal,
        query: {
          count,
          offset,
          showInTimeMs: atMs ?? 'Infinity',
          locale,
          q,
          groupId,
          audience: isPublic ? 'public' : undefined,
          scope,
          past,
        },
      }),
    placeholderData: keepRows(({ rows }: ScoreboardPage) => rows),
    meta: { ownError: true, quiet: true },
  });
}

/**
 * A part of the table, kept current while the contest runs, unless `isLive` is false. The server tells what changes in
 * a page of the live table; a page that missed something, and those of which it does not tell, are fetched. A
 * hidden page fetches nothing and catches up when it becomes visible.
 */
export function useScoreboard(contestId: number, choice: ScoreboardChoice, isLive = true) {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isLate = useRef(false);
  const isShown = useRef(false);
  const [reading] = useState(() => new ReadingAnew());
  const query = useQuery({ ...scoreboardQuery(contestId, choice), refetchOnWindowFocus: isLive });
  const { queryKey } = scoreboardQuery(contestId, choice);
  const refresh = useEffectEvent(() => {
    timer.current = undefined;
    if (!reading.take()) return;
    isLate.current = document.hidden;
    if (isLate.current) return;
    void queryClient.invalidateQueries({ queryKey: ['contest', contestId, 'scoreboard'] }).then(checkRead);
  });
  /** Reads once more what failed, or what came from a web process that is behind the one that told. */
  const checkRead = useEffectEvent(() => {
    if (!isShown.current) return;
    reading.noteRead(isBehind());
    if (isBehind()) refreshSoon(isBehind);
  });
  const refreshSoon = (isNeeded: () => boolean) => {
    reading.ask(isNeeded);
    timer.current ??= setTimeout(refresh, reading.pauseMs(Math.random()));
  };
  const readLate = useEffectEvent(() => {
    reading.ask(() => true);
    refresh();
  });
  const table = liveTable(contestId, choice);
  const page = query.isPlaceholderData ? undefined : query.data;
  const isBehind = useTableChanges(isLive ? table : null, queryKey, page, refreshSoon);
  const readAnew = () => refreshSoon(() => true);
  // Columns are not among the changes that are told of rows.
  useSocketEvent('contest changed', (change) => {
    if (isLive && change.contestId === contestId && !change.isOwn) readAnew();
  });
  useTableUpdates(isLive && table === null ? contestId : null, readAnew, readAnew);
  useEffect(() => {
    const onVisibility = () => {
      if (isLate.current) readLate();
    };
    isShown.current = true;
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      isShown.current = false;
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
  return query;
}

/** The part of the live table of which the server can tell the changes; null for the past and for searches. */
function liveTable(contestId: number, choice: ScoreboardChoice): LiveTable | null {
  const { count, offset, atMs, q, groupId, isPublic, scope } = choice;
  if (atMs !== null || q !== '' || groupId !== null) return null;
  return { contestId, count, offset, audience: isPublic ? 'public' : 'own', scope };
}

/** Instants at which the table changed. */
export function activityQuery(
  contestId: number,
  { range, scope, isPublic }: { range: RewindRangeName; scope: Scope; isPublic: boolean },
) {
  const audience = isPublic ? 'public' : 'own';
  return queryOptions({
    queryKey: ['contest', contestId, 'activity', range, scope, audience],
    queryFn: ({ signal }) =>
      get<ScoreboardActivity>(`/api/contest/${contestId}/table/activity`, {
        signal,
        query: { range, scope, audience },
      }),
    staleTime: 30_000,
    meta: { ownError: true, quiet: true },
  });
}

/** The part of the table at an address, as a person who opens the page there sees it. */
export function firstTableQuery(contestId: number, search: URLSearchParams, locale: Locale) {
  return scoreboardQuery(contestId, choiceAt(readPlace(search), { count: storedPageSize(), locale }));
}

function storedPageSize(): PageSize {
  const { count } = readStored<{ count?: unknown }>(STORAGE_KEY, {});
  return PAGE_SIZES.find((known) => known === count) ?? DEFAULT_PAGE_SIZE;
}

/** Returns the number of rows per page and its setter; the choice is stored. */
export function usePageSize(): [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useState(storedPageSize);
  return [
    size,
    (newSize) => {
      writeStored(STORAGE_KEY, { count: newSize });
      setSize(newSize);
    },
  ];
}

/** Solutions behind one cell, newest first. */
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
