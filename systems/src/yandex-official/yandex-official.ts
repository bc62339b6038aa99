import { OutsideError } from '#failures.ts';
import { leavesOpen, type OutsideAnswer, unknownOutcome } from '#http/outside-http.ts';
import { familyOf } from '#language-family.ts';
import { statesByContest } from '#listed-runs.ts';
import type { OutsideSystem, RunState, Session, Submission } from '#outside-system.ts';
import { cleanLog } from '#pages/compiler-log.ts';
import { refuseUnfit } from '#refuse-unfit.ts';
import {
  byContest,
  contestOfScope,
  contestProblemOf,
  readYandexId,
  tellsDuplicate,
  titleWithout,
} from '#yandex/problem-id.ts';
import { call, callOnce, errorText, get, isSuccess, readJson } from '#yandex-official/api.ts';
import { blameContest, readScopes, takePart } from '#yandex-official/participation.ts';
import {
  Compilers,
  type ContestProblem,
  ContestProblems,
  languagesOf,
  limitsOf,
  takenBy,
} from '#yandex-official/read-contest.ts';
import { BriefReport, Reports, SentRun, stateOf } from '#yandex-official/read-runs.ts';
import { findRunsOf, readWatermark } from '#yandex-official/runs.ts';
import { languagesOfStatements, readStatements, SITE_URL } from '#yandex-official/statements.ts';

/** The public API of Yandex.Contest. Identifiers are `<contest>:<alias>`; lists are of one contest. */
export const yandexOfficial: OutsideSystem = {
  type: 'yandexOfficial',
  pace: { requestEveryMs: 250, pollEveryMs: 2_000, verdictWithinMs: 30 * 60_000 },
  maxSourceBytes: 256 * 1024,
  hasLanguagesPerProblem: true,

  readId: readYandexId,

  async listProblems(session, _cursor, scope) {
    const contestId = contestOfScope(scope);
    const problems = await getProblems(session, contestId, 'ru');
    return {
      problems: problems.map(({ alias, name }) => ({ foreignId: `${contestId}:${alias}`, title: name })),
      nextCursor: null,
    };
  },

  async readProblem(session, foreignId) {
    const problem = await getProblem(session, foreignId, 'ru');
    const languages = languagesOfStatements(problem);
    const byLanguage = new Map<(typeof languages)[number], ContestProblem>();
    for (const language of languages) {
      byLanguage.set(language, language === 'ru' ? problem : await getProblem(session, foreignId, language));
    }
    const { statements, pdf, limits: shown } = await readStatements(session, foreignId, byLanguage);
    const limits = limitsOf(problem);
    const { contestId, alias } = contestProblemOf(foreignId);
    return {
      ...{ foreignId, statements, pdf, author: null, source: null, tags: [] },
      timeLimitMs: limits.timeLimitMs ?? shown?.timeLimitMs ?? null,
      memoryLimitKb: limits.memoryLimitKb ?? shown?.memoryLimitKb ?? null,
      inputFile: shown?.inputFile ?? null,
      outputFile: shown?.outputFile ?? null,
      url: new URL(`/contest/${contestId}/problems/${encodeURIComponent(alias)}/`, SITE_URL).href,
    };
  },

  async listLanguages(session, foreignId) {
    const problem = await getProblem(session, foreignId, 'ru');
    return languagesOf(problem, await get(session, Compilers, 'compilers'));
  },

  async prepare(session, submission) {
    const { contestId } = contestProblemOf(submission.foreignId);
    await takePart(session, contestId);
    const problem = await getProblem(session, submission.foreignId, 'ru');
    refuseUnfit(submission, { languages: takenBy(problem), maxBytes: yandexOfficial.maxSourceBytes });
    return { watermark: await readWatermark(session, contestId), form: {} };
  },

  async send(session, submission) {
    const answer = await callOnce(session, sendRequest(submission));
    if (isSuccess(answer)) return readSent(answer);
    throw await failureOfSend(session, answer);
  },

  findRuns: findRunsOf,

  async poll(session, runs) {
    return statesByContest(byContest(runs), async (contestId, ids) => {
      const states: RunState[] = [];
      for (let start = 0; start < ids.length; start += MAX_POLLED) {
        states.push(...(await pollOf(session, contestId, ids.slice(start, start + MAX_POLLED))));
      }
      return states;
    });
  },

  async readCompilationLog(session, { foreignId, runId }) {
    const { contestId } = contestProblemOf(foreignId);
    const answer = await call(session, { path: `contests/${contestId}/submissions/${runId}` }, [403, 404]);
    if (!isSuccess(answer)) return null;
    const log = cleanLog(readJson(answer, BriefReport).compileLog ?? '');
    return log === '' ? null : log;
  },

  async checkAccount(session) {
    const scopes = await readScopes(session);
    const { login = '' } = session.credentials ?? {};
    return { name: login === '' ? scopes.join(' ') : login, authorId: login };
  },
};

