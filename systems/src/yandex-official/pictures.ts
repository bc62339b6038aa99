import { OutsideError } from '#failures.ts';
import type { Session } from '#outside-system.ts';
import type { CheerioAPI } from '#pages/read-page.ts';
import { call, isSuccess } from '#yandex-official/api.ts';
import type { ContestProblem } from '#yandex-official/read-contest.ts';

const MAX_PICTURES = 50;
/** Bounds of one picture and of all pictures of a statement, which is held in memory with them. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
const MAX_EMBEDDED_BYTES = 8 * 1024 * 1024;

/** Beginnings of pictures that browsers show. */
const KINDS: readonly (readonly [type: string, beginning: string])[] = [
  ['image/png', '\u0089PNG'],
  ['image/jpeg', '\u00ff\u00d8\u00ff'],
  ['image/gif', 'GIF8'],
  ['image/webp', 'RIFF'],
];

/**
 * Puts pictures that are files of the problem into the statement: they are only for accounts that manage it, so no
 * browser could load them. A picture that the account may not read, or that is too large, stays as it is.
 */
export async function embedPictures(session: Session, $: CheerioAPI, { id }: ContestProblem): Promise<void> {
  if (!id) return;
  let left = MAX_EMBEDDED_BYTES;
  for (const picture of $('img').toArray().slice(0, MAX_PICTURES)) {
    if (left === 0) return;
    const src = $(picture).attr('src') ?? '';
    if (src === '' || src.startsWith('/') || URL.canParse(src)) continue;
    const data = await readPicture(session, id, src, Math.min(left, MAX_PICTURE_BYTES));
    if (data === null) continue;
    $(picture).attr('src', data);
    left = Math.max(0, left - data.length);
  }
}

async function readPicture(
  session: Session,
  problemId: string,
  path: string,
  maxBytes: number,
): Promise<string | null> {
  try {
    const request = { path: 'problems', query: { problemId, path }, maxBytes };
    const answer = await call(session, request, [400, 403, 404]);
    const beginning = Buffer.from(answer.bytes.subarray(0, 4)).toString('latin1');
    const type = KINDS.find(([, bytes]) => beginning.startsWith(bytes))?.[0];
    if (!isSuccess(answer) || type === undefined) return null;
    return `data:${type};base64,${Buffer.from(answer.bytes).toString('base64')}`;
  } catch (error) {
    if (error instanceof OutsideError && error.kind === 'drift') return null; // too large
    throw error;
  }
}
