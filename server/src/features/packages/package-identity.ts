import type { ImportedProblem } from '@balloon/contracts/judging/imported-problem.ts';

/**
 * Identity of a package across its revisions: its address in Polygon without session and parameters, else its
 * short name. The address in an ICPC package is that of a whole contest, where short names are often just
 * letters, so there the title counts instead.
 */
export function packageIdentity({ format, shortName, sourceUrl, statements }: ImportedProblem): string {
  if (format === 'icpc') return `icpc:${shortName}:${statements[0]?.title}`;
  return plainAddress(sourceUrl ?? '') ?? `polygon:${shortName}`;
}

function plainAddress(text: string): string | null {
  const url = URL.parse(text);
  if (!url?.host || url.pathname.length <= 1) return null; // a site is no problem
  return url.host + withoutParameters(url.pathname).replace(/\/$/, '');
}

/** `/a/b;session=1` without what follows the first semicolon of its last part. */
function withoutParameters(pathname: string): string {
  const at = pathname.indexOf(';', pathname.lastIndexOf('/'));
  return at === -1 ? pathname : pathname.slice(0, at);
}
