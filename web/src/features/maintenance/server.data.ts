import type {
  JudgeTokens,
  NewJudgeToken,
  Queue,
  ServerStatus,
  TestMessage,
  TestMessageReply,
} from '@balloon/contracts/site/maintenance.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WorkKind } from '#features/maintenance/server.url.ts';
import { del, get, post } from '#shared/api/calls/api.ts';

const SERVER = '/api/admin/server';

/** Interval of the status in ms; polling pauses while the window is hidden. */
const POLL_MS = 500;
const QUEUE_POLL_MS = 1_500;
/** Largest number of rows of the queue that are shown. */
const QUEUE_ROWS = 50;

/** State of the whole installation. A failed poll is shown by the screen, and the next one follows at once. */
export const serverStatusQuery = queryOptions({
  queryKey: ['server', 'status'],
  queryFn: ({ signal }) => get<ServerStatus>(SERVER, { signal }),
  refetchInterval: POLL_MS,
  staleTime: 0,
  retry: false,
  meta: { ownError: true, quiet: true },
});

/** Beginning of the queue. */
export function queueQuery(kind: WorkKind | null, locale: Locale) {
  return queryOptions({
    queryKey: ['server', 'queue', kind, locale],
    queryFn: ({ signal }) =>
      get<Queue>(`${SERVER}/queue`, { signal, query: { kind, count: QUEUE_ROWS, locale } }),
    refetchInterval: QUEUE_POLL_MS,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { ownError: true, quiet: true },
  });
}

/** Valid tokens of judges, without the tokens themselves. */
export const judgeTokensQuery = queryOptions({
  queryKey: ['server', 'judgeTokens'],
  queryFn: ({ signal }) => get<JudgeTokens>(`${SERVER}/judge-tokens`, { signal }),
  meta: { ownError: true },
});

export const addJudgeToken = (name: string) => post<NewJudgeToken>(`${SERVER}/judge-tokens`, { name });
export const revokeJudgeToken = (name: string) =>
  del<unknown>(`${SERVER}/judge-tokens/${encodeURIComponent(name)}`);

export const drainJudge = (judgeId: number) => post<unknown>(`${SERVER}/judges/${judgeId}/drain`);
export const resumeJudge = (judgeId: number) => post<unknown>(`${SERVER}/judges/${judgeId}/resume`);

export type WorkAction = 'front' | 'release' | 'cancel';
export const directWork = (workId: number, action: WorkAction) =>
  post<unknown>(`${SERVER}/queue/${workId}/${action}`);

export const sendTestMessage = (message: TestMessage) =>
  post<TestMessageReply>(`${SERVER}/test-message`, message);

export const restartServer = (confirm: string | undefined) =>
  post<unknown>('/api/admin/restart', confirm === undefined ? {} : { confirm });
