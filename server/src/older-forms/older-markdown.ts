import { createRequire } from 'node:module';
import { findMarkdownExcess } from '@balloon/domain/text/markdown-bounds.ts';
import type { Nodes } from 'mdast';
import { remembered } from '#content/remembered.ts';

const load = createRequire(import.meta.url);

/** Creates the parser at its first use: it consists of many modules, and few sites have older clients. */
function openParser() {
  const { unified } = load('unified') as typeof import('unified');
  const { default: remarkParse } = load('remark-parse') as typeof import('remark-parse');
  const { default: remarkMath } = load('remark-math') as typeof import('remark-math');
  return unified().use(remarkParse).use(remarkMath);
}
let parser: ReturnType<typeof openParser> | undefined;

/**
 * Gives formulas of Markdown, `$…$` and `$$…$$`, the signs that older clients typeset. Everything else stays as
 * written, also a text beyond the bounds of parsing.
 */
export const olderMarkdown = remembered((text) => {
  if (!text.includes('$') || findMarkdownExcess(text) !== null) return text;
  let result = '';
  let done = 0;
  parser ??= openParser();
  for (const { start, end, formula } of formulasIn(parser.parse(text))) {
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
