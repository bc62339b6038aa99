import type { OutsideError } from '#failures.ts';
import { type OutsideAnswer, unknownOutcome } from '#http/outside-http.ts';
import { comparedRuns, MAX_PAGES, rowsAfter, tooManyPages } from '#listed-runs.ts';
import { isLaterRun, type OutsideSystem, type Session } from '#outside-system.ts';
import { getPage, toPage } from '#pages/get-page.ts';
import { refuseUnfit } from '#refuse-unfit.ts';
import { otherLanguage } from '#same-language.ts';
import { authorIdOf, checkAccount, readLog, readSource } from '#timus/account.ts';
import { readList } from '#timus/read-list.ts';
import { readProblem } from '#timus/read-problem.ts';
import { readStatus, type StatusRow } from '#timus/read-status.ts';
import { readLanguages, readRefusal } from '#timus/read-submit.ts';

/*
 * Timus Online Judge. A JUDGE_ID is all that a send needs; the answer to it names the run in a header. Words are read
 * on English pages, so each request names the language.
 */

const ENGLISH = { space: 1, locale: 'en' } as const;
/** Runs of a page of the status; the site gives at most 1000. */
const ROWS = 100;
/** Sources that are read to find a run: more than a few candidates are for people. */
const MAX_SOURCES = 5;

export const timus: OutsideSystem = {
  type: 'timus',
  pace: { requestEveryMs: 1_000, pollEveryMs: 2_000, verdictWithinMs: 15 * 60_000 },
  maxSourceBytes: 64 * 1024,

  readId: (text) => /^\s*([1-9]\d{3,4})\s*$/.exec(text)?.[1] ?? null,

  async listProblems({ http }) {
    const page = await getPage(http, { path: 'problemset.aspx', query: { ...ENGLISH, page: 'all' } });
    return { problems: readList(page), nextCursor: null };
  },

  async readProblem({ http }, foreignId) {
    const path = 'problem.aspx';
    const [first, second] = [
      readProblem(await getPage(http, { path, query: { ...ENGLISH, num: foreignId } }), foreignId),
      readProblem(
        await getPage(http, { path, query: { space: 1, locale: 'ru', num: foreignId } }),
        foreignId,
      ),
    ];
    const { statement, ...problem } = first;
    // A problem that was never translated has its own language on both pages.
    const isTranslated = second.statement.language !== statement.language;
    return {
      ...problem,
      statements: isTranslated ? [statement, second.statement] : [statement],
      pdf: null,
      url: `${http.baseUrl}problem.aspx?space=1&num=${foreignId}`,
    };
  },

  listLanguages: (session) => listLanguages(session),

  async prepare(session, submission) {
    const authorId = authorIdOf(session);
    const languages = await listLanguages(session);
    refuseUnfit(submission, { languages, maxBytes: timus.maxSourceBytes });
    const [latest] = await listRuns(session, { author: authorId, count: 1 });
    return { watermark: latest?.runId ?? null, form: {} };
  },

  async send({ http, credentials }, { foreignId, foreignLanguageId, source }) {
    const answer = await http.request({
      path: 'submit.aspx?space=1',
      method: 'POST',
      form: {
        as: 'multipart',
        fields: [
          ['Action', 'submit'],
          ['SpaceID', '1'],
          ['JudgeID', credentials?.judgeId ?? ''],
          ['Language', foreignLanguageId],
          ['ProblemNum', foreignId],
          ['Source', source],
          ['SourceFile', { name: '', content: '' }],
        ],
      },
    });
    const runId = /^\d{1,12}$/.exec(answer.headers.get('x-submitid') ?? '')?.[0];
    if (runId !== undefined && (answer.status === 302 || answer.status === 303)) return { runId };
    const words = `Timus answered HTTP ${answer.status} without the number of a run`;
    throw refusalOf(answer) ?? unknownOutcome(answer, words);
  },

  async findRuns(session, intent) {
    const { submission, watermark } = intent;
    const isOther = otherLanguage(await listLanguages(session), submission);
    const author = authorIdOf(session);
    const pages = runPages(session, { author, num: submission.foreignId, count: ROWS });
    const later = await rowsAfter(pages, watermark);
    const found = later.filter((row) => row.foreignId === submission.foreignId && !isOther(row.language));
    return comparedRuns(found, intent, {
      most: MAX_SOURCES,
      isSame: (row) => readSource(session, row, submission.source),
    });
  },

  async poll(session, runs) {
    const author = authorIdOf(session);
    const found = new Map<string, StatusRow>();
    let wanted = runs.map(({ runId }) => runId).toSorted((a, b) => (isLaterRun(a, b) ? -1 : 1));
    for (let left = MAX_PAGES; left > 0 && wanted.length > 0; left -= 1) {
      const count = wanted.length === 1 ? 1 : ROWS;
      const [latest = ''] = wanted;
      const rows = await listRuns(session, { author, from: latest, count });
      for (const row of rows) found.set(row.runId, row);
      // The list begins at the latest wanted run: where it is not there, it is nowhere.
      wanted = wanted.slice(1).filter((runId) => !found.has(runId));
    }
    return runs.flatMap(({ runId, foreignId }) => {
      const row = found.get(runId);
      return row?.foreignId === foreignId ? [stateOf(row)] : [];
    });
  },

  readCompilationLog: readLog,
  checkAccount,
};

async function listLanguages({ http }: Session) {
  return readLanguages(await getPage(http, { path: 'submit.aspx', query: ENGLISH }));
}

/** Reads a refusal. @returns null for any other page, also for one that cannot be read: it proves nothing */
function refusalOf(answer: OutsideAnswer): OutsideError | null {
  if (answer.status !== 200) return null;
  try {
    return readRefusal(toPage(answer));
  } catch {
    return null;
  }
}

interface RunFilter {
  author: string;
  count: number;
  num?: string;
  from?: string;
}

/** Lists runs of an author, latest first. */
async function listRuns({ http }: Session, filter: RunFilter): Promise<StatusRow[]> {
  const query = { ...ENGLISH, refresh: 0, ...filter };
  const page = await getPage(http, { path: 'status.aspx', query });
  const rows = readStatus(page);
  // A list of everybody would give a watermark of somebody.
  if (rows.some(({ authorId }) => authorId !== filter.author)) throw page.lacks('runs of this author only');
  return rows;
}

/** Lists runs of an author page by page, latest first, as long as pages are asked for. */
async function* runPages(session: Session, filter: RunFilter): AsyncGenerator<StatusRow[]> {
  let from: string | undefined;
  for (let left = MAX_PAGES; left > 0; left -= 1) {
    const rows = await listRuns(session, { ...filter, ...(from === undefined ? {} : { from }) });
    yield rows;
    const last = rows.at(-1);
    if (rows.length < filter.count || last === undefined) return;
    from = String(BigInt(last.runId) - 1n);
  }
  throw tooManyPages('Timus');
}

function stateOf(row: StatusRow) {
  const { runId, state, verdict, foreignVerdict, testNumber, timeMs, memoryKb, score } = row;
  return { runId, state, verdict, foreignVerdict, testNumber, timeMs, memoryKb, score };
}
