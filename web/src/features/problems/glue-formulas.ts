/**
 * Keeps what touches a short formula on its line: the ending of "$i$-й", a bracket, a comma.
 * Browsers may break a line at every formula, since each is a box to them.
 */

/** As much of a Markdown tree as is needed here. */
export interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  data?: { hName: string; hProperties: { className: string[] } };
}

/** A longer formula may have to break itself on a phone, so nothing is glued to it. */
const SHORT_TEX = 14;

/** A step of the Markdown pipeline; runs after the formulas are recognised. */
export function glueFormulas() {
  return (root: MarkdownNode) => glueChildren(root);
}

function glueChildren(parent: MarkdownNode): void {
  if (parent.children === undefined) return;
  const glued: MarkdownNode[] = [];
  const rest = [...parent.children];
  for (let node = rest.shift(); node !== undefined; node = rest.shift()) {
    const isShort = node.type === 'inlineMath' && (node.value ?? '').length <= SHORT_TEX;
    glued.push(isShort ? glue(node, glued, rest) : node);
    if (!isShort) glueChildren(node);
  }
  parent.children = glued;
}

/** Takes the end of the text before and the start of the text after, up to the nearest space. */
function glue(formula: MarkdownNode, before: MarkdownNode[], after: MarkdownNode[]): MarkdownNode {
  const head = cut(before.at(-1), /[^\s\u2014]+$/);
  const tail = cut(after[0], /^[^\s\u2014]+/);
  if (head === '' && tail === '') return formula;
  return {
    type: 'glued',
    data: { hName: 'span', hProperties: { className: ['glued'] } },
    children: [...textOf(head), formula, ...textOf(tail)],
  };
}

function cut(node: MarkdownNode | undefined, part: RegExp): string {
  if (node?.type !== 'text' || node.value === undefined) return '';
  const found = part.exec(node.value)?.[0] ?? '';
  node.value = node.value.replace(part, '');
  return found;
}

const textOf = (value: string): MarkdownNode[] => (value === '' ? [] : [{ type: 'text', value }]);
