import type { Caller } from '#ejudge/call.ts';
import { OutsideError } from '#failures.ts';
import { readHtml } from '#pages/read-page.ts';

const MAX_PICTURES = 30;
/** Bounds of one picture and of all pictures of a statement, which is held in memory with them. */
const MAX_BYTES = 1024 * 1024;
const MAX_INLINE_BYTES = 8 * 1024 * 1024;
const TYPES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'],
]);

/** File of a problem that a statement shows. */
interface ProblemFile {
  contestId: number;
  problemId: number;
  file: string;
}

/**
 * Puts the pictures of a statement into it as `data:` addresses: ejudge gives its files to signed-in accounts only, and
 * the addresses carry the session of who reads. Links that carry it are taken away.
 *
 * @param html statement with absolute addresses
 */
export async function inlinePictures(
  caller: Caller,
  html: string,
  { contestId, problemId }: Pick<ProblemFile, 'contestId' | 'problemId'>,
): Promise<string> {
  if (!/[?&;]SID=|\/S[0-9a-f]{16}/i.test(html)) return html;
  const $ = readHtml(html);
  let left = MAX_INLINE_BYTES;
  let asked = 0;
  for (const picture of $('img[src]').toArray()) {
    const src = $(picture).attr('src') ?? '';
    if (!hasSession(src)) continue;
    const file = fileOf(src);
    asked += 1;
    const isLeftOut = file === null || left === 0 || asked > MAX_PICTURES;
    const data = isLeftOut
      ? null
      : await readPicture(caller, { contestId, problemId, file }, Math.min(left, MAX_BYTES));
    left = Math.max(0, left - (data?.length ?? 0));
    if (data === null) $(picture).removeAttr('src');
    else $(picture).attr('src', data);
  }
  for (const link of $('a[href]').toArray()) {
    if (hasSession($(link).attr('href') ?? '')) $(link).removeAttr('href');
  }
  return $.html();
}

/** Session in a path: `S` with SID, and in newer addresses EJSID behind it. */
const SESSION_IN_PATH = /\/S[0-9a-f]{16}(?:-[0-9a-f]{16})?(?:\/|$)/i;

function hasSession(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.searchParams.has('SID') || SESSION_IN_PATH.test(url.pathname));
}

/** Name of a file of the problem in an address; null: it leads elsewhere. */
function fileOf(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  const asPath = /\/get-file\/S[0-9a-f-]{1,33}\/[\d/]{1,20}\/([^/]{1,200})$/i.exec(url.pathname)?.[1];
  return asPath === undefined ? url.searchParams.get('file') : decoded(asPath);
}

/** Name as it was before it was escaped; null: it was escaped by nobody who knows how. */
function decoded(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

async function readPicture(
  caller: Caller,
  { contestId, problemId, file }: ProblemFile,
  maxBytes: number,
): Promise<string | null> {
  const params = { prob_id: problemId, file };
  try {
    const call = { contestId, as: 'participant', action: 'get-file', params, maxBytes } as const;
    const answer = await caller.fetch(call);
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';', 1);
    if (!TYPES.has(type)) return null;
    return `data:${type};base64,${Buffer.from(answer.bytes).toString('base64')}`;
  } catch (error) {
    // A picture that is missing or too large does not keep a statement away.
    if (error instanceof OutsideError && (error.kind === 'refused' || error.kind === 'drift')) return null;
    throw error;
  }
}
