import type { Evidence } from '#failures.ts';

/** What pages of Cloudflare have that refuse a client. */
const REFUSALS = ['challenges.cloudflare.com', '_cf_chl', 'cf-chl', 'cf-error-details', 'user-agent'];

/** Words of pages that check a browser: of Cloudflare, and of the site's own earlier protections. */
const CHECKS = ['just a moment', 'checking your browser', 'your browser is being checked', 'tonumbers('];

/** Longest page of a check, in characters; pages of the site are longer. */
const MAX_CHECK = 20_000;

/**
 * Whether an answer is a check of browsers in place of what was asked. Every page of the site itself has a token for
 * its forms and names Cloudflare's host, so that the host alone says nothing.
 */
export function isChallenge({ status, body }: Pick<Evidence, 'status' | 'body'>): boolean {
  const text = body.toLowerCase();
  if (text.includes('x-csrf-token')) return false;
  const isRefused = status === 403 || status === 503;
  if (isRefused && REFUSALS.some((sign) => text.includes(sign))) return true;
  return text.length < MAX_CHECK && CHECKS.some((words) => text.includes(words));
}

/** Words of pages in place of the whole site. */
const AWAY = /temporarily unavailable|under maintenance|временно недоступ|технические работы/i;

/** Whether a page tells that the site is away; pages of the site have a token for its forms. */
export const isAway = (body: string): boolean =>
  body.length < MAX_CHECK && !body.toLowerCase().includes('x-csrf-token') && AWAY.test(body);

/** Elements of a form that waits for a captcha. */
export const CAPTCHA = '.cf-turnstile, [name="cf-turnstile-response"], .g-recaptcha, [data-sitekey]';
