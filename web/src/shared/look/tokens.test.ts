import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from '#shared/ui/labels/balloon-colors.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The tokens of a theme that are plain colours. */
function tokensOf(scheme: string): Map<string, string> {
  const block = css.split(`[data-mantine-color-scheme="${scheme}"]`)[1]?.split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

const TEXTS = [
  'ink',
  'ink-soft',
  'ink-faint',
  'brand',
  'accepted',
  'wrong',
  'technical',
  'ignored',
  'frozen',
];
const ON_OWN_GROUND = ['accepted', 'wrong', 'technical', 'ignored', 'frozen', 'brand'];

const cases = ['light', 'dark'].flatMap((scheme) => [
  ...TEXTS.flatMap((text) => ['page', 'surface'].map((ground) => ({ scheme, text, ground, least: 4.5 }))),
  ...[1, 2, 3, 4, 5].flatMap((zone) =>
    ['page', 'surface', 'brand-soft'].map((ground) => ({
      scheme,
      text: `rating-${zone}`,
      ground,
      least: 4.5,
    })),
  ),
  ...ON_OWN_GROUND.map((text) => ({ scheme, text, ground: `${text}-soft`, least: 4.5 })),
  { scheme, text: 'on-brand', ground: 'brand', least: 4.5 },
  { scheme, text: 'on-brand', ground: 'brand-hover', least: 4.5 },
  { scheme, text: 'line-strong', ground: 'page', least: 3 },
]);

test.each(cases)(
  '$scheme: $text on $ground has a contrast of $least or more',
  ({ scheme, text, ground, least }) => {
    const tokens = tokensOf(scheme);
    expect(contrast(tokens.get(text) ?? '', tokens.get(ground) ?? '')).toBeGreaterThanOrEqual(least);
  },
);

test('both themes define the same tokens', () => {
  expect([...tokensOf('dark').keys()]).toEqual([...tokensOf('light').keys()]);
});
