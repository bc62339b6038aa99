import type { Expectation, PackageProgram, PackageSolution } from '#problem-package.ts';
import { annotatedExpectation } from './expectations.ts';
import { endingOf, type FolderEntry, type PackageSource } from './package-source.ts';
import { readProgram } from './programs.ts';
import { expectationByRules, readSubmissionRules, type SubmissionRule } from './submissions-yaml.ts';

const FOLDER = 'submissions';
/** What lies beside solutions and is none: read by people, or left behind by tools. */
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

/** Put aside by the author, files and folders alike. */
const PUT_ASIDE = new Set(['.disabled', '.template', '.orig', '.bak', '.old']);

/** The jury's solutions with what their folder, `submissions.yaml` or a comment in them promises. */
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
    const expected = await readExpectation(source, program, entry, rules, folder.name);
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
  program: PackageProgram,
  entry: FolderEntry,
  rules: readonly SubmissionRule[],
  label: string,
): Promise<{ label: string; expectation: Expectation } | null> {
  for (const file of program.files.filter(({ name }) => program.sources.includes(name))) {
    const annotated = annotatedExpectation(await source.textOf(file.inPackage));
    if (annotated) return annotated;
  }
  const expectation = expectationByRules(entry.path.slice(FOLDER.length + 1), rules);
  return expectation && { label, expectation };
}

/** The one whose output stands in for a missing answer: a fast language rather than a slow one. */
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
