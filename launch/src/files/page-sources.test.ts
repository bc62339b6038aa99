import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '#files/front-end.ts';
import { hashSources, listPageSources, signSources } from '#files/page-sources.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'balloon-sources-'));
  for (const folder of ['web/src/deep', 'web/public', 'contracts/src', 'domain/src'])
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of ['web/index.html', 'web/vite.config.ts', 'web/package.json', 'package-lock.json'])
    writeFileSync(path.join(root, file), file);
  writeFileSync(path.join(root, 'web/src/deep/page.tsx'), 'before');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const both = () => {
  const files = listPageSources(root);
  return { hash: hashSources(root, files), sign: signSources(root, files) };
};

test('the page is made of every file of its folders', () => {
  expect(listPageSources(root)).toContain('web/src/deep/page.tsx');
  expect(listPageSources(ROOT)).toEqual(
    expect.arrayContaining(['web/src/main.tsx', 'domain/src/judging/verdicts.ts', 'package-lock.json']),
  );
});

test.each([
  [
    'changed to another text of the same length',
    () => writeFileSync(path.join(root, 'web/index.html'), 'web/INDEX.html'),
  ],
  ['added', () => writeFileSync(path.join(root, 'domain/src/rule.ts'), '')],
  ['removed', () => rmSync(path.join(root, 'web/src/deep/page.tsx'))],
])('hash and sign differ when a source was %s', (_, change) => {
  const before = both();

  change();

  const after = both();
  expect(after.hash).not.toBe(before.hash);
  expect(after.sign).not.toBe(before.sign);
});

test('a source that was only touched keeps its hash and not its sign', () => {
  const before = both();

  utimesSync(path.join(root, 'package-lock.json'), 1, 1);

  expect(both()).toEqual({ hash: before.hash, sign: expect.not.stringContaining(before.sign) });
});
