import { drift, type Evidence, OutsideError } from '#failures.ts';
import type { OutsideAnswer, OutsideHttp, OutsideRequest } from '#http/outside-http.ts';
import { type CheerioAPI, readHtml } from '#pages/read-page.ts';

/** A page to be read. */
export interface Page {
  $: CheerioAPI;
  /** Text as it was read. */
  html: string;
  /** Address after redirects, to which its links are relative. */
  url: string;
  /** Makes the failure of a page without something it must have. A captcha in place of the page is `challenge`. */
  lacks(what: string): OutsideError;
}

/**
 * Gets a page.
 *
 * @param mend changes the text before it is read, where a site writes what no parser takes
 * @throws {OutsideError} `down` for an error of the server, `challenge` for a check of browsers, `drift` for any other
 *   answer than a page
 */
export async function getPage(
  http: OutsideHttp,
  request: OutsideRequest,
  mend = (html: string) => html,
): Promise<Page> {
  const answer = await http.request(request);
  const { status } = answer;
  if (status >= 500) throw new OutsideError('down', `HTTP ${status}`, { evidence: answer.evidence() });
  const page = pageOf(mend(answer.text()), answer.evidence());
  if (status !== 200) throw page.lacks(`HTTP ${status} in place of the page`);
  return page;
}

/** Reads an answer as a page. @throws {OutsideError} `drift` when it is beyond the bounds of pages */
export function toPage(answer: OutsideAnswer): Page {
  return pageOf(answer.text(), answer.evidence());
}

/** Result of reading a page after a send; null when it cannot be read, which says nothing about what was sent. */
export function readOrNull<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof OutsideError) return null;
    throw error;
  }
}

/** Reads a text as a page. @param evidence where it came from */
export function pageOf(html: string, evidence: Evidence): Page {
  const $ = readHtml(html, () => drift('it is too deep or too long', evidence));
  return {
    ...{ $, html, url: evidence.url },
    lacks: (what) =>
      isChallenge($)
        ? new OutsideError('challenge', 'A captcha came in place of the page', { evidence })
        : drift(what, evidence),
  };
}

/** Elements of captchas and of checks of browsers. */
const CHALLENGES = [
  ...[
    '#challenge-form',
    '#cf-challenge-running',
    '.cf-turnstile',
    '.g-recaptcha',
    '.h-captcha',
    '.smart-captcha',
  ],
  ...[
    'script[src*="captcha"]',
    'input[name*="captcha" i]',
    'form[action*="captcha" i]',
    'img[src*="captcha" i]',
  ],
].join();

const CHECKING =
  /^\s*(just a moment|checking your browser|attention required|ddos-guard|are you not a robot)/i;

const isChallenge = ($: CheerioAPI) => $(CHALLENGES).length > 0 || CHECKING.test($('title').first().text());
