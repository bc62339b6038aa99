import { MAX_SOURCE_BYTES } from '@balloon/contracts/judging/solution-limits.ts';
import type { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SentProgram } from '#features/send/use-draft.ts';
import { post } from '#shared/api/calls/api.ts';
import { isBusy, isConnectionTrouble, pauseBeforeRetry } from '#shared/api/calls/sure-sending.ts';
import { sendAsAuthor } from '#shared/api/queries/send-as-author.ts';

export type NewSolution = SentProgram & {
  contestId: number;
  symbolIndex: string;
  languageId: number;
  /** Key of this sending, kept for every try, so that a lost answer does not make a second solution. */
  idempotencyKey: string;
};

const MAX_TRIES = 8;
/** Tries while the server is busy, some seconds apart: longer than any peak lasts. */
const MAX_TRIES_WHILE_BUSY = 100;

type Reply = z.infer<typeof SubmitReply>;

/**
 * Sends a solution; retries with the same key after a lost connection, and when a busy server asks for it.
 *
 * @param onSent called also when the person has left the screen meanwhile
 */
export function useSendSolution(onSent: (reply: Reply, sent: NewSolution) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (solution: NewSolution) =>
      sendAsAuthor(queryClient, solution, ({ contestId, ...body }) =>
        post<Reply>(`/api/contest/${contestId}/solutions`, body),
      ),
    retry: (failures, error) =>
      failures < (isBusy(error) ? MAX_TRIES_WHILE_BUSY : MAX_TRIES) && isConnectionTrouble(error),
    retryDelay: (failures, error) => pauseBeforeRetry(failures, error, 5_000),
    // The browser may report "offline" in a closed network, so the requests are tried anyway.
    networkMode: 'always',
    onSuccess: (reply, sent) => {
      onSent(reply, sent);
      return queryClient.invalidateQueries({ queryKey: ['contest', sent.contestId, 'solutions'] });
    },
  });
}

/** Whether a source exceeds the server's limit; checked before sending. */
export function isTooLarge(source: string): boolean {
  return source.length > MAX_SOURCE_BYTES || new TextEncoder().encode(source).length > MAX_SOURCE_BYTES;
}

/** Whether a file is a zip archive, by its name. */
export const isZip = ({ name }: File) => /\.zip$/i.test(name);

class UnreadableFileError extends Error {}

/** Reads a dropped or picked file as text. @throws {UnreadableFileError} when it is too large or not text */
export async function readSourceFile(file: File): Promise<string> {
  if (file.size > MAX_SOURCE_BYTES) throw new UnreadableFileError('send.fileTooLarge');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (text.includes('\u0000')) throw new UnreadableFileError('send.fileNotText');
    return text;
  } catch {
    throw new UnreadableFileError('send.fileNotText');
  }
}
