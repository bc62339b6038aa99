import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';

/**
 * Margins of printed sheets: the name of the contest, the problem, the page number. Browsers without margin
 * boxes leave them empty.
 *
 * @param problems problems that have sheets of their own
 */
export function pageStyle(
  name: string,
  problems: readonly Pick<ListedContestProblem, 'internalSymbolIndex' | 'title'>[],
): string {
  const ownSheets = problems.map(
    ({ internalSymbolIndex: index, title }) =>
      `@page problem-${index} { @top-right { content: ${cssText(`${index}. ${title}`)}; } }`,
  );
  return [
    `@page { margin: 22mm 18mm 20mm; ${SMALL_PRINT}
      @top-left { content: ${cssText(name)}; }
      @bottom-right { content: counter(page); } }`,
    '@page cover { @top-left { content: none; } @bottom-right { content: none; } }',
    ...ownSheets,
  ].join('\n');
}

const SMALL_PRINT = 'font: 9.5pt "Golos Text Variable", sans-serif; color: #4d5562;';

/** Quotes any text as a CSS string. */
export function cssText(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} .,:;!?()+-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;
}
