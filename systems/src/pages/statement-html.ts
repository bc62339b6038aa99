import type { Page } from '#pages/get-page.ts';
import { isComment, type Nodes } from '#pages/nodes.ts';

/** Elements that belong to the site and not to the statement. */
const FOREIGN = 'script,noscript,style,link,meta,iframe,object,embed,form,input,button,select,textarea,ins';

/**
 * Writes a part of a page as HTML of a statement: without programs, forms and advertisements, with absolute addresses
 * of links and pictures. The result is as little trusted as the page.
 */
export function statementHtml(page: Pick<Page, '$' | 'url'>, part: Nodes): string {
  const copy = part.clone();
  copy.find(FOREIGN).remove();
  copy.filter(FOREIGN).remove();
  makeAbsolute(page, copy);
  copy
    .find('*')
    .addBack()
    .contents()
    .filter((_at, node) => isComment(node))
    .remove();
  const written = copy.filter(
    (_at, node) => !isComment(node) && !('name' in node && FOREIGN_NAMES.has(node.name)),
  );
  return page.$.html(written).trim();
}

/** Makes the addresses of nodes and of all that is below them absolute; those that no statement may have are removed. */
export function makeAbsolute({ $, url }: Pick<Page, '$' | 'url'>, nodes: Nodes): void {
  for (const name of ['href', 'src'] as const) {
    const having = nodes.find(`[${name}]`).add(nodes.filter(`[${name}]`));
    for (const element of having.toArray()) {
      const address = absolute($(element).attr(name) ?? '', url);
      if (address === null) $(element).removeAttr(name);
      else $(element).attr(name, address);
    }
  }
}

const FOREIGN_NAMES: ReadonlySet<string> = new Set(FOREIGN.split(','));

function absolute(address: string, base: string): string | null {
  const url = URL.parse(address.trim(), base);
  if (url?.protocol === 'data:') return url.pathname.startsWith('image/') ? url.href : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Tells in which of both languages a text is: Russian has at least a third of its letters in Cyrillic. */
export function languageOf(text: string): 'ru' | 'en' {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  return cyrillic * 2 >= latin && cyrillic > 0 ? 'ru' : 'en';
}
