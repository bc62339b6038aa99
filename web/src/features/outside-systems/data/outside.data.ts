import type { JobAccepted, NewTrial, ServerLanguages } from '@balloon/contracts/outside/outside-jobs.ts';
import type {
  EditOutsideAccount,
  EditOutsideServer,
  NewOutsideAccount,
  NewOutsideServer,
  OutsideServers,
  OutsideTroubleView,
  RunsToSettle,
} from '@balloon/contracts/outside/outside-systems.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { attentionQuery } from '#features/maintenance/outside-attention.data.ts';
import { del, get, post } from '#shared/api/calls/api.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Beginning of the calls that concern outside systems. */
export const OUTSIDE_API = '/api/admin/outside-systems';

/** Interval in ms; polling pauses while the window is hidden. */
const POLL_MS = 3_000;

const own = { retry: false, meta: { ownError: true, quiet: true } } as const;

/** Servers with accounts, queue and troubles, and the relays. */
export const outsideQuery = queryOptions({
  queryKey: ['outside', 'servers'],
  queryFn: ({ signal }) => get<OutsideServers>(OUTSIDE_API, { signal }),
  refetchInterval: POLL_MS,
  staleTime: 0,
  ...own,
});

export const runsQuery = queryOptions({
  queryKey: ['outside', 'runs'],
  queryFn: ({ signal }) => get<RunsToSettle>(`${OUTSIDE_API}/runs`, { signal }),
  refetchInterval: POLL_MS,
  staleTime: 0,
  ...own,
});

/** A trouble with the page that could not be read. */
export const troubleQuery = (troubleId: number) =>
  queryOptions({
    queryKey: ['outside', 'trouble', troubleId],
    queryFn: ({ signal }) => get<OutsideTroubleView>(`${OUTSIDE_API}/troubles/${troubleId}`, { signal }),
    ...own,
  });

/** Languages of a server as they were read last. */
export const languagesQuery = (serverId: number) =>
  queryOptions({
    queryKey: ['outside', 'languages', serverId],
    queryFn: ({ signal }) => get<ServerLanguages>(`${OUTSIDE_API}/servers/${serverId}/languages`, { signal }),
    staleTime: 0,
    ...own,
  });

const serverCall = (serverId: number) => `${OUTSIDE_API}/servers/${serverId}`;
const accountCall = (accountId: number) => `${OUTSIDE_API}/accounts/${accountId}`;

export const addServer = (server: NewOutsideServer) => post<OutsideServers>(`${OUTSIDE_API}/servers`, server);
export const editServer = (serverId: number, edit: EditOutsideServer) =>
  post<OutsideServers>(serverCall(serverId), edit);
export const removeServer = (serverId: number) => del<OutsideServers>(serverCall(serverId));
export const pauseServer = (serverId: number, reason: string) =>
  post<OutsideServers>(`${serverCall(serverId)}/pause`, { reason });
export const resumeServer = (serverId: number) => post<OutsideServers>(`${serverCall(serverId)}/resume`);

export const addAccount = (serverId: number, account: NewOutsideAccount) =>
  post<OutsideServers>(`${serverCall(serverId)}/accounts`, account);
export const editAccount = (accountId: number, edit: EditOutsideAccount) =>
  post<OutsideServers>(accountCall(accountId), edit);
export const removeAccount = (accountId: number) => del<OutsideServers>(accountCall(accountId));

export const checkAccount = (accountId: number) => post<JobAccepted>(`${accountCall(accountId)}/check`);
export const startTrial = (serverId: number, trial: NewTrial) =>
  post<JobAccepted>(`${serverCall(serverId)}/try`, trial);

export const settleRun = (solutionId: number, runId: string | null) =>
  post<unknown>(`${OUTSIDE_API}/runs/${solutionId}/settle`, { runId });

/** Changes servers or accounts; every such call answers with all of them. */
export function useOutsideChange<Input>(
  change: (input: Input) => Promise<OutsideServers>,
  {
    done,
    onDone,
    isFaultShown = false,
  }: { done: string | ((input: Input) => string); onDone?: () => void; isFaultShown?: boolean },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (servers, input) => {
      changeLoaded(queryClient, outsideQuery.queryKey, servers);
      void queryClient.invalidateQueries({ queryKey: attentionQuery.queryKey });
      showDone(typeof done === 'string' ? done : done(input));
      onDone?.();
    },
    meta: { ownError: isFaultShown },
  });
}
