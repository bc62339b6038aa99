import { escapeStraySigns } from '#acmp/stray-signs.ts';
import type { OutsideHttp } from '#http/outside-http.ts';
import { getPage, type Page } from '#pages/get-page.ts';

/** Gets a page of the site: all of them have one path. @param query fields, of which `main` names the page */
export function getAcmpPage(
  http: OutsideHttp,
  query: Readonly<Record<string, string | number>>,
): Promise<Page> {
  return getPage(http, { path: 'index.asp', query }, escapeStraySigns);
}
