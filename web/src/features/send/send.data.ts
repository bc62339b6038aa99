import { MAX_SOURCE_BYTES } from '@balloon/contracts/solution-limits.ts';
import type { SubmitReply } from '@balloon/contracts/solutions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { post } from '#shared/api.ts';
import { isConnectionTrouble } from '#shared/sure-sending.ts';

export interface NewSolution {
  contestId: number;
  symbolIndex: string;
  languageId: number;
  solution: string;
  /** The same for every try of this sending, so that a lost answer does not make a second solution. */
  idempotencyKey: string;
}

const MAX_TRIES = 8;

/** Sends a solution; a lost connection is tried again by itself with the same key. */
export function useSendSolution() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ contestId, ...body }: NewSolution) =>
      post<z.infer<typeof SubmitReply>>(`/api/contest/${contestId}/solutions`, body),
    retry: (failures, error) => failures < MAX_TRIES && isConnectionTrouble(error),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
    // The browser may believe to be offline in a closed network; the tries tell.
    networkMode: 'always',
    onSuccess: (_reply, { contestId }) =>
      queryClient.invalidateQueries({ queryKey: ['contest', contestId, 'solutions'] }),
  });
}

/** A source larger than this is refused by the server; better to say so before. */
export function isTooLarge(source: string): boolean {
  return source.length > MAX_SOURCE_BYTES || new TextEncoder().encode(source).length > MAX_SOURCE_BYTES;
}

export class UnreadableFileError extends Error {}

/** A dropped or picked file as text. @throws {UnreadableFileError} when it is too large or not text */
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
