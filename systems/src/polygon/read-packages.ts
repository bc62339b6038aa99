import { z } from 'zod';

const Count = z.number().int().nonnegative().safe();

/** Answer of `problem.packages`. Types and states that are new to us are passed over. */
export const Packages = z
  .array(
    z.object({
      id: Count,
      revision: Count,
      creationTimeSeconds: Count,
      state: z.string(),
      /** Old packages have no type: they are standard ones. */
      type: z.string().default('standard'),
    }),
  )
  .max(100_000);

/** Built package of a problem. */
export interface PolygonPackage {
  packageId: number;
  revision: number;
  /** `linux` has every test; a judge builds those of a `standard` one. */
  type: 'linux' | 'standard';
  createdAtMs: number;
}

/** Finds the newest package that can be used: for Linux, else the standard one; null: none is ready. */
export function newestPackage(packages: z.infer<typeof Packages>): PolygonPackage | null {
  for (const type of ['linux', 'standard'] as const) {
    const [newest] = packages
      .filter((each) => each.state === 'READY' && each.type === type)
      .toSorted((a, b) => b.revision - a.revision || b.id - a.id);
    if (newest) {
      const { id: packageId, revision, creationTimeSeconds } = newest;
      return { packageId, revision, type, createdAtMs: creationTimeSeconds * 1000 };
    }
  }
  return null;
}

const Problem = z.object({ id: Count, name: z.string().max(1000), deleted: z.boolean().default(false) });

/** Answer of `contest.problems`: described as a list, given as problems by their letter. */
export const ContestProblems = z.union([z.array(Problem).max(1000), z.record(z.string().max(100), Problem)]);

/** Problem of a contest of Polygon. */
export interface PolygonProblem {
  problemId: number;
  /** Short name, such as `a-plus-b`. */
  name: string;
  /** Letter in the contest; null: the answer does not tell. */
  index: string | null;
}

/** Problems of a contest in the order of their letters, without deleted ones. */
export function contestProblemsOf(answer: z.infer<typeof ContestProblems>): PolygonProblem[] {
  const rows = Array.isArray(answer)
    ? answer.map((problem) => ({ problem, index: null }))
    : Object.entries(answer).map(([index, problem]) => ({ problem, index }));
  return rows
    .filter(({ problem }) => !problem.deleted)
    .toSorted((a, b) => byLetter(a.index ?? '', b.index ?? ''))
    .map(({ problem: { id: problemId, name }, index }) => ({ problemId, name, index }));
}

/** Z comes before AA, and A2 before A10. */
const byLetter = (a: string, b: string) =>
  lettersOf(a).length - lettersOf(b).length || a.localeCompare(b, 'en', { numeric: true });

const lettersOf = (index: string) => index.replace(/\d.*$/s, '');
