import { z } from 'zod';

/*
 * Results of the API of Codeforces, as https://codeforces.com/apiHelp/objects describes them: only what is used.
 */

export const ApiProblem = z.object({
  contestId: z.number().int().optional(),
  index: z.string().max(20),
  name: z.string().max(1000),
  type: z.string().optional(),
});

export const ApiProblems = z.object({ problems: z.array(ApiProblem) });

export const ApiContests = z.array(z.object({ id: z.number().int(), phase: z.string() }));

export const ApiUsers = z.array(z.object({ handle: z.string().min(1).max(100) }));

export const ApiRun = z.object({
  id: z.number().int().positive(),
  contestId: z.number().int().optional(),
  creationTimeSeconds: z.number().int(),
  problem: z.object({ contestId: z.number().int().optional(), index: z.string().max(20) }),
  programmingLanguage: z.string().max(200),
  /** Absent while the run waits. */
  verdict: z.string().max(100).nullish(),
  testset: z.string().max(100).nullish(),
  passedTestCount: z.number().int().nonnegative(),
  timeConsumedMillis: z.number().nonnegative(),
  memoryConsumedBytes: z.number().nonnegative(),
  points: z.number().nullish(),
});

export const ApiRuns = z.array(ApiRun);

export type ApiProblem = z.infer<typeof ApiProblem>;
export type ApiRun = z.infer<typeof ApiRun>;
