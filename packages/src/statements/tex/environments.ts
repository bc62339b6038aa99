import type { Environment } from '@unified-latex/unified-latex-types';
import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import { plainText, toBlocks } from '#statements/hast.ts';
import { figure } from '#statements/tex/figures.ts';
import { descriptionList, list } from '#statements/tex/lists.ts';
import { inlineText } from '#statements/tex/macros-of-structure.ts';
import { argumentsOf } from '#statements/tex/read-arguments.ts';
import { table } from '#statements/tex/tables.ts';
import { type TexRun, texToHast } from '#statements/tex/tex-run.ts';
import type { StatementWords } from '#statements/words.ts';

export interface EnvironmentHandler {
  /** Arguments after `\begin{name}`, in the notation of `MacroHandler`. */
  signature?: string;
  render(environment: Environment, run: TexRun): ElementContent[];
}

/** Environments whose contents are shown unchanged. */
export const VERBATIM = new Set(['verbatim', 'verbatim*', 'Verbatim', 'lstlisting', 'minted', 'alltt']);

/** Makes the handler of an environment of which only the contents are shown. */
const plain = (signature: string): EnvironmentHandler => ({
  signature,
  render: (environment, run) => texToHast(environment.content, run),
});

const wrapped = (tag: 'div' | 'blockquote', className: string[], signature = ''): EnvironmentHandler => ({
  signature,
  render: (environment, run) => [h(tag, { className }, toBlocks(texToHast(environment.content, run)))],
});

/** Part of a Kattis statement with its heading, such as `Input`. */
const part = (key: keyof StatementWords): EnvironmentHandler => ({
  signature: '',
  render: (environment, run) => [h('h2', run.words[key]), ...texToHast(environment.content, run)],
});

/** `\begin{problem}{title}{input}{output}{time}{memory}` of olymp.sty. */
const problem: EnvironmentHandler = {
  signature: 'o m m m m m',
  render(environment, run) {
    const title = inlineText(texToHast(argumentsOf(environment)[1] ?? [], run));
    if (title !== '') run.shared.title ??= title;
    return texToHast(environment.content, run);
  },
};

/** Drawing in a language of its own, whose source does not help a reader. */
const drawing: EnvironmentHandler = {
  signature: 'o',
  render(environment, run) {
    run.remarks.lose(`a drawing (${environment.env}) is left out; add it as a picture, SVG or PNG`);
    return [];
  },
};

const hidden: EnvironmentHandler = { render: () => [] };

/** Environment of samples, which are taken out before, so that it is empty. */
const samples: EnvironmentHandler = {
  signature: 'o',
  render(environment, run) {
    const left = texToHast(environment.content, run);
    return plainText(left).trim() === '' ? [] : left;
  },
};

const named = (names: string, handler: EnvironmentHandler) =>
  Object.fromEntries(names.split(' ').map((name) => [name, handler]));

export const ENVIRONMENTS: Readonly<Record<string, EnvironmentHandler>> = {
  ...named('itemize', { render: (environment, run) => [list('ul', environment, run)] }),
  ...named('enumerate', { render: (environment, run) => [list('ol', environment, run)] }),
  description: { render: (environment, run) => [descriptionList(environment, run)] },
  tabular: { signature: 'o m', render: (environment, run) => [table(environment, 1, run)] },
  ...named('tabular* tabularx tabulary', {
    signature: 'm o m',
    render: (environment, run) => [table(environment, 2, run)],
  }),
  ...named('longtable', { signature: 'o m', render: (environment, run) => [table(environment, 1, run)] }),
  ...named('figure figure* wrapfigure', { render: figure }),
  ...named('table table*', { signature: 'o', render: figure }),
  center: wrapped('div', ['statement-center']),
  flushright: wrapped('div', ['statement-right']),
  ...named('flushleft document afterSample beforeSample small footnotesize large sloppypar', plain('')),
  ...named('minipage', plain('o m')),
  ...named('multicols', plain('m')),
  ...named('adjustbox', plain('m')),
  ...named('subfigure', plain('o m')),
  ...named('quote quotation verse', wrapped('blockquote', [])),
  ...named('framed mdframed', wrapped('div', ['statement-frame'], 'o')),
  ...named('Input', part('input')),
  ...named('Output', part('output')),
  ...named('Interaction', part('interaction')),
  ...named('Scoring', part('scoring')),
  ...named('Note Notes', part('note')),
  problem,
  ...named('example examplewide examplethree examples', samples),
  ...named('tutorial', hidden),
  ...named('tikzpicture pspicture picture asy', drawing),
};
