/** Name of an entry of a zip archive, as a library reads it. */
export interface ZipEntryName {
  fileName: string;
  fileNameRaw: Uint8Array;
  generalPurposeBitFlag: number;
}

/** Flag of an entry whose name is stated to be UTF-8. */
const IS_UTF8 = 0x800;
/** Byte of a Latin letter in ASCII beside one beyond ASCII. */
const IN_LATIN_WORD = /[a-z][^\0-\x7f]|[^\0-\x7f][a-z]/i;

/**
 * Decodes the name of an entry. A zip archive says so only where a name is UTF-8; for all others the format means the
 * code page of the first PCs (437), while packers write UTF-8 without a word (macOS) or the code page of the system, which is
 * 866 where Windows speaks Russian. Names beyond ASCII are taken as UTF-8 where they are valid UTF-8, as Cyrillic of page
 * 866 where they stand in no Latin word (`Lösung`), and as stated otherwise.
 *
 * @param asPage437 the name as the format means it; where the library has another one, that stands in a field of its own, as UTF-8
 */
export function zipEntryName(
  { fileName, fileNameRaw, generalPurposeBitFlag }: ZipEntryName,
  asPage437: string,
): string {
  if ((generalPurposeBitFlag & IS_UTF8) !== 0 || fileName !== asPage437) return fileName;
  const asUtf8 = validUtf8(fileNameRaw);
  if (asUtf8 !== null) return asUtf8;
  const isWestern = IN_LATIN_WORD.test(new TextDecoder('latin1').decode(fileNameRaw));
  return isWestern ? fileName : new TextDecoder('ibm866').decode(fileNameRaw);
}

function validUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
