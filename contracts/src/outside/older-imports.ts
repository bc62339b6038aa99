import { z } from 'zod';
import { Id } from '#common.ts';
import { OutsideSystemType } from '#outside/relay.ts';

/*
 * Calls by which older clients scan and import, beside those of contracts/src/outside/outside-jobs.ts. Numbers and
 * answers to yes or no may be text.
 */

const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** Scans the first server of a system. The answer repeats what was sent. */
export const OlderScan = z.object({
  systemType: OutsideSystemType,
  name: z.string().max(200).nullish(),
  insert: Flag.default(true),
  update: Flag.default(false),
});
export const OlderScanReply = z.object({
  systemType: OutsideSystemType,
  name: z.string().nullish(),
  insert: z.boolean(),
  update: z.boolean(),
});

/** Scan whose address names the system. */
export const OlderScanOfSystem = OlderScan.pick({ insert: true, update: true }).nullish();

export const NewEjudgeProblem = z.object({
  title: z.string().trim().min(1).max(300),
  ejudgeContestId: z.coerce.number().int().min(1).max(999_999),
  ejudgeProblemIndex: z
    .union([z.number().int().min(1).transform(String), z.string().trim()])
    .pipe(z.string().regex(/^[^\s:]{1,64}$/, 'must be a number or a short name'))
    .describe('number or short name of the problem there'),
  serverId: Id.nullish().describe('absent: the first server of ejudge'),
});
export type NewEjudgeProblem = z.infer<typeof NewEjudgeProblem>;

export const NewAcmpProblem = z.object({ problemId: z.coerce.number().int().min(1).max(999_999) });
export type NewAcmpProblem = z.infer<typeof NewAcmpProblem>;

export const OlderContestImport = z.object({
  contestId: z
    .union([z.number().int().positive().transform(String), z.string().max(1_000)])
    .describe('number or address of the contest'),
});
export const OlderContestReply = z.object({ result: z.literal('ok') });

/** Outcome of an import of a problem by its number in Polygon. */
export const PolygonImportReply = z.object({
  status_code: z
    .union([z.literal(200), z.literal(202), z.literal(400), z.literal(503)])
    .describe('400: already imported or not found; 202: not known yet; 503: Polygon could not be asked'),
  message: z.string(),
  jobId: Id,
});
export type PolygonImportReply = z.infer<typeof PolygonImportReply>;
