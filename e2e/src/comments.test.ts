import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = 'bench,contracts,database,domain,e2e,judge,launch,packages,sample,server,systems,web,worker';
/** Folders of other people's code and of programs that only tests run. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|build|testsuite)(?:\/|$)/;

/** Beginnings that make a comment depend on the line before or after it. */
const RIDDLE = /^(?:of|as|none|nor|those|which|whose|one|such|who of|not of)\b/i;

/** Lists what each comment begins with: blocks, runs of `//` lines, and comments behind code. */
function beginningsOf(text: string): { line: number; words: string }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const isFurtherLine = /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[at - 1] ?? '');
    if (isFurtherLine) return [];
    const block = /^\s*\/\*+\s*$/.test(line) ? lines[at + 1]?.replace(/^\s*\*\s*/, '') : undefined;
    const words = block ?? /(?:^|\s)(?:\/\*+|\/\/)\s+(.*)/.exec(line)?.[1];
    return words === undefined ? [] : [{ line: at + 1, words }];
  });
}

test('comments begin with a noun or a verb', async () => {
  const riddles: string[] = [];
  let comments = 0;
  for await (const file of glob(`{${SOURCES}}/**/*.{ts,tsx,mjs,c,h,css}`, { cwd: ROOT })) {
    if (LEFT_OUT.test(file)) continue;
    for (const { line, words } of beginningsOf(await readFile(ROOT + file, 'utf8'))) {
      comments += 1;
      if (RIDDLE.test(words)) riddles.push(`${file}:${line} begins with "${words.slice(0, 40)}"`);
    }
  }
  expect(comments).toBeGreaterThan(0);
  expect(riddles).toEqual([]);
});
