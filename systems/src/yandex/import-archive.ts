import { drift, OutsideError } from '#failures.ts';
import type { FormFields } from '#http/form.ts';
import type { OutsideAnswer, OutsideRequest } from '#http/outside-http.ts';
import type { Session } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import { lineOf } from '#pages/plain-text.ts';
import { answeringPage, getSitePage, postForm, requireSession, targetOf, warningsOf } from '#yandex/site.ts';

/*
 * Import of a Polygon archive through the administration of Yandex.Contest: the archive becomes a contest of the account,
 * whose problems are then read as those of any contest. The import takes up to twenty minutes; who starts one stores its
 * request and can go on with `readArchiveImport` in another process. The addresses are those of years ago.
 */

/** Longest time in ms that an import takes; one that goes on longer has failed. */
export const ARCHIVE_IMPORT_WITHIN_MS = 20 * 60_000;

const UPLOAD_WITHIN_MS = 10 * 60_000;
const MAX_LOG_LINES = 2_000;

/** State of an import. */
export interface ArchiveImport {
  state: 'running' | 'done' | 'failed';
  /** The new contest, once done. */
  contestId: string | null;
  /** What the site tells of it, in its words. */
  log: readonly string[];
}

/**
 * Uploads an archive with one request.
 *
 * @returns number of the request, to be stored at once
 * @throws {OutsideError} when the site has certainly not taken it
 * @throws {Error} any other: unknown, and a second upload would make a second contest
 */
export async function startArchiveImport(
  session: Session,
  archive: { name: string; content: Uint8Array },
): Promise<string> {
  const answer = await postToAdmin(session, {
    path: '/admin/create-contest/import-contest',
    as: 'multipart',
    fields: [
      ['type', 'polygon'],
      ['contest-archive', { ...archive, type: 'application/zip' }],
    ],
    answerWithinMs: UPLOAD_WITHIN_MS,
  });
  const requestId = /\/(\d{1,15})\/?$/.exec(targetOf(answer)?.pathname ?? '')?.[1];
  if (requestId !== undefined) return requestId;
  const words = refusalIn(answer);
  if (words) throw new OutsideError('refused', words, { evidence: answer.evidence() });
  throw new Error(`HTTP ${answer.status} to the archive, without the number of an import`);
}

/** Words in which the site refuses an archive. A 4xx without them may come from what stands before it, whatever it did. */
function refusalIn(answer: OutsideAnswer): string | null {
  const page = answer.status < 400 ? null : answeringPage(answer);
  return page && (warningsOf(page)[0] ?? (alertOf(page) || null));
}

/** What the administration says of a failure; empty: nothing. */
const alertOf = ({ $ }: Page) => lineOf($('.alert-danger').first()).slice(0, 1000);

/** Reads the state of an import that was started, also by an earlier process. */
export async function readArchiveImport(session: Session, requestId: string): Promise<ArchiveImport> {
  const page = await getSitePage(session, {
    path: `/admin/create-contest/ejudge-import-request/${requestId}`,
  });
  const { $ } = page;
  const log = logOf(page);
  if ($('.alert-danger').length > 0) {
    const reason = alertOf(page);
    return { state: 'failed', contestId: null, log: reason === '' ? log : [...log, reason] };
  }
  if ($('.alert-success').length === 0) {
    if ($('.table-condensed').length === 0) throw page.lacks('.table-condensed');
    return { state: 'running', contestId: null, log };
  }
  const link = $('.alert-success a[href*="contestId="]').first().attr('href') ?? '';
  const contestId = URL.parse(link, page.url)?.searchParams.get('contestId') ?? '';
  if (!/^\d{1,9}$/.test(contestId)) throw page.lacks('the link to the new contest');
  return { state: 'done', contestId, log };
}

/** Sets how many solutions an account may send to each problem: all participants share the account. */
export async function setAttempts(session: Session, contestId: string, attempts: number): Promise<void> {
  const answer = await postToAdmin(session, {
    path: '/admin/edit-contest/set-max-problem-submissions-count',
    isHarmless: true, // the same number may be set twice
    as: 'urlencoded',
    fields: [
      ['contestId', contestId],
      ['name', 'submissions-count'],
      ['value', String(attempts)],
      ['pk', contestId],
    ],
  });
  if (answer.status >= 400) throw drift(`HTTP ${answer.status} to the number of attempts`, answer.evidence());
}

/** Sends a form of the administration with one request, with the token that it wants. */
async function postToAdmin(session: Session, { as, fields, ...request }: OutsideRequest & FormFields) {
  const token = await readToken(session);
  const answer = await postForm(session, {
    ...request,
    form: { as, fields: [['csrf-token', token], ...fields] },
  });
  requireSession(answer);
  return answer;
}

async function readToken(session: Session): Promise<string> {
  const page = await getSitePage(session, { path: '/admin/contests' });
  const field = page.$('[name="csrf-token"]').first();
  const token = field.attr('value') ?? field.attr('content') ?? '';
  if (token !== '') return token;
  const [warning] = warningsOf(page);
  throw warning === undefined ? page.lacks('[name=csrf-token]') : new OutsideError('refused', warning);
}

const logOf = ({ $ }: Page): string[] =>
  $('.table-condensed tr')
    .toArray()
    .slice(0, MAX_LOG_LINES)
    .map((row) => lineOf($(row).children('td').first()).slice(0, 1000))
    .filter((line) => line !== '');
