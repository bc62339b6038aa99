import type { Page } from '#pages/get-page.ts';

/** Refuses a page that is not one of the site or that was cut: each ends with the footer. */
export function requireWhole(page: Page): void {
  if (page.$('td.footer').length !== 1) throw page.lacks('td.footer, the end of each page');
}
