import { z } from 'zod';
import { type Caller, openCaller } from '#ejudge/call.ts';
import { placeOf, readPlace, readRun, writePlace, writeRun } from '#ejudge/foreign-id.ts';
import { inlinePictures } from '#ejudge/inline-pictures.ts';
import { jury } from '#ejudge/jury.ts';
import { participant } from '#ejudge/participant.ts';
import { Contest, findProblem, languagesOf, nameOf, titleOf } from '#ejudge/read-contest.ts';
import { errorOf } from '#ejudge/read-envelope.ts';
import { conditionsOf, hasStatement, ProblemStatus, takesPrograms } from '#ejudge/read-problem.ts';
import { readStatement } from '#ejudge/read-statement.ts';
import type { SendingRole, Target } from '#ejudge/sending-role.ts';
import { readSettings } from '#ejudge/server-settings.ts';
import { drift, OutsideError } from '#failures.ts';
import { unknownOutcome } from '#http/outside-http.ts';
import { statesByContest } from '#listed-runs.ts';
import type { ForeignStatement, ListedProblem, OutsideSystem, Session, Submission } from '#outside-system.ts';
import { cleanLog } from '#pages/compiler-log.ts';
import { languageOf } from '#pages/statement-html.ts';
import { refuseUnfit } from '#refuse-unfit.ts';

/** Servers of ejudge, each with its contests. A problem is `12:A`, a run `12:5`: both are counted per contest. */
export const ejudge: OutsideSystem = {
  type: 'ejudge',
  pace: { requestEveryMs: 100, pollEveryMs: 1_000, verdictWithinMs: 15 * 60_000 },
  charset: 'utf-8',
  // Servers have bounds of their own, 64 KiB by default, and say so when a source is longer.
  maxSourceBytes: 1024 * 1024,
  comparesWithLatest: true,
  hasLanguagesPerProblem: true,

  readId(text) {
    const place = readPlace(text);
    return place && writePlace(place);
  },

  async listProblems(session, cursor, scope) {
    const contests = scope === null ? readSettings(session.settings).contests : [contestOfScope(scope)];
    // A contest that the settings lost meanwhile makes a scan begin again.
    const at = Math.max(
      contests.findIndex((contestId) => String(contestId) === cursor),
      0,
    );
    const contestId = contests[at];
    if (contestId === undefined)
      throw new OutsideError('refused', 'The settings of the server name no contest');
    const contest = await readContest(openCaller(session), contestId);
    const next = contests[at + 1];
    return {
      problems: (contest.problems ?? []).map((problem) => listedProblem(contestId, problem)),
      nextCursor: next === undefined ? null : String(next),
    };
  },

  async readProblem(session, foreignId) {
    const caller = openCaller(session);
    const target = await findTarget(caller, foreignId);
    const status = await readProblemStatus(caller, target);
    if (!takesPrograms(status)) throw new OutsideError('refused', 'This problem takes answers, not programs');
    return {
      foreignId: writePlace({ contestId: target.contestId, problem: nameOf(target.problem) }),
      statements: [await readStatementOf(session, caller, target, hasStatement(status))],
      ...conditionsOf(status),
      ...{ pdf: null, author: null, source: target.contest.contest.name ?? null, tags: [] },
      url: addressOf(session, `contest_id=${target.contestId}`),
    };
  },

  async listLanguages(session, foreignId) {
    const caller = openCaller(session);
    const target = await findTarget(caller, foreignId);
    const { problem } = await readProblemStatus(caller, target);
    return languagesOf(target.contest, problem.compilers ?? null);
  },

  async prepare(session, submission) {
    const caller = openCaller(session);
    const target = await findTarget(caller, submission.foreignId);
    await checkSendable(caller, target, submission);
    const watermark = await roleOf(caller).newestRun(caller, target);
    return { watermark, form: { problemId: String(target.problem.id) } };
  },

  async send(session, submission, { watermark, form }) {
    const caller = openCaller(session);
    const { contestId } = placeOf(submission.foreignId);
    const problemId = Number(form.problemId);
    const { envelope, answer, evidence } = await roleOf(caller).send(caller, {
      ...{ contestId, problemId, submission, watermark },
    });
    if (envelope?.ok === true) {
      const run = Taken.safeParse(envelope.body);
      return { runId: run.success ? writeRun({ contestId, number: run.data.run_id }) : null };
    }
    const refused = envelope && errorOf(envelope.refusal, evidence);
    const words = envelope?.refusal.message ?? `HTTP ${answer.status}`;
    throw refused ?? unknownOutcome(answer, `ejudge answered ${words} to a send`);
  },

  async findRuns(session, intent) {
    const caller = openCaller(session);
    const target = await findTarget(caller, intent.submission.foreignId);
    return roleOf(caller).findRuns(caller, target, intent);
  },

  async poll(session, runs) {
    const caller = openCaller(session);
    const places = Map.groupBy(
      runs.map(({ runId }) => readRun(runId)),
      ({ contestId }) => contestId,
    );
    return statesByContest(places, (contestId, ofContest) => {
      const numbers = ofContest.map(({ number }) => number);
      return roleOf(caller).poll(caller, contestId, numbers);
    });
  },

  async readCompilationLog(session, { runId, foreignId }) {
    const caller = openCaller(session);
    const log = await roleOf(caller).readCompilationLog(caller, { ...readRun(runId), foreignId });
    return log === null ? null : cleanLog(log);
  },

  async checkAccount(session) {
    const caller = openCaller(session);
    const [contestId] = caller.settings.contests;
    if (contestId === undefined)
      throw new OutsideError('refused', 'The settings of the server name no contest');
    const { account } = caller;
    if (account.by === 'password') {
      const { user_id, user_login } = await caller.signIn(contestId);
      return { name: user_login, authorId: String(user_id) };
    }
    await readContest(caller, contestId);
    if (caller.settings.role !== 'participant') await jury.poll(caller, contestId, [0]);
    return { name: account.login ?? 'API key', authorId: account.login ?? '' };
  },
};

