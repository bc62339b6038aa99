import type { Page } from 'playwright-core';
import { t } from '#person.ts';

/** A screen, or a state of one, as somebody comes to see it. */
export interface Screen {
  name: string;
  /** Resolves when all of it is there. */
  open(page: Page): Promise<unknown>;
}

/**
 * Every screen that a participant meets.
 *
 * @param contestUrl of a contest in which the person has joined, solved A and met a compilation error
 */
export function participantScreens(contestUrl: string): Screen[] {
  const go = (page: Page, path: string) => page.goto(contestUrl + path);
  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  const { origin } = new URL(contestUrl);
  return [
    {
      name: 'contests',
      open: async (page) => {
        await page.goto(`${origin}/contests`);
        await page.getByRole('main').getByRole('listitem').getByRole('link').first().waitFor();
      },
    },
    {
      name: 'about the contest',
      open: async (page) => {
        await go(page, '');
        await heading(page, t('about.facts'));
      },
    },
    {
      name: 'problems',
      open: async (page) => {
        await go(page, '/problems');
        await page.getByRole('link', { name: 'Two Cylinders' }).waitFor();
      },
    },
    {
      name: 'statement',
      open: async (page) => {
        await go(page, '/problems/D');
        await page.locator('.katex').first().waitFor();
      },
    },
    {
      name: 'quick view of a statement',
      open: async (page) => {
        await go(page, '/problems?view=D');
        await page.getByRole('dialog').locator('.katex').first().waitFor();
      },
    },
    {
      name: 'problems for printing',
      open: async (page) => {
        await go(page, '/problems/print');
        await page.locator('.katex').first().waitFor();
      },
    },
    {
      name: 'problem outside of contests',
      open: async (page) => {
        await page.goto(`${origin}/problems/1`);
        await page.locator('.katex').first().waitFor();
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
      name: 'submissions',
      open: async (page) => {
        await go(page, '/solutions/my');
        await page.getByText(t('verdict.3')).first().waitFor();
      },
    },
    {
      name: 'compiler output',
      open: async (page) => {
        await page.getByRole('button', { name: t('solutions.showCompiler') }).click();
        await page.getByRole('dialog').getByText(/error/).first().waitFor();
      },
    },
    {
      name: 'source',
      open: async (page) => {
        await go(page, '/solutions/my');
        await page.getByRole('main').getByRole('link', { name: /^\d+$/ }).first().click();
        await page.getByRole('textbox', { name: t('solutions.source') }).waitFor();
      },
    },
    {
      name: 'table',
      open: async (page) => {
        await go(page, '/table');
        await page.getByRole('rowheader').first().waitFor();
      },
    },
    {
      name: 'table of the past',
      open: async (page) => {
        await page.getByRole('button', { name: t('table.rewind') }).click();
        await page.getByRole('button', { name: t('table.rewindClose') }).waitFor();
        await page.locator('[data-stale]').waitFor({ state: 'detached' }); // rows of the past are on their way
      },
    },
    {
      name: 'cell',
      open: async (page) => {
        await go(page, '/table');
        await page.getByRole('button', { name: /^A: solved/ }).click();
        await page.getByRole('dialog').getByText(t('verdict.6')).waitFor();
      },
    },
    {
      name: 'monitor',
      open: async (page) => {
        await go(page, '/monitor');
        await page.getByRole('rowheader').first().waitFor();
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

/** What those see who are not let in. */
export function strangerScreens(origin: string): Screen[] {
  return [
    {
      name: 'sign-in',
      open: async (page) => {
        await page.goto(`${origin}/auth`);
        await page.getByRole('button', { name: t('auth.signIn') }).waitFor();
      },
    },
    {
      name: 'sign-in without a name',
      open: async (page) => {
        await page.getByRole('button', { name: t('auth.signIn') }).click();
        await page.getByText(t('form.required')).first().waitFor();
      },
    },
  ];
}

/** What only supervisors see. */
export function supervisorScreens(contestUrl: string): Screen[] {
  return [
    {
      name: 'everybody’s submissions',
      open: async (page) => {
        await page.goto(`${contestUrl}/solutions/all`);
        await page.getByText(t('verdict.3')).first().waitFor();
      },
    },
  ];
}
