import { DoubtedRefusal, type FailureKind, OutsideError } from '#failures.ts';
import { type OutsideAnswer, unknownOutcome } from '#http/outside-http.ts';
import { comparedRuns, MAX_PAGES, rowsAfter, rowsOf, statesByContest, tooManyPages } from '#listed-runs.ts';
import {
  type ForeignStatement,
  isLaterRun,
  type OutsideSystem,
  type Prepared,
  type Session,
  type Submission,
} from '#outside-system.ts';
import { cleanLog } from '#pages/compiler-log.ts';
import type { Page } from '#pages/get-page.ts';
import { blockOf, lineOf } from '#pages/plain-text.ts';
import { languageOf } from '#pages/statement-html.ts';
import { refuseUnfit } from '#refuse-unfit.ts';
import { otherLanguage } from '#same-language.ts';
import { compareSources } from '#same-source.ts';
import {
  byContest,
  contestOfScope,
  contestProblemOf,
  readYandexId,
  tellsDuplicate,
  titleWithout,
} from '#yandex/problem-id.ts';
import {
  hasSubmitForm,
  readProblemList,
  readProblemStatement,
  readSubmitForm,
  type SubmitForm,
} from '#yandex/read-problem-page.ts';
import type { ReadStatement } from '#yandex/read-statement.ts';
import { readSubmits, type SubmitRow } from '#yandex/read-submits.ts';
import {
  answeringPage,
  errorIn,
  getContestPage,
  getSitePage,
  postForm,
  refusalWithout,
  requireSession,
  targetOf,
  warningsOf,
} from '#yandex/site.ts';

/** Yandex.Contest by its site. Identifiers are `<contest>:<alias>`; lists are of one contest. */
export const yandex: OutsideSystem = {
  type: 'yandex',
  pace: { requestEveryMs: 1_000, pollEveryMs: 2_500, verdictWithinMs: 30 * 60_000 },
  maxSourceBytes: 256 * 1024,
  hasLanguagesPerProblem: true,
  picturesNeedAccount: true,

  readId: readYandexId,

  async listProblems(session, _cursor, scope) {
    const contestId = contestOfScope(scope);
    const page = await getContestPage(session, contestId, { path: 'problems/' });
    return { problems: readProblemList(page, contestId), nextCursor: null };
  },

  async readProblem(session, foreignId) {
    const { contestId, alias } = contestProblemOf(foreignId);
    const statements: ForeignStatement[] = [];
    const texts: ReadStatement[] = [];
    for (const language of ['ru', 'en'] as const) {
      const read = readProblemStatement(await getProblemPage(session, foreignId, language));
      // The site shows a problem with one text in every language.
      if (texts.some(({ words }) => words === read.words)) continue;
      texts.push(read);
      const { html, samples, title } = read;
      statements.push({ language, title: titleWithout(alias, title ?? alias), html, samples });
    }
    const [limits] = texts.map((text) => text.limits);
    return {
      ...{ foreignId, statements: languagesByText(statements, texts), pdf: null },
      ...{ author: null, source: null, tags: [] },
      timeLimitMs: limits?.timeLimitMs ?? null,
      memoryLimitKb: limits?.memoryLimitKb ?? null,
      inputFile: limits?.inputFile ?? null,
      outputFile: limits?.outputFile ?? null,
      url: new URL(problemPath(contestId, alias), session.http.baseUrl).href,
    };
  },

  async listLanguages(session, foreignId) {
    return requireForm(await getProblemPage(session, foreignId)).languages;
  },

  async prepare(session, submission) {
    const { contestId } = contestProblemOf(submission.foreignId);
    const page = await getProblemPage(session, submission.foreignId);
    const form = requireForm(page);
    const { languages, maxBytes, attemptsLeft, problemId, sk, retpath } = form;
    refuseUnfit(submission, { languages, maxBytes: maxBytes ?? yandex.maxSourceBytes });
    if (attemptsLeft === 0) throw new OutsideError('refused', 'The account has no attempts left');
    const rows = readSubmits(await getContestPage(session, contestId, { path: 'submits/' }));
    const watermark = rows.reduce<string | null>(
      (largest, { runId }) => (isLaterRun(runId, largest) ? runId : largest),
      null,
    );
    return { watermark, form: { problemId, sk, retpath, warnings: JSON.stringify(warningsOf(page)) } };
  },

  async send(session, submission, prepared) {
    const answer = await postForm(session, sendRequest(submission, prepared));
    const earlier = earlierWarnings(prepared);
    requireTaken(answer, earlier);
    await requireNoRefusalAfter(session, answer, earlier);
    return { runId: null };
  },

  async findRuns(session, intent) {
    const { contestId, alias } = contestProblemOf(intent.submission.foreignId);
    // A contest that is over has no form, and its runs are found nevertheless.
    const form = await orNothing(getProblemPage(session, intent.submission.foreignId).then(readSubmitForm));
    const isOther = otherLanguage(form?.languages ?? [], intent.submission);
    const later = await rowsAfter(submitPages(session, contestId), intent.watermark);
    const alike = later.filter((row) => row.alias === alias && !isOther(row.compiler));
    return comparedRuns(alike, intent, {
      most: MAX_SOURCES,
      isSame: ({ runId }) => hasSource(session, contestId, runId, intent.submission.source),
    });
  },

  async poll(session, runs) {
    return statesByContest(byContest(runs), async (contestId, ids) => {
      const rows = await rowsOf(submitPages(session, contestId), ids);
      return [...rows.values()].map(({ state }) => state);
    });
  },

  async readCompilationLog(session, { foreignId, runId }) {
    const { contestId } = contestProblemOf(foreignId);
    const page = await orClosed(getContestPage(session, contestId, { path: `run-report/${runId}/` }));
    if (!page) return null;
    const named = page.$('[id*="compile-log"] pre').first();
    const log = named.length > 0 ? named : page.$('.snippet_role_log pre').first();
    const text = cleanLog(blockOf(log));
    return text === '' ? null : text;
  },

  async checkAccount(session) {
    const page = await getSitePage(session, { path: '/' });
    const { $ } = page;
    if ($('.link_access_login').length > 0) {
      throw new OutsideError(
        'challenge',
        'The session has ended: sign in with a browser and enter its cookies',
      );
    }
    if ($('[href*="logout"], [action*="logout"]').length === 0) throw page.lacks('the name of the account');
    const { login = '' } = session.credentials ?? {};
    const name = login || lineOf($('.user__login, .user__name, .username').first()) || 'signed in';
    return { name, authorId: name };
  },
};

