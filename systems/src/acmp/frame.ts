import type { Page } from '#pages/get-page.ts';

/** Whether somebody is signed in: only then a task has the form for solutions. */
export function isSignedIn({ $ }: Page): boolean {
  return $('form[action*="mode=upload"]').length > 0;
}

/** Whether a task asks to sign in: the form for solutions is missing for that reason. */
export function asksToSignIn({ $ }: Page): boolean {
  return /зарегистрироваться|авторизоваться/i.test($('h4 i').text());
}

/** Reads the number of who is signed in from the panel of the user. */
export function readAuthorId(page: Page): string {
  const panel = page.$('.menu_title').first().closest('table');
  const links = panel.find('a[href*="main=user"]').toArray();
  for (const link of links) {
    const id = /[?&]id=(\d{1,9})\b/.exec(page.$(link).attr('href') ?? '')?.[1];
    if (id !== undefined) return id;
  }
  throw page.lacks('a link with the user in .menu_title');
}

/** Refuses a page that was cut: a table ends after the mark. @param at where the mark is, in lower case */
export function requireEndOfTable(page: Page, mark: string, at: 'first' | 'last'): void {
  const html = page.html.toLowerCase();
  const begin = at === 'first' ? html.indexOf(mark) : html.lastIndexOf(mark);
  if (begin < 0 || !html.includes('</table', begin)) throw page.lacks(`the end of the table after ${mark}`);
}
