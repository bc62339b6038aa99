import { OutsideError } from '#failures.ts';
import type { AccountHealth, Session } from '#outside-system.ts';
import { openPolygon, type PolygonClient } from '#polygon/polygon.ts';

/** How sessions talk to Polygon, which lists and judges nothing: fields of its accounts are those of Codeforces' API. */
export const polygonAccess = (requestEveryMs: number) => ({ pace: { requestEveryMs }, checkAccount });

/**
 * Opens Polygon as the account of a session.
 *
 * @param pin code that protects what is asked for; null: none
 * @throws {OutsideError} `signedOut` when the account has no key
 */
export function openPolygonAs(
  { http, credentials, nowMs }: Session,
  pin: string | null = null,
): PolygonClient {
  const { apiKey = '', apiSecret: secret = '' } = credentials ?? {};
  if (apiKey === '' || secret === '') throw noPolygonKey();
  return openPolygon({ http, key: { apiKey, secret }, pin: pin ?? undefined, nowMs });
}

export const noPolygonKey = () =>
  new OutsideError('signedOut', 'Polygon needs an account with an API key and its secret');

/** Any problem will do: a key is looked at before what it asks for. */
const SOME_PROBLEM = 1;

/** Checks the key. Polygon does not tell whose it is. */
async function checkAccount(session: Session): Promise<AccountHealth> {
  await openPolygonAs(session)
    .findNewestPackage(SOME_PROBLEM)
    .catch((error: unknown) => {
      // A key that is known, but may not read this problem.
      if (!(error instanceof OutsideError) || error.kind !== 'refused') throw error;
    });
  return { name: 'API key', authorId: '' };
}
