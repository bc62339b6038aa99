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

/** A usual address pattern: refuses what does not occur in practice, such as quoted names and bare hosts. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
