import type { PrintPages } from '@balloon/contracts/printing.ts';

const FORM_FEED = '\f';

/** Pages as plain text for the printing system, each with a head that tells whose it is. */
export function printedText({ pages, name, seat, contestName, title }: PrintPages): string {
  const owner = seat === null ? name : `${seat}  ${name}`;
  return pages
    .map((lines, index) =>
      [
        `${owner}  [${index + 1}/${pages.length}]`,
        [contestName, title].filter(Boolean).join('  '),
        '',
        ...lines,
      ].join('\n'),
    )
    .join(FORM_FEED)
    .concat('\n');
}
