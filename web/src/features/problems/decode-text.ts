/**
 * The text of a file: UTF-8, or what Windows wrote in Russian before.
 *
 * @returns null for what is no text at all
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}
