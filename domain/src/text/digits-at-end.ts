const DIGITS = '0123456789';

/** The digits that a text ends with, in linear time; empty when there are none. */
export function digitsAtEnd(text: string): string {
  let from = text.length;
  while (from > 0 && DIGITS.includes(text.charAt(from - 1))) from -= 1;
  return text.slice(from);
}
