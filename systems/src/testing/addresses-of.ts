import type { ForeignProblem } from '#outside-system.ts';
import { readHtml } from '#pages/read-page.ts';

/** Lists the addresses of pictures and links in the statements of a problem. */
export function addressesOf({ statements }: ForeignProblem): { pictures: string[]; links: string[] } {
  const $ = readHtml(statements.map(({ html }) => html).join('\n'));
  const listed = (selector: string, name: string) =>
    $(selector)
      .toArray()
      .map((element) => $(element).attr(name) ?? '');
  return { pictures: listed('img', 'src'), links: listed('a', 'href') };
}
