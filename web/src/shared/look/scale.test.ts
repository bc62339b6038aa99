import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BREAKPOINTS } from '#shared/look/breakpoints.ts';

/*
 * Text sizes, weights, corners and breakpoints must be those of `tokens.css` and `breakpoints.ts`, and declarations
 * that many styles share those of `patterns.css`.
 */

const SOURCE = new URL('../../', import.meta.url);
const TOKENS = 'shared/look/tokens.css';
const filesOf = (ending: RegExp) =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/\.test\.tsx?$/.test(file) && file !== TOKENS)
    .map((file) => ({
      file,
      text: readFileSync(new URL(file, SOURCE), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
    }));

// The margins of printed sheets cannot use tokens.
const styles = filesOf(/\.css$/).map(({ file, text }) => ({
  file,
  text: text.replace(/@bottom-right \{[^}]*\}/g, ''),
}));
const components = filesOf(/\.tsx?$/);
const tokens = readFileSync(new URL(TOKENS, SOURCE), 'utf8');

/** Sizes in pixels of signs, of what fingers press, of a problem's balloon, and widths of dialogs. */
const SIZES = [
  ...[12, 16, 18, 20, 28, 44], // signs
  ...[36, 44], // controls
  ...[24, 28, 32, 44, 48, 64, 76], // balloons
  ...[820, 1100], // dialogs
];

/** Lists `file: declaration` of every match of a pattern that is not allowed. */
function strangers(files: typeof styles, pattern: RegExp, isAllowed: (value: string) => boolean): string[] {
  return files.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)]
      .filter(([, value = '']) => !isAllowed(value.trim()))
      .map(([declaration]) => `${file}: ${declaration}`),
  );
}
const matches = (pattern: RegExp) => (value: string) => pattern.test(value);

describe('styles', () => {
  test('take sizes of text from the scale, from the text around, or from what they show', () => {
    const isAllowed = matches(
      /^(inherit|0|[\d.]+em|var\(--(text|stage|paper)-\w+\)|(calc|min|clamp)\(.*var\(.*\))$/,
    );
    expect(strangers(styles, /\bfont-size:\s*([^;]+)/g, isAllowed)).toEqual([]);
    expect(strangers(styles, /\bfont:\s*([^;]+)/g, matches(/^inherit$/))).toEqual([]);
  });

  test('take weights from the scale', () => {
    const isAllowed = matches(/^(inherit|var\(--weight-\w+\))$/);
    expect(strangers(styles, /\bfont-weight:\s*([^;]+)/g, isAllowed)).toEqual([]);
  });

  test('take corners from the scale', () => {
    const isAllowed = matches(/^(?:(?:inherit|0|var\(--radius(?:-\w+)?\))\s*)+$/);
    expect(strangers(styles, /\bborder-(?:\w+-)*radius:\s*([^;]+)/g, isAllowed)).toEqual([]);
  });

  test('change at the breakpoints only', () => {
    const known = Object.values(BREAKPOINTS).map((px) => `${px}px`);
    const widths = /@media[^{]*?(?:width\s*(?::|[<>]=?))\s*([\d.]+\w+)/g;
    expect(strangers(styles, widths, (width) => known.includes(width))).toEqual([]);
  });
});

describe('components', () => {
  test('name sizes, weights and corners by the scale', () => {
    const isToken = matches(/^'(?:inherit|[\d.]+em|var\(--[\w-]+\))'$/);
    expect(
      strangers(components, /\b(?:fontSize|fontWeight|borderRadius):\s*('[^']*'|[\d.]+)/g, isToken),
    ).toEqual([]);
    expect(strangers(components, /\b(?:radius|fz|fw)=(\{[^}]*\}|"[\d.][^"]*")/g, () => false)).toEqual([]);
  });

  test('take sizes of signs, balloons and dialogs from a short list', () => {
    const isKnown = (size: string) => SIZES.includes(Number(size));
    expect(strangers(components, /\bsize=\{(\d[^}]*)\}/g, isKnown)).toEqual([]);
  });

  test('leave spaces to the styles; only what stands for a text that loads is measured', () => {
    const lines = components.map(({ file, text }) => ({
      file,
      text: text.replace(/<Skeleton\b[^<>]*>/g, ''),
    }));
    expect(strangers(lines, /\s[mp][xytrbl]?=(\{[^}]*\}|"\d[^"]*")/g, () => false)).toEqual([]);
  });

  test('ask for the breakpoints by name', () => {
    const asked = components.filter(({ file }) => file !== 'shared/look/breakpoints.ts');
    expect(strangers(asked, /\(((?:max-width|min-width|width [<>])[^)]*)\)/g, () => false)).toEqual([]);
  });
});

describe('repeated groups', () => {
  test('of three declarations are patterns', () => {
    const places = new Map<string, string[]>();
    for (const { file, text } of styles)
      for (const [, selector = '', body = ''] of text.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
        const group = body
          .split(';')
          .map((line) => line.trim().replace(/\s+/g, ' '))
          .filter((line) => line !== '')
          .sort();
        if (group.length < 3) continue;
        const key = group.join('; ');
        places.set(key, [...(places.get(key) ?? []), `${file} ${selector.trim()}`]);
      }
    const repeated = [...places].filter(([, found]) => found.length >= 3);
    expect(repeated).toEqual([]);
  });

  test('exist that screens take', () => {
    const patterns = styles.find(({ file }) => file === 'shared/look/patterns.css')?.text ?? '';
    const known = [...patterns.matchAll(/^ {2}\.([\w-]+)/gm)].map(([, name = '']) => name);
    const asked = styles.flatMap(({ text }) =>
      [...text.matchAll(/composes: ([^;]*) from global;/g)].flatMap(([, names = '']) => names.split(' ')),
    );
    expect([...new Set(asked)].filter((name) => name !== 'no-print').sort()).toEqual(
      [...new Set(known)].sort(),
    );
  });
});

test('the scale is short', () => {
  const count = (pattern: RegExp) => [...tokens.matchAll(pattern)].length;
  expect(count(/^\s+--text-(?!display)\w+:/gm)).toBe(8);
  expect(count(/^\s+--weight-\w+:/gm)).toBe(4);
  expect(count(/^\s+--radius(?:-(?!round)\w+)?:/gm)).toBe(3);
  expect(Object.keys(BREAKPOINTS)).toHaveLength(3);
});
