import { CAPTCHA, isAway, isChallenge } from '#cf/challenge.ts';
import { challenge } from '#cf/read-reply.ts';
import { drift, type Evidence, OutsideError } from '#failures.ts';
import type { OutsideAnswer, OutsideRequest } from '#http/outside-http.ts';
import type { Session } from '#outside-system.ts';
import { type Page, toPage } from '#pages/get-page.ts';
import type { Nodes } from '#pages/nodes.ts';
import { parseJson } from '#parse-json.ts';
import { signInUnlessRefused } from '#sign-in.ts';

/*
 * Pages of the site, as opposed to its API. Cloudflare refuses many clients here; that is recognised and never evaded.
 */

/** A page of the site. */
export interface SitePage extends Page {
  evidence: Evidence;
  /** Path relative to the server, after redirects. */
  path: string;
  /** Handle of who is signed in; null: nobody. */
  handle: string | null;
  /** Token of the forms of this session; null: the page has none. */
  csrf: string | null;
}

/**
 * Gets an answer of the site.
 *
 * @throws {OutsideError} `challenge` for a check of browsers, `down` for an error of the server
 */
export async function askSite(session: Session, request: OutsideRequest): Promise<OutsideAnswer> {
  const answer = await session.http.request(request).catch((error: unknown) => {
    const evidence = error instanceof OutsideError ? error.evidence : undefined;
    throw evidence && isChallenge(evidence) ? challenge(evidence) : error;
  });
  if (isChallengeAnswer(answer)) throw challenge(answer.evidence());
  if (answer.status >= 500 || isAwayAnswer(answer))
    throw new OutsideError('down', `HTTP ${answer.status}`, { evidence: answer.evidence() });
  return answer;
}

/** Whether Cloudflare says that it has not let a request through. */
export const isHeldBack = ({ headers }: OutsideAnswer) => headers.get('cf-mitigated') === 'challenge';

/** Whether a check of browsers seems to have come in place of an answer. */
export function isChallengeAnswer(answer: OutsideAnswer): boolean {
  if (isHeldBack(answer)) return true;
  return isText(answer) && isChallenge({ status: answer.status, body: answer.text() });
}

const isAwayAnswer = (answer: OutsideAnswer) => isText(answer) && isAway(answer.text());

const isText = ({ headers }: OutsideAnswer) =>
  (headers.get('content-type') ?? 'text/html').startsWith('text/');

/** Gets a page of the site in English. @throws {OutsideError} `drift` for another status than 200 */
export async function visit(session: Session, path: string): Promise<SitePage> {
  const answer = await askSite(session, { path, query: { locale: 'en' } });
  const page = sitePageOf(answer, session.http.baseUrl);
  if (answer.status !== 200) throw page.lacks(`HTTP ${answer.status} in place of ${path}`);
  return page;
}

/** Reads an answer as a page of the site. @throws {OutsideError} `drift` for a page that ends too early */
export function sitePageOf(answer: OutsideAnswer, baseUrl: string): SitePage {
  const page = toPage(answer);
  if (isCut(answer.text())) throw page.lacks('the end of the page');
  const { $ } = page;
  return {
    ...page,
    evidence: answer.evidence(),
    path: pathWithin(baseUrl, answer.url) ?? '',
    handle: handleOf(ownProfile($).attr('href')),
    csrf:
      $('meta[name="X-Csrf-Token"]').attr('content') ??
      $('.csrf-token').attr('data-csrf') ??
      $('input[name="csrf_token"]').attr('value') ??
      null,
  };
}

/** Half a statement would pass for a changed one. */
const isCut = (html: string) => /<html/i.test(html) && !/<\/html/i.test(html);

/** Link to the profile of who is signed in: the one in the header, above all others of a page with a way out. */
function ownProfile($: Page['$']): Nodes {
  const inHeader = $('#header a[href*="/profile/"], .lang-chooser a[href*="/profile/"]');
  if (inHeader.length > 0 || $('a[href$="/logout"]').length === 0) return inHeader.first();
  return $('a[href*="/profile/"]').first();
}

