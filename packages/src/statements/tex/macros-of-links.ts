import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { plainText, wrapInline } from '#statements/hast.ts';
import { picture } from '#statements/picture.ts';
import type { MacroHandler } from '#statements/tex/macros.ts';
import { argumentsOf, rawArgument } from '#statements/tex/read-arguments.ts';
import { type TexRun, texToHast } from '#statements/tex/tex-run.ts';

/** Removes the escapes that the preparation added for the parser. */
const addressFrom = (raw: string) => raw.trim().replace(/\\([%#&_~^${}])/g, '$1');

function link(href: string, content: ElementContent[]): ElementContent[] {
  if (!/^(https?:|mailto:)/i.test(href)) return content;
  return wrapInline(content, (run) => h('a', { href }, run));
}

/** `\includegraphics[options]{file}`. */
const includeGraphics: MacroHandler = {
  render(macro, _, run) {
    const args = argumentsOf(macro);
    // The parser's arguments: star, options, options, file.
    const options = [rawArgument(macro, 1), rawArgument(macro, 2)].join(',');
    return [picture(rawArgument(macro, args.length - 1), sizeOf(options), run)];
  },
};

/** Parses a size: a part of the width of a line; a scale of the picture's own size; a length with its unit. */
function sizeOf(options: string) {
  const pairs = options.split(',').map((part) => part.split('=', 2).map((side) => side.trim()));
  const values = new Map(pairs.map(([name = '', value = '']) => [name, value || undefined]));
  return { width: values.get('width'), height: values.get('height'), scale: values.get('scale') };
}

/** Handles `\illustration{width}{file}{caption}` of Kattis: a picture beside the text. */
const illustration: MacroHandler = {
  signature: 'm m m',
  render(macro, _, run) {
    const [, , caption] = argumentsOf(macro);
    const share = Math.min(Math.max(Number.parseFloat(rawArgument(macro, 0)) || 0.3, 0.15), 0.6);
    const text = texToHast(caption ?? [], run);
    return [
      h('figure', { className: ['statement-illustration'], style: `width: ${Math.round(share * 100)}%` }, [
        picture(rawArgument(macro, 1), {}, run),
        ...(plainText(text).trim() === '' ? [] : [h('figcaption', text)]),
      ]),
    ];
  },
};

/** Shows a text file of which the TeX names the path. */
function listing(reference: string, run: TexRun): Element[] {
  const file = run.files.find(reference);
  const text = file === null ? undefined : run.listings.get(file.path);
  if (text === undefined) {
    run.remarks.lose(`the text file ${reference} is missing: there is no such file beside the statement`);
    return [];
  }
  return [h('pre', text)];
}

export const LINK_MACROS: Readonly<Record<string, MacroHandler>> = {
  url: {
    signature: 'm',
    render(macro) {
      const href = addressFrom(rawArgument(macro, 0));
      return link(href, [{ type: 'text', value: href }]);
    },
  },
  href: {
    signature: 'o m m',
    render: (macro, _, run) =>
      link(addressFrom(rawArgument(macro, 1)), texToHast(argumentsOf(macro)[2] ?? [], run)),
  },
  includegraphics: includeGraphics,
  includesvg: {
    signature: 'o m',
    render: (macro, _, run) => [picture(rawArgument(macro, 1), sizeOf(rawArgument(macro, 0)), run)],
  },
  epsfbox: { signature: 'm', render: (macro, _, run) => [picture(rawArgument(macro, 0), {}, run)] },
  illustration,
  lstinputlisting: { signature: 'o m', render: (macro, _, run) => listing(rawArgument(macro, 1), run) },
  verbatiminput: { signature: 'm', render: (macro, _, run) => listing(rawArgument(macro, 0), run) },
  ref: {
    signature: 's m',
    render(macro, _, run) {
      const label = rawArgument(macro, 1);
      const number = run.figures.get(label);
      if (number === undefined) run.remarks.warn(`\\ref{${label}} refers to nothing that has a number`);
      return [{ type: 'text', value: number === undefined ? '?' : String(number) }];
    },
  },
};
