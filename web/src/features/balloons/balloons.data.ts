import type {
  BalloonAction,
  BalloonQueue,
  BalloonRules,
  BalloonSettings,
} from '@balloon/contracts/hall/balloons.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { del, get, post } from '#shared/api/calls/api.ts';
import { connectSocket, useBalloonRoom, useSocketEvent, useSocketState } from '#shared/api/live/socket.ts';
import { useOnTheirWay } from '#shared/api/loaded/on-their-way.ts';

const balloonsPath = (contestId: number) => `/api/contest/${contestId}/balloons`;
const settingsPath = (contestId: number) => `/api/admin/contests/${contestId}/balloons`;
const balloonsKey = (contestId: number) => ['contest', contestId, 'balloons'] as const;
const stepKey = (contestId: number) => [...balloonsKey(contestId), 'step'] as const;
const settingsKey = (contestId: number) => ['admin', 'contests', contestId, 'balloons'] as const;

/** Interval of asking while the live connection is away. */
const ASK_EVERY_MS = 5_000;

/** The balloons of a contest, which follow the server: by the live connection, else by asking. */
export function useBalloons(contestId: number) {
  const queryClient = useQueryClient();
  const isLive = useSocketState() === 'on';
  useEffect(() => void connectSocket(queryClient), [queryClient]);
  useBalloonRoom(contestId);
  useSocketEvent('balloons changed', (changed) => {
    if (changed.contestId === contestId)
      void queryClient.invalidateQueries({ queryKey: balloonsKey(contestId) });
  });
  return useQuery({
    queryKey: balloonsKey(contestId),
    queryFn: ({ signal }) => get<BalloonQueue>(balloonsPath(contestId), { signal }),
    refetchInterval: isLive ? false : ASK_EVERY_MS,
    staleTime: 0,
    meta: { ownError: true, quiet: true },
  });
}

export interface WantedStep {
  userId: number;
  problemId: number;
  action: BalloonAction;
}

/** Moves a balloon one step. The list is read again, also after a refusal: somebody else was faster. */
export function useCarry(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: stepKey(contestId),
    mutationFn: ({ userId, problemId, action }: WantedStep) =>
      post(`${balloonsPath(contestId)}/${userId}/${problemId}`, { action }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: balloonsKey(contestId) }),
  });
}

/** Steps on their way: a runner does not wait for one balloon to hand over the next. */
export const useStepsOnTheirWay = (contestId: number) => useOnTheirWay<WantedStep>(stepKey(contestId));

/** Rules and runners, for supervisors. */
export function balloonSettingsQuery(contestId: number) {
  return queryOptions({
    queryKey: settingsKey(contestId),
    queryFn: ({ signal }) => get<BalloonSettings>(settingsPath(contestId), { signal }),
    meta: { ownError: true },
  });
}

/**
 * Changes rules or runners, and reads them and the balloons again.
 *
 * @param onDone called also when the dialog was closed meanwhile
 */
export function useSettingsChange<Input>(
  contestId: number,
  send: (input: Input) => Promise<unknown>,
  onDone: () => void = () => {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: settingsKey(contestId) }),
        queryClient.invalidateQueries({ queryKey: balloonsKey(contestId) }),
      ]),
  });
}

export const changeBalloonRules = (contestId: number, rules: BalloonRules): Promise<unknown> =>
  post(settingsPath(contestId), rules);

export const addRunner = (contestId: number, userId: number): Promise<unknown> =>
  post(`${settingsPath(contestId)}/runners`, { userId });

export const removeRunner = (contestId: number, userId: number): Promise<unknown> =>
  del(`${settingsPath(contestId)}/runners/${userId}`);
