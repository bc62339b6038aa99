import type {
  SolutionCode,
  SolutionList,
  UsedJudges,
  UsedLanguages,
  UsedVerdicts,
} from '@balloon/contracts/solutions/solutions.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { useThrottledCallback } from '@mantine/hooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnParticipantId } from '#features/contests/own-part.ts';
import { renewListed, useOutsideEvents } from '#features/solutions/live-outside.ts';
import {
  prependSolution,
  renewLanguagesOf,
  replaceSolution,
  resetInList,
  type SolutionScope,
  solutionFromUpdate,
} from '#features/solutions/live-solutions.ts';
import { get } from '#shared/api/calls/api.ts';
import { useSocketEvent } from '#shared/api/live/socket.ts';
import { useAfterAWhile } from '#shared/api/loaded/after-a-while.ts';
import { ChangesMeanwhile } from '#shared/api/loaded/changes-meanwhile.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';
import { useMe } from '#shared/api/queries/session.ts';

export const SOLUTIONS_PAGE_SIZE = 15;

/** Interval of reading a list by judges anew: no event says which judge gave a verdict. */
const JUDGES_ASKED_EVERY_MS = 10_000;

/** Shortest pause between two readings of a later page, whose rows move with every new solution. */
const PAGES_READ_EVERY_MS = 5_000;

/** Common key prefix of all lists that the same events concern. */
const listsKey = (contestId: number | null) =>
  contestId === null ? (['user', 'solutions'] as const) : (['contest', contestId, 'solutions'] as const);

function solutionListQuery(scope: SolutionScope) {
  const { contestId, select, ...shown } = scope;
  return queryOptions({
    queryKey: [...listsKey(contestId), select, shown],
    queryFn: ({ signal }) => fetchList(scope, signal),
    placeholderData: keepRows(({ solutions }: SolutionList) => solutions),
    refetchInterval: scope.judgeIds.length > 0 ? JUDGES_ASKED_EVERY_MS : false,
    meta: { ownError: true },
  });
}

function fetchList(scope: SolutionScope, signal: AbortSignal): Promise<SolutionList> {
  const { contestId, select, page, pageSize, locale } = scope;
  const path = contestId === null ? '/api/user/solutions' : `/api/contest/${contestId}/solutions/${select}`;
  return get(path, {
    signal,
    query: {
      select: contestId === null ? select : null,
      locale,
      count: pageSize,
      offset: (page - 1) * pageSize,
      filterUserIds: scope.userIds.join(','),
      filterProblemIds: scope.problemIds.join(','),
      filterVerdictIds: scope.verdictIds.join(','),
      filterLanguageIds: scope.languageIds.join(','),
      filterGroupIds: scope.groupIds.join(','),
      filterJudgeIds: scope.judgeIds.join(','),
    },
  });
}

/** A page of solutions, kept current by events: new ones on top, progress and verdicts in their rows. */
export function useSolutionList(scope: SolutionScope) {
  const queryClient = useQueryClient();
  const { isSupervisor } = useMe();
  const viewer = { id: useOwnParticipantId(scope.contestId), isSupervisor };
  const query = solutionListQuery(scope);
  const [meanwhile] = useState(() => new ChangesMeanwhile<SolutionList>());
  const change = (next: (list: SolutionList) => SolutionList) => {
    meanwhile.note(next);
    queryClient.setQueryData(query.queryKey, (list: SolutionList | undefined) => list && next(list));
  };

  const readAgain = useThrottledCallback(
    () => void queryClient.invalidateQueries({ queryKey: query.queryKey }),
    PAGES_READ_EVERY_MS,
  );
  useSocketEvent('new solution', (solution) => {
    // Only the server knows whether its author is in one of the groups.
    if (scope.groupIds.length > 0) void queryClient.invalidateQueries({ queryKey: query.queryKey });
    else if (scope.page !== 1) readAgain();
    change((list) => prependSolution(list, solution, scope, viewer));
  });
  useSocketEvent('verdict updated', (update) => {
    change((list) => replaceSolution(list, solutionFromUpdate(update)));
  });
  useSocketEvent('reset solution', ({ solutionId }) => {
    change((list) => resetInList(list, solutionId));
  });
  useSocketEvent('reset solutions', ({ solutionIds }) => {
    change((list) => solutionIds.reduce(resetInList, list));
  });
  useSocketEvent('languages changed', ({ languages }) => {
    change((list) => renewLanguagesOf(list, languages));
  });
  useOutsideEvents((renew) => change((list) => renewListed(list, renew)));
  // Verdicts may be shown in another way; inside a contest its frame does the same.
  const follow = useAfterAWhile(() => void queryClient.invalidateQueries({ queryKey: listsKey(null) }));
  useSocketEvent('contest changed', () => {
    if (scope.contestId === null) follow();
  });
  useSocketEvent(
    'resync',
    () =>
      void queryClient.invalidateQueries({
        queryKey: scope.contestId === null ? listsKey(null) : ['contest', scope.contestId],
      }),
  );
  return useQuery({ ...query, queryFn: ({ signal }) => meanwhile.during(() => fetchList(scope, signal)) });
}

