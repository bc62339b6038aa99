import type { Place } from '#cf/places.ts';
import { askSite, type SitePage, sitePageOf, visit } from '#cf/site.ts';
import { OutsideError } from '#failures.ts';
import type { OutsideAnswer } from '#http/outside-http.ts';
import type { Session, StatementLanguage } from '#outside-system.ts';

/** Largest document of a statement. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Words in place of a statement that exists in the other language only. */
const NO_TRANSLATION =
  /statement is not available on (english|russian)|условие (задачи )?(недоступно|отсутствует) на/i;

/** A statement as it came: a page, a document, or nothing in that language. */
export type Fetched = { page: SitePage } | { pdf: Uint8Array } | null;

/**
 * Gets a problem in a language.
 *
 * @throws {OutsideError} `refused` when the problem is not to be seen: the site leads elsewhere then
 */
export async function fetchStatement(
  session: Session,
  place: Place,
  language: StatementLanguage,
): Promise<Fetched> {
  const answer = await askSite(session, {
    path: place.problemPath,
    query: { locale: language },
    maxBytes: MAX_BYTES,
  });
  if (isPdf(answer)) return { pdf: answer.bytes };
  const page = sitePageOf(answer, session.http.baseUrl);
  if (answer.status === 404 || page.path !== place.problemPath) throw notAvailable(place, page);
  if (answer.status !== 200) throw page.lacks(`HTTP ${answer.status} in place of a problem`);
  const document = page.$('embed[type="application/pdf"]').attr('src');
  if (document !== undefined) return { pdf: await fetchDocument(session, page, document) };
  const isOther = page.$('.problem-statement').length === 0 && NO_TRANSLATION.test(page.$.text());
  return isOther ? null : { page };
}

function notAvailable(place: Place, page: SitePage): OutsideError {
  const { evidence } = page;
  return page.path === 'enter'
    ? new OutsideError('signedOut', `${place.foreignId} is shown to its participants only`, { evidence })
    : new OutsideError('refused', `${place.foreignId} is not available`, { evidence });
}

async function fetchDocument(session: Session, page: SitePage, source: string): Promise<Uint8Array> {
  const isOurs =
    URL.canParse(source, page.url) && new URL(source, page.url).href.startsWith(session.http.baseUrl);
  if (!isOurs) throw page.lacks('a document on the same host');
  const path = new URL(source, page.url).href;
  const answer = await askSite(session, { path, maxBytes: MAX_BYTES });
  if (!isPdf(answer)) throw page.lacks('a document of the statement');
  return answer.bytes;
}

const isPdf = ({ bytes }: OutsideAnswer) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/** Page of the contest of a problem, which has limits where the statement is a document. */
export const visitContest = (session: Session, { contestId }: Place) => visit(session, `gym/${contestId}`);