/** Answer to a send. */
const Taken = z.object({ run_id: z.int().nonnegative() });

const roleOf = ({ settings }: Caller): SendingRole => (settings.role === 'participant' ? participant : jury);

function listedProblem(contestId: number, problem: Target['problem']): ListedProblem {
  return { foreignId: writePlace({ contestId, problem: nameOf(problem) }), title: titleOf(problem) };
}

function contestOfScope(scope: string): number {
  const place = readPlace(`${scope.trim()}:1`);
  if (!place) throw new OutsideError('refused', `${scope} is not a contest of ejudge`);
  return place.contestId;
}

/** Reads a contest that has started for this account. */
async function readContest(caller: Caller, contestId: number): Promise<Contest> {
  const contest = await askContest(caller, contestId).catch((error: unknown) =>
    blameContest(caller, contestId, error),
  );
  if (contest.contest.id !== contestId) throw drift(`contest ${contest.contest.id} in place of ${contestId}`);
  if (!contest.contest.is_started) throw new OutsideError('refused', 'The contest has not started');
  return contest;
}

const askContest = (caller: Caller, contestId: number) =>
  caller.ask({ contestId, as: 'participant', action: 'contest-status-json' }, Contest);

/**
 * Tells an account that is not registered for one contest from one that is good for nothing: ejudge says the same to
 * both. An account that can enter the contest it is checked in stays in use.
 */
async function blameContest(caller: Caller, contestId: number, error: unknown): Promise<never> {
  const [checkedIn] = caller.settings.contests;
  const isDenied = error instanceof OutsideError && error.kind === 'signedOut';
  if (!isDenied || checkedIn === undefined || checkedIn === contestId) throw error;
  const isGood = await askContest(caller, checkedIn).then(
    () => true,
    () => false,
  );
  throw isGood ? new OutsideError('refused', `The account has no part in the contest ${contestId}`) : error;
}

async function findTarget(caller: Caller, foreignId: string): Promise<Target> {
  const { contestId, problem: name } = placeOf(foreignId);
  const contest = await readContest(caller, contestId);
  const problem = findProblem(contest, name);
  if (!problem) throw new OutsideError('refused', `The contest ${contestId} has no problem ${name}`);
  return { contestId, contest, problem };
}

function readProblemStatus(caller: Caller, { contestId, problem: { id } }: Target): Promise<ProblemStatus> {
  const params = { problem: id };
  return caller.ask({ contestId, as: 'participant', action: 'problem-status-json', params }, ProblemStatus);
}

/** What could be known before a send, so that it is said before an attempt is made. The jury may always send. */
async function checkSendable(caller: Caller, target: Target, submission: Submission): Promise<void> {
  const { contest } = target.contest;
  const status = await readProblemStatus(caller, target);
  const languages = languagesOf(target.contest, status.problem.compilers ?? null);
  refuseUnfit(submission, { languages, maxBytes: ejudge.maxSourceBytes });
  if (caller.settings.role !== 'participant') return;
  if (contest.is_clients_suspended) throw new OutsideError('down', 'The contest is suspended');
  if (contest.is_stopped && !contest.is_upsolving) throw new OutsideError('refused', 'The contest is over');
  if (!status.problem_status.is_submittable)
    throw new OutsideError('refused', 'The problem takes no solutions now');
}

/** Reads the statement; where the server has none, there is a title without text. */
async function readStatementOf(
  session: Session,
  caller: Caller,
  { contestId, problem }: Target,
  isThere: boolean,
): Promise<ForeignStatement> {
  const title = titleOf(problem);
  const call = {
    contestId,
    as: 'participant',
    action: 'problem-statement-json',
    params: { problem: problem.id },
  } as const;
  const text = isThere ? (await caller.fetch(call)).text() : '';
  const statement = readStatement(text, session.http.baseUrl, title);
  if (!statement) return { language: languageOf(title), title, html: '', samples: [] };
  return {
    ...statement,
    title,
    html: await inlinePictures(caller, statement.html, { contestId, problemId: problem.id }),
  };
}

/** Address for people, who sign in there. */
function addressOf({ http, settings }: Pick<Session, 'http' | 'settings'>, query: string): string {
  return new URL(`${readSettings(settings).cgiPath}new-client?${query}`, http.baseUrl).href;
}
