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

/**
 * Alphabets in general use, and the mixtures of them in which East Asian words are written.
 *
 * @see Unicode TR 31, table 5 "Recommended Scripts"; TR 39, "highly restrictive", here without Latin letters in those mixtures
 */
const ALPHABETS = [
  // Latin by its languages of today: what else Unicode has of it, such as small capitals, reads like these.
  /[A-Za-z\u00c0-\u017fẞƁɓƆɔƉɖƊɗƎǝƏəƐɛƑƒƓɠƔɣƗɨƘƙƝɲƟɵƩʃƱʊƲʋƳƴƷʒ]/u,
  /\p{scx=Cyrl}/u,
  /\p{scx=Grek}/u,
  /\p{scx=Armn}/u,
  /\p{scx=Geor}/u,
  /\p{scx=Hebr}/u,
  /\p{scx=Arab}/u,
  /\p{scx=Thaa}/u,
  /\p{scx=Ethi}/u,
  /\p{scx=Deva}/u,
  /\p{scx=Beng}/u,
  /\p{scx=Guru}/u,
  /\p{scx=Gujr}/u,
  /\p{scx=Orya}/u,
  /\p{scx=Taml}/u,
  /\p{scx=Telu}/u,
  /\p{scx=Knda}/u,
  /\p{scx=Mlym}/u,
  /\p{scx=Sinh}/u,
  /\p{scx=Thai}/u,
  /\p{scx=Laoo}/u,
  /\p{scx=Khmr}/u,
  /\p{scx=Mymr}/u,
  /\p{scx=Tibt}/u,
  /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]/u,
  /[\p{scx=Hani}\p{scx=Hang}]/u,
  /[\p{scx=Hani}\p{scx=Bopo}]/u,
];

const isInGeneralUse = (letter: string) => ALPHABETS.some((alphabet) => alphabet.test(letter));

/** Splits a text into words without digits of ours, and these into letters without marks that belong to no alphabet. */
const wordsOf = (text: string): string[][] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{sc=Inherited}/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]|[0-9]/u)
    .map((word) => [...word]);

/** Turned commas, apostrophes and half rings, which are letters of many alphabets. */
const APOSTROPHE = /[\u02b9-\u02c1]/u;

/** Whether a letter is of an alphabet that few people write, none of those above. */
const isRare = (letter: string) => !isInGeneralUse(letter) && !/\p{sc=Latn}/u.test(letter);

/** Whether a word is written with letters of several alphabets: it reads like another word that somebody else may be called by. */
export const mixesAlphabets = (text: string): boolean =>
  wordsOf(text).some((word) => {
    const letters = word.filter((letter) => !APOSTROPHE.test(letter));
    return (
      !letters.every(isRare) && !ALPHABETS.some((alphabet) => letters.every((one) => alphabet.test(one)))
    );
  });

/** Whether more marks stand on a letter than any language writes: they would cover the lines above and below. */
export const stacksMarks = (text: string): boolean => /\p{Mn}{5}/u.test(text);

/**
 * Whether letters and digits are plain, and of alphabets in general use: not wide, bold, circled or raised forms, nor letters of
 * old and rare alphabets, which read like the plain ones.
 */
export const hasPlainLetters = (text: string): boolean =>
  text.normalize('NFKC') === text.normalize('NFC') && wordsOf(text).flat().every(isInGeneralUse);

/** A usual address pattern: refuses what does not occur in practice, such as quoted names and bare hosts. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
