const SEPARATORS = [';', ',', '\t'] as const;

/** The separator that occurs most in the heading, outside of quotes. */
export function likelySeparator(text: string): string {
  const heading = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => ({ separator, count: heading.split(separator).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}
