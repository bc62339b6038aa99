import { isElement, isText, type Nodes, type PageNode } from '#pages/nodes.ts';

/** Text of elements on one line: white space, also no-break spaces, is one space. */
export function lineOf(nodes: Nodes): string {
  return nodes
    .text()
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}

/** Text of a preformatted block, where `<br>` and block elements end lines, as a sample is shown. */
export function blockOf(nodes: Nodes): string {
  const parts: string[] = [];
  const endLine = () => {
    const last = parts.at(-1);
    if (last !== undefined && !last.endsWith('\n')) parts.push('\n');
  };
  // A stack of its own: pages are as deep as their authors like.
  const stack: (PageNode | typeof endLine)[] = nodes.toArray().toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'function') endLine();
    else if (isText(node)) parts.push(node.data);
    else if (isElement(node)) {
      if (node.name === 'br') parts.push('\n');
      if (node.name === 'div' || node.name === 'p') {
        endLine();
        stack.push(endLine);
      }
      for (const child of node.children.toReversed()) stack.push(child);
    }
  }
  return parts.join('').replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ');
}
