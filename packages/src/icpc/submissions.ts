import { annotatedExpectation } from '#icpc/expectations.ts';
import { endingOf, type FolderEntry, type PackageSource } from '#icpc/package-source.ts';
import { readProgram } from '#icpc/programs.ts';
import { expectationByRules, readSubmissionRules, type SubmissionRule } from '#icpc/submissions-yaml.ts';
import type { Expectation, PackageSolution } from '#problem-package.ts';

const FOLDER = 'submissions';
/** Files beside solutions that are no solutions: for readers, or left by tools. */
const NO_PROGRAMS = new Set([
  '.md',
  '.txt',
  '.yaml',
  '.yml',
  '.json',
  '.class',
  '.o',
  '.exe',
  '.bin',
  '.out',
  '.pyc',
]);

/** Endings of files and folders that the author put aside. */
const PUT_ASIDE = new Set(['.disabled', '.template', '.orig', '.bak', '.old']);

/** Reads the jury's solutions with the expectation by their folder, `submissions.yaml` or a comment in them. */
export async function readSolutions(source: PackageSource): Promise<PackageSolution[]> {
  const rules = await readSubmissionRules(source);
  const solutions: PackageSolution[] = [];
  const entries = source.entriesOf(FOLDER);
  for (const folder of entries.filter(({ isFolder }) => isFolder)) {
    solutions.push(...(await readFolder(source, folder, rules)));
  }
  const loose = entries.filter(({ name, isFolder }) => !isFolder && !NO_PROGRAMS.has(endingOf(name)));
  if (loose.length > 0) {
    source.note(
      `${FOLDER}: ${loose.map(({ name }) => name).join(', ')} lie in no folder that says what is expected; not run`,
    );
  }
  if (!solutions.some(isAccepted))
    source.warn(`no solution in ${FOLDER}/accepted: nothing shows that tests can be solved`);
  return markMain(solutions);
}

async function readFolder(
  source: PackageSource,
  folder: FolderEntry,
  rules: readonly SubmissionRule[],
): Promise<PackageSolution[]> {
  const solutions: PackageSolution[] = [];
  let unlabelled = 0;
  for (const entry of source.entriesOf(folder.path)) {
    if (PUT_ASIDE.has(endingOf(entry.name))) continue;
    const program = await readProgram(source, entry);
    if (program === null) {
      if (!NO_PROGRAMS.has(endingOf(entry.name))) {
        source.note(`${entry.path} is no source in a language that we know; it is not run`);
      }
      continue;
    }
    const expected = await readExpectation(source, entry, rules, folder.name);
    if (expected === null) unlabelled += 1;
    else solutions.push({ program, isMain: false, ...expected });
  }
  if (unlabelled > 0) {
    source.note(
      `${folder.path}: nothing says what is expected of its ${unlabelled} solutions; they are not run`,
    );
  }
  return solutions;
}

async function readExpectation(
  source: PackageSource,
  entry: FolderEntry,
  rules: readonly SubmissionRule[],
  label: string,
): Promise<{ label: string; expectation: Expectation } | null> {
  const annotated = await readAnnotation(source, entry);
  if (annotated) return annotated;
  const expectation = expectationByRules(entry.path.slice(FOLDER.length + 1), rules);
  return expectation && { label, expectation };
}

/** Endings of compilers' output, which contains no comment of the author. */
const BINARIES = new Set(['.class', '.o', '.exe', '.bin', '.out', '.pyc', '.jar']);

/** Reads the comment in the first file of a solution that has one: sources, headers, notes beside them. */
async function readAnnotation(source: PackageSource, { path, name, isFolder, files }: FolderEntry) {
  const folder = isFolder ? path : path.slice(0, -name.length - 1);
  for (const file of files) {
    if (BINARIES.has(endingOf(file))) continue;
    const annotated = annotatedExpectation(await source.textOf(`${folder}/${file}`));
    if (annotated) return annotated;
  }
  return null;
}

/** Whether a comment of some solution states a score, which only DOMjudge reads. */
export async function hasStatedScore(source: PackageSource): Promise<boolean> {
  for (const file of source.filesUnder(FOLDER)) {
    if (BINARIES.has(endingOf(file))) continue;
    if (/@EXPECTED_SCORE@:/i.test(await source.textOf(`${FOLDER}/${file}`))) return true;
  }
  return false;
}

/** Marks the solution whose output replaces a missing answer: a fast language rather than a slow one. */
function markMain(solutions: readonly PackageSolution[]): PackageSolution[] {
  const rank = ({ program }: PackageSolution) => {
    const [language] = program.languages;
    if (language === undefined) return 3;
    if (language.startsWith('cpp')) return 0;
    return language === 'java' ? 1 : 2;
  };
  const [main] = solutions.filter(isAccepted).sort((a, b) => rank(a) - rank(b));
  return solutions.map((solution) => (solution === main ? { ...solution, isMain: true } : solution));
}

function isAccepted({ expectation }: PackageSolution): boolean {
  return expectation.verdicts.length === 1 && expectation.verdicts[0] === 'accepted';
}
