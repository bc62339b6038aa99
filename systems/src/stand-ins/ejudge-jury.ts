import { type EjudgeAction, type EjudgeCall, refuse, result } from '#stand-ins/ejudge-answers.ts';
import { compilerOutput, store } from '#stand-ins/ejudge-participant.ts';
import { type EjudgeRun, sha1Of, show, WORDS } from '#stand-ins/ejudge-runs.ts';
import { escapeHtml } from '#stand-ins/stand-in.ts';

const submitRun: EjudgeAction = (call) => {
  const login = call.param('sender_user_login');
  const sender = login === undefined ? call.account : call.accounts.find((each) => each.login === login);
  if (!sender) return refuse('INV_PARAM');
  const { problems } = call.contest;
  const name = call.param('problem_name');
  const problem = problems.find(({ id, short_name }) =>
    name === undefined ? String(id) === call.param('problem') : short_name === name,
  );
  const extUser = call.param('ext_user_kind') === 'uuid' ? (call.param('ext_user') ?? null) : null;
  return store(call, problem, { userId: sender.id, extUser, isHidden: call.param('is_visible') !== '1' });
};

/** Bits of `field_mask`. */
const FIELD = {
  time: 2,
  login: 7,
  problem: 9,
  language: 11,
  sha1: 14,
  score: 15,
  test: 16,
  status: 18,
  extUser: 30,
};
/** What is listed when nothing else is asked for. */
const DEFAULT_MASK = 365_829;

const listRuns: EjudgeAction = (call) => {
  const { param, contest, runs } = call;
  const all = runs.of(contest.id);
  const filter = readFilter(param('filter_expr') ?? '');
  if (!filter) return refuse('INV_FILTER_EXPR');
  const matching = all.filter((run) => filter(run, call));
  const listed = boundsOf(param('first_run'), param('last_run'), matching.length).flatMap(
    (at) => matching[at] ?? [],
  );
  const mask = BigInt(param('field_mask') ?? DEFAULT_MASK);
  return result(
    {
      ...{
        total_runs: all.length,
        filtered_runs: matching.length,
        listed_runs: listed.length,
        transient_runs: 0,
      },
      runs: listed.map((run) => rowOf(run, call, (bit) => (mask & (1n << BigInt(bit))) !== 0n)),
    },
    0,
  );
};

function rowOf(run: EjudgeRun, { clock, accounts }: EjudgeCall, has: (bit: number) => boolean) {
  const { status, failedTest } = show(run, clock);
  const login = accounts.find(({ id }) => id === run.userId)?.login;
  return {
    ...{ run_id: run.run_id, serial_id: run.run_id + 1, last_change_us: run.sentAtMs * 1000 },
    ...(has(FIELD.status) ? { status, status_str: WORDS[status] ?? '??' } : {}),
    ...(status === 22
      ? {}
      : {
          ...(has(FIELD.time)
            ? { run_time: Math.floor(run.sentAtMs / 1000), run_time_us: run.sentAtMs * 1000 }
            : {}),
          ...(has(FIELD.login) ? { user_login: login } : {}),
          ...(has(FIELD.extUser) && run.extUser !== null
            ? { ext_user_kind: 'uuid', ext_user: run.extUser }
            : {}),
          ...(run.isHidden ? { is_hidden: true } : {}),
          ...(has(FIELD.sha1) ? { sha1: sha1Of(run.source) } : {}),
          ...(has(FIELD.problem) ? { prob_id: run.problemId } : {}),
          ...(has(FIELD.language) ? { lang_id: run.languageId } : {}),
          ...(has(FIELD.test) && failedTest !== null
            ? { raw_test: failedTest - 1, passed_mode: 1, failed_test: failedTest }
            : {}),
        }),
  };
}

/** Places from `first_run` to `last_run`, which may count from the end; the last 20, newest first, without both. */
function boundsOf(first: string | undefined, last: string | undefined, total: number): number[] {
  const within = (at: number) => Math.max(Math.min(at < 0 ? total + at : at, total - 1), 0);
  const from = within(first === undefined ? -1 : Number(first));
  const to = within(last === undefined ? (first === undefined ? -20 : Number(first) - 19) : Number(last));
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => from + at * step);
}

type Filter = (run: EjudgeRun, call: EjudgeCall) => boolean;

/** Reads `id > 3 && login == "x"` and the like; null: not understood. `&&` binds before `||`. */
function readFilter(text: string): Filter | null {
  if (text.trim() === '') return () => true;
  const sums = text.split('||').map((sum) => sum.split('&&').map(readComparison));
  if (sums.flat().includes(null)) return null;
  return (run, call) => (sums as Filter[][]).some((factors) => factors.every((factor) => factor(run, call)));
}

function readComparison(text: string): Filter | null {
  const [, sign, number] = /^\s*id\s*(==|>=|>)\s*(\d+)\s*$/.exec(text) ?? [];
  if (sign !== undefined) {
    return ({ run_id }) =>
      sign === '==' ? run_id === Number(number) : run_id - (sign === '>' ? 1 : 0) >= Number(number);
  }
  const login = /^\s*login\s*==\s*"([^"]*)"\s*$/.exec(text)?.[1];
  if (login === undefined) return null;
  return ({ userId }, { accounts }) => accounts.find(({ id }) => id === userId)?.login === login;
}

const rawReport: EjudgeAction = ({ param, contest, runs, clock }) => {
  const run = runs.of(contest.id).find(({ run_id }) => String(run_id) === param('run_id'));
  if (!run) return refuse('INV_RUN_ID');
  const { status, tests } = show(run, clock);
  if (status >= 95) return refuse('REPORT_UNAVAILABLE');
  const isBson = run.source.includes('stored as BSON');
  return isBson
    ? { headers: { 'content-type': 'application/bson' }, body: Buffer.from([5, 0, 0, 0, 0]) }
    : { headers: { 'content-type': 'application/xml' }, body: reportOf(run, status, tests) };
};

function reportOf(run: EjudgeRun, status: number, tests: ReturnType<typeof show>['tests']): string {
  const word = WORDS[status] ?? '??';
  const rows = tests.map(
    ({ num, status: ofTest, timeMs, rssBytes }) =>
      `    <test num="${num}" status="${WORDS[ofTest]}" exit-code="1" time="${timeMs}" real-time="50" ` +
      `max-memory-used="99999744" max-rss="${rssBytes}" checker-comment="&lt;wrong&gt;" >\n` +
      '      <input size="4">2 3\n</input>\n      <output size="2">6\n</output>\n    </test>\n',
  );
  const inside =
    status === 1
      ? `  <compiler_output>${escapeHtml(compilerOutput(run))}</compiler_output>\n`
      : `  <host>worker</host>\n  <tests>\n${rows.join('')}  </tests>\n`;
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<testing-report run-id="${run.run_id}" judge-id="1" status="${word}" scoring="ACM" run-tests="${tests.length}" ` +
    `contest-id="${run.contestId}" real-time-available="yes" max-rss-available="yes" >\n${inside}</testing-report>\n`
  );
}

/** Actions of the jury by name. */
export const juryActions: Readonly<Record<string, EjudgeAction>> = {
  'submit-run': submitRun,
  'list-runs-json': listRuns,
  'raw-report': rawReport,
};
