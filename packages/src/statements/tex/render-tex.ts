import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import { findTexExcess } from '#statements/bounds/tex-excess.ts';
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
  /** Title in `\problemname` or the environment `problem`; null when the text has neither. */
  title: string | null;
  /** Samples of `\exmp`. */
  samples: Sample[];
}

/** Largest number of characters to which all macros of an author expand: a few lines can cause billions. */
const MAX_EXPANDED = 200_000;

/** Renders TeX as a list of blocks. Never fails: unreadable TeX becomes plain text without its macros. */
export async function renderTex(source: string, context: TexContext): Promise<RenderedTex> {
  const excess = findTexExcess(source);
  if (excess !== null) return unreadable(source, excess, context);
  const { text, samples } = prepareTex(source);
  const listings = await readListings(text, context);
  const shared: TexRun['shared'] = { title: null, expansionsLeft: 2000, charactersLeft: MAX_EXPANDED };
  try {
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
    const shown = unreadable(text, reason, context);
    return { ...shown, title: shared.title, samples: await readSamples(samples, context) };
  }
}

function unreadable(text: string, reason: string, { remarks }: TexContext): RenderedTex {
  remarks.lose(`the TeX cannot be read (${reason}); its text shows without formatting`);
  return { blocks: asPlainText(text), title: null, samples: [] };
}

/** Returns the paragraphs of a text without macros and braces. */
function asPlainText(text: string): ElementContent[] {
  return text
    .replace(/\\(?:begin|end)\s*\{[^{}]*\}/g, '')
    .replace(/\\[A-Za-z]+\*?/g, ' ')
    .replace(/[{}]/g, '')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => h('p', paragraph.trim()));
}

/** Reads the text files of `\lstinputlisting` and similar macros, before rendering, which cannot wait. */
async function readListings(text: string, { files }: TexContext): Promise<Map<string, string>> {
  const listings = new Map<string, string>();
  const macro = /\\(?:lstinputlisting|verbatiminput)\s*(?:\[[^\]]{0,500}\]\s*)?\{([^{}]*)\}/g;
  for (const [, reference = ''] of text.matchAll(macro)) {
    const file = files.find(reference);
    if (file !== null && !listings.has(file.path))
      listings.set(file.path, await readStatementText(file.path));
  }
  return listings;
}

/** Largest number of samples that are read. */
const MAX_SAMPLES = 100;

async function readSamples(samples: readonly TexSample[], { files, remarks }: TexContext): Promise<Sample[]> {
  const read: Sample[] = [];
  for (const sample of samples.slice(0, MAX_SAMPLES)) {
    if ('input' in sample) {
      read.push(sample);
      continue;
    }
    const input = files.find(sample.inputFile);
    const output = files.find(sample.outputFile);
    if (input === null || output === null) {
      remarks.lose(
        `the files of a sample, ${sample.inputFile} and ${sample.outputFile}, are not both beside the statement`,
      );
      continue;
    }
    try {
      read.push({ input: await readStatementText(input.path), output: await readStatementText(output.path) });
    } catch (error) {
      remarks.lose(`the sample ${sample.inputFile} cannot be shown (${(error as Error).message})`);
    }
  }
  return read;
}
