import { isTag, isText } from 'domhandler';
import type { CheerioAPI } from '#pages/read-page.ts';

type Nodes = ReturnType<CheerioAPI>;

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
  const stack = nodes.toArray().toReversed() as unknown as (object | typeof endLine)[];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'function') endLine();
    else if (isText(node as never)) parts.push((node as { data: string }).data);
    else if (isTag(node as never)) {
      const { name, children } = node as { name: string; children: object[] };
      if (name === 'br') parts.push('\n');
      if (name === 'div' || name === 'p') {
        endLine();
        stack.push(endLine);
      }
      stack.push(...children.toReversed());
    }
  }
  return parts.join('').replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ');
}
