import type { OutsideHttp } from '#http/outside-http.ts';

/** Address of a page that was read, with what a conditional request for it sends. */
export interface PageValidator {
  url: string;
  etag: string | null;
  lastModified: string | null;
}

/** Most pages of one problem that are asked for again. */
const MAX_PAGES = 20;
const MAX_URL = 2_000;
const MAX_ETAG = 500;
const MAX_DATE = 100;

/**
 * Watches what is read, so that it can be asked for again with `isUnchanged`.
 *
 * @returns the connection to read with, and the pages so far; null: some page cannot be asked for again
 */
export function recordPages(http: OutsideHttp): { http: OutsideHttp; pages(): PageValidator[] | null } {
  const found = new Map<string, PageValidator | null>();
  const { host } = new URL(http.baseUrl);
  return {
    http: {
      ...http,
      async request(request) {
        const answer = await http.request(request);
        // Headers of the adapter's own, such as a token, would be missing then.
        const isPlain = (request.method ?? 'GET') === 'GET' && request.headers === undefined;
        const isOurs = new URL(answer.url).host === host && answer.status === 200;
        const page = { url: answer.url, ...validatorsOf(answer.headers) };
        found.set(answer.url, isPlain && isOurs && isKept(page) ? page : null);
        return answer;
      },
    },
    pages() {
      const pages = [...found.values()];
      const whole = pages.filter((page) => page !== null);
      return whole.length > 0 && whole.length === pages.length && whole.length <= MAX_PAGES ? whole : null;
    },
  };
}

const validatorsOf = (headers: Headers) => ({
  etag: headers.get('etag'),
  lastModified: headers.get('last-modified'),
});

function isKept({ url, etag, lastModified }: PageValidator): boolean {
  const isThere = etag !== null || lastModified !== null;
  const isShort = (etag ?? '').length <= MAX_ETAG && (lastModified ?? '').length <= MAX_DATE;
  return isThere && isShort && url.length <= MAX_URL;
}

/** Asks for a page on condition that it has changed. @returns whether it has not */
export async function isUnchanged(
  http: OutsideHttp,
  { url, etag, lastModified }: PageValidator,
): Promise<boolean> {
  const headers = {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
  return (await http.request({ path: url, headers })).status === 304;
}
