import { type Nodes, textOf } from '#pages/nodes.ts';
import type { CheerioAPI } from '#pages/read-page.ts';

/** Drawings of formulas by the browser's library, whose TeX stands beside them. */
const DRAWN =
  '.MathJax, .MathJax_Preview, .MathJax_Display, .MathJax_CHTML, .mjx-chtml, .MJX_Assistive_MathML';

/**
 * Writes the formulas of a statement as `$…$` and `$$…$$`. Yandex draws them in three ways: as KaTeX with the TeX in an
 * annotation, as MathJax with the TeX in a script, and as pictures whose address has the TeX in base64.
 */
export function writeFormulas($: CheerioAPI, root: Nodes): void {
  for (const formula of root.find('.katex').toArray()) {
    const tex = $(formula).find('annotation[encoding="application/x-tex"]').first().text().trim();
    if (tex === '') continue;
    const display = $(formula).closest('.katex-display');
    const isDisplay = display.length > 0 || $(formula).closest('.math.display').length > 0;
    (display.length > 0 ? display : $(formula)).replaceWith(texNode($, tex, isDisplay));
  }
  for (const script of root.find('script[type^="math/tex"]').toArray()) {
    const isDisplay = ($(script).attr('type') ?? '').includes('mode=display');
    $(script).replaceWith(texNode($, $(script).text().trim(), isDisplay));
  }
  root.find(DRAWN).remove();
  for (const picture of root.find('img[src*="/tex/render/"]').toArray()) {
    const tex = texOfPicture($(picture).attr('src') ?? '');
    if (tex === '') continue;
    $(picture).replaceWith(texNode($, tex, $(picture).closest('[class*="display"]').length > 0));
  }
}

/** A dollar sign within a formula would end it. */
function texNode($: CheerioAPI, tex: string, isDisplay: boolean): Nodes {
  const sign = isDisplay ? '$$' : '$';
  return textOf($, `${sign}${tex.replaceAll(/(?<!\\)\$/g, '\\$')}${sign}`);
}

function texOfPicture(src: string): string {
  const name = src.slice(src.lastIndexOf('/tex/render/') + '/tex/render/'.length).replace(/\.\w{1,5}$/, '');
  try {
    return new TextDecoder('utf-8', { fatal: true })
      .decode(Buffer.from(decodeURIComponent(name), 'base64'))
      .trim();
  } catch {
    return ''; // another picture than a formula
  }
}
