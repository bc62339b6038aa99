import { isUtf8 } from 'node:buffer';
import { type Entry, getFileNameLowLevel } from 'yauzl';

/** Flag of an entry whose name is stated to be UTF-8. */
const IS_UTF8 = 0x800;
/** Byte of a Latin letter in ASCII beside one beyond ASCII. */
const IN_LATIN_WORD = /[a-z][^\0-\x7f]|[^\0-\x7f][a-z]/i;

/**
 * Decodes the name of an entry. A zip archive says so only where a name is UTF-8; for all others the format means the
 * code page of the first PCs (437), while packers write UTF-8 without a word (macOS) or the code page of the system, which is
 * 866 where Windows speaks Russian. Names beyond ASCII are taken as UTF-8 where they are valid UTF-8, as Cyrillic of page
 * 866 where they stand in no Latin word (`Lösung`), and as stated otherwise.
 */
export function nameOfEntry({ fileName, fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const asStated = getFileNameLowLevel(0, fileNameRaw, [], true);
  // Another name stands in a field of its own, as UTF-8.
  if ((generalPurposeBitFlag & IS_UTF8) !== 0 || fileName !== asStated) return fileName;
  if (isUtf8(fileNameRaw)) return fileNameRaw.toString('utf8');
  const isWestern = IN_LATIN_WORD.test(fileNameRaw.toString('latin1'));
  return isWestern ? fileName : new TextDecoder('ibm866').decode(fileNameRaw);
}
