import type {
  OwnPrinting,
  PrintAction,
  PrintPages,
  PrintQueue,
  PrintRules,
  SendPrint,
} from '@balloon/contracts/hall/printing.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { del, get, post } from '#shared/api/api.ts';

const ownPath = (contestId: number) => `/api/contest/${contestId}/prints`;
const juryPath = (contestId: number) => `/api/admin/contests/${contestId}/prints`;

/** Interval of asking how far the jobs are. */
const ASK_EVERY_MS = 5_000;

/** What the person may print, and what they printed. */
export function ownPrintingQuery(contestId: number) {
  return queryOptions({
    queryKey: ['contest', contestId, 'prints'],
    queryFn: ({ signal }) => get<OwnPrinting>(ownPath(contestId), { signal }),
    refetchInterval: ASK_EVERY_MS,
    meta: { ownError: true, quiet: true },
  });
}

/** The jobs of a contest, for its organisers. */
export function printQueueQuery(contestId: number) {
  return queryOptions({
    queryKey: ['admin', 'contests', contestId, 'prints'],
    queryFn: ({ signal }) => get<PrintQueue>(juryPath(contestId), { signal }),
    refetchInterval: ASK_EVERY_MS,
    meta: { ownError: true, quiet: true },
  });
}

/** Does something with jobs, and reads them again, also after a refusal. */
export function usePrintChange<Input, Output>(contestId: number, send: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ownPrintingQuery(contestId).queryKey }),
        queryClient.invalidateQueries({ queryKey: printQueueQuery(contestId).queryKey }),
      ]),
  });
}

export const sendPrint = (contestId: number, body: SendPrint): Promise<unknown> =>
  post(ownPath(contestId), body);

export const cancelOwnPrint = (contestId: number, jobId: number): Promise<unknown> =>
  del(`${ownPath(contestId)}/${jobId}`);

export const changePrintRules = (contestId: number, rules: PrintRules): Promise<unknown> =>
  post(juryPath(contestId), rules);

export const changePrint = (contestId: number, jobId: number, action: PrintAction): Promise<unknown> =>
  post(`${juryPath(contestId)}/${jobId}`, { action });

/** Address of one document of several jobs. */
export const printsPdf = (contestId: number, jobIds: readonly number[]): string =>
  `${juryPath(contestId)}.pdf?jobs=${jobIds.join(',')}`;

export const readPrint = (contestId: number, jobId: number): Promise<PrintPages> =>
  get(`${juryPath(contestId)}/${jobId}`);
