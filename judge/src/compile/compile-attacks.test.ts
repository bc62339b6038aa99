import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Compilation, compile, type StatedLimits } from '#compile/compile.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import { openTestWorkshop } from '#testing/open-test-workshop.ts';
import { createBlobShelf } from '#testing/test-workshop.ts';

/** File of every system, which compilers may see: with it the same sources compile. */
const PUBLIC = '/usr/lib/os-release';
const SECRET = 'the answer of a hidden test';

const workDir = await mkdtemp(join(tmpdir(), 'balloon-secrets-'));
const secretFile = join(workDir, 'answer');
await writeFile(secretFile, SECRET);
await chmod(workDir, 0o755);
const silent = () => {};
const { workshop, slots, close } = await openTestWorkshop({
  workDir,
  slots: 1,
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
    language: 'perl',
    means: 'a program that the check of the syntax runs',
    source: (path) => `BEGIN { open my $file, '<', '${path}' or die "no such file\\n" }`,
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
  {
    language: 'haskell',
    means: '__has_include of its preprocessor',
    source: (path) =>
      `{-# LANGUAGE CPP #-}\n#if !__has_include("${path}")\n#error no such file\n#endif\nmain = pure () :: IO ()`,
  },
  {
    language: 'haskell',
    means: 'the assembler’s .incbin in C that Template Haskell adds',
    source: (path) =>
      `{-# LANGUAGE TemplateHaskell #-}\nimport Language.Haskell.TH.Syntax\naddForeignSource LangC "__asm__(\\".incbin \\\\\\"${path}\\\\\\"\\");" >> pure []\nmain = pure () :: IO ()`,
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
  {
    language: 'rust',
    means: 'the assembler’s .incbin',
    source: (path) => `std::arch::global_asm!(".incbin \\"${path}\\"");\nfn main() {}`,
  },
  {
    language: 'ada',
    means: 'options of the linker in a file',
    source: (path) => `procedure Main is\n   pragma Linker_Options ("@${path}");\nbegin null; end Main;`,
  },
  {
    language: 'haskell',
    means: '#include of its preprocessor',
    source: (path) => `{-# LANGUAGE CPP #-}\n#include "${path}"\nmain = pure () :: IO ()`,
  },
  {
    language: 'haskell',
    means: 'options of the preprocessor in a file',
    source: (path) => `{-# LANGUAGE CPP #-}\n{-# OPTIONS_GHC -optP @${path} #-}\nmain = pure () :: IO ()`,
  },
  {
    language: 'haskell',
    means: 'a database of packages',
    source: (path) => `{-# OPTIONS_GHC -package-db=${path} #-}\nmain = pure () :: IO ()`,
  },
  { language: 'pascal', means: '{$L}', source: (path) => `{$L ${path}}\nbegin end.` },
  { language: 'pascal', means: '{$I}', source: (path) => `{$I ${path}}\nbegin end.` },
  {
    language: 'd',
    means: 'import("file")',
    source: (path) => `void main() { enum all = import("${path}"); }`,
  },
];

const isInstalled = ({ language }: { language: Attack['language'] }) => workshop.languages.has(language);

async function compileIn(
  { language, source }: Pick<Attack, 'language' | 'source'>,
  path: string,
  limits?: StatedLimits,
): Promise<Compilation> {
  const [slot, installed] = [slots[0], workshop.languages.get(language)];
  if (!slot || !installed) throw new Error(`No slot or no ${language}`);
  const bench = { container: slot.program, folder: slot.folder };
  return compile(workshop, bench, installed, source(path), [], undefined, limits);
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

/** Source that has its compiler do harm, and what the participant is told. */
interface Harm {
  language: InstalledLanguage['key'];
  what: string;
  text: string;
  /** Limits that are reached sooner than ours. */
  limits?: StatedLimits;
  told: RegExp;
}

const ENDED = { cpuMs: 300 };
const FULL = { memoryKb: 64 * 1024 };
const WAITED = { wallMs: 300 };

/** Haskell whose compiler runs a command of the shell, and says what came of it. */
const inGhc = (command: string) =>
  `{-# LANGUAGE TemplateHaskell #-}\nimport Language.Haskell.TH\nimport System.Process\nmain = $(runIO (readProcessWithExitCode "/bin/sh" ["-c", ${JSON.stringify(command)}] "") >>= fail . show)`;

const HARMS: readonly Harm[] = [
  {
    language: 'c',
    what: 'reads a device without end',
    text: '#include "/dev/zero"',
    limits: FULL,
    told: /^The compilation took too much memory: its limit is 64 MB/,
  },
  {
    language: 'rust',
    what: 'puts a device without end into the program',
    text: 'fn main() { print!("{}", include_bytes!("/dev/zero").len()); }',
    limits: FULL,
    told: /^The compilation took too much memory/,
  },
  {
    language: 'd',
    what: 'runs a function without end',
    text: 'int f() { int[] all; for (;;) all ~= 1; return 1; }\nenum x = f();\nvoid main() {}',
    limits: FULL,
    told: /^The compilation took too much memory/,
  },
  {
    language: 'c',
    what: 'waits for its own output',
    text: '#include "/dev/stdout"',
    limits: WAITED,
    told: /^The compilation took too long: it may last 0\.3 s/,
  },
  {
    language: 'c',
    what: 'has the assembler repeat a line without end',
    text: '__asm__(".rept 1000000000\\n.quad 1\\n.endr");',
    limits: FULL,
    told: /^The compilation took too much memory/,
  },
  {
    language: 'c',
    what: 'includes itself',
    text: '#include "main.c"',
    told: /nested/,
  },
  {
    language: 'c',
    what: 'says megabytes',
    text: '#error flood\n'.repeat(2_000),
    told: /flood/,
  },
  {
    language: 'cpp20',
    what: 'computes without end',
    text: 'constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\nconstexpr int x = f(60);',
    limits: ENDED,
    told: /^The compilation took too long: its limit is 0\.3 s of processor time/,
  },
  { language: 'perl', what: 'sleeps', text: 'BEGIN { sleep 1000 }', limits: WAITED, told: /took too long/ },
  {
    language: 'perl',
    what: 'multiplies',
    text: 'BEGIN { for (;;) { fork } }',
    limits: ENDED,
    told: /took too (?:long|much memory)/,
  },
  {
    language: 'perl',
    what: 'fills the disk',
    text: `BEGIN { open my $file, '>', '/tmp/all'; print $file 'x' x 65536 for 1 .. 1e6 }`,
    limits: FULL,
    told: /took too much memory/,
  },
  {
    language: 'perl',
    what: 'fills the room for its files',
    text: `BEGIN { open my $file, '>', '/tmp/all'; 1 while print $file 'x' x 1e6; die $! }`,
    told: /^The compiler had no room left: its files may take 768 MB.*\nNo space left on device/s,
  },
  {
    language: 'perl',
    what: 'kills all that it sees',
    text: `BEGIN { kill KILL => -1, 1, $$ }`,
    told: /SIGKILL/,
  },
  {
    language: 'perl',
    what: 'looks for a network and for other processes',
    text: `BEGIN { die join ' ', 'found:', grep({ socket my $s, $_, 1, 0 } 1 .. 45), grep({ $_ != $$ } map { m{(\\d+)} } glob '/proc/[0-9]*'), '.' }`,
    told: /found: 1 \./,
  },
  {
    language: 'haskell',
    what: 'runs without end',
    text: `{-# LANGUAGE TemplateHaskell #-}\nimport Language.Haskell.TH\nmain = $(let f :: Int -> Q Exp; f n = f (n + 1) in f 0)`,
    limits: { cpuMs: 2_000 },
    told: /^The compilation took too long: its limit is 2 s of processor time/,
  },
  {
    language: 'haskell',
    what: 'fills the disk',
    text: inGhc('dd if=/dev/zero of=/tmp/all bs=1M'),
    told: /^The compiler had no room left.*No space left on device/s,
  },
  {
    language: 'haskell',
    what: 'writes beside its work',
    text: inGhc('for place in /box /usr /etc /dev /var /proc; do echo x > $place/x && exit 7; done'),
    told: /\(ExitFailure 2,.*Read-only file system/,
  },
  { language: 'haskell', what: 'kills all that it sees', text: inGhc('kill -9 -1'), told: /SIGKILL/ },
];

test.each(HARMS.filter(isInstalled))(
  'a compiler that $what ($language) is a compilation error',
  async ({ language, what, text, limits, told }) => {
    const answer = await compileIn({ language, source: () => text }, '', limits);
    if (answer.kind !== 'rejected') throw new Error(`The compiler ended as ${JSON.stringify(answer)}`);
    expect(answer.text).toMatch(told);
    expect(answer.text.length).toBeLessThanOrEqual(70_000);

    const next = await compileIn({ language: 'perl', source: () => `1; # after ${what} (${language})` }, '');
    expect(next).toMatchObject({ kind: 'program', fromCache: false });
  },
);
