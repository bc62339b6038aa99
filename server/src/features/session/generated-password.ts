import { randomInt } from 'node:crypto';

/** Letters and digits that are not confused when read aloud. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** 80 random bits as `abcd-efgh-ijkm-npqr`: to be printed once and typed by a person. */
export function generatedPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
