import { createHash } from 'node:crypto';
import { OutsideError } from '#failures.ts';
import { leavesOpen, type OutsideAnswer, type OutsideRequest } from '#http/outside-http.ts';
import type { Session } from '#outside-system.ts';
import { type Page, readOrNull, toPage } from '#pages/get-page.ts';
import { lineOf } from '#pages/plain-text.ts';

/*
 * Pages of the site as an account sees them. The sign-in of Yandex asks for phones and captchas, so a human signs in with
 * a browser and enters its cookies; a session that ended is for a human again.
 */

const KEPT = 'cookie';

/**
 * Gets a page of the site.
 *
 * @throws {OutsideError} `challenge` when the session has ended or a captcha came, `refused` for a page that is not there
 *   or closed, `down`
 */
export async function getSitePage(session: Session, request: OutsideRequest): Promise<Page> {
  await useCookies(session);
  const query = { lang: 'ru', ...request.query };
  const answer = await session.http.request({ ...request, query });
  requireSession(answer);
  const { status } = answer;
  const evidence = answer.evidence();
  if (status >= 500) throw new OutsideError('down', `HTTP ${status}`, { evidence });
  const page = toPage(answer);
  if (status === 404 || (status === 403 && isOfSite(page))) throw refusalOf(page, `HTTP ${status}`);
  if (status !== 200) throw page.lacks(`HTTP ${status} in place of the page`);
  return page;
}

/** Gets a page of a contest, which the account enters first where it has not. */
export async function getContestPage(
  session: Session,
  contestId: string,
  request: OutsideRequest,
): Promise<Page> {
  const inContest = { ...request, path: `/contest/${contestId}/${request.path}` };
  const page = await getSitePage(session, inContest);
  if (!isEntrance(page)) return page;
  await enter(session, page);
  const inside = await getSitePage(session, inContest);
  if (isEntrance(inside)) throw refusalOf(inside, `Contest ${contestId} does not let the account in`);
  return inside;
}

/** Sends a form of the site with one request; its redirect is left to the caller. */
export async function postForm(session: Session, request: OutsideRequest): Promise<OutsideAnswer> {
  await useCookies(session);
  return session.http.request({ ...request, method: 'POST', follow: false });
}

/** @throws {OutsideError} `challenge` when an answer leads to a sign-in or a captcha: nothing was done */
export function requireSession(answer: OutsideAnswer): void {
  const target = targetOf(answer) ?? new URL(answer.url);
  if (target.hostname.startsWith('passport.') || SIGN_IN.test(target.pathname)) {
    throw new OutsideError(
      'challenge',
      'The session has ended: sign in with a browser and enter its cookies',
    );
  }
  if (target.pathname.includes('showcaptcha')) {
    throw new OutsideError('challenge', 'A captcha came in place of the page');
  }
}

const SIGN_IN = /^\/(?:auth|login|passport)(?:\/|$)/;

/** Where an answer leads; null: it is no redirect. */
export function targetOf({ status, headers, url }: OutsideAnswer): URL | null {
  const location = headers.get('location');
  return status >= 300 && status < 400 && location !== null ? URL.parse(location, url) : null;
}

/** The page of an answer to a send; null: it cannot be read, or is one of a fault or of haste, whose words refuse nothing. */
export const answeringPage = (answer: OutsideAnswer): Page | null =>
  leavesOpen(answer.status) ? null : readOrNull(() => toPage(answer));

/** Warnings that a page shows. */
export function warningsOf({ $ }: Page): string[] {
  return $('.msg_type_warn')
    .toArray()
    .map((warning) => lineOf($(warning)).slice(0, 500))
    .filter((text) => text !== '');
}

/** Whether the site itself says that a page is closed; what stands before it must not refuse solutions for good. */
const isOfSite = (page: Page) =>
  page.$('[href*="logout"], [action*="logout"]').length > 0 || warningsOf(page).length > 0;

/** Error that an address of the site names; null: none. */
export const errorIn = ({ searchParams }: URL) => searchParams.get('error')?.slice(0, 500) || null;

/**
 * Makes the refusal of a page of the site without what it is asked for, as after the end of a contest; null: only the page
 * has changed, for all that it says.
 */
export function refusalWithout(page: Page, what: string): OutsideError | null {
  const error = errorIn(new URL(page.url));
  return error !== null || isOfSite(page) ? refusalOf(page, error ?? what) : null;
}

function refusalOf(page: Page, otherwise: string): OutsideError {
  const [warning] = warningsOf(page);
  const failure = page.lacks(warning ?? otherwise);
  return failure.kind === 'challenge'
    ? failure
    : new OutsideError('refused', warning ?? otherwise, { evidence: failure.evidence });
}

const isEntrance = ({ url }: Page) => /^\/contest\/\d{1,9}\/enter\/?$/.test(new URL(url).pathname);

/** Enters a contest by the form of its entrance, as a participant or, in a virtual contest, for a time of its own. */
async function enter(session: Session, entrance: Page): Promise<void> {
  const { $, url } = entrance;
  const form = $('.content__info form').first();
  if (form.length === 0) {
    if ($('.link_access_login').length > 0) {
      throw new OutsideError('challenge', 'The account is not signed in: enter cookies of a browser');
    }
    throw refusalOf(entrance, 'The contest lets nobody in now');
  }
  const fields = form
    .find('input[name]')
    .toArray()
    .map((input) => [$(input).attr('name') ?? '', $(input).attr('value') ?? ''] as const);
  if (!fields.some(([name]) => name === 'sk')) throw entrance.lacks('the token of the entrance');
  const path = URL.parse(form.attr('action') ?? '', url)?.href ?? url;
  const answer = await postForm(session, { path, isHarmless: true, form: { as: 'urlencoded', fields } });
  requireSession(answer);
  const target = targetOf(answer);
  const error = target && errorIn(target);
  if (error) throw new OutsideError('refused', error);
  if (answer.status >= 400) throw refusalOf(toPage(answer), `HTTP ${answer.status} to the entrance`);
}

/** Sets the cookies of the account, once: those that the site has renewed since are kept. */
async function useCookies({ http, credentials }: Session): Promise<void> {
  const { cookie = '' } = credentials ?? {};
  const print = createHash('sha256').update(cookie).digest('hex');
  if (http.kept(KEPT) === print) return;
  for (const pair of cookie.split(/[;\r\n]/)) {
    const at = pair.indexOf('=');
    if (at > 0) await http.setCookie(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  http.keep(KEPT, print);
}
