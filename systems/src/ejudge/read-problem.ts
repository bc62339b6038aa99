import { z } from 'zod';
import type { ForeignProblem } from '#outside-system.ts';

/** A size in bytes: large ones are written as text. */
const Bytes = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(Number),
]);

/** Answer of `problem-status-json`. */
export const ProblemStatus = z.object({
  problem: z.object({
    id: z.int().positive(),
    short_name: z.string().min(1),
    long_name: z.string().optional(),
    /** 0: a program is sent. */
    type: z.int(),
    use_stdin: z.boolean().optional(),
    use_stdout: z.boolean().optional(),
    input_file: z.string().optional(),
    output_file: z.string().optional(),
    time_limit_ms: z.int().positive().optional(),
    max_vm_size: Bytes.optional(),
    max_rss_size: Bytes.optional(),
    /** Numbers of the languages, where not all are taken. */
    compilers: z.array(z.int()).optional(),
    /** Misspelt in the source of ejudge; a later server may mend it. */
    is_statement_avaiable: z.boolean().optional(),
    is_statement_available: z.boolean().optional(),
  }),
  problem_status: z.object({ is_viewable: z.boolean(), is_submittable: z.boolean() }),
});
export type ProblemStatus = z.output<typeof ProblemStatus>;

/** Limits and files of a problem. */
export function conditionsOf({
  problem,
}: ProblemStatus): Pick<ForeignProblem, 'timeLimitMs' | 'memoryLimitKb' | 'inputFile' | 'outputFile'> {
  const bytes = problem.max_vm_size ?? problem.max_rss_size;
  return {
    timeLimitMs: problem.time_limit_ms ?? null,
    memoryLimitKb: bytes === undefined ? null : Math.floor(bytes / 1024),
    inputFile: problem.use_stdin === true ? null : problem.input_file || null,
    outputFile: problem.use_stdout === true ? null : problem.output_file || null,
  };
}

/** Whether a statement can be asked for. */
export const hasStatement = ({ problem }: ProblemStatus) =>
  problem.is_statement_avaiable === true || problem.is_statement_available === true;

/** Whether the problem takes programs; others take answers or outputs. */
export const takesPrograms = ({ problem }: ProblemStatus) => problem.type === 0;
