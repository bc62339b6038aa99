import iconv from 'iconv-lite';
import { authorIdOf, openTask, openTaskAnew } from '#acmp/account.ts';
import { getAcmpPage } from '#acmp/get-acmp-page.ts';
import { readList } from '#acmp/read-list.ts';
import { readLog, readSources } from '#acmp/read-source.ts';
import type { StatusRow } from '#acmp/read-status.ts';
import { readLanguages, readTask } from '#acmp/read-task.ts';
import { listRuns, proveSend, runPages } from '#acmp/runs.ts';
import { unknownOutcome } from '#http/outside-http.ts';
import { comparedRuns, rowsAfter, rowsOf } from '#listed-runs.ts';
import type { OutsideSystem, Session } from '#outside-system.ts';
import { refuseUnfit } from '#refuse-unfit.ts';
import { otherLanguage } from '#same-language.ts';
import { isSameSource } from '#same-source.ts';

/*
 * acmp.ru. It speaks windows-1251, and answers each solution alike, whether it was taken or not: only a new row of the
 * list of runs proves a send. Lists are public, so a session that was lost shows in the missing form of a task only.
 */

const CHARSET = 'windows-1251';
/** Sources that are read to find a run: more than a few candidates are for people. */
const MAX_SOURCES = 5;
/** Task that is always there, to see who is signed in. */
const FIRST_TASK = '1';

export const acmp: OutsideSystem = {
  type: 'acmp',
  pace: { requestEveryMs: 1_000, pollEveryMs: 3_000, verdictWithinMs: 15 * 60_000 },
  charset: CHARSET,
  // The site names no limit; other archives of its age take as much.
  maxSourceBytes: 64 * 1024,

  readId: (text) => /^\s*0{0,3}([1-9]\d{0,4})\s*$/.exec(text)?.[1] ?? null,

  async listProblems({ http }, cursor) {
    const at = Number(cursor ?? 0);
    return readList(await getAcmpPage(http, { main: 'tasks', str: ' ', page: at, id_type: 0 }), at);
  },

  async readProblem({ http }, foreignId) {
    const task = readTask(await getAcmpPage(http, { main: 'task', id_task: foreignId }), foreignId);
    return { ...task, url: `${http.baseUrl}index.asp?main=task&id_task=${foreignId}` };
  },

  async listLanguages(session, foreignId) {
    return readLanguages((await openTask(session, foreignId)).page);
  },

  async prepare(session, submission) {
    const { page, authorId } = await openTask(session, submission.foreignId);
    const sizeOf = (source: string) => iconv.encode(source, CHARSET).length;
    refuseUnfit(submission, { languages: readLanguages(page), maxBytes: acmp.maxSourceBytes, sizeOf });
    const [latest] = await listRuns(session, { authorId });
    return { watermark: latest?.runId ?? null, form: { authorId } };
  },

  async send(session, { foreignId, foreignLanguageId, source }, { watermark, form: { authorId = '' } }) {
    const { http } = session;
    const answer = await http.request({
      path: `index.asp?main=update&mode=upload&id_task=${foreignId}`,
      method: 'POST',
      headers: { referer: `${http.baseUrl}index.asp?main=task&id_task=${foreignId}` },
      form: {
        as: 'multipart',
        fields: [
          ['lang', foreignLanguageId],
          ['fname', { name: '', content: '' }],
          ['source', source],
        ],
      },
    });
    if (answer.status >= 400) throw unknownOutcome(answer, `acmp.ru answered HTTP ${answer.status}`);
    return proveSend(session, { authorId, foreignId }, watermark);
  },

  async findRuns(session, intent) {
    const { submission, watermark } = intent;
    const { foreignId, source } = submission;
    const { page, authorId } = await openTask(session, foreignId);
    const isOther = otherLanguage(readLanguages(page), submission);
    const later = await rowsAfter(runPages(session, { authorId, foreignId }), watermark);
    const found = later
      .filter((row) => row.foreignId === foreignId && !isOther(row.language))
      // The zone of the site's dates was never verified, so they must not exclude a run.
      .map(({ runId }) => ({ runId, sentAtMs: null }));
    return comparedRuns(found, intent, {
      most: MAX_SOURCES,
      isSame: ({ runId }) => showsSource(session, runId, source),
    });
  },

  async poll(session, runs) {
    const [first] = runs;
    if (!first) return [];
    const authorId = await authorIdOf(session, first.foreignId);
    const found = await rowsOf(
      runPages(session, { authorId }),
      runs.map(({ runId }) => runId),
    );
    return runs.flatMap(({ runId, foreignId }) => {
      const row = found.get(runId);
      return row?.foreignId === foreignId ? [stateOf(row)] : [];
    });
  },

  async readCompilationLog(session, { runId, foreignId }) {
    const read = async () => readLog(await getAcmpPage(session.http, { main: 'source', id: runId }));
    const log = await read();
    if (log !== null) return log;
    await openTask(session, foreignId);
    return read();
  },

  async checkAccount(session) {
    const { authorId } = await openTaskAnew(session, FIRST_TASK);
    return { name: session.credentials?.login ?? authorId, authorId };
  },

  // The page of a run opens for its author only, who is our account.
};

/** Compares a source. @returns null where the page shows none or another one: how it shows them was never seen */
async function showsSource({ http }: Session, runId: string, source: string): Promise<true | null> {
  const shown = readSources(await getAcmpPage(http, { main: 'source', id: runId }));
  return shown.some((each) => isSameSource(each, source)) || null;
}

function stateOf(row: StatusRow) {
  const { runId, state, verdict, foreignVerdict, testNumber, timeMs, memoryKb, score } = row;
  return { runId, state, verdict, foreignVerdict, testNumber, timeMs, memoryKb, score };
}
