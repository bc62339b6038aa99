import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AuthorProgram } from '@balloon/contracts/judging/testset.ts';
import { PackageError } from '@balloon/packages/package-error.ts';
import type { PackageFile, PackageProgram } from '@balloon/packages/problem-package.ts';
import { compileFiles } from '#compile/compile.ts';
import { authorCompiler } from '#compile/script-programs.ts';
import type { Compiler } from '#languages/installed.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import type { Library, TestlibFinder } from '#packages/find-testlib.ts';
import { languagesToTry } from '#packages/other-standards.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import type { Program } from '#run/program.ts';

/** Compiled program of the author: ready to run here, with its entry in the problem's testset. */
export interface BuiltProgram {
  program: Program;
  spec: AuthorProgram;
}

/**
 * Compiles a program of the author in the slot's container for such programs.
 *
 * @param role name in the report, such as `checker`
 * @throws {PackageError} it does not compile, or its language or testlib is missing
 */
async function buildAuthorProgram(
  bench: BuildBench,
  testlib: TestlibFinder,
  slot: JudgingSlot,
  role: string,
  given: PackageProgram,
): Promise<BuiltProgram> {
  const files = await withTestlib(testlib, role, given);
  const names = shortNames(files);
  const named = files.map((file) => ({ name: names.get(file.name) as string, path: file.path }));
  const sources = given.sources.map((name) => names.get(name) ?? name);
  const languages = installedOf(bench, given);
  if (languages.length === 0) {
    throw new PackageError(
      `The ${role} ${given.inPackage} is written in ${given.languageName}, which is not installed here`,
    );
  }
  const complaints: string[] = [];
  for (const language of languages) {
    const compiled = await compileFiles(
      bench.workshop,
      { container: slot.checker, folder: slot.folder },
      language,
      { files: named, sources },
    );
    if (compiled.kind === 'program') {
      const spec = { language: language.key, files: await storeFiles(bench, named), sources };
      return { program: compiled.program, spec };
    }
    if (compiled.kind === 'failed') throw new Error(`compiling ${given.inPackage}: ${compiled.detail}`);
    complaints.push(compiled.text);
  }
  throw new PackageError(`The ${role} ${given.inPackage} does not compile:\n${complaints[0] ?? ''}`);
}

function installedOf({ workshop }: BuildBench, given: PackageProgram): Compiler[] {
  const keys = languagesToTry(given);
  const installed = keys.flatMap((key) => authorCompiler(workshop, key) ?? []);
  return keys === given.languages ? installed.slice(0, 1) : installed;
}

async function storeFiles(bench: BuildBench, files: readonly { name: string; path: string }[]) {
  const stored = [];
  for (const { name, path } of files) {
    const { sha256, bytes } = await bench.contents.add(path);
    stored.push({ path: name, sha256, bytes });
  }
  return stored;
}

/** Sources that may need a library, and the sign that they do. */
const USES: Readonly<Record<Library, { sources: RegExp; sign: RegExp }>> = {
  'testlib.h': {
    sources: /\.(?:c|cc|cpp|cxx|h|hpp)$/i,
    sign: /^[ \t]*#[ \t]*include[ \t]*["<](?:[^">\r\n\u2028\u2029]*\/)?testlib\.h[">]/m,
  },
  'testlib4j.jar': { sources: /\.java$/i, sign: /^[ \t]*import[ \t]+(?:static[ \t]+)?ru\.ifmo\.testlib\./m },
};

async function withTestlib(
  testlib: TestlibFinder,
  role: string,
  { files, inPackage }: PackageProgram,
): Promise<readonly PackageFile[]> {
  const library = await libraryUsed(files);
  if (library === null || files.some(({ name }) => basename(name) === library)) return files;
  // An archive beside a checker in Java is testlib4j under another name, or contains it.
  if (library === 'testlib4j.jar' && files.some(({ name }) => name.endsWith('.jar'))) return files;
  const path = testlib.find(library);
  if (path === null) throw new PackageError(testlib.request(library, `The ${role} ${inPackage}`));
  return [...files, { name: library, path, inPackage: library }];
}

async function libraryUsed(files: readonly PackageFile[]): Promise<Library | null> {
  for (const { name, path } of files) {
    for (const [library, { sources, sign }] of Object.entries(USES)) {
      if (sources.test(name) && sign.test(await readFile(path, 'latin1'))) return library as Library;
    }
  }
  return null;
}

/**
 * Names that containers and testsets accept: other characters become underscores, and different names stay different.
 */
function shortNames(files: readonly PackageFile[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name } of files) {
    let short = name.replaceAll(/[^A-Za-z0-9_.+/-]/g, '_').replaceAll(/(^|\/)\./g, '$1_');
    while (taken.has(short)) short = `_${short}`;
    taken.add(short);
    names.set(name, short);
  }
  return names;
}

/** Author's programs of one package, each compiled once, until the shelf is disposed of. */
export interface ProgramShelf extends Disposable {
  get(role: string, program: PackageProgram, slot: JudgingSlot): Promise<BuiltProgram>;
}

export function createProgramShelf(bench: BuildBench, testlib: TestlibFinder): ProgramShelf {
  const built = new Map<PackageProgram, Promise<BuiltProgram>>();
  const held = new DisposableStack();
  return {
    async get(role, program, slot) {
      const known = built.get(program);
      if (known) return await known;
      const building = buildAuthorProgram(bench, testlib, slot, role, program);
      built.set(program, building);
      const ready = await building;
      held.use(ready.program);
      return ready;
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}
