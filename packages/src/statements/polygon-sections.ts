import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import type { PackageSections } from '#problem-package.ts';
import { renderTex, type TexContext } from '#statements/tex/render-tex.ts';

/** Parts of a statement in Polygon's order; the legend has no heading. */
const PARTS = ['legend', 'input', 'output', 'interaction', 'scoring', 'notes'] as const;

/** Renders Polygon's parts of a statement, each under its heading. */
export async function renderSections(
  sections: PackageSections,
  context: TexContext,
): Promise<ElementContent[]> {
  const blocks: ElementContent[] = [];
  for (const part of PARTS) {
    const { blocks: rendered } = await renderTex(sections[part].replace(/\r\n?/g, '\n'), context);
    if (rendered.length === 0) continue;
    if (part !== 'legend') blocks.push(h('h2', context.words[part === 'notes' ? 'note' : part]));
    blocks.push(...rendered);
  }
  return blocks;
}
