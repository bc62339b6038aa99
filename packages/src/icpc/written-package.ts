import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readIcpc } from '#icpc/read-icpc.ts';
import { openPackage } from '#open-package.ts';
import type { ProblemPackage } from '#problem-package.ts';

/** Content of a test's package: text by path; a link's target instead. */
export type WrittenFiles = Record<string, string | Buffer | { linkTo: string }>;

/** Files that every package needs; tests add to them. */
export const MINIMAL: WrittenFiles = {
  'problem.yaml': 'name: Sum\n',
  'problem_statement/problem.en.tex': '\\problemname{Sum of Two}\nAdd them.\n',
  'data/sample/1.in': '1 2\n',
  'data/sample/1.ans': '3\n',
  'data/secret/1.in': '5 6\n',
  'data/secret/1.ans': '11\n',
  'submissions/accepted/sum.py': 'print(sum(map(int, input().split())))\n',
};

/** Writes the files as the package `sum` into a temporary folder and reads it. */
export async function readWritten(files: WrittenFiles): Promise<ProblemPackage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balloon-icpc-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, 'sum', name);
      await mkdir(path.dirname(file), { recursive: true });
      if (typeof content === 'string' || Buffer.isBuffer(content)) await writeFile(file, content);
      else await symlink(content.linkTo, file);
    }
    await using opened = await openPackage(path.join(folder, 'sum'));
    return await readIcpc(opened);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
