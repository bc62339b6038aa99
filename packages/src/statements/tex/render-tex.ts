import { readFile } from 'node:fs/promises';
import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import { toBlocks, toContents } from '#statements/hast.ts';
import { readStatementText } from '#statements/read-text.ts';
import type { Remarks } from '#statements/remarks.ts';
import type { Sample } from '#statements/rendered-statement.ts';
import type { StatementFiles } from '#statements/statement-files.ts';
import { numberFigures } from '#statements/tex/figures.ts';
import { parseTex } from '#statements/tex/parse-tex.ts';
import { prepareTex, type TexSample } from '#statements/tex/prepare-tex.ts';
import type { TexRun } from '#statements/tex/tex-run.ts';
import { renderNodes } from '#statements/tex/tex-to-hast.ts';
import type { StatementWords } from '#statements/words.ts';

export interface TexContext {
  words: StatementWords;
  files: StatementFiles;
  remarks: Remarks;
}

export interface RenderedTex {
  blocks: ElementContent[];
  /** Out of `\problemname` or the environment `problem`; null: the text has none. */
  title: string | null;
  /** Those of `\exmp`. */
  samples: Sample[];
}

/** A long statement has ten thousand characters; this many take seconds. */
const MAX_LENGTH = 200_000;

/** TeX as a list of blocks. It never fails: what cannot be read at all shows as text without its macros. */
export async function renderTex(source: string, context: TexContext): Promise<RenderedTex> {
  const { text, samples } = prepareTex(source);
  const listings = await readListings(text, context);
  const shared: TexRun['shared'] = { title: null, expansionsLeft: 2000 };
  try {
    if (text.length > MAX_LENGTH) throw new Error(`it is longer than ${MAX_LENGTH} characters`);
    const nodes = parseTex(text);
    const run: TexRun = {
      ...context,
      parse: parseTex,
      render: renderNodes,
      listings,
      definitions: new Map(),
      footnotes: [],
      figures: numberFigures(nodes),
      isMono: false,
      shared,
    };
    const blocks = toBlocks(renderNodes(nodes, run));
    const notes = run.footnotes.map((note) => h('li', toContents(note)));
    if (notes.length > 0) blocks.push(h('ol', { className: ['statement-footnotes'] }, notes));
    return { blocks, title: shared.title, samples: await readSamples(samples, context) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.remarks.lose(`the TeX cannot be read (${reason}); its text shows without formatting`);
    return { blocks: asPlainText(text), title: shared.title, samples: await readSamples(samples, context) };
  }
}

/** Paragraphs of the text without macros and braces. */
function asPlainText(text: string): ElementContent[] {
  return text
    .replace(/\\(?:begin|end)\s*\{[^{}]*\}/g, '')
    .replace(/\\[A-Za-z]+\*?/g, ' ')
    .replace(/[{}]/g, '')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => h('p', paragraph.trim()));
}

/** Text files that `\lstinputlisting` and its like name, read ahead. */
async function readListings(text: string, { files }: TexContext): Promise<Map<string, string>> {
  const listings = new Map<string, string>();
  const macro = /\\(?:lstinputlisting|verbatiminput)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}/g;
  for (const [, reference = ''] of text.matchAll(macro)) {
    const file = files.find(reference);
    if (file !== null) listings.set(file.path, await readStatementText(file.path));
  }
  return listings;
}

async function readSamples(samples: readonly TexSample[], { files, remarks }: TexContext): Promise<Sample[]> {
  const read: Sample[] = [];
  for (const sample of samples) {
    if ('input' in sample) {
      read.push(sample);
      continue;
    }
    const input = files.find(sample.inputFile);
    const output = files.find(sample.outputFile);
    if (input === null || output === null) {
      remarks.lose(`the sample ${sample.inputFile} with ${sample.outputFile} is not beside the statement`);
      continue;
    }
    read.push({ input: await readText(input.path), output: await readText(output.path) });
  }
  return read;
}

const readText = async (path: string) => (await readFile(path, 'utf8')).replace(/\r\n?/g, '\n');
