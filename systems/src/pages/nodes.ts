import type { CheerioAPI } from '#pages/read-page.ts';

/*
 * Nodes of a page. Their types are those of the library that reads selectors, whichever package it keeps them in.
 */

/** Chosen nodes of a page. */
export type Nodes = ReturnType<CheerioAPI>;

export type PageNode = Nodes[number];

export type TextNode = Extract<PageNode, { nodeType: 3 }>;

export type ElementNode = Extract<PageNode, { attribs: object }>;

type CommentNode = Extract<PageNode, { nodeType: 8 }>;

export const isText = (node: PageNode): node is TextNode => node.nodeType === 3;

export const isElement = (node: PageNode): node is ElementNode => 'attribs' in node;

export const isComment = (node: PageNode): node is CommentNode => node.nodeType === 8;

/**
 * Walks through nodes and what is below them, in the order of the page. Takes its own stack: pages are as deep as their
 * authors like. A node that was given may be removed or replaced.
 *
 * @param enters whether the children of an element are walked through
 */
export function* nodesWithin(
  nodes: Iterable<PageNode>,
  enters: (element: ElementNode) => boolean = () => true,
): Generator<PageNode> {
  const waiting = [...nodes].toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('children' in node && (!isElement(node) || enters(node))) {
      for (const child of node.children.toReversed()) waiting.push(child);
    }
    yield node;
  }
}

/** Elements whose text is shown as it is. */
const VERBATIM: ReadonlySet<string> = new Set(['pre', 'code']);

/** Walks through the text in which there may be formulas: all but programs and samples. */
export function* proseWithin(nodes: Iterable<PageNode>): Generator<TextNode> {
  for (const node of nodesWithin(nodes, ({ name }) => !VERBATIM.has(name))) if (isText(node)) yield node;
}

/** Makes text for a page, without any markup that it may seem to have. */
export function textOf($: CheerioAPI, text: string): Nodes {
  return $('<i></i>').text(text).contents();
}
