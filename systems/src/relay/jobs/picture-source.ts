import { isIP } from 'node:net';
import { errorText } from '@balloon/worker/log.ts';
import { OutsideError } from '#failures.ts';
import { getPublicly, PrivateAddressError, type ResolveName, TooLongError } from '#http/get-publicly.ts';
import { USER_AGENT } from '#http/outside-http.ts';
import { type JobWork, systemOf } from '#relay/jobs/job-work.ts';

/** Picture as it came. */
export interface Picture {
  content: Uint8Array;
  mediaType: string;
  /** Ending of its file's name. */
  extension: string;
}

/** Brings pictures. `passing`: it did not come now and may later; null: it cannot be had. */
export interface PictureSource {
  get(address: string): Promise<Picture | 'passing' | null>;
}

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 5;
/** Failures of a host in a row after which a job asks it no more. */
const MAX_FAILURES = 3;
const ANSWER_WITHIN_MS = 30_000;

/** Kinds of pictures that browsers show, and the endings of their files. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  ...{ 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' },
  ...{ 'image/svg+xml': 'svg', 'image/bmp': 'bmp', 'image/avif': 'avif' },
};

/** Outcome of a request: a redirect leads on. */
type Got = Picture | 'passing' | null | { location: URL };

/**
 * Opens the source of pictures of a job. Hosts are asked as anybody would, without cookies, so that a statement cannot make
 * the account ask for what it likes; and never where only this machine gets, except on the server itself (`addressesFor`). A
 * system that shows pictures to signed-in people only is asked as the account.
 */
export function openPictureSource(work: JobWork): PictureSource {
  const { desks, duties, signal, turn, job } = work;
  const isPrivate = systemOf(work).picturesNeedAccount === true;
  /** Failures in a row by host: old statements name many that are no more. */
  const failures = new Map<string, number>();

  async function fromServer(url: URL): Promise<Got> {
    try {
      const answer = await turn(({ http }) => http.request({ path: url.href, maxBytes: MAX_BYTES }));
      const { status, headers, bytes } = answer;
      return judged(new URL(answer.url), {
        ...{ status, content: bytes, contentType: headers.get('content-type') ?? '' },
        location: headers.get('location'),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutsideError)) throw error;
      if (error.kind === 'rate') throw error;
      return error.kind === 'down' ? 'passing' : null;
    }
  }

  async function fromElsewhere(url: URL): Promise<Got> {
    const allowed = await addressesFor(url, new URL(job.server.url), duties.resolveName);
    await desks.pacerOf(url.href, systemOf(work).pace.requestEveryMs).turn(signal);
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    try {
      const bounds = { allowed, maxBytes: MAX_BYTES, userAgent: USER_AGENT, signal: within };
      return judged(url, await getPublicly(url, { ...bounds, resolveName: duties.resolveName }));
    } catch (error) {
      signal.throwIfAborted();
      duties.log.warn(`A picture on ${url.host} was not had: ${errorText(error)}`);
      return isFinal(error) ? null : 'passing';
    }
  }

  async function getOnce(url: URL): Promise<Got> {
    const { host } = url;
    const failed = failures.get(host) ?? 0;
    if (failed >= MAX_FAILURES) return 'passing';
    const isForAccount = isPrivate && host === new URL(job.server.url).host;
    const got = await (isForAccount ? fromServer(url) : fromElsewhere(url));
    failures.set(host, got === 'passing' ? failed + 1 : 0);
    return got;
  }

  async function get(address: string): Promise<Picture | 'passing' | null> {
    if (address.startsWith('data:')) return embedded(address);
    let url = URL.parse(address);
    for (let left = MAX_REDIRECTS; left >= 0 && url; left -= 1) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
      const got = await getOnce(url);
      if (got === null || got === 'passing' || 'content' in got) return got;
      url = got.location;
    }
    return null;
  }

  return { get };
}

/** Whether an error stands for good: the host is not public, is there no more, or sends what is no picture. */
function isFinal(error: unknown): boolean {
  const isGone = error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
  return isGone || error instanceof PrivateAddressError || error instanceof TooLongError;
}

/**
 * Addresses that a picture may be had from also where they are not public. A server that an admin entered by its address:
 * that machine. One that has a name: whatever the name means, for pictures of that very server alone, since its owner may give
 * the name any address of our network.
 */
async function addressesFor(
  picture: URL,
  server: URL,
  resolveName: ResolveName,
): Promise<ReadonlySet<string>> {
  const literal = server.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) return new Set([literal]);
  if (picture.origin !== server.origin) return new Set();
  const found = await resolveName(server.hostname).catch(() => []);
  return new Set(found.map(({ address }) => address));
}

interface Answer {
  status: number;
  contentType: string;
  location: string | null;
  content: Uint8Array;
}

function judged(url: URL, { status, contentType, location, content }: Answer): Got {
  const target = status >= 300 && status < 400 && location !== null ? URL.parse(location, url.href) : null;
  if (target) return { location: target };
  if (status === 408 || status === 429 || status >= 500) return 'passing';
  return status === 200 ? pictureOf(contentType, content) : null;
}

function pictureOf(contentType: string, content: Uint8Array): Picture | null {
  const mediaType = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const extension = EXTENSIONS[mediaType];
  const isFit = content.byteLength > 0 && content.byteLength <= MAX_BYTES;
  return extension !== undefined && isFit ? { content, mediaType, extension } : null;
}

/** Source of those pictures only that stand in the page itself. */
export const embeddedPictures: PictureSource = {
  get: async (address) => (address.startsWith('data:') ? embedded(address) : null),
};

/** Reads a picture that stands in the page itself. */
function embedded(address: string): Picture | null {
  const comma = address.indexOf(',');
  const head = address.slice('data:'.length, comma).toLowerCase();
  if (comma < 0 || !head.endsWith(';base64')) return null;
  return pictureOf(head, Buffer.from(address.slice(comma + 1), 'base64'));
}
