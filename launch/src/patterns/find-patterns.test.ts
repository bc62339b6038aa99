import { check } from 'recheck';
import { expect, test } from 'vitest';
import { findPatterns } from '#patterns/find-patterns.ts';

const SOURCE = String.raw`
const spaces: RegExp = /\s+$/u;
const made = new RegExp('^[ab]+', 'i');
const unknown = (name: string) => new RegExp(name);
const text = '/not+/';
`;

test('finds literals and what is given to RegExp, but no text that only looks like it', () => {
  expect(findPatterns('a.ts', SOURCE)).toEqual([
    { file: 'a.ts', line: 2, source: String.raw`\s+$`, flags: 'u' },
    { file: 'a.ts', line: 3, source: '^[ab]+', flags: 'i' },
    { file: 'a.ts', line: 4, source: null, flags: '' },
  ]);
});

test('a source that cannot be parsed is an error, not a source without patterns', () => {
  expect(() => findPatterns('a.ts', 'const = /a/')).toThrow('a.ts');
});

test.each([
  // These patterns stopped a judge for minutes.
  [String.raw`^\s*package\s+([a-z]+(?:\s*\.\s*[a-z]+)*)\s*;`, 'm', 'vulnerable'],
  [String.raw`\s+$`, '', 'vulnerable'],
  [String.raw`^\s*\w+$`, 'm', 'vulnerable'],
  [String.raw`^[ ]*\w+$`, '', 'safe'],
])('the checker says of /%s/%s: %s', async (source, flags, status) => {
  expect(await check(source, flags)).toMatchObject({ status });
});
