import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { Recipient } from '#mail/letters.ts';

/** Recipient of a letter, from an account. */
export function recipientOf(
  { firstName, lastName, username }: Record<'firstName' | 'lastName' | 'username', string>,
  locale: Locale,
): Recipient {
  return { name: `${firstName} ${lastName}`.trim() || username, username, locale };
}
