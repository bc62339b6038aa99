import type { Environment, Node } from '@unified-latex/unified-latex-types';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { plainText, toContents } from '#statements/hast.ts';
import { argumentsOf, isMacro, isSpace, isString, rawArgument } from '#statements/tex/read-arguments.ts';
import { type TexRun, texToHast } from '#statements/tex/tex-run.ts';

/** Renders a table that scrolls inside itself. @param columns number of the argument that describes the columns */
export function table(environment: Environment, columns: number, run: TexRun): Element {
  const description = rawArgument(environment, columns);
  const { rows, rules } = rowsOf(environment.content);
  const hasRules = rules.size > 0 || description.includes('|');
  const alignments = alignmentsOf(description);
  const rendered = renderRows(rows, alignments, run);
  const head = hasHead(rendered, rules) ? [h('thead', asHead(rendered[0] as Element))] : [];
  const body = h('tbody', rendered.slice(head.length));
  return h('div', { className: ['statement-wide'] }, [
    h('table', { className: [hasRules ? 'statement-table' : 'statement-plain'] }, [...head, body]),
  ]);
}

const RULES = ['hline', 'toprule', 'midrule', 'bottomrule', 'hhline', 'specialrule', 'Xhline'];
const PARTIAL_RULES = ['cline', 'cmidrule'];

/** Returns the cells of each row, and the indexes of rows with a line above. */
function rowsOf(content: readonly Node[]): { rows: Node[][][]; rules: Set<number> } {
  const rows: Node[][][] = [[[]]];
  const rules = new Set<number>();
  for (const node of content) {
    const row = rows.at(-1) ?? [];
    if (isMacro(node, '\\', 'tabularnewline', 'cr')) rows.push([[]]);
    else if (isString(node, '&')) row.push([]);
    else if (isMacro(node, ...RULES)) rules.add(rows.length - 1);
    else if (!isMacro(node, ...PARTIAL_RULES)) row.at(-1)?.push(node.type === 'parbreak' ? SPACE : node);
  }
  const isEmpty = (row: Node[][] | undefined) => row?.length === 1 && row[0]?.every(isSpace);
  if (isEmpty(rows.at(-1))) rows.pop();
  return { rows, rules };
}

const SPACE: Node = { type: 'whitespace' };

function renderRows(rows: readonly Node[][][], alignments: readonly string[], run: TexRun): Element[] {
  // Number of rows for which a cell above still covers a column, by the column's number.
  const covered = new Map<number, number>();
  return rows.map((cells) => {
    let column = 0;
    const rendered: Element[] = [];
    for (const cell of cells) {
      const left = covered.get(column) ?? 0;
      const { columns, rows: height, alignment, content } = spanOf(cell);
      // In TeX, the cells that a cell above covers are present and empty.
      if (left > 0) covered.set(column, left - 1);
      else {
        rendered.push(tableCell(content, alignment ?? alignments[column] ?? 'left', columns, height, run));
        if (height > 1) for (let at = 0; at < columns; at += 1) covered.set(column + at, height - 1);
      }
      column += columns;
    }
    return h('tr', rendered);
  });
}

function tableCell(
  content: readonly Node[],
  alignment: string,
  columns: number,
  rows: number,
  run: TexRun,
): Element {
  return h(
    'td',
    {
      ...(alignment !== 'left' && { style: `text-align: ${alignment}` }),
      ...(columns > 1 && { colSpan: columns }),
      ...(rows > 1 && { rowSpan: rows }),
    },
    toContents(texToHast(content, run)),
  );
}

interface Span {
  columns: number;
  rows: number;
  alignment: string | null;
  content: readonly Node[];
}

/** Reads `\multicolumn{n}{c}{…}` and `\multirow{n}{*}{…}`, nested in either order. */
function spanOf(cell: readonly Node[]): Span {
  const macro = cell.find((node) => isMacro(node, 'multicolumn', 'multirow'));
  if (macro?.type !== 'macro') return { columns: 1, rows: 1, alignment: null, content: cell };
  const inner = spanOf(argumentsOf(macro).at(-1) ?? []);
  const count = (position: number) =>
    Math.min(Math.max(Number.parseInt(rawArgument(macro, position), 10) || 1, 1), 100);
  if (macro.content === 'multicolumn') {
    return { ...inner, columns: count(0), alignment: alignmentsOf(rawArgument(macro, 1))[0] ?? null };
  }
  return { ...inner, rows: count(1) };
}

/** Returns the alignment of each column for a description such as `|l|c|p{3cm}|*{3}{r}|`. */
function alignmentsOf(description: string): string[] {
  const repeated = description.replace(
    /\*\s*\{(\d{1,2})\}\s*\{([^{}]*)\}/g,
    (_, times: string, columns: string) => columns.repeat(Number(times)),
  );
  const columns = repeated
    .replace(/[@!><]\s*\{(?:[^{}]|\{[^{}]*\})*\}/g, '')
    .match(/[lcrpmbXLCRJ](?:\s*\{[^{}]*\})?/g);
  return (columns ?? []).map((column) =>
    /^[cC]/.test(column) ? 'center' : /^[rR]/.test(column) ? 'right' : 'left',
  );
}

/**
 * Whether the first row names the columns: all of it is bold, only it is ruled off, or it has words above numbers.
 */
function hasHead(rows: readonly Element[], rules: ReadonlySet<number>): boolean {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return false;
  const cells = first.children.filter((cell): cell is Element => cell.type === 'element');
  const filled = cells.filter((cell) => plainText(cell.children).trim() !== '');
  if (filled.length > 0 && filled.every(isBold)) return true;
  const inner = [...rules].filter((row) => row > 0 && row < rows.length);
  if (rows.length > 2 && inner.length === 1 && inner[0] === 1) return true;
  const below = rows.slice(1).map((row) => row.children[0]);
  return (
    filled.length === cells.length && cells.every(isWords) && below.every((cell) => cell && !isWords(cell))
  );
}

/** Whether a cell has no digits and formulas. */
function isWords(cell: ElementContent): boolean {
  const text = plainText([cell]);
  return /\p{L}/u.test(text) && !/[\d\\$]/.test(text);
}

function isBold({ children }: Element): boolean {
  const parts = children.filter((child) => plainText([child]).trim() !== '');
  return parts.every((part) => part.type === 'element' && ['b', 'strong'].includes(part.tagName));
}

const asHead = (row: Element): Element => ({
  ...row,
  children: row.children.map(
    (cell): ElementContent =>
      cell.type === 'element'
        ? { ...cell, tagName: 'th', properties: { ...cell.properties, scope: 'col' } }
        : cell,
  ),
});
