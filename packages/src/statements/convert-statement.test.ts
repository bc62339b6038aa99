import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PackageStatement } from '#problem-package.ts';
import { convertStatement } from '#statements/convert-statement.ts';
import { renderStatement } from '#statements/render-statement.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'balloon-conversion-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(kind: PackageStatement['kind'], text: string): Promise<PackageStatement> {
  const name = `problem.${kind}`;
  const main = { name, path: path.join(folder, name), inPackage: name };
  await writeFile(main.path, text);
  return { language: 'en', title: 'Sum', kind, main, resources: [], sections: null };
}

/** Statement within all bounds that takes seconds nonetheless: each formula is typeset to find mistakes. */
const SLOW = `First <words>\n\n${Array.from({ length: 9_000 }, (_, index) => `$x_{${index}}$ `).join('')}\n`;
const NEVER = new AbortController().signal;

test('a thread converts an ordinary statement as the renderer itself does', async () => {
  const statement = await written('markdown', '# Sum\n\nAdd $a$ and *b*.\n');
  const source = { statements: [statement] };
  expect(await convertStatement(statement, source, NEVER)).toEqual(await renderStatement(statement, source));
});

test('a statement that takes too long becomes plain text', async () => {
  const statement = await written('tex', SLOW);
  const limits = { wallMs: 200, memoryMb: 512 };
  const converted = await convertStatement(statement, { statements: [statement] }, NEVER, limits);

  expect(converted.html).toMatch(/^<p>First &lt;words><\/p><p>\$x_\{0}\$ .*<\/p>$/);
  expect(converted.remarks).toEqual([
    { level: 'warning', text: expect.stringMatching(/^problem\.tex: .*longer than 0\.2 s.*plain text/) },
  ]);
});

test('others are converted while a slow conversion runs, which ends when its import is cancelled', async () => {
  const [slow, usual] = [await written('tex', SLOW), await written('markdown', 'Usual')];
  const calledOff = new AbortController();
  const converting = convertStatement(slow, { statements: [slow] }, calledOff.signal);
  const { html } = await convertStatement(usual, { statements: [usual] }, NEVER);
  calledOff.abort(new Error('cancelled'));
  expect(html).toContain('Usual');
  await expect(converting).rejects.toThrow('cancelled');
});

test.each([
  ['html', '<b>'.repeat(30_000)],
  ['markdown', '> '.repeat(30_000)],
  ['tex', '{'.repeat(30_000)],
] as const)('%s that is nested beyond reason is converted or kept as text', async (kind, text) => {
  const statement = await written(kind, `${text} Words at the end`);
  const limits = { wallMs: 3_000, memoryMb: 512 };
  const { html } = await convertStatement(statement, { statements: [statement] }, NEVER, limits);
  expect(html).toContain('Words at the end');
});
