import {
  EMAIL_PATTERN,
  hasPlainLetters,
  hasVisibleSign,
  MAX_FIELD_LENGTH,
  MIN_PASSWORD_LENGTH,
  mixesAlphabets,
  OWN_NAME_PATTERN,
  stacksMarks,
  USERNAME_PATTERN,
} from '@balloon/contracts/people/account-rules.ts';
import i18next from 'i18next';

/*
 * Checks of fields by the server's own rules, before the form is sent. Each returns the fault in the person's
 * language, or `undefined`.
 */

/** Checks that a text is present and no longer than the server stores. */
export function requiredText(value: string): string | undefined {
  if (value.trim() === '') return i18next.t('form.required');
  return value.length > MAX_FIELD_LENGTH ? i18next.t('form.tooLong', { count: MAX_FIELD_LENGTH }) : undefined;
}

export function emailText(value: string): string | undefined {
  return requiredText(value) ?? (EMAIL_PATTERN.test(value.trim()) ? undefined : i18next.t('form.email'));
}

export function usernameText(value: string): string | undefined {
  return (
    requiredText(value) ?? (USERNAME_PATTERN.test(value.trim()) ? undefined : i18next.t('form.username'))
  );
}

/** Checks a username that people give themselves. */
export const ownUsernameText = (value: string): string | undefined =>
  usernameText(value) ?? (hasPlainLetters(value) ? alphabetText(value) : i18next.t('form.username'));

/** Checks a first or last name that people give themselves. */
export function ownNameText(value: string): string | undefined {
  const fault = requiredText(value);
  if (fault !== undefined) return fault;
  if (!hasVisibleSign(value)) return i18next.t('form.required');
  if (!OWN_NAME_PATTERN.test(value.trim())) return i18next.t('form.invisible');
  return stacksMarks(value) ? i18next.t('form.fewMarks') : alphabetText(value);
}

const alphabetText = (value: string) => (mixesAlphabets(value) ? i18next.t('form.oneAlphabet') : undefined);

export function newPasswordText(value: string, username = ''): string | undefined {
  if (value === '') return i18next.t('form.required');
  if (value.length < MIN_PASSWORD_LENGTH) return i18next.t('form.tooShort', { count: MIN_PASSWORD_LENGTH });
  if (username !== '' && value.toLowerCase() === username.toLowerCase()) {
    return i18next.t('errors.PASSWORD_IS_USERNAME');
  }
  return value.length > MAX_FIELD_LENGTH ? i18next.t('form.tooLong', { count: MAX_FIELD_LENGTH }) : undefined;
}

export function repeatedText(value: string, password: string): string | undefined {
  if (value === '') return i18next.t('form.required');
  return value === password ? undefined : i18next.t('form.notSame');
}
