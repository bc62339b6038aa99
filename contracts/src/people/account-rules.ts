/*
 * What a new account must look like. Apart from the schemas, because the page says it before the server does and
 * needs no schemas for that.
 */

export const MIN_PASSWORD_LENGTH = 6;
/** Longest name, address or password, in characters. */
export const MAX_FIELD_LENGTH = 200;

/** No `@` and no spaces: a username must not read like somebody's address. */
export const USERNAME_PATTERN = /^[\p{L}\p{N}._-]+$/u;

/**
 * A name that people give themselves and everybody reads: nothing in it is invisible, or turns the direction of what stands beside
 * it. Only the joiners of letters are let through, which Persian and Indian names need.
 */
export const OWN_NAME_PATTERN = /^(?:[\u200c\u200d]|[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800])*$/u;

/** Whether a name holds anything that is read, besides marks and spaces. */
export const hasVisibleSign = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** Alphabets with letters of one look, such as the Latin, the Cyrillic and the Greek `o`. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Whether a word is written with letters of several alphabets: it reads like another word that somebody else may be called by. */
export const mixesAlphabets = (text: string): boolean =>
  text.split(/[^\p{L}\p{M}]/u).some((word) => ALPHABETS.filter((letters) => letters.test(word)).length > 1);

/** Whether more marks stand on a letter than any language writes: they would cover the lines above and below. */
export const stacksMarks = (text: string): boolean => /\p{Mn}{5}/u.test(text);

/** Whether letters and digits are plain: not wide, bold, circled or raised forms, which read like the plain ones. */
export const hasPlainLetters = (text: string): boolean => text.normalize('NFKC') === text.normalize('NFC');

/** A usual address pattern: refuses what does not occur in practice, such as quoted names and bare hosts. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
