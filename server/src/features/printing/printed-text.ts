import type { PrintPages } from '@balloon/contracts/hall/printing.ts';
import { lineHead } from '@balloon/domain/text/print-pages.ts';
import { printHead } from '#features/printing/print-head.ts';

const FORM_FEED = '\f';

/** Pages as plain text for the printing system, each with a head that tells whose it is. */
export function printedText({ pages, ...job }: PrintPages): string {
  const { owner, where, what, when } = printHead(job);
  return pages
    .map((lines, index) =>
      [
        `${owner}  [${index + 1}/${pages.length}]`,
        where,
        [what, when].filter(Boolean).join('  '),
        '',
        ...lines.map((line) => `${lineHead(line)}${line.text}`.trimEnd()),
      ].join('\n'),
    )
    .join(FORM_FEED)
    .concat('\n');
}
