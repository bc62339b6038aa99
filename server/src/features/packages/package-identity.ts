import type { ImportedProblem } from '@balloon/contracts/imported-problem.ts';

/**
 * What stays the same from one revision of a package to the next: its address in Polygon without session and
 * parameters, else its short name. The address in an ICPC package is that of a whole contest, where short names are
 * often just letters, so there the title counts instead.
 */
export function packageIdentity({ format, shortName, sourceUrl, statements }: ImportedProblem): string {
  if (format === 'icpc') return `icpc:${shortName}:${statements[0]?.title}`;
  return plainAddress(sourceUrl ?? '') ?? `polygon:${shortName}`;
}

function plainAddress(text: string): string | null {
  const url = URL.parse(text);
  if (!url?.host || url.pathname.length <= 1) return null; // a site is no problem
  return url.host + url.pathname.replace(/;[^/]*$/, '').replace(/\/$/, '');
}
