import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OutsideError } from '#failures.ts';
import type { OutsideHttp } from '#http/outside-http.ts';
import type { Session } from '#outside-system.ts';
import { parseJson } from '#parse-json.ts';

/*
 * Tokens of an account. The account has an access token and may have a refresh token with the application that they
 * belong to. A renewed pair outlives the process beside the cookies, bound to the pair of the account: an operator who
 * enters a new one is not answered with an old one.
 */

const OAUTH_URL = 'https://oauth.yandex.ru/';
const KEPT = 'oauth';

const Tokens = z.object({ of: z.string(), access: z.string(), refresh: z.string() });
type Tokens = z.infer<typeof Tokens>;

const Renewed = z.object({
  access_token: z.string().min(1).max(4096),
  refresh_token: z.string().max(4096).optional(),
});

/** The access token to be sent now. @throws {OutsideError} `signedOut` when the account has none */
export function accessToken(session: Session): string {
  const { access } = tokensOf(session);
  if (access === '') throw new OutsideError('signedOut', 'The account has no token');
  return access;
}

/** Renewals under way: two requests that are refused at once renew once. */
const renewals = new WeakMap<OutsideHttp, Promise<string>>();

/**
 * Renews a token that was refused.
 *
 * @throws {OutsideError} `signedOut` when the account has no refresh token or it is refused as well, `down` when the
 *   sign-in is away
 */
export async function renewedToken(session: Session, refused: string): Promise<string> {
  const { access } = tokensOf(session);
  if (access !== refused) return access; // another request has renewed it
  const under = renewals.get(session.http);
  if (under) return under;
  const renewal = renew(session).finally(() => renewals.delete(session.http));
  renewals.set(session.http, renewal);
  return renewal;
}

function tokensOf({ http, credentials }: Session): Tokens {
  const { token = '', refreshToken = '' } = credentials ?? {};
  const of = createHash('sha256')
    .update(JSON.stringify([token, refreshToken]))
    .digest('hex');
  const kept = Tokens.safeParse(parseJson(http.kept(KEPT) ?? ''));
  return kept.success && kept.data.of === of ? kept.data : { of, access: token, refresh: refreshToken };
}

async function renew(session: Session): Promise<string> {
  const { of, refresh } = tokensOf(session);
  if (refresh === '') throw new OutsideError('signedOut', 'The token is refused');
  const { clientId = '', clientSecret = '' } = session.credentials ?? {};
  const fields = [
    ['grant_type', 'refresh_token'],
    ['refresh_token', refresh],
    ['client_id', clientId],
    ['client_secret', clientSecret],
  ] as const;
  const answer = await session.http.request({
    base: session.settings.oauthUrl || OAUTH_URL,
    path: 'token',
    ...{ method: 'POST', isHarmless: true },
    form: { as: 'urlencoded', fields },
  });
  if (answer.status >= 500) throw new OutsideError('down', `HTTP ${answer.status} of the sign-in`);
  // Without evidence: the answer is a secret, or about one.
  const renewed = answer.status === 200 ? Renewed.safeParse(parseJson(answer.text())) : null;
  if (!renewed?.success) throw new OutsideError('signedOut', 'The token is refused and cannot be renewed');
  const { access_token: access, refresh_token = refresh } = renewed.data;
  session.http.keep(KEPT, JSON.stringify({ of, access, refresh: refresh_token } satisfies Tokens));
  return access;
}
