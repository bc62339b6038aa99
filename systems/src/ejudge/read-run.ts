import { z } from 'zod';
import { writeRun } from '#ejudge/foreign-id.ts';
import type { ServerSettings } from '#ejudge/server-settings.ts';
import { statusOf } from '#ejudge/verdicts.ts';
import { drift } from '#failures.ts';
import type { RunState } from '#outside-system.ts';

/** What lists and single runs have in common. */
const Row = z.object({
  run_id: z.int().nonnegative(),
  prob_id: z.int(),
  /** Seconds since 1970. */
  run_time: z.int(),
  status: z.int(),
  failed_test: z.int().optional(),
  score: z.int().optional(),
});

/** Answer of a participant's `list-runs-json`, newest first. */
export const RunList = z.object({ runs: z.array(Row) });

const Content = z.object({ content: z.object({ method: z.literal(1), data: z.base64() }) });

/** Answer of a participant's `run-status-json`. Test times and the compiler's words come where the contest shows them. */
export const RunStatus = z.object({
  run: Row.extend({ lang_id: z.int().optional(), size: z.int() }),
  compiler_output: Content.optional(),
  testing_report: z
    .object({ tests: z.array(z.object({ time_ms: z.int().optional() })).optional() })
    .optional(),
});
export type RunStatus = z.output<typeof RunStatus>;

/** Row of the jury's `list-runs-json` with the fields of `FIELDS`. Cleared runs have no more than a status. */
const LogRow = Row.partial({ prob_id: true, run_time: true }).extend({
  status_str: z.string(),
  user_login: z.string().optional(),
  lang_id: z.int().optional(),
  sha1: z.string().optional(),
  ext_user: z.string().optional(),
});
export type LogRow = z.output<typeof LogRow>;

/** Answer of the jury's `list-runs-json`. */
export const RunLog = z.object({ filtered_runs: z.int(), runs: z.array(LogRow) });

/** Fields asked of the jury's list: time, login, problem, language, hash, score, test, status and our mark, by bit. */
export const FIELDS = [0, 2, 7, 9, 11, 14, 15, 16, 18, 30].reduce((mask, bit) => mask + 2 ** bit, 0);

type Choices = Pick<ServerSettings, 'partial' | 'acceptedForTesting'>;
type StateRow = Pick<LogRow, 'run_id' | 'status' | 'failed_test' | 'score'> & { status_str?: string };

/**
 * State of a run by its row.
 *
 * @throws {OutsideError} `drift` when number and word of a verdict are of two
 */
export function stateOf(contestId: number, row: StateRow, choices: Choices): RunState {
  const { word, state, verdict } = statusOf(row.status, choices);
  if (row.status_str !== undefined && verdict !== null && row.status_str !== word) {
    throw drift(`run ${row.run_id} has the status ${row.status} and the word ${row.status_str}`);
  }
  return {
    runId: writeRun({ contestId, number: row.run_id }),
    ...{ state, verdict, foreignVerdict: word, timeMs: null, memoryKb: null },
    testNumber: Math.max(row.failed_test ?? 0, 0),
    score: row.score ?? null,
  };
}

/** State of a run with the time of its longest test. */
export function stateWithTime(contestId: number, status: RunStatus, choices: Choices): RunState {
  const times = (status.testing_report?.tests ?? []).flatMap(({ time_ms }) => time_ms ?? []);
  const state = stateOf(contestId, status.run, choices);
  return { ...state, timeMs: times.length === 0 ? null : Math.max(...times) };
}

/** The compiler's words; null: not shown. */
export function compilerOutputOf({ compiler_output }: RunStatus): string | null {
  return compiler_output ? Buffer.from(compiler_output.content.data, 'base64').toString('utf8') : null;
}