/** A solution with its source, for its author and supervisors. */
function solutionCodeQuery(contestId: number, solutionId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'solution', solutionId],
    queryFn: ({ signal }) => fetchCode(contestId, solutionId, signal),
    meta: { ownError: true },
  });
}

/** A solution with its source and its verdict kept current. */
export function useSolutionCode(contestId: number, solutionId: number) {
  const queryClient = useQueryClient();
  const query = solutionCodeQuery(contestId, solutionId);
  const [meanwhile] = useState(() => new ChangesMeanwhile<SolutionCode>());
  const change = (next: (known: SolutionCode) => SolutionCode) => {
    meanwhile.note(next);
    queryClient.setQueryData(query.queryKey, (known: SolutionCode | undefined) => known && next(known));
  };
  useSocketEvent('verdict updated', (update) => {
    if (update.id !== solutionId) return;
    change(({ foreignVerdict: _, ...known }) => ({ ...known, ...solutionFromUpdate(update) }));
  });
  useOutsideEvents(change);
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: query.queryKey });
  useSocketEvent('reset solution', (reset) => {
    if (reset.solutionId === solutionId) readAgain();
  });
  useSocketEvent('reset solutions', ({ solutionIds }) => {
    if (solutionIds.includes(solutionId)) readAgain();
  });
  return useQuery({
    ...query,
    queryFn: ({ signal }) => meanwhile.during(() => fetchCode(contestId, solutionId, signal)),
  });
}

function fetchCode(contestId: number, solutionId: number, signal: AbortSignal): Promise<SolutionCode> {
  return get(`/api/contest/${contestId}/solutions/${solutionId}/code`, { signal });
}

/** Languages in which solutions of the contest are written, for the supervisors' filter. */
export function usedLanguagesQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'used languages'],
    queryFn: ({ signal }) => get<UsedLanguages>(`/api/contest/${contestId}/solutions/languages`, { signal }),
    staleTime: 30_000,
  });
}

/** Judges whose verdicts stand in the contest, for the supervisors' filter. */
export function usedJudgesQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'used judges'],
    queryFn: ({ signal }) => get<UsedJudges>(`/api/contest/${contestId}/solutions/judges`, { signal }),
    staleTime: 30_000,
  });
}

/** Verdicts among the own solutions of all contests, for their filter. */
export function ownVerdictsQuery() {
  return queryOptions({
    queryKey: [...listsKey(null), 'verdicts'],
    queryFn: ({ signal }) => get<UsedVerdicts>('/api/user/solutions/verdicts', { signal }),
    staleTime: 30_000,
    meta: { quiet: true, ownError: true },
  });
}

/** Participants, for the supervisors' filter. */
export function participantsQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'participants'],
    queryFn: ({ signal }) => get<PublicUser[]>(`/api/contest/${contestId}/participants`, { signal }),
    staleTime: 30_000,
  });
}