const handleOf = (href: string | undefined) => href?.split('/profile/')[1]?.split(/[/?#]/)[0] || null;

/** Path of an address relative to the server, without a query; null: on another host. */
export function pathWithin(baseUrl: string, address: string): string | null {
  const base = new URL(baseUrl);
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  if (url.host !== base.host || !url.pathname.startsWith(base.pathname)) return null;
  return url.pathname.slice(base.pathname.length);
}

/**
 * Gets a page as the account of the session, signing in at most once.
 *
 * @throws {OutsideError} `signedOut` when the account has no password or the site refuses it
 */
export async function visitSignedIn(session: Session, path: string): Promise<SitePage> {
  const first = await visit(session, path);
  if (first.handle !== null) return ofAccount(session, first);
  return signInUnlessRefused(session, async () => {
    await signIn(session);
    const second = await visit(session, path);
    if (second.handle === null) throw signedOut('The site does not keep the session', second);
    return ofAccount(session, second);
  });
}

function ofAccount(session: Session, page: SitePage): SitePage {
  const { handle = '' } = session.credentials ?? {};
  if (page.handle?.toLowerCase() === handle.toLowerCase()) return page;
  throw signedOut(`${page.handle} is signed in, not ${handle}`, page);
}

/** Uses what the account has: the session that a human has opened in a browser, else the password. */
async function signIn(session: Session): Promise<void> {
  const { handle = '', password = '', cookies = '' } = session.credentials ?? {};
  if (cookies !== '' && (await takesCookies(session, cookies))) return;
  if (handle === '' || password === '')
    throw new OutsideError('signedOut', 'This account has no password: it reads and cannot send');
  const page = await visit(session, 'enter');
  if (page.handle !== null) return;
  const form = page.$('form:has(input[name="handleOrEmail"])').first();
  if (form.length === 0) throw page.lacks('the form to sign in');
  if (form.find(CAPTCHA).length > 0) throw challenge(page.evidence);
  const fields = [
    ...hiddenFields(page.$, form),
    ['handleOrEmail', handle] as const,
    ['password', password] as const,
    ['remember', 'on'] as const,
  ];
  await enter(session, { as: 'urlencoded', fields });
}

/** Sets cookies as a browser shows them, `name=value; name=value`, and tells whether they are of a session. */
async function takesCookies(session: Session, cookies: string): Promise<boolean> {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) await session.http.setCookie(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return (await visit(session, 'enter')).handle !== null;
}

/** Sends the form to sign in: the site leads on when it takes it and shows the form again when not. */
async function enter(session: Session, form: NonNullable<OutsideRequest['form']>): Promise<void> {
  const answer = await post(session, { path: 'enter', form });
  if (answer.status >= 300 && answer.status < 400) return;
  const page = sitePageOf(answer, session.http.baseUrl);
  if (page.$('input[name="handleOrEmail"]').length === 0) throw page.lacks('the answer to a sign-in');
  throw signedOut('The site does not take the handle and password', page);
}

const signedOut = (message: string, { evidence }: SitePage) =>
  new OutsideError('signedOut', message, { evidence });

/** Posts what changes nothing that counts. */
const post = (session: Session, request: OutsideRequest) =>
  askSite(session, { ...request, method: 'POST', isHarmless: true, follow: false });

/** Most hidden fields of a form. */
const MAX_FIELDS = 40;

/** Hidden fields of a form as a browser without scripts sends them; answers of captchas are never sent. */
export function hiddenFields($: Page['$'], form: Nodes): (readonly [string, string])[] {
  return form
    .find('input[type="hidden" i]')
    .toArray()
    .slice(0, MAX_FIELDS)
    .map((input) => [$(input).attr('name') ?? '', $(input).attr('value') ?? ''] as const)
    .filter(([name]) => name !== '' && name !== 'cf-turnstile-response');
}

/**
 * Asks the site for something about a run, as its own pages do.
 *
 * @returns the JSON value
 * @throws {OutsideError} `drift` when the answer is no JSON
 */
export async function askAboutRun(session: Session, path: string, runId: string, csrf: string) {
  const fields = [['submissionId', runId] as const, ['csrf_token', csrf] as const];
  const form = { as: 'urlencoded', fields } as const;
  const answer = await post(session, { path, form, headers: { 'x-csrf-token': csrf } });
  const value = parseJson(answer.text());
  if (value === undefined) throw drift(`the answer of ${path}, which is no JSON`, answer.evidence());
  return value;
}
