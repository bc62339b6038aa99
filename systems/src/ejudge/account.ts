import type { ServerSettings } from '#ejudge/server-settings.ts';
import { OutsideError } from '#failures.ts';
import type { Session } from '#outside-system.ts';

/** How an account proves itself. */
export type Account =
  | { by: 'key'; key: string; login: string | null }
  | { by: 'password'; login: string; password: string };

/** Type of a token, before its 43 characters. Without it ejudge denies everything. */
const TOKEN_TYPE = 'AQAA';
const TOKEN_CHARACTERS = 43;

/** Reads the fields of an account. @throws {OutsideError} `signedOut` when they cannot sign anybody in */
export function readAccount({ credentials }: Session, { role }: ServerSettings): Account {
  const { apiKey = '', login = '', password = '' } = credentials ?? {};
  if (apiKey.trim() !== '') return { by: 'key', key: keyOf(apiKey), login: login.trim() || null };
  if (role !== 'participant') throw new OutsideError('signedOut', `The role ${role} needs an API key`);
  if (login === '' || password === '') {
    throw new OutsideError('signedOut', 'ejudge shows nothing without an API key or a login and password');
  }
  return { by: 'password', login: login.trim(), password };
}

/** The page of keys shows the token without its type, and people copy the header as a whole. */
function keyOf(text: string): string {
  const key = text.trim().replace(/^Bearer /i, '');
  return key.length === TOKEN_CHARACTERS ? TOKEN_TYPE + key : key;
}
