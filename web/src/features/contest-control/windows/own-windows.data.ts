import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import type { ContestWindows, SetStart } from '@balloon/contracts/contests/own-windows.ts';
import type { WindowHistory } from '@balloon/contracts/people/own-time-changes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  controlKey,
  controlPath,
  giveExtraTime,
  useControl,
  useControlAction,
} from '#features/contest-control/contest-control.data.ts';
import type { WindowSearch } from '#features/contest-control/windows/windows.url.ts';
import { get, post } from '#shared/api/calls/api.ts';

/** How long a list is kept that another one has followed. */
const KEPT_MS = 30_000;

/** What windows depend on, of the state of a contest: another value means another list. */
const versionOf = ({ contest: { revision }, windows, people: { online, joined } }: ContestControl) =>
  JSON.stringify([revision, windows, online, joined]);

/** The windows of a contest, read again whenever the state of the contest tells that they are other ones. */
export function useWindows(contestId: number, search: WindowSearch) {
  const control = useControl(contestId);
  const version = control.data && versionOf(control.data);
  const windows = useQuery({
    queryKey: [...controlKey(contestId), 'windows', search, version],
    queryFn: ({ signal }) =>
      get<ContestWindows>(`${controlPath(contestId)}/windows`, { signal, query: { ...search } }),
    enabled: version !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: KEPT_MS,
    meta: { ownError: true, quiet: true },
  });
  const retry = () => void (control.data ? windows.refetch() : control.refetch());
  return { windows: windows.data, error: windows.error ?? control.error, retry };
}

/** History of a window, which is another one after another number of changes. */
export function useWindowHistory(contestId: number, userId: number, changesNumber: number) {
  return useQuery({
    queryKey: [...controlKey(contestId), 'windows', 'history', userId, changesNumber],
    queryFn: ({ signal }) =>
      get<WindowHistory>(`${controlPath(contestId)}/windows/${userId}/changes`, { signal }),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    meta: { ownError: true, quiet: true },
  });
}

/** Sets or takes back the start of a participant. */
export function useSetStart(contestId: number) {
  return useControlAction(contestId, ({ userId, ...start }: SetStart & { userId: number }) =>
    setStart(contestId, userId, start),
  );
}

export const setStart = (contestId: number, userId: number, start: SetStart): Promise<unknown> =>
  post(`${controlPath(contestId)}/windows/${userId}/start`, start);

/** Gives one participant extra time, in all. */
export function useExtend(contestId: number) {
  return useControlAction(
    contestId,
    ({
      userId,
      minutes,
      ...more
    }: {
      userId: number;
      minutes: number;
      reason: string;
      basedOnRevision: number;
    }) => giveExtraTime(contestId, { people: [{ userId, minutes }], ...more }),
  );
}
