import { asJson, type EjudgeAction, type EjudgeCall, refuse, result } from '#stand-ins/ejudge-answers.ts';
import type { EjudgeContest, EjudgeProblem } from '#stand-ins/ejudge-contests.ts';
import { type EjudgeRun, type NewRun, show } from '#stand-ins/ejudge-runs.ts';
import { escapeHtml, type Reply } from '#stand-ins/stand-in.ts';

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Finds a problem by number or short name, as `submit-run` does. */
export function problemOf({ problems }: EjudgeContest, text: string | undefined): EjudgeProblem | undefined {
  return (
    problems.find(({ id }) => String(id) === text) ?? problems.find(({ short_name }) => short_name === text)
  );
}

/** Checks what both sides check and stores the run. */
export function store(
  { contest, runs, ...call }: EjudgeCall,
  problem: EjudgeProblem | undefined,
  more: Partial<NewRun>,
) {
  if (!problem) return refuse('INV_PROB_ID');
  const named = call.param('lang_id');
  const language = contest.languages.find(
    ({ id, short_name }) => String(id) === named || short_name === named,
  );
  if (!language) return refuse('INV_LANG_ID');
  const source = call.file('file');
  if (source === undefined) return refuse('FILE_UNSPECIFIED');
  if (source.length === 0) return refuse('SUBMIT_EMPTY');
  if (problem.compilers && !problem.compilers.includes(language.id))
    return refuse('LANG_NOT_AVAIL_FOR_PROBLEM');
  const run: NewRun = {
    ...{ contestId: contest.id, userId: call.account.id, problemId: problem.id, languageId: language.id },
    ...{ source, sentAtMs: call.clock.nowMs(), isHidden: false, extUser: null },
    ...more,
  };
  if (more.extUser === undefined && contest.refusesDuplicates && runs.isDuplicate(run))
    return refuse('DUPLICATE_SUBMIT');
  const { run_id, run_uuid } = runs.add(run);
  return result({ run_id, run_uuid });
}

const submitRun: EjudgeAction = (call) => {
  const { contest } = call;
  if (contest.isSuspended) return refuse('CLIENTS_SUSPENDED');
  if (!contest.isStarted) return refuse('CONTEST_NOT_STARTED');
  if (contest.isStopped) return refuse('CONTEST_ALREADY_FINISHED');
  return store(call, problemOf(contest, call.param('prob_id')), {});
};

const contestStatus: EjudgeAction = ({ contest }) => {
  const { id, name, isStarted, isStopped, isSuspended } = contest;
  const running = isStarted
    ? {
        start_time: 1_795_219_572,
        is_clients_suspended: isSuspended,
        is_testing_suspended: false,
        is_stopped: isStopped,
      }
    : {};
  return result({
    contest: {
      ...{ id, name, score_system: 0, is_virtual: false, is_unlimited: true, is_upsolving: false },
      ...{ is_started: isStarted, ...running },
    },
    online: { user_count: 1, max_user_count: 3, max_time: 1_795_219_572 },
    ...(isStarted
      ? {
          compilers: contest.languages,
          problems: contest.problems.map(({ id, short_name, long_name }) => ({
            ...{ id, short_name },
            ...(long_name === '' ? {} : { long_name }),
          })),
        }
      : {}),
  });
};

const problemStatus: EjudgeAction = ({ contest, param }) => {
  if (!contest.isStarted) return refuse('CONTEST_NOT_STARTED');
  // The number alone: a short name is refused here.
  const problem = contest.problems.find(({ id }) => String(id) === param('problem'));
  if (!problem) return refuse('INV_PROB_ID');
  const { id, short_name, long_name, type, time_limit_ms, max_vm_size, files, compilers, statement } =
    problem;
  return result({
    problem: {
      ...{ id, short_name, long_name, type, full_score: 0 },
      ...(files ?? { use_stdin: true, use_stdout: true }),
      ...{ real_time_limit_ms: 5 * time_limit_ms, time_limit_ms, max_vm_size: String(max_vm_size) },
      ...(compilers ? { compilers } : {}),
      ...(statement === null ? {} : { is_statement_avaiable: true, est_stmt_size: 4096 }),
    },
    problem_status: { is_viewable: true, is_submittable: problem.isSubmittable, is_tabable: true },
  });
};

