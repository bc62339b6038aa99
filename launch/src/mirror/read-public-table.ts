import { ErrorReply } from '@balloon/contracts/common.ts';
import { PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';

const ANSWER_WITHIN_MS = 15_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The table with its tag; null: it is the one with the tag that was shown; `waiting`: the contest has not begun. */
export type TableAnswer = { table: PublicTable; etag: string } | 'waiting' | null;

/** Error when the site does not open this table. */
export class TableClosedError extends Error {}

/**
 * Reads a public table, unless it is still the one with the tag.
 *
 * @throws {TableClosedError}
 * @throws {Error} any other: the site is away, or what answers is no site
 */
export async function readPublicTable(
  { serverUrl, contestId }: { serverUrl: string; contestId: number },
  etag: string | null,
  closing: AbortSignal,
): Promise<TableAnswer> {
  const response = await fetch(`${serverUrl}/api/public/contest/${contestId}/table`, {
    headers: etag === null ? {} : { 'if-none-match': etag },
    redirect: 'error',
    signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  });
  if (response.status === 304) return null;
  const content: unknown = JSON.parse(await readBounded(response));
  if (response.ok) return { table: PublicTable.parse(content), etag: response.headers.get('etag') ?? '' };
  const code = ErrorReply.safeParse(content).data?.error.code;
  if (code === 'CONTEST_NOT_STARTED') return 'waiting';
  if (code === 'CONTEST_NOT_FOUND')
    throw new TableClosedError(
      `${serverUrl} shows no public table of contest ${contestId}: open it there in the form of the contest or by PUBLIC_TABLES=${contestId}, or check the number`,
    );
  throw new Error(`${serverUrl} answers ${response.status}`);
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`The answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
