/**
 * Keeps text next to a short formula on its line: the ending of "$i$-й", a bracket, a comma.
 * Browsers may break a line at every formula, since each is a box to them.
 */

/** The part of a Markdown tree that is needed here. */
export interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  data?: { hName: string; hProperties: { className: string[] } };
}

/** Maximum number of signs for gluing: a longer formula may have to break on a phone. */
const SHORT_SIGNS = 9;

/** A step of the Markdown pipeline; runs after the formulas are recognised. */
export function glueFormulas() {
  return (root: MarkdownNode) => glueChildren(root);
}

function glueChildren(parent: MarkdownNode): void {
  if (parent.children === undefined) return;
  const glued: MarkdownNode[] = [];
  parent.children.forEach((node, index, all) => {
    const isShort = node.type === 'inlineMath' && countSigns(node.value ?? '') <= SHORT_SIGNS;
    glued.push(isShort ? glue(node, glued.at(-1), all[index + 1]) : node);
    if (!isShort) glueChildren(node);
  });
  parent.children = glued;
}

/** Approximate number of signs that a formula shows: one for each command, none for braces, indexes and spaces. */
const countSigns = (tex: string) => tex.replace(/\\[a-z]+/gi, 'x').replace(/[{}^_\s]/g, '').length;

/** Moves the end of the text before and the start of the text after, up to the nearest space. */
function glue(
  formula: MarkdownNode,
  before: MarkdownNode | undefined,
  after: MarkdownNode | undefined,
): MarkdownNode {
  const head = cutEnd(before);
  const tail = cutStart(after);
  if (head === '' && tail === '') return formula;
  return {
    type: 'glued',
    data: { hName: 'span', hProperties: { className: ['glued'] } },
    children: [...textOf(head), formula, ...textOf(tail)],
  };
}

function cutEnd(node: MarkdownNode | undefined): string {
  const value = wordsOf(node);
  let at = value.length;
  while (at > 0 && !BREAK.test(value[at - 1] ?? '')) at -= 1;
  if (node !== undefined && at < value.length) node.value = value.slice(0, at);
  return value.slice(at);
}

function cutStart(node: MarkdownNode | undefined): string {
  const value = wordsOf(node);
  let at = 0;
  while (at < value.length && !BREAK.test(value[at] ?? '')) at += 1;
  if (node !== undefined && at > 0) node.value = value.slice(at);
  return value.slice(0, at);
}

/** A character at which a line may break: white space or a dash. */
const BREAK = /[\s\u2014]/;
const wordsOf = (node: MarkdownNode | undefined) => (node?.type === 'text' ? (node.value ?? '') : '');

const textOf = (value: string): MarkdownNode[] => (value === '' ? [] : [{ type: 'text', value }]);
