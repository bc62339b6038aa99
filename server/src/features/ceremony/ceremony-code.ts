import { hash, randomBytes } from 'node:crypto';

/** 32 letters and digits that nobody takes for another one, since codes are typed off a screen, too. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Letters of a code: five bits each, 130 in all. */
const LENGTH = 26;

const CODE = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** A code that nobody can guess. */
export const newCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');

/** Whether a text may be a code at all. */
export const isCode = (text: string): boolean => CODE.test(text);

/** The form in which a code is stored: whoever reads the database cannot use it. */
export const hashOfCode = (code: string): string => hash('sha256', code, 'hex');
