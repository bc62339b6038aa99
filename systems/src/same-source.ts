/**
 * Compares a source that a system shows with the one that was sent. One that is blank or ends too early says nothing: to take
 * our run for another one would be to send it twice.
 *
 * @returns null when it cannot be told
 */
export function compareSources(shown: string, sent: string): boolean | null {
  if (isSameSource(shown, sent)) return true;
  return essenceOf(sent).startsWith(essenceOf(shown)) ? null : false;
}

/**
 * Whether a source that a system shows is the one that was sent. Line ends and spaces at line ends do not count, nor do
 * letters beyond ASCII: systems store them in charsets of their own.
 */
export function isSameSource(shown: string, sent: string): boolean {
  return essenceOf(shown) === essenceOf(sent);
}

function essenceOf(source: string): string {
  const lines = source
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  return lines
    .join('\n')
    .trim()
    .replaceAll(/[^\n -~]/g, '?')
    .replaceAll(/\?{2,}/g, '?');
}
