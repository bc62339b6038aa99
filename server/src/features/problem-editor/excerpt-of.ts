/** How much of a test the editor shows; the rest is downloaded. */
export const EXCERPT_BYTES = 16 * 1024;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The beginning of a content as text. What is no UTF-8 is replaced, a character that was cut is left out. */
export function excerptOf(head: Buffer, maxBytes = EXCERPT_BYTES): string {
  const cut = head.subarray(0, maxBytes);
  const text = utf8.decode(cut, { stream: cut.length < head.length || head.length >= EXCERPT_BYTES });
  utf8.decode(); // forgets the cut character
  return text.replaceAll('\u0000', '\ufffd');
}
