import type {
  AdjustPeople,
  ContestControl,
  ControlledPeople,
  ControlledPeopleQuery,
  ExtraTimeGiven,
  GiveExtraTime,
  IntervalPreview,
  PeopleAdjusted,
  PreviewInterval,
  TimesChanged,
} from '@balloon/contracts/contests/contest-control.ts';
import type { ContestChangePreview } from '@balloon/contracts/contests/contest-form.ts';
import type { ContestTimes } from '@balloon/domain/contests/contest-phase.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { del, get, post } from '#shared/api/calls/api.ts';
import { connectSocket, useControlRoom, useSocketEvent, useSocketState } from '#shared/api/live/socket.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

const contestPath = (contestId: number) => `/api/admin/contests/${contestId}`;
export const controlPath = (contestId: number) => `${contestPath(contestId)}/live`;
export const controlKey = (contestId: number) => ['admin', 'contests', contestId, 'live'] as const;

/** Interval of asking while the live connection is away. */
const ASK_EVERY_MS = 5_000;

/** The state of a contest, which follows the server: by the live connection, else by asking. */
export function useControl(contestId: number) {
  const queryClient = useQueryClient();
  const isLive = useSocketState() === 'on';
  useEffect(() => void connectSocket(queryClient), [queryClient]);
  useControlRoom(contestId);
  useSocketEvent('contest control', (state) => {
    if (state.contest.id !== contestId) return;
    changeLoaded(queryClient, controlKey(contestId), state);
  });
  return useQuery({
    queryKey: controlKey(contestId),
    queryFn: ({ signal }) => get<ContestControl>(controlPath(contestId), { signal }),
    refetchInterval: isLive ? false : ASK_EVERY_MS,
    staleTime: 0,
    meta: { ownError: true, quiet: true },
  });
}

/**
 * Sends an action of the screen, and reads the state again, also after a refusal.
 *
 * @param onDone called also when the part of the screen from which it was sent has gone meanwhile
 */
export function useControlAction<Input, Reply>(
  contestId: number,
  send: (input: Input) => Promise<Reply>,
  onDone: (reply: Reply, input: Input) => void = () => {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: controlKey(contestId) }),
  });
}

export type TimeActionName = 'start' | 'extend' | 'freeze' | 'thaw';

/** Moves the times of a contest as of the revision on the screen. */
export function changeTimes(
  contestId: number,
  what: TimeActionName,
  body: { basedOnRevision: number; minutes?: number },
): Promise<TimesChanged> {
  return post(`${controlPath(contestId)}/${what}`, body);
}

/** Puts the times back, unless somebody has changed the contest since. */
export function restoreTimes(contestId: number, { before, revision }: TimesChanged): Promise<unknown> {
  return post(contestPath(contestId), { ...before, basedOnRevision: revision });
}

type WantedTimes = Pick<ContestTimes, 'startTimeMs' | 'durationTimeMs' | 'relativeFreezeTimeMs'>;

/** What other times would do to solutions and results. */
export function previewTimesQuery(contestId: number, revision: number, wanted: WantedTimes) {
  const { startTimeMs, durationTimeMs, relativeFreezeTimeMs } = wanted;
  const times = { startTimeMs, durationTimeMs, relativeFreezeTimeMs };
  return queryOptions({
    queryKey: ['admin', 'contests', contestId, 'preview', revision, times],
    queryFn: ({ signal }) =>
      post<ContestChangePreview>(`${contestPath(contestId)}/preview`, times, { signal }),
    staleTime: 10_000,
    meta: { ownError: true, quiet: true },
  });
}

/** What can be switched off of a problem: its judging, sending it, and its part of the score. */
export type SwitchName = 'judging' | 'submissions' | 'scoring';

const SWITCH_FIELDS = { judging: 'isPaused', submissions: 'isClosed', scoring: 'isDisabled' } as const;

/** Switches something of a problem off, or on again. */
export function switchProblem(
  contestId: number,
  { symbolIndex, what, isOff }: { symbolIndex: string; what: SwitchName; isOff: boolean },
): Promise<unknown> {
  const body = { [SWITCH_FIELDS[what]]: isOff };
  return post(`${controlPath(contestId)}/problems/${symbolIndex}/${what}`, body);
}

export type PeopleChoice = Omit<z.infer<typeof ControlledPeopleQuery>, 'q'>;

/**
 * People by words of their names; participants without words.
 *
 * @param revision of the contest: what was decided about people may be something else by another one
 */
export function peopleQuery(contestId: number, search: PeopleChoice & { q: string }, revision?: number) {
  return queryOptions({
    queryKey: [...controlKey(contestId), 'people', search, revision],
    queryFn: ({ signal }) =>
      get<ControlledPeople>(`${controlPath(contestId)}/people`, { signal, query: { ...search } }),
    placeholderData: keepRows(({ people }: ControlledPeople) => people),
    staleTime: 0,
    meta: { ownError: true },
  });
}

/** Lets a person into the contest, whatever its time and groups. */
export function admitPerson(contestId: number, userId: number): Promise<unknown> {
  return post(`${controlPath(contestId)}/people`, { userId });
}

/** Removes a participant with all their solutions. */
export function removeParticipant(contestId: number, userId: number): Promise<unknown> {
  return del(`${contestPath(contestId)}/users/${userId}`);
}

/** Gives participants extra time, changes it or takes it back. */
export function giveExtraTime(contestId: number, body: GiveExtraTime): Promise<ExtraTimeGiven> {
  return post(`${controlPath(contestId)}/extra-time`, body);
}

/** Decides about participants; what is absent stays. */
export function adjustPeople(contestId: number, body: AdjustPeople): Promise<PeopleAdjusted> {
  return post(`${controlPath(contestId)}/adjustments`, body);
}

const intervalsPath = (contestId: number) => `${controlPath(contestId)}/removed-intervals`;

/** What cutting an interval out, or putting one back, would do. */
export function previewIntervalQuery(contestId: number, revision: number, wanted: PreviewInterval) {
  return queryOptions({
    queryKey: ['admin', 'contests', contestId, 'interval', revision, wanted],
    queryFn: ({ signal }) => post<IntervalPreview>(`${intervalsPath(contestId)}/preview`, wanted, { signal }),
    staleTime: 10_000,
    meta: { ownError: true, quiet: true },
  });
}

export function removeInterval(
  contestId: number,
  body: { fromMs: number; toMs: number; movesEnd: boolean; basedOnRevision: number },
): Promise<TimesChanged> {
  return post(intervalsPath(contestId), body);
}

export function restoreInterval(
  contestId: number,
  intervalId: number,
  body: { movesEnd: boolean; basedOnRevision: number },
): Promise<TimesChanged> {
  return post(`${intervalsPath(contestId)}/${intervalId}/restore`, body);
}
