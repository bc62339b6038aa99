import type { Page } from 'playwright-core';
import { goInside } from '#browser/browser.ts';
import { t } from '#browser/person.ts';

/** State of a screen that the walk over every address does not meet, and the way to it. */
export interface Screen {
  name: string;
  /** Resolves when all of it is shown. */
  open(page: Page): Promise<unknown>;
}

/**
 * Lists the states of a participant's screens that a walk over the addresses does not meet.
 *
 * @param contestUrl address of a contest in which the person has joined, solved A and got a compilation error
 */
export function participantScreens(contestUrl: string): Screen[] {
  const go = (page: Page, path: string) => goInside(page, contestUrl + path);
  return [
    {
      name: 'quick view of a statement',
      open: async (page) => {
        await go(page, '/problems?view=D');
        await page.getByRole('dialog').locator('.katex').first().waitFor();
      },
    },
    {
      name: 'send',
      open: async (page) => {
        await go(page, '/send/A');
        await page.getByRole('textbox', { name: t('send.editor') }).fill('print(1)');
      },
    },
    {
      name: 'compiler output',
      open: async (page) => {
        await go(page, '/solutions/my');
        await page
          .getByRole('button', { name: t('solutions.showCompiler') })
          .first()
          .click();
        await page.getByRole('dialog').getByText(/error/).first().waitFor();
      },
    },
    {
      name: 'table of the past',
      open: async (page) => {
        await go(page, '/table');
        await page.getByRole('button', { name: t('scoreboard.rewind') }).click();
        await page.getByRole('button', { name: t('scoreboard.rewindClose') }).waitFor();
        await page.locator('[data-stale]').waitFor({ state: 'detached' }); // rows of the past are being loaded
      },
    },
    {
      name: 'profile menu',
      open: async (page) => {
        await go(page, '/problems');
        await page.getByRole('link', { name: 'Two Cylinders' }).waitFor();
        await page.getByRole('button', { name: /^Profile/ }).click();
        await page.getByRole('menuitem', { name: t('profile.signOut') }).waitFor();
      },
    },
    {
      name: 'question before signing out',
      open: async (page) => {
        await page.getByRole('menuitem', { name: t('profile.signOut') }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('common.cancel') })
          .waitFor();
      },
    },
  ];
}

/** Lists such states of the screens of people who are not signed in. */
export function strangerScreens(origin: string): Screen[] {
  return [
    {
      name: 'sign-in without a name',
      open: async (page) => {
        await page.goto(`${origin}/auth`);
        await page.getByRole('button', { name: t('auth.signIn') }).click();
        await page.getByText(t('form.required')).first().waitFor();
      },
    },
  ];
}
