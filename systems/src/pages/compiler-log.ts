/** Longest log that is kept, in characters. */
const MAX_CHARACTERS = 65_536;

/** Control characters without tab and line feed. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

/** Makes a compiler's log fit to be shown: line ends alike, no control characters, cut to a bound. */
export function cleanLog(text: string): string {
  const cut = text.slice(0, MAX_CHARACTERS).replaceAll('\r\n', '\n').replaceAll(CONTROL, '').trim();
  return text.length > MAX_CHARACTERS ? `${cut.slice(0, MAX_CHARACTERS - 2)}\n…` : cut;
}
