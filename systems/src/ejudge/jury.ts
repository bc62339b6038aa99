import { createHash } from 'node:crypto';
import type { Caller } from '#ejudge/call.ts';
import { readRun, writeRun } from '#ejudge/foreign-id.ts';
import { type Report, readAnyReport } from '#ejudge/read-report.ts';
import { FIELDS, type LogRow, RunLog, stateOf } from '#ejudge/read-run.ts';
import { MAX_LOOKED_AT, type Sending, type SendingRole, sourceFile } from '#ejudge/sending-role.ts';
import type { Role } from '#ejudge/server-settings.ts';
import { OutsideError } from '#failures.ts';
import type { FoundRun, RunState } from '#outside-system.ts';

/** Runs that one filter names: an address has a bound. */
const RUNS_OF_A_FILTER = 50;
const REPORT_BYTES = 16 * 1024 * 1024;

/** Sends and polls with the rights of the jury, for a login of theirs or for the key's owner. */
export const jury: SendingRole = {
  async newestRun(caller, { contestId }) {
    const { runs } = await list(caller, contestId, ofLogin(caller), { last_run: -1 });
    return runs[0] ? writeRun({ contestId, number: runs[0].run_id }) : null;
  },
  send(caller, sending) {
    const { contestId, problemId, submission } = sending;
    const { login } = caller.account;
    const params = {
      ...{ problem: problemId, lang_id: submission.foreignLanguageId },
      ...(login === null ? {} : { sender_user_login: login }),
      is_visible: caller.settings.isVisible ? 1 : 0,
      ...{ ext_user_kind: 'uuid', ext_user: markOf(caller, sending) },
    };
    const call = { contestId, as: roleOf(caller), action: 'submit-run', params } as const;
    return caller.send(call, [['file', sourceFile(submission.source)]]);
  },
  async findRuns(caller, { contestId, problem }, intent) {
    const { submission, watermark } = intent;
    const after = watermark === null ? 'id >= 0' : `id > ${readRun(watermark).number}`;
    const filter = [after, ...ofLogin(caller)];
    const log = await list(caller, contestId, filter, { first_run: 0, last_run: MAX_LOOKED_AT - 1 });
    if (log.filtered_runs > log.runs.length)
      throw new Error(`${log.filtered_runs} runs came after the watermark`);
    const mark = markOf(caller, { contestId, problemId: problem.id, submission, watermark });
    return log.runs
      .filter(
        ({ prob_id, lang_id }) => prob_id === problem.id && String(lang_id) === submission.foreignLanguageId,
      )
      .map((row) => foundRun(contestId, row, mark, submission.source));
  },
  async poll(caller, contestId, numbers) {
    const states: RunState[] = [];
    for (let at = 0; at < numbers.length; at += RUNS_OF_A_FILTER) {
      const asked = numbers.slice(at, at + RUNS_OF_A_FILTER);
      const filter = [asked.map((number) => `id == ${number}`).join(' || ')];
      const { runs } = await list(caller, contestId, filter, { first_run: 0, last_run: asked.length - 1 });
      for (const row of runs)
        if (asked.includes(row.run_id)) states.push(await wholeState(caller, contestId, row));
    }
    return states;
  },
  async readCompilationLog(caller, { contestId, number }) {
    return (await readReportOf(caller, contestId, number))?.compilerOutput ?? null;
  },
};

const roleOf = ({ settings }: Caller): Role => (settings.role === 'judge' ? 'judge' : 'master');

/** Part of a filter that leaves the runs of the account. Names in ejudge have no quotes. */
function ofLogin({ account: { login } }: Caller): string[] {
  if (login === null) return [];
  if (login.includes('"')) throw new OutsideError('signedOut', 'A login has no quotes');
  return [`login == "${login}"`];
}

function list(caller: Caller, contestId: number, filter: readonly string[], bounds: Record<string, number>) {
  const params = {
    ...(filter.length === 0 ? {} : { filter_expr: filter.join(' && ') }),
    ...{ field_mask: FIELDS, ...bounds },
  };
  return caller.ask({ contestId, as: roleOf(caller), action: 'list-runs-json', params }, RunLog);
}

/**
 * Mark of a send that can be made again from what is stored about it. The watermark is part of it: the same source of
 * another participant is sent after a later one.
 */
function markOf({ account }: Caller, { submission, problemId, contestId, watermark }: Sending): string {
  const parts = [account.login ?? '', contestId, problemId, submission.foreignLanguageId, watermark ?? ''];
  const hex = createHash('sha256')
    .update(JSON.stringify([...parts, submission.source]))
    .digest('hex');
  // A UUID of version 8, which is for whatever a sender makes of it.
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

/** Compares by our mark; a run without any is compared by the hash of its source. */
function foundRun(contestId: number, row: LogRow, mark: string, source: string): FoundRun {
  const sha1 = createHash('sha1').update(source, 'utf8').digest('hex');
  return {
    runId: writeRun({ contestId, number: row.run_id }),
    sentAtMs: row.run_time === undefined ? null : row.run_time * 1000,
    hasSameSource:
      row.ext_user !== undefined
        ? row.ext_user.toLowerCase() === mark
        : row.sha1 === undefined
          ? null
          : row.sha1 === sha1,
  };
}

/** State with time and memory, once it is final. */
async function wholeState(caller: Caller, contestId: number, row: LogRow): Promise<RunState> {
  const state = stateOf(contestId, row, caller.settings);
  if (state.state !== 'final' || state.verdict === 'ignored') return state;
  const report = await readReportOf(caller, contestId, row.run_id);
  return { ...state, timeMs: report?.timeMs ?? null, memoryKb: report?.memoryKb ?? null };
}

/** Reads the report of a run; null: there is none, or the key may not see it. */
async function readReportOf(caller: Caller, contestId: number, number: number): Promise<Report | null> {
  const params = { run_id: number };
  const call = {
    contestId,
    as: roleOf(caller),
    action: 'raw-report',
    params,
    maxBytes: REPORT_BYTES,
  } as const;
  try {
    const answer = await caller.fetch(call);
    return readAnyReport(answer.headers.get('content-type') ?? '', () => answer.text());
  } catch (error) {
    if (error instanceof OutsideError && error.kind !== 'down' && error.kind !== 'rate') return null;
    throw error;
  }
}
