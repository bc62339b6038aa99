import type {
  OwnPrinting,
  PrintAction,
  PrintPages,
  PrintQueue,
  PrintRules,
  SendPrint,
} from '@balloon/contracts/hall/printing.ts';
import { type MutationKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { del, get, post } from '#shared/api/calls/api.ts';
import { useOnTheirWay } from '#shared/api/loaded/on-their-way.ts';

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

/**
 * Does something with jobs, and reads them again, also after a refusal.
 *
 * @param onDone called also when what it was begun from has gone meanwhile
 */
export function usePrintChange<Input, Output>(
  contestId: number,
  send: (input: Input) => Promise<Output>,
  onDone: (output: Output, input: Input) => void = () => {},
  mutationKey: MutationKey = printQueueQuery(contestId).queryKey,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ownPrintingQuery(contestId).queryKey }),
        queryClient.invalidateQueries({ queryKey: printQueueQuery(contestId).queryKey }),
      ]),
  });
}

export interface WantedPrintStep {
  id: number;
  action: PrintAction;
}

const stepKey = (contestId: number) => [...printQueueQuery(contestId).queryKey, 'step'] as const;

/**
 * Moves a job one step, and reads the jobs again, also after a refusal.
 *
 * @param onPages given what to print from the browser, after such a step
 */
export function usePrintStep(contestId: number, onPages: (pages: PrintPages) => void) {
  return usePrintChange(
    contestId,
    async ({ id, action }: WantedPrintStep) => {
      await changePrint(contestId, id, action);
      return action === 'start' ? await readPrint(contestId, id) : null;
    },
    (pages) => pages && onPages(pages),
    stepKey(contestId),
  );
}

/** Steps on their way; the next one does not wait for them. */
export const usePrintStepsOnTheirWay = (contestId: number) =>
  useOnTheirWay<WantedPrintStep>(stepKey(contestId));

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
