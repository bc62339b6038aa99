import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Compilation, compile } from '#compile/compile.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import { createBlobShelf, TRIED_LANGUAGES } from '#testing/test-workshop.ts';
import { openWorkshop } from '#workshop/open-workshop.ts';

/** File of every system, which compilers may see: with it the same sources compile. */
const PUBLIC = '/usr/lib/os-release';
const SECRET = 'the answer of a hidden test';

const workDir = await mkdtemp(join(tmpdir(), 'balloon-secrets-'));
const secretFile = join(workDir, 'answer');
await writeFile(secretFile, SECRET);
await chmod(workDir, 0o755);
const silent = () => {};
const { workshop, slots, close } = await openWorkshop({
  workDir,
  slots: 1,
  precompiledHeaders: false,
  languagesFile: TRIED_LANGUAGES,
  blobSource: createBlobShelf().source,
  log: { info: silent, warn: silent, error: console.error },
});
afterAll(async () => {
  await close();
  await rm(workDir, { recursive: true });
});

interface Attack {
  language: InstalledLanguage['key'];
  means: string;
  source(path: string): string;
}

/** Sources that put a file into the program, or its text into a message, while they are compiled. */
const ATTACKS: readonly Attack[] = [
  {
    language: 'c',
    means: 'the assembler’s .incbin',
    source: (path) => `__asm__(".incbin \\"${path}\\""); int main(void) { return 0; }`,
  },
  {
    language: 'cpp20',
    means: '__has_include',
    source: (path) => `#if !__has_include("${path}")\n#error no such file\n#endif\nint main() {}`,
  },
  {
    language: 'rust',
    means: 'include_bytes!',
    source: (path) => `fn main() { println!("{}", include_bytes!("${path}").len()); }`,
  },
  {
    language: 'haskell',
    means: 'a program that Template Haskell runs in the compiler',
    source: (path) =>
      `{-# LANGUAGE TemplateHaskell #-}\nimport Language.Haskell.TH\nmain = putStrLn $(runIO (readFile "${path}") >>= litE . stringL)`,
  },
];

/** Sources that no option of the judge allows to read files; here the compiler's own message could still tell. */
const REFUSED: readonly Attack[] = [
  { language: 'cpp20', means: '#include', source: (path) => `#include "${path}"\nint main() {}` },
  {
    language: 'go',
    means: '//go:embed',
    source: (path) =>
      `package main\nimport _ "embed"\n//go:embed ${path}\nvar all string\nfunc main() { print(all) }`,
  },
  {
    language: 'go',
    means: 'a preamble in C',
    source: (path) => `package main\n// #include "${path}"\nimport "C"\nfunc main() {}`,
  },
  {
    language: 'csharp',
    means: 'the key file of an assembly',
    source: (path) =>
      `[assembly: System.Reflection.AssemblyKeyFile("${path}")] class P { static void Main() {} }`,
  },
  { language: 'rust', means: '#[path]', source: (path) => `#[path = "${path}"] mod secret;\nfn main() {}` },
  { language: 'pascal', means: '{$I}', source: (path) => `{$I ${path}}\nbegin end.` },
  {
    language: 'd',
    means: 'import("file")',
    source: (path) => `void main() { enum all = import("${path}"); }`,
  },
];

const isInstalled = ({ language }: Attack) => workshop.languages.has(language);

async function compileIn({ language, source }: Attack, path: string): Promise<Compilation> {
  const [slot, installed] = [slots[0], workshop.languages.get(language)];
  if (!slot || !installed) throw new Error(`No slot or no ${language}`);
  return compile(workshop, { container: slot.program, folder: slot.folder }, installed, source(path));
}

describe('a compiler sees nothing of the judge', () => {
  test.each(ATTACKS.filter(isInstalled))('$language: $means', async (attack) => {
    expect(await compileIn(attack, PUBLIC)).toMatchObject({ kind: 'program' });
    for (const path of [secretFile, '/etc/shadow', '/proc/1/environ']) {
      expect(await compileIn(attack, path), path).toMatchObject({ kind: 'rejected' });
    }
  });

  test.each(REFUSED.filter(isInstalled))('$language: $means', async (attack) => {
    const answer = await compileIn(attack, secretFile);
    expect(await readFile(secretFile, 'utf8')).toBe(SECRET);
    expect(answer).toMatchObject({ kind: 'rejected' });
    expect(answer).not.toMatchObject({ text: expect.stringContaining(SECRET) });
  });
});
