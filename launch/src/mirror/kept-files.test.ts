import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptFiles } from '#mirror/kept-files.ts';

function folderOf(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'balloon-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const replace = (name: string, text: string) => {
    writeFileSync(path.join(folder, `${name}.half`), text);
    renameSync(path.join(folder, `${name}.half`), path.join(folder, name));
  };
  for (const [name, text] of Object.entries(files)) replace(name, text);
  return { at: (name: string) => path.join(folder, name), replace };
}

test('a file is read once, and again when it was replaced by another of the same size', async () => {
  const { at, replace } = folderOf({ 'state.json': 'one' });
  const files = new KeptFiles(100);
  const first = await files.read(at('state.json'));
  expect(await files.read(at('state.json'))).toBe(first);

  replace('state.json', 'two');
  const second = await files.read(at('state.json'));
  expect(`${second?.content}`).toBe('two');
  expect(second?.etag).not.toBe(first?.etag);
});

test('a file that is removed is shown no more', async () => {
  const { at } = folderOf({ 'rows.json': 'rows' });
  const files = new KeptFiles(100);
  await files.read(at('rows.json'));
  rmSync(at('rows.json'));
  expect([await files.read(at('rows.json')), files.bytes]).toEqual([null, 0]);
});

test('what was not asked for the longest makes room', async () => {
  const { at } = folderOf({ a: 'aaaa', b: 'bbbb', c: 'cccc', large: 'l'.repeat(20) });
  const files = new KeptFiles(10);
  const first = await files.read(at('a'));
  await files.read(at('b'));
  await files.read(at('a'));
  await files.read(at('c'));
  expect(files.bytes).toBe(8);
  expect(await files.read(at('a'))).toBe(first);

  expect((await files.read(at('large')))?.content.length).toBe(20);
  expect(files.bytes).toBeLessThanOrEqual(10);
});

test('requests at the same moment count a file once', async () => {
  const { at } = folderOf({ a: 'aaaa' });
  const files = new KeptFiles(100);
  await Promise.all([files.read(at('a')), files.read(at('a')), files.read(at('a'))]);
  expect(files.bytes).toBe(4);
});
