import type { OutsideAccount } from '@balloon/contracts/outside/relay.ts';
import { z } from 'zod';
import { seal, unseal } from '#content/sealed.ts';

/** Purpose under which credentials and sessions of accounts are sealed. */
const PURPOSE = 'outside account';

const Credentials = z.record(z.string(), z.string());

/** Encrypts the fields of an account. @param key SETTINGS_KEY */
export function sealCredentials(key: string, credentials: Readonly<Record<string, string>>): string {
  return seal(key, PURPOSE, JSON.stringify(credentials));
}

/** Encrypts the session of an account. */
export const sealSession = (key: string, session: string): string => seal(key, PURPOSE, session);

export interface SealedAccount {
  id: number;
  credentials: string;
  session: string | null;
  authorId: string | null;
}

/** Opens an account for a relay; null when it was sealed with another key. A session that does not open is forgotten. */
export function openAccount(key: string, { id, authorId, ...sealed }: SealedAccount): OutsideAccount | null {
  const opened = unseal(key, PURPOSE, sealed.credentials);
  if (opened === null) return null;
  return {
    ...{ id, authorId },
    credentials: Credentials.parse(JSON.parse(opened)),
    session: sealed.session === null ? null : unseal(key, PURPOSE, sealed.session),
  };
}
