import type { ForeignStatement } from '#outside-system.ts';
import { splitFormulas } from '#pages/dollar-formulas.ts';
import { type Nodes, proseWithin } from '#pages/nodes.ts';
import { blockOf } from '#pages/plain-text.ts';
import { type CheerioAPI, readHtml } from '#pages/read-page.ts';
import { languageOf, statementHtml } from '#pages/statement-html.ts';

/** Statement as `problem-statement-json` gives it: HTML in spite of the name. */
export type ReadStatement = Pick<ForeignStatement, 'language' | 'html' | 'samples'>;

/** What ejudge writes in place of a statement that cannot be seen. */
const UNAVAILABLE = 'Statement is not available';

/**
 * Reads a statement.
 *
 * @param url address of the server, to which links are relative
 * @param title of the problem: a heading that repeats it is left out
 * @returns null when the server has none for this account
 */
export function readStatement(html: string, url: string, title: string): ReadStatement | null {
  const $ = readHtml(`<main>${html}</main>`);
  const main = $('main').first();
  const headings = main.children('h1,h2,h3');
  if (main.text().trim() === '' || headings.first().text().trim() === UNAVAILABLE) return null;
  const [first] = main.children().toArray();
  if (first && /^h[1-3]$/.test(first.name) && isTitle($(first).text(), title)) $(first).remove();
  const samples = takeSamples($, main);
  normalizeFormulas(main);
  return {
    ...{ language: languageOf(main.text()), samples },
    html: statementHtml({ $, url }, main.contents()),
  };
}

/** ejudge heads statements itself, in the language of the contest: `Problem A: Sum`, `Задача A: Сумма`. */
function isTitle(heading: string, title: string): boolean {
  const text = heading.trim();
  return text === title || (text.endsWith(title) && /^\p{L}{1,20} \S{1,64}:/u.test(text));
}

/**
 * Takes the samples out. They stand in a part of their own, whatever the language: a heading, and then nothing but
 * pairs of a small heading with a preformatted block, input before output.
 */
function takeSamples($: CheerioAPI, main: Nodes): { input: string; output: string }[] {
  for (const heading of main.children('h3').toArray()) {
    const part = $(heading).nextUntil('h3');
    const blocks = part.filter('pre');
    const isOfSamples = part.toArray().every(({ name }, at) => name === (at % 2 === 0 ? 'h4' : 'pre'));
    if (!isOfSamples || blocks.length === 0 || part.length % 4 !== 0) continue;
    const texts = blocks.toArray().map((block) => blockOf($(block)));
    part.add(heading).remove();
    return texts.flatMap((input, at) => (at % 2 === 0 ? [{ input, output: texts[at + 1] ?? '' }] : []));
  }
  return [];
}

/** Signs of TeX that pages for MathJax have beside the dollars. */
const SIGNS = [
  ['\\(', '$'],
  ['\\)', '$'],
  ['\\[', '$$'],
  ['\\]', '$$'],
] as const;

function normalizeFormulas(root: Nodes): void {
  for (const text of proseWithin(root)) {
    for (const [theirs, ours] of SIGNS) text.data = text.data.replaceAll(theirs, () => ours);
    // Problems that came from Polygon may have its signs.
    text.data = splitFormulas(text.data)
      .map((piece) => piece.text)
      .join('');
  }
}