const MAX_SOURCES = 20;

const problemPath = (contestId: string, alias: string) =>
  `/contest/${contestId}/problems/${encodeURIComponent(alias)}/`;

async function getProblemPage(session: Session, foreignId: string, lang = 'ru'): Promise<Page> {
  const { contestId, alias } = contestProblemOf(foreignId);
  return getContestPage(session, contestId, {
    path: `problems/${encodeURIComponent(alias)}/`,
    query: { lang },
  });
}

/**
 * Reads the form for solutions.
 *
 * @throws {OutsideError} `refused` when the site shows none, as after the end of a contest; `drift` when it is another one
 */
function requireForm(page: Page): SubmitForm {
  const refusal = hasSubmitForm(page) ? null : refusalWithout(page, 'The site shows no form for solutions');
  if (refusal) throw refusal;
  return readSubmitForm(page);
}

/** A single text tells its language by its letters. */
function languagesByText(statements: ForeignStatement[], [text]: ReadStatement[]): ForeignStatement[] {
  const [only, ...others] = statements;
  if (!only || others.length > 0) return statements;
  return [{ ...only, language: languageOf(text?.words ?? '') }];
}

function sendRequest({ foreignId, foreignLanguageId, source }: Submission, { form }: Prepared) {
  const { contestId } = contestProblemOf(foreignId);
  const { problemId = '', sk = '', retpath = '' } = form;
  const fields = [
    [`${problemId}@compilerId`, foreignLanguageId],
    [`${problemId}@solution`, 'text'],
    [`${problemId}@text`, source],
    ['sk', sk],
    ['retpath', retpath],
  ] as const;
  return { path: `/contest/${contestId}/submit/`, form: { as: 'multipart' as const, fields } };
}

/**
 * @throws {OutsideError} when the site has said that it did not take the solution
 * @throws {Error} when what it said is not known
 */
