import type { Comment, Element, ElementContent, Text } from 'hast';

/*
 * Common forms of the readers of TeX, Markdown and HTML: a list of text, elements and breaks between paragraphs, and
 * its conversion to paragraphs.
 */

/** Mark of a paragraph's end; never written to the HTML. */
export const PARAGRAPH: Comment = { type: 'comment', value: 'paragraph' };

const BLOCKS = new Set(
  ['p', 'div', 'ul', 'ol', 'dl', 'pre', 'figure', 'blockquote', 'table', 'hr', 'h1', 'h2'].concat([
    'h3',
    'h4',
    'h5',
    'h6',
    'section',
    'center',
  ]),
);

export const textNode = (value: string): Text => ({ type: 'text', value });

const isBlock = (node: ElementContent): node is Element =>
  node.type === 'element' && BLOCKS.has(node.tagName);

const isBlank = (node: ElementContent) => node.type === 'text' && node.value.replace(/[ \n\t]+/g, '') === '';
const isBreak = (node: ElementContent) => node.type === 'element' && node.tagName === 'br';

/** Converts text and inline elements between blocks and breaks to paragraphs. */
export function toBlocks(items: readonly ElementContent[]): Element[] {
  const blocks: Element[] = [];
  let line: ElementContent[] = [];
  const flush = () => {
    const children = trimmed(line);
    if (children.length > 0) blocks.push({ type: 'element', tagName: 'p', properties: {}, children });
    line = [];
  };
  for (const item of items) {
    if (item.type === 'comment') flush();
    else if (isBlock(item)) {
      flush();
      blocks.push(item);
    } else line.push(item);
  }
  flush();
  return blocks;
}

/** Converts the contents of a list's item or a table's cell: a single paragraph needs no element of its own. */
export function toContents(items: readonly ElementContent[]): ElementContent[] {
  const blocks = toBlocks(items);
  const first = blocks[0];
  if (first?.tagName !== 'p') return blocks;
  return blocks.slice(1).some(({ tagName }) => tagName === 'p')
    ? blocks
    : [...first.children, ...blocks.slice(1)];
}

/** Removes spaces and line breaks at the ends. */
function trimmed(line: readonly ElementContent[]): ElementContent[] {
  const isEmpty = (node: ElementContent) => isBlank(node) || isBreak(node);
  const from = line.findIndex((node) => !isEmpty(node));
  const to = line.findLastIndex((node) => !isEmpty(node));
  const kept = from === -1 ? [] : line.slice(from, to + 1);
  return kept.map((node, position) => {
    if (node.type !== 'text') return node;
    const start = position === 0 ? node.value.replace(/^[ \n\t]+/, '') : node.value;
    return textNode(position === kept.length - 1 ? start.replace(/(?<![ \n\t])[ \n\t]+$/, '') : start);
  });
}

/** Puts an element around each run of inline nodes; blocks inside stay unchanged. */
export function wrapInline(items: readonly ElementContent[], wrap: (run: ElementContent[]) => Element) {
  const result: ElementContent[] = [];
  let run: ElementContent[] = [];
  const flush = () => {
    if (run.some((node) => !isBlank(node))) result.push(wrap(run));
    else result.push(...run);
    run = [];
  };
  for (const item of items) {
    if (item.type === 'comment' || isBlock(item)) {
      flush();
      result.push(item);
    } else run.push(item);
  }
  flush();
  return result;
}

/** Joins adjacent text nodes. */
export function mergeText(items: readonly ElementContent[]): ElementContent[] {
  const merged: ElementContent[] = [];
  for (const item of items) {
    const last = merged.at(-1);
    if (item.type === 'text' && last?.type === 'text')
      merged[merged.length - 1] = textNode(last.value + item.value);
    else merged.push(item);
  }
  return merged;
}

/** Returns the text of nodes as a screen reader reads it. */
export function plainText(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) =>
      node.type === 'text' ? node.value : node.type === 'element' ? plainText(node.children) : '',
    )
    .join('');
}
