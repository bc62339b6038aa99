import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ForbiddenError } from '#errors.ts';
import type { Services } from '#services.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site's page made a browser send here, other than reading: browsers say where a
 * request comes from, programs say nothing.
 *
 * @see OWASP, Cross-Site Request Forgery Prevention: Fetch Metadata with Origin as the fallback
 */
export function refuseCrossSite({ options }: Services): onRequestHookHandler {
  const publicHost = options.publicUrl ? new URL(options.publicUrl).host : null;
  return (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method) || isFromHere(request, publicHost)) return done();
    done(new ForbiddenError('CROSS_SITE', 'This request comes from another site'));
  };
}

/**
 * Like `refuseCrossSite`, for links of older clients that change something. A followed link has no Origin, so
 * the referring page decides where the browser sends nothing else. A picture is no link: statements and news bring theirs with them.
 *
 * @throws {ForbiddenError} CROSS_SITE
 */
export function expectLinkFromHere({ options }: Services, request: FastifyRequest): void {
  const { headers, host } = request;
  const publicHost = options.publicUrl ? new URL(options.publicUrl).host : null;
  const site = headers['sec-fetch-site'];
  const page = headers.referer === undefined ? null : URL.parse(headers.referer);
  const isFromElsewhere =
    site === undefined
      ? page !== null && page.host !== host && page.host !== publicHost
      : site !== 'same-origin' && site !== 'none';
  const isFollowed = (headers['sec-fetch-dest'] ?? 'document') === 'document';
  if (isFromElsewhere || !isFollowed)
    throw new ForbiddenError('CROSS_SITE', 'This link was not followed on this site');
}

function isFromHere({ headers, host }: FastifyRequest, publicHost: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return false;
  if (headers.origin === undefined) return true;
  const origin = URL.parse(headers.origin); // `null` for the opaque origin of a sandboxed frame
  return origin !== null && (origin.host === host || origin.host === publicHost);
}