const problemStatement: EjudgeAction = ({ contest, param }) => {
  const problem = contest.problems.find(({ id }) => String(id) === param('problem'));
  // Said to be JSON, and is not.
  const headers = { 'content-type': 'application/json' };
  if (problem?.statement == null) return { headers, body: '<h2>Statement is not available</h2>\n' };
  const getfile = `/ej/api/v1/client?SID=${param('SID') ?? '0000000000000000'}&prob_id=${problem.id}&action=194&file`;
  const samples = problem.samples.map(
    ({ input, output }) =>
      `<h4>Входные данные</h4>\n<pre>${input}</pre>\n<h4>Результат работы</h4>\n<pre>${output}</pre>\n`,
  );
  const examples =
    samples.length === 0 ? '' : `<h3>Примеры</h3>${samples.join('')}<h3>Примечания</h3><p>Нет.</p>`;
  const title = `<h3>Задача ${problem.short_name}: ${escapeHtml(problem.long_name)}</h3>`;
  return { headers, body: title + problem.statement.replaceAll('{getfile}', escapeHtml(getfile)) + examples };
};

const getFile: EjudgeAction = ({ param }) =>
  param('file') === 'lamp.png'
    ? { headers: { 'content-type': 'image/png' }, body: PICTURE }
    : refuse('OPERATION_FAILED');

const ownRuns = ({ contest, runs, account }: EjudgeCall) =>
  runs.of(contest.id).filter(({ userId, fixedStatus }) => userId === account.id && fixedStatus !== 22);

const rowOf = (run: EjudgeRun, call: EjudgeCall) => {
  const { status, failedTest } = show(run, call.clock);
  const { run_id, problemId, sentAtMs } = run;
  return {
    row: { run_id, prob_id: problemId, run_time: Math.floor(sentAtMs / 1000), status },
    test: failedTest === null ? {} : { failed_test: failedTest },
  };
};

const listRuns: EjudgeAction = (call) => {
  const problem = call.param('prob_id');
  const rows = ownRuns(call)
    .filter(({ problemId }) => problem === undefined || String(problemId) === problem)
    .map((run) => rowOf(run, call))
    .map(({ row, test }) => ({ ...row, ...test }));
  return result({ runs: rows.toReversed() });
};

function ownRun(call: EjudgeCall): EjudgeRun | undefined {
  return ownRuns(call).find(({ run_id }) => String(run_id) === call.param('run_id'));
}

const runStatus: EjudgeAction = (call) => {
  const run = ownRun(call);
  if (!run) return refuse('INV_RUN_ID');
  const { row, test } = rowOf(run, call);
  const { tests } = show(run, call.clock);
  const { run_id, prob_id, run_time, status } = row;
  const isFinal = status < 95;
  const isOpen = call.contest.isOpen && isFinal;
  return result({
    run: {
      ...{ run_id, prob_id, run_time_us: run.sentAtMs * 1000, run_time, duration: 67 },
      ...{
        lang_id: run.languageId,
        size: run.source.length,
        status,
        is_with_duration: true,
        is_standard_problem: true,
      },
      ...(isFinal ? {} : { is_minimal_report: true }),
      ...(isFinal && 'failed_test' in test ? { is_failed_test_available: true, ...test } : {}),
      ...(isOpen ? { is_src_enabled: true, src_sfx: '.cpp', is_report_enabled: true } : {}),
      ...(isOpen && status === 1 ? { is_compiler_output_available: true } : { is_report_available: isOpen }),
    },
    ...(isOpen && status === 1 ? { compiler_output: { content: base64(compilerOutput(run)) } } : {}),
    ...(isOpen && tests.length > 0
      ? {
          testing_report: {
            tests: tests.map(({ num, status, timeMs }) => ({ num, status, time_ms: timeMs })),
          },
        }
      : {}),
  });
};

/** What the compiler says; a source may name the length of it. */
export function compilerOutput({ source, run_uuid }: EjudgeRun): string {
  const length = Number(/log of (\d{1,7})/.exec(source.toString('utf8'))?.[1] ?? 0);
  return `${run_uuid.slice(0, 8)}.cpp:1:1: ошибка: \u001b[31m«x»\u001b[0m\r\n${'e'.repeat(length)}`;
}

function base64(text: string) {
  const data = Buffer.from(text, 'utf8');
  return { method: 1, size: data.length, data: data.toString('base64') };
}

const downloadRun: EjudgeAction = (call): Reply => {
  const run = ownRun(call);
  if (!run) return refuse('INV_RUN_ID');
  if (!call.contest.isOpen) return refuse('SOURCE_VIEW_DISABLED');
  return { headers: { 'content-type': 'text/plain' }, body: run.source };
};

/** Actions of participants by name. */
export const participantActions: Readonly<Record<string, EjudgeAction>> = {
  'submit-run': submitRun,
  'contest-status-json': contestStatus,
  'problem-status-json': problemStatus,
  'problem-statement-json': problemStatement,
  'get-file': getFile,
  'list-runs-json': listRuns,
  'run-status-json': runStatus,
  'download-run': downloadRun,
  logout: () => asJson({ ok: true, server_time: 1_795_219_572 }),
};
