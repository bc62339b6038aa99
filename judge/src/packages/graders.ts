import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Grader } from '@balloon/contracts/judging/testset.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import type { PackageFile, ProblemPackage } from '@balloon/packages/problem-package.ts';
import type { AskedModule } from '#compile/source-bundle.ts';
import { TOOLCHAINS } from '#languages/table.ts';
import type { Toolchain } from '#languages/toolchain.ts';
import type { BuildBench } from '#packages/build-bench.ts';

/** Returns the problem's graders as the testset stores them; their files are in the bench's store. */
export async function gradersOf(
  bench: Pick<BuildBench, 'contents'>,
  { graders, shortName }: Pick<ProblemPackage, 'graders' | 'shortName'>,
): Promise<Grader[]> {
  const stored: Grader[] = [];
  for (const { languages, files } of graders) {
    const inStore = [];
    for (const { name, path } of files) {
      const { sha256, bytes } = await bench.contents.add(path);
      inStore.push({ path: name, sha256, bytes });
    }
    const module = await askedModule(files, languages, shortName);
    stored.push({ languages: [...languages], files: inStore, ...(module && { module }) });
  }
  return stored;
}

/** Keywords by which a source imports another one. */
const ASKS = /\b(?:import|from|mod|use|uses|require|require_once|require_relative)\b/i;
const SOURCE_MAX_CHARACTERS = 1024 * 1024;

/**
 * Finds the file of a grader that imports the solution by the problem's short name, as authors of the IOI's tradition
 * write them (`from sum import add`, `mod sum;`). C++ and other languages whose compiler receives all files need no
 * names.
 */
export async function askedModule(
  files: readonly PackageFile[],
  languages: readonly LanguageKey[],
  shortName: string,
): Promise<AskedModule | null> {
  const name = shortName.replaceAll('-', '_');
  const endings = new Set(languages.filter(findsByName).map((key) => extname(TOOLCHAINS[key].fileName(''))));
  if (endings.size === 0 || !/^[A-Za-z_]\w{0,99}$/.test(name)) return null;
  if (files.some((file) => file.name.slice(0, -extname(file.name).length) === name)) return null;
  const word = new RegExp(`\\b${name}\\b`);
  for (const file of files.filter(({ name: fileName }) => endings.has(extname(fileName)))) {
    const text = await readFile(file.path, 'utf8');
    if (text.length > SOURCE_MAX_CHARACTERS) continue;
    if (text.split('\n').some((line) => word.test(line) && ASKS.test(line))) return { name, main: file.name };
  }
  return null;
}

function findsByName(key: LanguageKey): boolean {
  const { sourceEndings, importsByName = false, isMain }: Toolchain = TOOLCHAINS[key];
  return isMain === undefined && (importsByName || sourceEndings === undefined);
}
