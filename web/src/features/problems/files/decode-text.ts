/**
 * Decodes a text file: UTF-8, otherwise the Russian Windows code page.
 *
 * @returns null for a file that is not text
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}
