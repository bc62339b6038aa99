import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import { PARAGRAPH, plainText, textNode, toBlocks, wrapInline } from '#statements/hast.ts';
import { define } from '#statements/tex/expand.ts';
import type { MacroHandler } from '#statements/tex/macros.ts';
import { argumentsOf, takeGroup } from '#statements/tex/read-arguments.ts';
import { type TexRun, texToHast } from '#statements/tex/tex-run.ts';
import type { StatementWords } from '#statements/words.ts';

const heading = (level: 'h2' | 'h3' | 'h4'): MacroHandler => ({
  signature: 's o m',
  render: (macro, _, run) => [PARAGRAPH, h(level, texToHast(argumentsOf(macro)[2] ?? [], run)), PARAGRAPH],
});

/** Headings of olymp.sty, in the statement's language. */
const ownHeading = (key: keyof StatementWords): MacroHandler => ({
  signature: '',
  render: (_, __, run) => asHeading(run.words[key]),
});

const asHeading = (text: string): ElementContent[] => [PARAGRAPH, h('h2', text), PARAGRAPH];

/** `\Subtask{number}` and `\SubtaskWithCost{number}{points}` of olymp.sty. */
const subtask = (signature: string): MacroHandler => ({
  signature,
  render(macro, _, run) {
    const [number, points] = argumentsOf(macro).map((content) => inlineText(texToHast(content ?? [], run)));
    return asHeading(`${run.words.subtask} ${number}${points ? ` (${points})` : ''}`);
  },
});

/** Heading `\paragraph{…}`: bold at the start of a line. */
const runIn: MacroHandler = {
  signature: 's o m',
  render: (macro, _, run) => [
    PARAGRAPH,
    ...wrapInline(texToHast(argumentsOf(macro)[2] ?? [], run), (inline) => h('b', inline)),
    textNode(' '),
  ],
};

const lineBreak: MacroHandler = { render: () => [h('br')] };
const nothing = (signature: string): MacroHandler => ({ signature, render: () => [] });
const paragraph: MacroHandler = { signature: '', render: () => [PARAGRAPH] };

const footnote: MacroHandler = {
  signature: 'o m',
  render(macro, _, run) {
    const number = run.footnotes.push([]);
    run.footnotes[number - 1] = texToHast(argumentsOf(macro)[1] ?? [], run);
    return [h('sup', String(number))];
  },
};

/** Handles `\epigraph{text}{source}`; on Polygon the source is often left out. */
const epigraph: MacroHandler = {
  signature: 'm',
  render(macro, cursor, run) {
    const text = texToHast(argumentsOf(macro)[0] ?? [], run);
    const source = texToHast(takeGroup(cursor) ?? [], run);
    return [
      h('blockquote', { className: ['statement-epigraph'] }, [
        ...toBlocks(text),
        ...(plainText(source).trim() === '' ? [] : [h('p', { className: ['statement-source'] }, source)]),
      ]),
    ];
  },
};

const caption: MacroHandler = {
  signature: 's o m',
  render: (macro, _, run) => [h('figure', h('figcaption', texToHast(argumentsOf(macro)[2] ?? [], run)))],
};

const problemName: MacroHandler = {
  signature: 'm',
  render(macro, _, run) {
    const content = argumentsOf(macro)[0] ?? [];
    // Some systems insert the name from the manifest.
    const isFilledIn = content.some((node) => node.type === 'macro' && node.content === 'problemyamlname');
    if (!isFilledIn) run.shared.title = inlineText(texToHast(content, run)) || run.shared.title;
    return [];
  },
};

/** Converts a title to plain text, in which formulas lose their marks. */
export const inlineText = (items: readonly ElementContent[]) =>
  plainText(items)
    .replace(/\\[()[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Handler of macros such as colours, of which only the last argument is text. */
const lastArgument = (signature: string): MacroHandler => ({
  signature,
  render: (macro, _, run) => texToHast(argumentsOf(macro).at(-1) ?? [], run),
});

const definition: MacroHandler = {
  render(macro, _, run: TexRun) {
    define(macro, run);
    return [];
  },
};

const named = (names: string, handler: MacroHandler) =>
  Object.fromEntries(names.split(' ').map((name) => [name, handler]));

/** Macros that are dropped: layout on paper, and placeholders of parts that the page shows by itself. */
const IGNORED =
  'noindent indent centering raggedright raggedleft raggedbottom sloppy frenchspacing hfill vfill ' +
  'hline toprule midrule bottomrule itemsep parskip parsep topsep protect relax leavevmode null ' +
  'displaystyle limits nolinebreak nopagebreak allowbreak goodbreak begingroup endgroup bgroup egroup ' +
  'maketitle nextsample remainingsamples sampleinput Example Examples Sample Samples problemyamlname';

export const STRUCTURE_MACROS: Readonly<Record<string, MacroHandler>> = {
  ...named('section chapter', heading('h2')),
  ...named('subsection', heading('h3')),
  ...named('subsubsection', heading('h4')),
  ...named('paragraph subparagraph', runIn),
  ...named('InputFile Input InputData', ownHeading('input')),
  ...named('OutputFile Output OutputData', ownHeading('output')),
  ...named('Interaction', ownHeading('interaction')),
  ...named('Scoring SubtaskScoring', ownHeading('scoring')),
  ...named('Note Notes Explanation Explanations Illustration', ownHeading('note')),
  Constraints: ownHeading('constraints'),
  Subtask: subtask('m'),
  ...named('SubtaskWithCost', subtask('m m')),
  ...Object.fromEntries(
    ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((word, index) => [
      `Subtask${word}`,
      {
        signature: '',
        render: (_, __, run) => asHeading(`${run.words.subtask} ${index + 1}`),
      } satisfies MacroHandler,
    ]),
  ),
  ...named('\\ newline linebreak tabularnewline', lineBreak),
  ...named('par bigskip medskip smallskip clearpage newpage pagebreak', paragraph),
  ...named('vspace hspace', nothing('s m')),
  ...named(IGNORED, nothing('')),
  ...named('label pagestyle thispagestyle usepackage documentclass', nothing('o m')),
  ...named('cline cmidrule input color hyphenation selectlanguage lstset graphicspath', nothing('m')),
  ...named('setlength addtolength setcounter addtocounter lstdefinestyle', nothing('m m')),
  definecolor: nothing('m m m'),
  rule: nothing('o m m'),
  hrule: { signature: '', render: () => [h('hr')] },
  footnote,
  epigraph,
  caption,
  problemname: problemName,
  ...named('textcolor colorbox', lastArgument('o m m')),
  ...named('scalebox rotatebox', lastArgument('m m')),
  ...named('resizebox', lastArgument('m m m')),
  ...named('raisebox', lastArgument('m m')),
  // A table handles them itself.
  multicolumn: lastArgument('m m m'),
  multirow: lastArgument('o m o m o m'),
  ...named('problemQuote', epigraph),
  ...named('newcommand renewcommand providecommand', definition),
  DeclareMathOperator: {
    signature: 's m m',
    render(macro, _, run) {
      const name = argumentsOf(macro)[1]?.[0];
      const body = texToHast(argumentsOf(macro)[2] ?? [], run);
      if (name?.type === 'macro') {
        const text = `\\operatorname{${plainText(body)}}`;
        run.definitions.set(name.content, { arity: 0, fallback: null, body: text });
      }
      return [];
    },
  },
  ...named('item', {
    // Outside of a list; a list handles its items itself.
    render: (macro, _, run) => [h('br'), textNode('• '), ...texToHast(argumentsOf(macro).at(-1) ?? [], run)],
  }),
};
