import type { ForeignStatement } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import { isElement, isText, type Nodes, nodesWithin, type PageNode } from '#pages/nodes.ts';
import { blockOf } from '#pages/plain-text.ts';

/** Samples, and what showed them. */
interface ReadSamples {
  samples: ForeignStatement['samples'];
  shownBy: readonly PageNode[];
}

type Side = 'input' | 'output';

interface Sample {
  input: string;
  output: string;
}

/** Heads of a block, alone in their line. */
const LABEL = /^(?:sample )?(input|output) ?\d{0,2}:?$/i;

/** Heads of all samples. */
const HEADING = /^(?:sample|example)s?(?: ?tests?)?(?:\(s\))?:?$/i;

/**
 * Reads samples: tables with four blocks, the first two of which are heads, or blocks below the words "Input" and
 * "Output". A block that follows another without a word goes on with it.
 *
 * @returns none where blocks do not make pairs: they stay in the statement
 */
export function readSamples(page: Page, root: Nodes): ReadSamples {
  const ofTables = samplesOfTables(page, root);
  const read = ofTables.samples.length > 0 ? ofTables : samplesOfLabels(page, root);
  const headings = textsAndBlocks(root).filter((node) => HEADING.test(textOf(node)));
  return read.samples.length > 0 ? { ...read, shownBy: [...read.shownBy, ...headings] } : read;
}

function samplesOfTables({ $ }: Page, root: Nodes): ReadSamples {
  const tables = root
    .find('table')
    .toArray()
    .filter((table) => $(table).find('table').length === 0)
    .map((table) => ({ table, blocks: $(table).find('pre').toArray() }))
    .filter(({ blocks }) => blocks.length === 4);
  const samples = tables.map(({ blocks: [, , input, output] }) => ({
    input: blockOf($(input)),
    output: blockOf($(output)),
  }));
  return { samples, shownBy: tables.map(({ table }) => table) };
}

function samplesOfLabels({ $ }: Page, root: Nodes): ReadSamples {
  const samples: Sample[] = [];
  const shownBy: PageNode[] = [];
  let label: { side: Side; node: PageNode } | null = null;
  let last: Side | null = null;
  for (const node of textsAndBlocks(root)) {
    const named = LABEL.exec(textOf(node))?.[1]?.toLowerCase();
    if (named !== undefined) label = { side: named as Side, node };
    if (!isBlock(node)) continue;
    const side: Side | null = label?.side ?? last;
    if (side === null) return { samples: [], shownBy: [] };
    addBlock(samples, side, side === last && label === null, blockOf($(node)));
    shownBy.push(node, ...(label ? [label.node] : []));
    [label, last] = [null, side];
  }
  const isPaired = samples.every(({ input, output }) => input !== '' && output !== '');
  return isPaired ? { samples, shownBy } : { samples: [], shownBy: [] };
}

function addBlock(samples: Sample[], side: Side, goesOn: boolean, text: string): void {
  const current = samples.at(-1);
  if (side === 'input' && !goesOn) samples.push({ input: text, output: '' });
  else if (current)
    current[side] += current[side] === '' || current[side].endsWith('\n') ? text : `\n${text}`;
}

const isBlock = (node: PageNode) => isElement(node) && node.name === 'pre';

const textOf = (node: PageNode) =>
  isText(node) ? node.data.replaceAll(/\s+/g, ' ').trim().slice(0, 100) : '';

/** Text nodes and blocks below an element; texts of blocks are their own. */
const textsAndBlocks = (root: Nodes) =>
  nodesWithin(root, (element) => !isBlock(element)).filter((node) => isText(node) || isBlock(node));
