import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import type { PackageStatement } from '#problem-package.ts';
import { readStatementText } from '#statements/read-text.ts';

/** Length in characters to which a text is cut so that a page shows it without trouble; real statements are shorter. */
const SHOWN_MAX = 100_000;

/**
 * Converts the source of a statement to paragraphs of plain text, in linear time: for statements that cannot be
 * converted otherwise.
 */
export async function plainBlocks(statement: PackageStatement): Promise<ElementContent[]> {
  const paragraphs = (await textOf(statement)).slice(0, SHOWN_MAX).split('\n\n');
  return paragraphs.filter((text) => text.trim() !== '').map((text) => h('p', text.trim()));
}

async function textOf({ kind, sections, main }: PackageStatement): Promise<string> {
  if (sections !== null) {
    const { legend, input, output, interaction, scoring, notes } = sections;
    return [legend, input, output, interaction, scoring, notes].join('\n\n');
  }
  return kind === 'pdf' ? '' : await readStatementText(main.path).catch(() => '');
}
