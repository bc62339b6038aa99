import type { Locale } from '@balloon/contracts/common.ts';
import type {
  ContestProblem,
  Language,
  ListedContestProblem,
  ProblemPage,
} from '@balloon/contracts/problems/problems.ts';
import type { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useThrottledCallback } from '@mantine/hooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useOwnParticipantId } from '#features/contests/own-part.ts';
import { get } from '#shared/api/calls/api.ts';
import { useSocketEvent, useTableUpdates } from '#shared/api/live/socket.ts';
import { useAfterAWhile } from '#shared/api/loaded/after-a-while.ts';

/** The contest's problems with the person's own standing on each, in contest order. */
export function contestProblemsQuery(contestId: number, locale: Locale) {
  return queryOptions({
    queryKey: ['contest', contestId, 'problems', locale],
    queryFn: ({ signal }) =>
      get<ListedContestProblem[]>(`/api/contest/${contestId}/problems`, { signal, query: { locale } }),
    staleTime: 30_000,
    meta: { ownError: true },
  });
}

/** A problem with its statement, in the interface language if available. */
export function contestProblemQuery(contestId: number, index: string, locale: Locale) {
  return queryOptions({
    queryKey: ['contest', contestId, 'problem', index.toUpperCase(), locale],
    queryFn: ({ signal }) =>
      get<ContestProblem>(`/api/contest/${contestId}/problems/${index.toUpperCase()}`, {
        signal,
        query: { locale },
      }),
    staleTime: 60_000,
    meta: { ownError: true },
  });
}

/** Interval of checking while no judge runs any language: one may be starting. */
const LOOK_FOR_LANGUAGES_MS = 5_000;

/** Languages in which a problem can be answered, the popular ones first. */
export function problemLanguagesQuery(contestId: number, index: string) {
  return queryOptions({
    queryKey: ['contest', contestId, 'problem', index.toUpperCase(), 'languages'],
    queryFn: ({ signal }) =>
      get<Language[]>(`/api/contest/${contestId}/problems/${index.toUpperCase()}/languages`, { signal }),
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.every(({ nonactive }) => nonactive) ? LOOK_FOR_LANGUAGES_MS : false,
    meta: { ownError: true },
  });
}

/** A problem outside any contest; the newest version if none is given. */
export function problemQuery(problemId: number, versionNumber: number | undefined, locale: Locale) {
  const path = `/api/problems/${problemId}${versionNumber === undefined ? '' : `/version/${versionNumber}`}`;
  return queryOptions({
    queryKey: ['problem', problemId, versionNumber ?? 'latest', locale],
    queryFn: ({ signal }) => get<ProblemPage>(path, { signal, query: { locale } }),
    staleTime: 60_000,
    meta: { ownError: true },
  });
}

/** Minimum interval of fetching, so that many verdicts in a row cause one request. */
const ASK_EVERY_MS = 15_000;

/** Returns how many participants have solved each problem, as visible on the scoreboard. */
export function useSolvedBy(contestId: number): ReadonlyMap<string, number> | undefined {
  const queryClient = useQueryClient();
  const queryKey = ['contest', contestId, 'solved by'];
  const refresh = useThrottledCallback(() => void queryClient.invalidateQueries({ queryKey }), ASK_EVERY_MS);
  useTableUpdates(contestId, refresh);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      get<Pick<ScoreboardPage, 'statistics'>>(`/api/contest/${contestId}/table2`, {
        signal,
        query: { count: 0 },
      }),
    select: ({ statistics }) => new Map(statistics.map(({ problemIndex, solved }) => [problemIndex, solved])),
    staleTime: ASK_EVERY_MS,
    meta: { quiet: true, ownError: true },
  });
  return data;
}

/**
 * Keeps problems and the person's own standing current on every screen: after an own final verdict the list
 * is fetched again, at once or when it is shown next, and after a change of the contest everything is.
 */
export function useLiveStanding(contestId: number): void {
  const queryClient = useQueryClient();
  const ownId = useOwnParticipantId(contestId);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['contest', contestId, 'problems'] });
  useSocketEvent('verdict updated', (update) => {
    const isOwn = update.contestId === contestId && update.userId === ownId;
    if (isOwn && update.verdict?.isTerminal) refresh();
  });
  const follow = useAfterAWhile(() => {
    void queryClient.invalidateQueries({ queryKey: ['contest', contestId], exact: true });
    void queryClient.invalidateQueries({ queryKey: ['contest', contestId, 'problem'] });
    // Letters of problems, whether their judging is paused, and whether verdicts are joined.
    for (const list of ['solutions', 'solution', 'trial-runs', 'cell'])
      void queryClient.invalidateQueries({ queryKey: ['contest', contestId, list] });
    refresh();
  });
  useSocketEvent('contest changed', (change) => {
    if (change.contestId === contestId) follow();
  });
  // The event contains only the id, so the solution may be another person's: one cheap request too many.
  useSocketEvent('reset solution', refresh);
  useSocketEvent('reset solutions', refresh);
}
