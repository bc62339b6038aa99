import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SolutionReport } from '@balloon/contracts/judging/package-report.ts';
import type { CheckResult, CheckTask } from '@balloon/contracts/judging/problem-checks.ts';
import type { JudgingRules } from '@balloon/contracts/judging/testset.ts';
import { openPackage } from '@balloon/packages/open-package.ts';
import { readPackageApart } from '@balloon/packages/read-package-apart.ts';
import type { BlobCache } from '#cache/blob-cache.ts';
import { JuryProgramError, prepareJuryPrograms } from '#judging/prepare-jury-programs.ts';
import { type BuildHooks, createBuildBench } from '#packages/build-bench.ts';
import { type Contents, openContents } from '#packages/contents.ts';
import { judgeLabelled, type LabelledProblem } from '#packages/judge-labelled.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { makeBuildFolder } from '#workshop/build-folders.ts';
import type { OpenWorkshop } from '#workshop/open-workshop.ts';

export interface CheckPlace {
  open: Pick<OpenWorkshop, 'workshop' | 'workDir'>;
  blobs: BlobCache;
  slot: JudgingSlot;
}

/**
 * Compiles checker and interactor of an edited problem and, with a package, runs the package's solutions against the
 * problem's own tests. Faults of the problem are in the result; only faults of this machine are thrown.
 *
 * @throws {Error} the sandbox failed, a blob or the package cannot be read, or the signal aborted
 */
export async function checkProblem(
  task: CheckTask,
  place: CheckPlace,
  hooks: BuildHooks,
): Promise<CheckResult> {
  hooks.progress({ step: 'compiling', done: 0, total: 1, what: '' });
  const complaint = await complaintOfCompiler(task.rules, place, hooks.signal);
  if (complaint !== null) return { compiles: false, output: complaint, solutions: [] };
  return { compiles: true, output: null, solutions: await runSolutions(task, place, hooks) };
}

const OUTPUT_MAX = 60_000;

/** What the compiler says of the first program that does not compile; null when all do. */
async function complaintOfCompiler(
  rules: JudgingRules,
  { open, blobs, slot }: CheckPlace,
  signal: AbortSignal,
): Promise<string | null> {
  using held = new DisposableStack();
  try {
    await prepareJuryPrograms(rules, { workshop: { ...open.workshop, blobs }, slot, held, signal });
    return null;
  } catch (error) {
    if (!(error instanceof JuryProgramError)) throw error;
    return error.message.slice(0, OUTPUT_MAX);
  }
}

async function runSolutions(
  { archive, rules, tests }: CheckTask,
  { open, blobs, slot }: CheckPlace,
  hooks: BuildHooks,
): Promise<SolutionReport[]> {
  if (archive === null) return [];
  const { sha256, sizeBytes, fileName: name, part } = archive;
  using packed = await blobs.hold(sha256, sizeBytes, hooks.signal);
  const folder = await makeBuildFolder(open.workDir);
  try {
    const contents = orFetched(await openContents(join(folder, 'contents')), blobs);
    const bench = createBuildBench(open.workshop, contents, [slot], hooks);
    await using opened = await openPackage(packed.path, { tempFolder: folder, name, part });
    const { solutions } = await readPackageApart(opened, hooks.signal);
    const problem: LabelledProblem = {
      rules,
      tests: tests.map((test) => ({ ...test, name: `${test.number}` })),
      maxScore: maxScoreOf({ rules, tests }),
    };
    const judged = await bench.forEach(
      'solutions',
      solutions,
      ({ program }) => program.inPackage,
      (solution, free) => judgeLabelled(bench, problem, solution, free),
    );
    return judged.map(({ report }) => report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Contents of the package, and for all others those of the site. */
function orFetched(contents: Contents, blobs: BlobCache): Contents {
  return {
    ...contents,
    hold: (sha256, bytes, signal) =>
      (contents.paths.has(sha256) ? contents : blobs).hold(sha256, bytes, signal),
  };
}

/** Full marks of a problem that gives points: those of its groups, or of its tests. */
function maxScoreOf({ rules, tests }: Pick<CheckTask, 'rules' | 'tests'>): number | null {
  if (!rules.scoring) return null;
  const sum = (parts: readonly { points: number | null }[]) =>
    parts.reduce((total, { points }) => total + (points ?? 0), 0);
  return sum(rules.groups) || sum(tests) || null;
}
