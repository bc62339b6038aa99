import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = 'bench,contracts,database,domain,e2e,judge,launch,packages,sample,server,systems,web,worker';
/** Folders of other people's code and of programs that only tests run. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|build|testsuite)(?:\/|$)/;

/** Beginnings that make a comment depend on the line before or after it. */
const RIDDLE = /^(?:of|as|none|nor|those|which|whose|one|such|who of|not of)\b/i;

/**
 * A file that a comment or a document names, and the value in it, if one is given before "of" or "in". Headers may be other
 * people's, as "testlib.h".
 */
const NAMED_FILE =
  /(?:`(\w+)[^`\n]*` (?:of|in) `?)?(?<![\w/.*{#@-])((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql|c)|judge\/[\w/-]+\.h)\b/g;
/** Names that stand for any file: `x.routes.ts`, `FEATURE.page.tsx`, `NNNN_what_it_does.sql`. */
const PLACEHOLDER = /(?:^|\/)x\.|[A-Z]{4}/;

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

/** Lists the lines of a file that are there to be read: all of a document, the comments of code. */
function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text;
  return text
    .split('\n')
    .filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line))
    .join('\n');
}

/** Groups files by every end of their path at which a comment may call them. */
function groupByEnd(files: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const parts = file.split('/');
    for (const at of parts.keys()) {
      const end = parts.slice(at).join('/');
      groups.set(end, [...(groups.get(end) ?? []), file]);
    }
  }
  return groups;
}

test('files that comments and documents name exist, with the values for which they are named', async () => {
  const texts = new Map<string, string>();
  for await (const file of glob(`{*.{md,ts},docs/**/*.md,{${SOURCES}}/**/*.{ts,tsx,mjs,c,h,css,sql,md}}`, {
    cwd: ROOT,
  })) {
    if (!LEFT_OUT.test(file)) texts.set(file, await readFile(ROOT + file, 'utf8'));
  }
  const byEnd = groupByEnd(texts.keys());
  let named = 0;
  const missing: string[] = [];
  for (const [file, text] of texts) {
    // The changelog and migrations tell of the past, whose files may be gone.
    if (file === 'CHANGELOG.md' || file.endsWith('.sql')) continue;
    for (const [, value = '', name = ''] of proseOf(file, text).matchAll(NAMED_FILE)) {
      if (PLACEHOLDER.test(name)) continue;
      named += 1;
      const isThere = byEnd.get(name)?.some((one) => texts.get(one)?.includes(value));
      if (!isThere) missing.push(`${file} names ${value} ${name}`);
    }
  }
  expect(named).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});
