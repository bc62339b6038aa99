import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Rules that a look asks, as options of `axe.run`. */
export type RulesOfLook =
  | { rules: Record<string, { enabled: boolean }> }
  | { runOnly: { type: 'rule'; values: readonly string[] } };

/** Rules whose findings are never serious, so that they need not be asked; `browser.test.ts` compares with axe's own data. */
export const LESSER_RULES = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
];

const ALL_SERIOUS: RulesOfLook = {
  rules: Object.fromEntries(LESSER_RULES.map((id) => [id, { enabled: false }])),
};

/**
 * What another theme and width change on a screen that was looked at with all rules: colours, what scrolls, and controls that
 * only one width shows.
 */
export const NAMES_AND_COLOURS: RulesOfLook = {
  runOnly: {
    type: 'rule',
    values: [
      ...['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'],
      ...[
        'button-name',
        'link-name',
        'label',
        'select-name',
        'aria-input-field-name',
        'aria-toggle-field-name',
      ],
      ...['aria-command-name', 'nested-interactive', 'aria-hidden-focus'],
    ],
  },
};

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Lists serious and critical barriers for people who use a keyboard, a screen reader or have weak eyes. */
export async function findBarriers(page: Page, rules = ALL_SERIOUS): Promise<string[]> {
  const options = { resultTypes: ['violations'], preload: false, ...rules };
  const found = await page.evaluate(ASK_AXE, options);
  if (found !== null) return found;
  // Not addScriptTag: the page's policy forbids foreign scripts, and must stay as it is.
  await page.evaluate(AXE);
  return (await page.evaluate(ASK_AXE, options)) ?? ['axe could not be loaded'];
}

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{
    violations: {
      id: string;
      impact: string;
      help: string;
      nodes: { html: string; failureSummary: string }[];
    }[];
  }>;
}

/**
 * Runs axe in the page, or resolves to null where it is not loaded yet. Only the sentences leave the page: what axe tells of
 * the rules that passed would be copied value by value on its way, in the page and twice here.
 */
const ASK_AXE = async (options: object): Promise<string[] | null> => {
  const { axe } = window as { axe?: Axe };
  if (axe === undefined) return null;
  // Formulas consist of hundreds of boxes that screen readers skip, in the colour of the text around.
  const { violations } = await axe.run({ exclude: [['.katex']] }, options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id} (${help}): ${html} ${failureSummary.replace(/\s+/g, ' ')}`,
      ),
    );
};
