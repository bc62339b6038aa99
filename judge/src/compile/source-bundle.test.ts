import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, linkFiles, placeFiles } from '#compile/source-bundle.ts';

test('linked files stay, readable for programs, when the folder is emptied where they were placed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'balloon-bundle-'));
  const [placed, folder] = [join(root, 'placed'), join(root, 'program')];
  mkdirSync(folder, { mode: 0o700 });
  const bundle = { files: [{ name: 'solution.py', text: 'print(1)\n' }] };

  await placeFiles(bundle, placed);
  linkFiles(bundle, placed, folder);
  emptyFolder(placed);
  await placeFiles({ files: [{ name: 'solution.py', text: 'print(2)\n' }] }, placed);

  expect(readFileSync(join(folder, 'solution.py'), 'utf8')).toBe('print(1)\n');
  const { mode, nlink } = statSync(join(folder, 'solution.py'));
  expect({ mode: mode & 0o777, nlink }).toEqual({ mode: 0o644, nlink: 1 });
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  rmSync(root, { recursive: true });
});