/** Runs in one report. */
const MAX_POLLED = 50;

/** Problems of a contest; an account that is not let in takes part first. */
async function getProblems(session: Session, contestId: string, locale: string): Promise<ContestProblem[]> {
  const request = { path: `contests/${contestId}/problems`, query: { locale } };
  let answer = await call(session, request, [403]);
  if (answer.status === 403) {
    await takePart(session, contestId);
    answer = await call(session, request);
  }
  return readJson(answer, ContestProblems).problems;
}

async function getProblem(session: Session, foreignId: string, locale: string): Promise<ContestProblem> {
  const { contestId, alias } = contestProblemOf(foreignId);
  const problems = await getProblems(session, contestId, locale);
  const problem = problems.find((each) => each.alias === alias);
  if (!problem) throw new OutsideError('refused', `Contest ${contestId} has no problem ${alias}`);
  return { ...problem, name: titleWithout(alias, problem.name) };
}

function sendRequest({ foreignId, foreignLanguageId, languageName, source }: Submission) {
  const { contestId, alias } = contestProblemOf(foreignId);
  const file = {
    name: `solution.${familyOf(languageName).extensions[0] ?? 'txt'}`,
    content: source,
    type: 'text/plain',
  };
  const fields = [
    ['problem', alias] as const,
    ['compiler', foreignLanguageId] as const,
    ['file', file] as const,
  ];
  return {
    path: `contests/${contestId}/submissions`,
    method: 'POST' as const,
    form: { as: 'multipart' as const, fields },
  };
}

/** @throws {Error} when a success has no run id: the run exists or not */
function readSent(answer: OutsideAnswer) {
  const read = SentRun.safeParse(JSON.parse(answer.text()));
  if (!read.success) throw new Error('The answer to the send has no run id');
  return { runId: read.data.runId };
}

/**
 * Failure of a send. Only the API's own words refuse it, and they come before any work: a page, or an answer without a
 * body, of what stands before the API proves nothing, whatever its status is.
 */
async function failureOfSend(session: Session, answer: OutsideAnswer): Promise<Error> {
  const { status } = answer;
  const words = status >= 400 && !leavesOpen(status) ? errorText(answer) : null;
  if (!words) return unknownOutcome(answer, `HTTP ${status} to the send`);
  const evidence = answer.evidence();
  if (status === 401) return new OutsideError('signedOut', words, { evidence });
  if (status === 403) return blameContest(session, new OutsideError('refused', words, { evidence }));
  const isDuplicate = (status === 400 || status === 409) && tellsDuplicate(words);
  return new OutsideError(isDuplicate ? 'duplicate' : 'refused', words, { evidence });
}

async function pollOf(session: Session, contestId: string, runIds: readonly string[]): Promise<RunState[]> {
  const query = runIds.map((runId) => `runIds=${encodeURIComponent(runId)}`).join('&');
  const reports = await get(session, Reports, `contests/${contestId}/submissions/multiple?${query}`);
  return reports.filter(({ runId }) => runIds.includes(runId)).map(stateOf);
}
