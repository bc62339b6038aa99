import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { SolutionFile } from '@balloon/contracts/judging/solution-files.ts';
import { FilePath, type Grader } from '@balloon/contracts/judging/testset.ts';
import type { SourceText, Toolchain } from '#languages/toolchain.ts';

/** File on its way into a compilation: its name there, and its path on this machine. */
export interface NamedFile {
  name: string;
  path: string;
  /** SHA-256, if known; otherwise the file is read. */
  sha256?: string;
}

/** Program of several files. */
export interface SourceFiles {
  /** All files that lie in one folder during the compilation. */
  files: readonly NamedFile[];
  /** Names in `files` that the compiler receives, the main one first. */
  sources: readonly string[];
}

/** Program of a participant: the text from which it starts, and files of its own beside it. */
export interface Submission {
  text: string;
  /** Name of the text among its files; absent where there are none, and the language names it. */
  entryPoint?: string | undefined;
  files?: readonly SolutionFile[] | undefined;
}

/** Input of a compilation, and the hash of all of it. */
export interface SourceBundle {
  source: SourceText;
  files: readonly BundledFile[];
  sha256: string;
}

type BundledFile = { name: string } & ({ text: string } | { path: string });

/** Error for a file name that containers and testsets refuse. */
export class FileNameError extends Error {}

/** Import of the solution by a grader: the name of its module, and the file that imports it. */
export type AskedModule = NonNullable<Grader['module']>;

/**
 * Bundles a submission with the files of the problem that are compiled with it.
 *
 * @param asked set where a file of the problem is the program and imports the submission by a name
 * @throws {FileNameError} when two of the files have one name, so that neither stands in for the other
 */
export async function bundleSubmission(
  toolchain: Toolchain,
  { text, entryPoint, files = [] }: Submission,
  companions: readonly NamedFile[],
  asked?: AskedModule,
): Promise<SourceBundle> {
  const own = files.map((file) => ({ name: file.name, text: file.content }));
  const wanted = entryPoint ?? toolchain.fileName(text);
  const driver = companions.find(({ name }) => name === (asked?.main ?? wanted));
  // A file of the problem that has the main name is the driver, and the submission is its module.
  const name = driver ? `${asked?.name ?? 'solution'}${extname(wanted)}` : wanted;
  const all: BundledFile[] = [{ name, text }, ...own, ...companions];
  refuseEqualNames(all);
  const others = [...own, ...companions].map((file) => file.name);
  const sources = [name, ...others.filter((file) => isSource(toolchain, file))];
  return bundle(toolchain, all, driver ? [driver.name, ...without(sources, driver.name)] : sources);
}

function refuseEqualNames(files: readonly BundledFile[]): void {
  const seen = new Set<string>();
  for (const { name } of files) {
    if (seen.has(name))
      throw new FileNameError(`Two files are called "${name}": the judge needs one of them`);
    seen.add(name);
  }
}

/** Bundles an author's program. */
export async function bundleFiles(
  toolchain: Toolchain,
  { files, sources }: SourceFiles,
): Promise<SourceBundle> {
  const [only] = files;
  // Where the name must be that of a class, the author may have chosen another one.
  if (toolchain.isMain && only && files.length === 1)
    return bundleSubmission(toolchain, { text: await readFile(only.path, 'utf8') }, []);
  const [main = '', ...others] = sources;
  return bundle(toolchain, files, [main, ...others.filter((name) => isSource(toolchain, name))]);
}

/** Whether the compiler must be given the file besides the main source; it finds all others by itself. */
function isSource({ sourceEndings = [] }: Toolchain, name: string): boolean {
  return sourceEndings.includes(extname(name));
}

const without = (names: readonly string[], name: string) => names.filter((each) => each !== name);

async function bundle(
  { isMain, libraryEnding }: Toolchain,
  files: readonly BundledFile[],
  sources: readonly string[],
): Promise<SourceBundle> {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name } of files) {
    if (!FilePath.safeParse(name).success) throw new FileNameError(`A file cannot be called "${name}" here`);
  }
  const textOf = async (name: string) => {
    const file = byName.get(name);
    if (!file) throw new FileNameError(`There is no file "${name}"`);
    return 'text' in file ? file.text : await readFile(file.path, 'utf8');
  };
  const fileName = (isMain ? await findMain(sources, textOf, isMain) : undefined) ?? sources[0] ?? '';
  const isLibrary = (name: string) => libraryEnding !== undefined && name.endsWith(libraryEnding);
  const libraries = files.map(({ name }) => name).filter(isLibrary);
  const source = { text: await textOf(fileName), fileName, others: without(sources, fileName), libraries };
  const hash = createHash('sha256').update(JSON.stringify([source.fileName, source.others]));
  for (const file of files) hash.update(`${JSON.stringify(file.name)} ${await sha256Of(file)}\n`);
  return { source, files, sha256: hash.digest('hex') };
}

async function findMain(
  sources: readonly string[],
  textOf: (name: string) => Promise<string>,
  isMain: (text: string) => boolean,
): Promise<string | undefined> {
  for (const name of sources) if (isMain(await textOf(name))) return name;
  return undefined;
}

async function sha256Of(file: BundledFile & { sha256?: string }): Promise<string> {
  if (file.sha256 !== undefined) return file.sha256;
  const hash = createHash('sha256');
  if ('text' in file) return hash.update(file.text).digest('hex');
  for await (const chunk of createReadStream(file.path)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Copies the files into a folder, which is emptied first. Keeps only the permission to execute, which `build` scripts need. Synchronous but
 * for copies: each small step would otherwise be a trip to another thread, which costs several times as much.
 */
export async function placeFiles({ files }: Pick<SourceBundle, 'files'>, folder: string): Promise<void> {
  emptyFolder(folder);
  for (const file of files) await placeFile(file, folder);
  letProgramsLook(
    folder,
    files.map(({ name }) => name),
  );
}

/** Gives files that were placed in a folder a name in an empty one, too, where they stay when the first is emptied. */
export function linkFiles({ files }: Pick<SourceBundle, 'files'>, placed: string, folder: string): void {
  for (const { name } of files) linkSync(join(placed, name), join(folder, name));
  letProgramsLook(folder, []);
}

/** Empties a folder, or makes it. The folder itself stays: to remove and make one costs more than a file in it. */
export function emptyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

async function placeFile(file: BundledFile, folder: string): Promise<void> {
  const path = join(folder, file.name);
  if (dirname(path) !== folder) mkdirSync(dirname(path), { recursive: true });
  const executable = 'path' in file ? statSync(file.path).mode & 0o111 : 0;
  if ('text' in file) writeFileSync(path, file.text);
  else await copyFile(file.path, path);
  chmodSync(path, 0o644 | executable);
}

/** Makes files readable for programs, which have another uid: the judge may run with a tight umask. */
function letProgramsLook(folder: string, names: readonly string[]): void {
  const inner = new Set<string>([folder]);
  for (const name of names)
    for (let at = dirname(name); at !== '.'; at = dirname(at)) inner.add(join(folder, at));
  for (const each of inner) chmodSync(each, 0o755);
}
