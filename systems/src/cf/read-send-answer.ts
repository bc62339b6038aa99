import { challenge } from '#cf/read-reply.ts';
import { isChallengeAnswer, isHeldBack, pathWithin, type SitePage, sitePageOf } from '#cf/site.ts';
import { type FailureKind, OutsideError } from '#failures.ts';
import { type OutsideAnswer, unknownOutcome } from '#http/outside-http.ts';
import type { Sent } from '#outside-system.ts';
import { readOrNull } from '#pages/get-page.ts';
import type { Nodes } from '#pages/nodes.ts';
import { lineOf } from '#pages/plain-text.ts';
import type { CheerioAPI } from '#pages/read-page.ts';

/** Lists of runs, to which the site leads on after it has taken a solution. */
const LISTS = /\/(status|my)$/;

/** Pause after too many solutions: the limit is twenty in five minutes. */
const RATE_PAUSE_MS = 60_000;

/** Words of errors, in the languages of the site. */
const WORDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/exactly the same code|абсолютно такой же код/i, 'duplicate'],
  [/too many|too often|20 times|20 раз|слишком (много|часто)/i, 'rate'],
];

/** Fields whose errors are final for a solution. */
const REFUSING: ReadonlySet<string> = new Set([
  ...['source', 'sourceFile', 'programTypeId'],
  ...['submittedProblemCode', 'submittedProblemIndex', 'contestId'],
]);

/**
 * Reads the answer to a solution.
 *
 * @throws {OutsideError} when the site has certainly not taken it
 * @throws {Error} when nothing tells whether it has
 */
export function readSendAnswer(answer: OutsideAnswer, baseUrl: string): Sent {
  if (answer.status >= 300 && answer.status < 400) return readRedirect(answer, baseUrl);
  if (isHeldBack(answer)) throw challenge(answer.evidence());
  const cause = isChallengeAnswer(answer) ? challenge(answer.evidence()) : undefined;
  if (answer.status !== 200 || cause)
    throw unknownOutcome(answer, `HTTP ${answer.status} to the send`, cause);
  throw failureOf(readOrNull(() => sitePageOf(answer, baseUrl))) ?? unknown('a page without an error');
}

/** The failure that a form tells; null: none, or the page has no form. */
function failureOf(page: SitePage | null): OutsideError | null {
  const form = page?.$('form.submit-form').first();
  if (!page || !form || form.length === 0) return null;
  return errorOf(page.$) ?? warningOf(page.$, form);
}

/** The site leads to a list of runs when it has taken a solution, and to its door when nobody is signed in. */
function readRedirect(answer: OutsideAnswer, baseUrl: string): Sent {
  const path = pathWithin(baseUrl, answer.headers.get('location') ?? '') ?? '';
  if (LISTS.test(path)) return { runId: null };
  if (path === 'enter') {
    throw new OutsideError('signedOut', 'The session has ended', { evidence: answer.evidence() });
  }
  throw unknown(`a redirect to ${path}`);
}

/** Every form has a place for each error, hidden while there is none. */
function errorOf($: CheerioAPI): OutsideError | null {
  for (const element of $('.error').toArray()) {
    const error = $(element);
    const text = visibleText($, error);
    if (text === '') continue;
    const field = /\bfor__(\w{1,60})/.exec(error.attr('class') ?? '')?.[1] ?? '';
    const isSentence = text.includes(' ');
    const kind = kindOf(text) ?? (REFUSING.has(field) && isSentence ? 'refused' : null);
    if (kind !== null) return failure(kind, text);
  }
  return null;
}

/** A warning about a source waits for a human: it is told to the author and never confirmed here. */
function warningOf($: CheerioAPI, form: Nodes): OutsideError | null {
  const texts = form.find('.roundbox').toArray();
  const text = texts.map((box) => visibleText($, $(box))).find((each) => each !== '');
  return text === undefined ? null : failure(kindOf(text) ?? 'refused', text);
}

const kindOf = (text: string) => WORDS.find(([words]) => words.test(text))?.[1] ?? null;

const failure = (kind: FailureKind, text: string) =>
  new OutsideError(kind, text, kind === 'rate' ? { retryAfterMs: RATE_PAUSE_MS } : {});

const unknown = (what: string) => new Error(`The answer to a solution is not known: ${what}`);

/** Text of an element as a person sees it; empty: hidden, blank, or a broken page's whole form. */
function visibleText($: CheerioAPI, element: Nodes): string {
  if (element.find('select, textarea').length > 0) return '';
  const around = [...element.toArray(), ...element.parents().toArray()];
  const isHidden = around.some((each) => /display\s{0,9}:\s{0,9}none/i.test($(each).attr('style') ?? ''));
  return isHidden ? '' : lineOf(element).slice(0, 1000);
}
