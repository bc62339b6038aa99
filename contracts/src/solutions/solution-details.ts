import { z } from 'zod';
import { InstantMs } from '#common.ts';
import { Progress, Verdict } from '#solutions/solutions.ts';

/*
 * What supervisors see behind a verdict and of a run on all tests. Tests and answers are secrets of the jury,
 * so none of this is ever sent to a room of sockets: the page polls while a run is under way.
 */

/** Compiler and sandbox mode; null where unknown. */
const JudgedBy = z.object({ compiler: z.string().nullable(), mode: z.string().nullable() });

/** The beginning of a file and the size of the whole. */
const Excerpt = z.object({ text: z.string(), bytes: z.number().int() });

/** Result of one test. `exitCode` and `signal` are both null when the judge stopped the program. */
export const TestDetail = z.object({
  number: z.number().int(),
  verdict: Verdict,
  /** seconds */
  executionTime: z.number(),
  /** KB */
  memory: z.number(),
  exitCode: z.number().int().nullable(),
  signal: z.number().int().nullable(),
  points: z.number().nullable(),
  comment: z.string().nullable(),
  /** Null where there is no such file, as the output of an interactive run. */
  input: Excerpt.nullable(),
  output: Excerpt.nullable(),
  answer: Excerpt.nullable(),
});
export type TestDetail = z.infer<typeof TestDetail>;

export const AllTests = z.object({
  verdict: Verdict,
  score: z.number().nullable(),
  madeAtMs: InstantMs,
  compilationError: z.string().nullable(),
  /** How the run ended, for people. */
  comment: z.string().nullable(),
  judgedBy: JudgedBy.nullable(),
  isStale: z.boolean().describe('made with another testset than the problem has now'),
  tests: z.array(TestDetail),
});
export type AllTests = z.infer<typeof AllTests>;

export const SolutionDetails = z.object({
  /** Details of the current verdict: signal, exit code or checker's comment, and what judged it. */
  verdict: z.object({
    comment: z.string().nullable(),
    score: z.number().nullable(),
    judgedBy: JudgedBy.nullable(),
  }),
  /** State of the run on all tests. */
  state: z.enum(['none', 'queued', 'running', 'done']),
  /** Set while the run is queued or running. */
  progress: Progress.nullable(),
  /** Set once the run is done. */
  allTests: AllTests.nullable(),
});
export type SolutionDetails = z.infer<typeof SolutionDetails>;
