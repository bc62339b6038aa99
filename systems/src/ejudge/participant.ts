import type { Caller } from '#ejudge/call.ts';
import { readRun, writeRun } from '#ejudge/foreign-id.ts';
import { compilerOutputOf, RunList, RunStatus, stateOf, stateWithTime } from '#ejudge/read-run.ts';
import { MAX_LOOKED_AT, type SendingRole, sourceFile, type Target } from '#ejudge/sending-role.ts';
import { drift, OutsideError } from '#failures.ts';
import type { FoundRun, Intent, RunState } from '#outside-system.ts';
import { compareSources } from '#same-source.ts';

/** Up to so many runs are asked for one by one: the list has every run that the account ever sent to the contest. */
const FEW = 3;
const LIST_BYTES = 16 * 1024 * 1024;
/** A source may come with a mark of its byte order, which ejudge may leave out. */
const BYTE_ORDER_MARK = 3;

/** Sends and polls as a participant of the contest. */
export const participant: SendingRole = {
  async newestRun(caller, { contestId, problem }) {
    const { runs } = await listRuns(caller, contestId, problem.id);
    const numbers = runs.map(({ run_id }) => run_id);
    return numbers.length === 0 ? null : writeRun({ contestId, number: Math.max(...numbers) });
  },
  send(caller, { contestId, problemId, submission: { foreignLanguageId, source } }) {
    const params = { prob_id: problemId, lang_id: foreignLanguageId };
    const call = { contestId, as: 'participant', action: 'submit-run', params } as const;
    return caller.send(call, [['file', sourceFile(source)]]);
  },
  async findRuns(caller, target, intent) {
    const { runs } = await listRuns(caller, target.contestId, target.problem.id);
    const after = intent.watermark === null ? -1 : readRun(intent.watermark).number;
    const numbers = runs.map(({ run_id }) => run_id).filter((number) => number > after);
    const found: FoundRun[] = [];
    for (const number of newest(numbers, intent)) {
      const run = await examine(caller, target, number, intent);
      if (run) found.push(run);
    }
    return found;
  },
  async poll(caller, contestId, numbers) {
    const passing =
      numbers.length > FEW ? await passingStates(caller, contestId) : new Map<number, RunState>();
    const states: RunState[] = [];
    for (const number of numbers) {
      const state = passing.get(number) ?? (await singleState(caller, contestId, number));
      if (state) states.push(state);
    }
    return states;
  },
  async readCompilationLog(caller, { contestId, number }) {
    const status = await readStatus(caller, contestId, number);
    return status && compilerOutputOf(status);
  },
};

function listRuns(caller: Caller, contestId: number, problemId: number | null) {
  const params = problemId === null ? {} : { prob_id: problemId };
  const call = {
    contestId,
    as: 'participant',
    action: 'list-runs-json',
    params,
    maxBytes: LIST_BYTES,
  } as const;
  return caller.ask(call, RunList);
}

/** Reads one run; null: the account has none of that number. */
async function readStatus(caller: Caller, contestId: number, number: number): Promise<RunStatus | null> {
  const call = {
    contestId,
    as: 'participant',
    action: 'run-status-json',
    params: { run_id: number },
  } as const;
  const status = await caller.askFor(call, RunStatus, 'ERR_INV_RUN_ID');
  if (status && status.run.run_id !== number) throw drift(`run ${status.run.run_id} in place of ${number}`);
  return status;
}

async function singleState(caller: Caller, contestId: number, number: number): Promise<RunState | null> {
  const status = await readStatus(caller, contestId, number);
  return status && stateWithTime(contestId, status, caller.settings);
}

/** Runs that are still judged, by one look at the list. Verdicts are read run by run, with times. */
async function passingStates(caller: Caller, contestId: number): Promise<Map<number, RunState>> {
  const { runs } = await listRuns(caller, contestId, null);
  const states = runs.map((row) => [row.run_id, stateOf(contestId, row, caller.settings)] as const);
  return new Map(states.filter(([, { state }]) => state !== 'final'));
}

/** Oldest first. Without a watermark all runs of the problem are candidates, of which the newest are looked at. */
function newest(numbers: readonly number[], { watermark }: Intent): readonly number[] {
  if (numbers.length > MAX_LOOKED_AT && watermark !== null) {
    throw new Error(`${numbers.length} runs came after the watermark: others send from this account`);
  }
  return numbers.toSorted((one, other) => one - other).slice(-MAX_LOOKED_AT);
}

async function examine(
  caller: Caller,
  target: Target,
  number: number,
  { submission }: Intent,
): Promise<FoundRun | null> {
  const status = await readStatus(caller, target.contestId, number);
  if (!status || String(status.run.lang_id) !== submission.foreignLanguageId) return null;
  return {
    runId: writeRun({ contestId: target.contestId, number }),
    sentAtMs: status.run.run_time * 1000,
    hasSameSource: hasSize(status.run.size, submission.source)
      ? await compareSource(caller, target.contestId, number, submission.source)
      : false,
  };
}

function hasSize(size: number, source: string): boolean {
  const bytes = Buffer.byteLength(source, 'utf8');
  return size === bytes || (source.startsWith('\ufeff') && size === bytes - BYTE_ORDER_MARK);
}

/** Compares the source where the contest shows it; null where it does not. */
async function compareSource(caller: Caller, contestId: number, number: number, source: string) {
  const call = { contestId, as: 'participant', action: 'download-run', params: { run_id: number } } as const;
  try {
    return compareSources((await caller.fetch(call)).text(), source);
  } catch (error) {
    if (error instanceof OutsideError && (error.kind === 'drift' || error.kind === 'refused')) return null;
    throw error;
  }
}
