import { MAX_TEST_DESCRIPTION } from '@balloon/contracts/judging/imported-problem.ts';
import {
  type GroupSettings,
  hasGroupFile,
  inheritSettings,
  readGroupFile,
  rootSettings,
} from '#icpc/group-settings.ts';
import { compareNames, type PackageSource } from '#icpc/package-source.ts';
import type { ProblemYaml } from '#icpc/problem-yaml.ts';
import { readTestPicture } from '#icpc/test-picture.ts';
import { parseSettings } from '#icpc/yaml-settings.ts';
import { PackageError } from '#package-error.ts';
import type { PackageFile, PackagePicture, PackageTest } from '#problem-package.ts';

/** Folder of tests with its settings, and the tests and folders directly in it in the order of judging. */
export interface TestFolder {
  settings: GroupSettings;
  tests: readonly TestCase[];
  folders: readonly TestFolder[];
}

interface TestCase {
  /** Name relative to `data`: `secret/group1/07`. */
  name: string;
  input: PackageFile;
  answer: PackageFile | null;
  settings: GroupSettings;
  /** Empty where the author says nothing. */
  description: string;
  picture: PackagePicture | null;
}

/** Reads the folder `data` with `sample` and `secret`; folders beside them are not for judging. */
export async function readTestFolders(source: PackageSource, problem: ProblemYaml): Promise<TestFolder> {
  const own = await readGroupFile(source, '');
  const settings = inheritSettings(source, problem, rootSettings(source, problem), '', own);
  const folders: TestFolder[] = [];
  for (const name of ['sample', 'secret']) {
    const paths = source.filesUnder(`data/${name}`);
    if (paths.length > 0) folders.push(await readFolder(source, problem, settings, name, paths));
  }
  return { settings, tests: [], folders };
}

/** Lists tests in the order of judging: samples first, then by name, folder by folder. */
export function testsInOrder(root: TestFolder, problem: ProblemYaml): PackageTest[] {
  const tests: PackageTest[] = [];
  const visit = (folder: TestFolder, group: string) => {
    const items = [
      ...folder.tests.map((test) => ({ name: test.name, test, inner: null })),
      ...folder.folders.map((inner) => ({ name: inner.settings.name, test: null, inner })),
    ].sort((a, b) => compareNames(a.name, b.name));
    for (const { test, inner } of items) {
      if (inner) visit(inner, isGroup(inner, problem) ? inner.settings.name : group);
      if (test) tests.push(testOf(test, group, tests.length + 1, problem));
    }
  };
  visit(root, '');
  if (tests.length === 0) {
    throw new PackageError('no tests: data/secret holds no file that ends in .in');
  }
  return tests;
}

/** Whether a folder is a group; in 2025-09 and for DOMjudge only where its settings say so. */
export function isGroup(folder: TestFolder, problem: ProblemYaml): boolean {
  if (problem.isForDomjudge) return folder.settings.hasFile || folder.settings.name === '';
  return !problem.hasTestGroups || folder.settings.testGroup !== null;
}

function testOf(test: TestCase, group: string, number: number, problem: ProblemYaml): PackageTest {
  const { checkerFlags, validatorFlags } = test.settings;
  return {
    number,
    name: test.name,
    input: test.input,
    answer: test.answer,
    isSample: test.name.startsWith('sample/'),
    group: problem.isScoring ? group : null,
    points: null,
    checkerFlags: checkerFlags === null ? null : [...problem.validatorFlags, ...checkerFlags],
    validatorFlags,
    ...(test.description === '' ? {} : { description: test.description }),
    ...(test.picture && { picture: test.picture }),
  };
}

async function readFolder(
  source: PackageSource,
  problem: ProblemYaml,
  parent: GroupSettings,
  name: string,
  paths: readonly string[],
): Promise<TestFolder> {
  const own = await readGroupFile(source, name);
  const inherited = inheritSettings(source, problem, parent, name, own);
  const isOwnGroup = name === 'sample' || name === 'secret' || hasGroupFile(source, name);
  const settings = isOwnGroup ? inherited : { ...inherited, testGroup: null };

  const tests: TestCase[] = [];
  const inner = new Map<string, string[]>();
  const present = new Set(paths);
  for (const path of paths) {
    const slash = path.indexOf('/');
    if (slash >= 0) {
      const folder = path.slice(0, slash);
      const beneath = inner.get(folder) ?? [];
      beneath.push(path.slice(slash + 1));
      inner.set(folder, beneath);
    } else if (path.endsWith('.in')) {
      tests.push(await readTest(source, problem, settings, name, path.slice(0, -3), present));
    } else if (path.endsWith('.ans') && !present.has(`${path.slice(0, -4)}.in`)) {
      source.warn(`data/${name}/${path} has no input ${path.slice(0, -4)}.in and is not used`);
    }
  }
  const folders: TestFolder[] = [];
  for (const [folder, beneath] of inner) {
    if (folder.endsWith('.files')) refuseFiles(`data/${name}/${folder}`);
    if (beneath.some((path) => path.endsWith('.in'))) {
      folders.push(await readFolder(source, problem, settings, `${name}/${folder}`, beneath));
    }
  }
  return { settings, tests, folders };
}

async function readTest(
  source: PackageSource,
  problem: ProblemYaml,
  folder: GroupSettings,
  folderName: string,
  base: string,
  present: ReadonlySet<string>,
): Promise<TestCase> {
  const name = `${folderName}/${base}`;
  let settings = folder;
  if (present.has(`${base}.yaml`)) {
    const path = `data/${name}.yaml`;
    const own = parseSettings(path, await source.opened.readText(path, 1024 * 1024));
    settings = inheritSettings(source, problem, folder, folder.name, own);
  }
  if (settings.hasArguments || present.has(`${base}.args`)) {
    throw new PackageError(
      `data/${name}: the test gives the solution command line arguments; Balloon gives standard input only`,
    );
  }
  return {
    name,
    input: source.file(`data/${name}.in`, `${base}.in`),
    answer: readAnswer(source, problem, name, base, present),
    settings,
    description: await readDescription(source, name, base, present),
    picture: await readTestPicture(source, name, base, present),
  };
}

/** Files beside a test in which its author says what it is about, and what somebody who fails may be told. */
const DESCRIPTIONS = ['.desc', '.hint'];

async function readDescription(
  source: PackageSource,
  name: string,
  base: string,
  present: ReadonlySet<string>,
): Promise<string> {
  const texts: string[] = [];
  for (const ending of DESCRIPTIONS) {
    if (present.has(`${base}${ending}`)) texts.push((await source.textOf(`data/${name}${ending}`)).trim());
  }
  const said = texts.filter((text) => text !== '').join('\n\n');
  return said.slice(0, MAX_TEST_DESCRIPTION).toWellFormed();
}

function readAnswer(
  source: PackageSource,
  problem: ProblemYaml,
  name: string,
  base: string,
  present: ReadonlySet<string>,
): PackageFile | null {
  if (present.has(`${base}.ans`)) return source.file(`data/${name}.ans`, `${base}.ans`);
  if (!problem.isInteractive) {
    throw new PackageError(`data/${name}.ans is missing: every test needs its answer beside ${base}.in`);
  }
  source.note(`data/${name}.ans is missing: the interactor is given an empty answer`);
  return null;
}

function refuseFiles(folder: string): never {
  throw new PackageError(`${folder}: the test gives the solution files; Balloon gives standard input only`);
}
