import { drift } from '#failures.ts';
import { comparedRuns, MAX_PAGES, rowsAfter, tooManyPages } from '#listed-runs.ts';
import type { FoundRun, Intent, Session, Submission } from '#outside-system.ts';
import { isLaterRun } from '#outside-system.ts';
import { otherLanguage } from '#same-language.ts';
import { compareSources } from '#same-source.ts';
import { contestProblemOf } from '#yandex/problem-id.ts';
import { call, get, isSuccess } from '#yandex-official/api.ts';
import { ownAuthorId } from '#yandex-official/participation.ts';
import { Compilers } from '#yandex-official/read-contest.ts';
import { RunPage, type RunRow } from '#yandex-official/read-runs.ts';

const PAGE_SIZE = 100;
const MAX_SOURCES = 50;

/** Reads the largest run id that the account sees in a contest; null: there are no runs. */
export async function readWatermark(session: Session, contestId: string): Promise<string | null> {
  for await (const rows of pagesFromNewest(session, contestId)) {
    return rows.map(({ runId }) => runId).reduce((a, b) => (isLaterRun(a, b) ? a : b));
  }
  return null;
}

/** Lists runs after the watermark with the same problem, compiler and author, oldest first. */
export async function findRunsOf(session: Session, intent: Intent): Promise<FoundRun[]> {
  const { contestId, alias } = contestProblemOf(intent.submission.foreignId);
  const later = await rowsAfter(pagesFromNewest(session, contestId), intent.watermark);
  const own = await ownRows(session, contestId, later);
  if (!own.some((row) => row.problemAlias === alias)) return [];
  const isOther = await otherCompiler(session, intent.submission);
  const alike = own.filter((row) => row.problemAlias === alias && !isOther(row.compiler));
  return comparedRuns(alike, intent, {
    most: MAX_SOURCES,
    isSame: ({ runId }) => hasSource(session, contestId, runId, intent.submission.source),
  });
}

/** Makes a test of the compiler of a run, which is shown by its id or by its name. */
async function otherCompiler(session: Session, submission: Submission) {
  const { compilers } = await get(session, Compilers, 'compilers');
  const languages = compilers.map(({ id, name }) => ({ foreignLanguageId: id, name }));
  const isOther = otherLanguage(languages, submission);
  const ids = new Set(compilers.map(({ id }) => id).filter((id) => id !== submission.foreignLanguageId));
  return (shown: string) => ids.has(shown) || isOther(shown);
}

/** A manager of a contest is shown the runs of everybody: also a single one may be of somebody else. */
async function ownRows(session: Session, contestId: string, rows: readonly RunRow[]) {
  if (rows.length === 0) return rows;
  const own = await ownAuthorId(session, contestId);
  return own === null ? rows : rows.filter(({ authorId }) => authorId === own);
}

/** Pages with rows, those of the newest runs first, in whichever order the API counts them. */
async function* pagesFromNewest(session: Session, contestId: string): AsyncGenerator<RunRow[]> {
  const page = (number: number) =>
    get(session, RunPage, `contests/${contestId}/submissions`, { page: number, pageSize: PAGE_SIZE });
  const { count, submissions: first } = await page(1);
  if (first.length === 0) return;
  const last = Math.ceil((count ?? 0) / PAGE_SIZE);
  const isOldestFirst = isLaterRun(first.at(-1)?.runId ?? '0', first[0]?.runId ?? '0');
  if (isOldestFirst && count == null && first.length >= PAGE_SIZE) throw drift('the number of runs');
  for (let step = 0; step < MAX_PAGES; step += 1) {
    const number = isOldestFirst ? Math.max(last, 1) - step : 1 + step;
    if (number < 1) return;
    const rows = number === 1 ? first : (await page(number)).submissions;
    if (rows.length === 0) return;
    yield rows;
  }
  throw tooManyPages('Yandex');
}

/** Compares a source. @returns null where the contest does not show it */
async function hasSource(
  session: Session,
  contestId: string,
  runId: string,
  sent: string,
): Promise<boolean | null> {
  const path = `contests/${contestId}/submissions/${runId}/source`;
  const answer = await call(session, { path }, [400, 403, 404]);
  const shown = isSuccess(answer) ? answer.text() : '';
  return compareSources(shown, sent);
}
