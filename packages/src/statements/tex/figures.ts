import type { Environment, Node } from '@unified-latex/unified-latex-types';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { mergeText, textNode, toBlocks, toContents } from '#statements/hast.ts';
import { isMacro, rawArgument } from '#statements/tex/read-arguments.ts';
import { type TexRun, texToHast } from '#statements/tex/tex-run.ts';

const FIGURES = ['figure', 'figure*', 'wrapfigure', 'table', 'table*'];

/** Renders `figure` and `table`: contents centred, the caption below. */
export function figure(environment: Environment, run: TexRun): Element[] {
  const blocks = toBlocks(texToHast(withoutPlacement(environment), run));
  const captions = blocks.filter(isCaption).flatMap(({ children }) => children as Element[]);
  const number = labelOf(environment)
    ?.map((label) => run.figures.get(label))
    .find((known) => known !== undefined);
  if (number !== undefined && captions[0] !== undefined) {
    const children = [textNode(`${run.words.figure}\u00a0${number}. `), ...captions[0].children];
    captions[0] = { ...captions[0], children: mergeText(children) };
  }
  const content = blocks.filter((block) => !isCaption(block)).flatMap(unwrapParagraph);
  return [h('figure', { className: ['statement-figure'] }, [...content, ...captions])];
}

/** Numbers figures that have a label, in the order of the text. */
export function numberFigures(nodes: readonly Node[]): Map<string, number> {
  const numbers = new Map<string, number>();
  let last = 0;
  const visit = (list: readonly Node[]) => {
    for (const node of list) {
      if (node.type === 'environment' && FIGURES.includes(String(node.env))) {
        last += 1;
        for (const label of labelOf(node)) numbers.set(label, last);
      } else if ('content' in node && Array.isArray(node.content)) visit(node.content as Node[]);
    }
  };
  visit(nodes);
  return numbers;
}

const isCaption = ({ tagName, properties, children }: Element) => {
  const [only] = children;
  return (
    tagName === 'figure' &&
    properties.className === undefined &&
    only?.type === 'element' &&
    only.tagName === 'figcaption'
  );
};

/** Returns the names of the labels in a figure or its caption. */
function labelOf({ content }: Environment): string[] {
  const labels: string[] = [];
  const visit = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (isMacro(node, 'label')) labels.push(rawArgument(node as { args?: never[] }, 1));
      if (node.type === 'macro') for (const { content } of node.args ?? []) visit(content);
      else if ('content' in node && Array.isArray(node.content)) visit(node.content as Node[]);
    }
  };
  visit(content);
  return labels;
}

/** Removes arguments such as `{r}{0.5\textwidth}`, which the parser leaves in environments unknown to it. */
function withoutPlacement({ env, content }: Environment): Node[] {
  const groups = env === 'wrapfigure' ? 2 : 0;
  let taken = 0;
  return content.filter((node) => {
    if (taken < groups && node.type === 'group') {
      taken += 1;
      return false;
    }
    return true;
  });
}

function unwrapParagraph(block: Element): ElementContent[] {
  return block.tagName === 'p' ? toContents(block.children) : [block];
}
