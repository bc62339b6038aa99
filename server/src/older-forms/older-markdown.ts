import { findMarkdownExcess } from '@balloon/domain/markdown-bounds.ts';
import type { Nodes } from 'mdast';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { remembered } from '#content/remembered.ts';

const PARSER = unified().use(remarkParse).use(remarkMath);

/**
 * Gives formulas of Markdown, `$…$` and `$$…$$`, the signs that older clients typeset. Everything else stays as
 * written, also a text beyond the bounds of parsing.
 */
export const olderMarkdown = remembered((text) => {
  if (!text.includes('$') || findMarkdownExcess(text) !== null) return text;
  let result = '';
  let done = 0;
  for (const { start, end, formula } of formulasIn(PARSER.parse(text))) {
    result += text.slice(done, start) + formula;
    done = end;
  }
  return result + text.slice(done);
});

interface Place {
  start: number;
  end: number;
  formula: string;
}

function formulasIn(node: Nodes): Place[] {
  if ('children' in node) return node.children.flatMap(formulasIn);
  const [start, end] = [node.position?.start.offset, node.position?.end.offset];
  if (start === undefined || end === undefined) return [];
  if (node.type === 'inlineMath') return [{ start, end, formula: `$$$${inert(node.value)}$$$` }];
  if (node.type === 'math') return [{ start, end, formula: `$$$$$$${inert(node.value)}$$$$$$` }];
  return [];
}

/** Pattern of a formula on one line without signs that have a meaning in Markdown. */
const inert = (tex: string) =>
  tex
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