function requireTaken(answer: OutsideAnswer, earlier: readonly unknown[]): void {
  requireSession(answer);
  const target = targetOf(answer);
  const error = target && errorIn(target);
  if (error) throw new OutsideError(kindOfRefusal(error), error, { evidence: answer.evidence() });
  if (target && isOfContest(target, answer.url)) return;
  const page = target ? null : answeringPage(answer);
  const warning = page && newWarningOf(page, earlier);
  if (warning) throw refusalBy(warning, answer);
  const failure = page?.lacks('an answer to the send');
  // A captcha on a page does not tell whether the page came in place of the answer.
  const cause = failure?.kind === 'challenge' ? failure : undefined;
  throw unknownOutcome(answer, `HTTP ${answer.status} to the send`, cause);
}

/**
 * Whether an answer leads on within the contest, as after a send that was taken; another way of it proves nothing, nor
 * does its entrance, before which the account stands by now.
 */
function isOfContest({ host, pathname }: URL, submitUrl: string): boolean {
  const sent = new URL(submitUrl);
  const contest = sent.pathname.slice(0, sent.pathname.lastIndexOf('submit/'));
  const isEntrance = pathname.startsWith(`${contest}enter`);
  return host === sent.host && pathname.startsWith(contest) && pathname !== sent.pathname && !isEntrance;
}

function kindOfRefusal(text: string): FailureKind {
  if (tellsDuplicate(text)) return 'duplicate';
  return /\bsk\b|csrf|token|secret|session|сесси|устарел/i.test(text) ? 'signedOut' : 'refused';
}

/**
 * Makes the failure that words of a page after a send tell. They may as well be about something else, such as the attempts
 * that are left: only where no run appears they are a refusal, and only then a stale form is sent anew.
 */
function refusalBy(words: string, answer: OutsideAnswer): Error {
  const kind = kindOfRefusal(words);
  const failure = new OutsideError(kind, words, { evidence: answer.evidence() });
  if (kind === 'duplicate') return failure; // its run is looked for, whichever it is
  return kind === 'refused' ? new DoubtedRefusal(failure) : new Error(words, { cause: failure });
}

/**
 * Reads the page to which an answer leads, as far as it can be had.
 *
 * @throws {Error} when it tells that the solution was not taken
 */
async function requireNoRefusalAfter(
  session: Session,
  answer: OutsideAnswer,
  earlier: readonly unknown[],
): Promise<void> {
  const target = targetOf(answer);
  const page = target && (await orNothing(getSitePage(session, { path: target.href })));
  if (!page) return;
  const words = errorIn(new URL(page.url)) ?? newWarningOf(page, earlier);
  if (words) throw refusalBy(words, answer);
}

/** A warning that was not there before the send. */
const newWarningOf = (page: Page, earlier: readonly unknown[]) =>
  warningsOf(page).find((text) => !earlier.includes(text));

/** Warnings that the page of the form had. */
const earlierWarnings = ({ form }: Prepared) => JSON.parse(form.warnings ?? '[]') as unknown[];

/** For what is good to know but decides nothing: after a send no failure of reading may look like a refusal. */
const orNothing = <Value>(asked: Promise<Value>): Promise<Value | null> => asked.catch(() => null);

/** Pages of runs, the newest first; ends where the site repeats itself. */
async function* submitPages(session: Session, contestId: string): AsyncGenerator<SubmitRow[]> {
  let first: string | undefined;
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const query = { p: number === 1 ? undefined : number };
    const rows = readSubmits(await getContestPage(session, contestId, { path: 'submits/', query }));
    if (rows.length === 0 || rows[0]?.runId === first) return;
    first = rows[0]?.runId;
    yield rows;
  }
  throw tooManyPages('Yandex');
}

async function hasSource(session: Session, contestId: string, runId: string, sent: string) {
  const path = `/contest/${contestId}/download-source/${runId}/`;
  const answer = await session.http.request({ path });
  requireSession(answer);
  if (answer.status !== 200 || answer.headers.get('content-type')?.includes('html')) return null;
  return compareSources(answer.text(), sent);
}

/** A report that the contest does not show is no failure. */
async function orClosed(asked: Promise<Page>): Promise<Page | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof OutsideError && error.kind === 'refused') return null;
    throw error;
  }
}
