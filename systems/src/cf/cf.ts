import { type Fetched, fetchStatement, visitContest } from '#cf/fetch-statement.ts';
import { judgingOf } from '#cf/judging.ts';
import { listByScope } from '#cf/list-problems.ts';
import { isGym, type Place, placeOf } from '#cf/places.ts';
import { readContestRow } from '#cf/read-contest-page.ts';
import { type ProblemPage, readProblemPage } from '#cf/read-problem.ts';
import { drift, OutsideError } from '#failures.ts';
import type { ForeignProblem, OutsideSystem, Session } from '#outside-system.ts';

/** Codeforces: the archive (`archive:33A`) and gyms (`gym:100001A`). */
export const cf: OutsideSystem = {
  type: 'cf',
  ...judgingOf(placeOf),
  readId: (text) => placeOf(text)?.foreignId ?? null,
  listProblems: async (session, cursor, scope) => listByScope(session, cursor, scope),
  async readProblem(session, foreignId) {
    const place = placeOf(foreignId);
    if (!place) throw new OutsideError('refused', `There is no problem ${foreignId}`);
    return readProblem(session, place);
  },
};

async function readProblem(session: Session, place: Place): Promise<ForeignProblem> {
  const fetched = [
    await fetchStatement(session, place, 'en'),
    await fetchStatement(session, place, 'ru'),
  ] as const;
  const pages = pagesOf(fetched);
  const url = new URL(place.problemPath, session.http.baseUrl).href;
  const { foreignId } = place;
  const [first] = pages;
  if (!first) return documentOf(session, place, url, fetched);
  const { timeLimitMs, memoryLimitKb, inputFile, outputFile, contest, tags } = first;
  return {
    ...{ foreignId, url, timeLimitMs, memoryLimitKb, inputFile, outputFile, tags },
    statements: pages.map(({ statement }) => statement),
    pdf: null,
    author: null,
    source: contest,
  };
}

/** Pages of different languages: the site shows the other language where one is missing. */
function pagesOf(fetched: readonly Fetched[]): ProblemPage[] {
  const pages = fetched.flatMap((one) => (one !== null && 'page' in one ? [readProblemPage(one.page)] : []));
  const isNew = ({ statement }: ProblemPage, index: number) =>
    pages.findIndex((other) => other.statement.language === statement.language) === index;
  return pages.filter(isNew);
}

/** A problem whose statement is a document: limits stand on the page of its contest. */
async function documentOf(
  session: Session,
  place: Place,
  url: string,
  fetched: readonly Fetched[],
): Promise<ForeignProblem> {
  const document = fetched.find((one) => one !== null && 'pdf' in one);
  if (!document || !('pdf' in document)) throw drift(`a statement of ${place.foreignId}`);
  const limits = isGym(place.contestId)
    ? readContestRow(await visitContest(session, place), place.index)
    : null;
  return {
    ...{ foreignId: place.foreignId, statements: [], pdf: document.pdf, url },
    ...{ timeLimitMs: null, memoryLimitKb: null, inputFile: null, outputFile: null, ...limits },
    ...{ author: null, source: null, tags: [] },
  };
}
