import { z } from 'zod';
import type { RunState } from '#outside-system.ts';
import { readVerdict } from '#yandex/verdicts.ts';

const RunNumber = z
  .union([z.number().int().positive().safe(), z.string().regex(/^[1-9]\d{0,18}$/)])
  .transform(String);

/** Answer to a send. */
export const SentRun = z.object({ runId: RunNumber });

/** Moment of a text; null: it is none. */
function instantOf(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/** Answer of `submissions`. */
export const RunPage = z.object({
  count: z.number().nullish(),
  submissions: z
    .array(
      z
        .object({
          id: RunNumber,
          authorId: z.number().nullish(),
          problemAlias: z.string(),
          compiler: z.string(),
          submissionTime: z.string().nullish(),
        })
        .transform(({ id, submissionTime, ...row }) => ({
          ...row,
          runId: id,
          sentAtMs: instantOf(submissionTime),
        })),
    )
    .max(1000),
});
export type RunRow = z.infer<typeof RunPage>['submissions'][number];

/** Answer of `participants`. */
export const Participants = z.array(z.object({ id: z.number(), login: z.string().nullish() })).max(100_000);

/** Answer of `submissions/{runId}`. */
export const BriefReport = z.object({ compileLog: z.string().nullish() });

/** Answer of `submissions/multiple`. */
export const Reports = z
  .array(
    z.object({
      runId: RunNumber,
      status: z.string().nullish(),
      verdict: z.string().nullish(),
      maxTimeUsage: z.number().nullish(),
      maxMemoryUsage: z.number().nullish(),
      finalScore: z.union([z.string(), z.number()]).nullish(),
      tests: z
        .array(z.object({ sequenceNumber: z.number().nullish(), verdict: z.string().nullish() }))
        .nullish(),
    }),
  )
  .max(1000);
export type Report = z.infer<typeof Reports>[number];

/** Tells the state of a run by its report. */
export function stateOf(report: Report): RunState {
  const { runId, maxTimeUsage, maxMemoryUsage, finalScore } = report;
  const { state, verdict } = meaningOf(report);
  const isFinal = state === 'final';
  const score = Number(finalScore ?? Number.NaN);
  return {
    ...{ runId, state, verdict },
    foreignVerdict: report.verdict || (report.status ?? ''),
    testNumber: isFinal ? failedTest(report, verdict) : lastTest(report),
    timeMs: isFinal ? notNegative(maxTimeUsage) : null,
    memoryKb:
      isFinal && maxMemoryUsage != null && maxMemoryUsage >= 0 ? Math.round(maxMemoryUsage / 1024) : null,
    score: isFinal && Number.isFinite(score) && finalScore !== '' ? score : null,
  };
}

function meaningOf({ status, verdict }: Report): Pick<RunState, 'state' | 'verdict'> {
  const read = readVerdict(verdict ?? '');
  switch (status) {
    case 'WAITING':
      return { state: 'waiting', verdict: null };
    case 'RUNNING':
      return { state: 'running', verdict: null };
    case 'FAILED': // a run that could not be judged need not have a verdict
      if (read === 'pending') return { state: 'final', verdict: 'judgingError' };
      break;
    case 'FINISHED':
    case null:
    case undefined:
      break;
    default:
      return { state: 'unknown', verdict: null };
  }
  if (read === 'pending') return { state: 'running', verdict: null };
  return read === 'unknown' ? { state: 'unknown', verdict: null } : { state: 'final', verdict: read };
}

const notNegative = (value: number | null | undefined) => (value != null && value >= 0 ? value : null);

/** Number of the first test that is not passed; 0: none, or the contest does not show tests. */
function failedTest({ tests }: Report, verdict: RunState['verdict']): number {
  if (verdict === 'accepted' || verdict === 'compilationError') return 0;
  const failed = (tests ?? [])
    .slice(0, 1000)
    .filter((test) => !['accepted', 'pending'].includes(readVerdict(test.verdict ?? '')))
    .map(numberOf);
  return failed.length === 0 ? 0 : Math.min(...failed);
}

const lastTest = ({ tests }: Report) => Math.max(0, ...(tests ?? []).slice(0, 1000).map(numberOf));

const numberOf = ({ sequenceNumber }: { sequenceNumber?: number | null | undefined }) =>
  Math.max(0, Math.trunc(sequenceNumber ?? 0));
