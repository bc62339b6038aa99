import { fetchStatement } from '#cf/fetch-statement.ts';
import { judgingOf } from '#cf/judging.ts';
import { listArchive } from '#cf/list-problems.ts';
import { sguPlaceOf } from '#cf/places.ts';
import { drift, OutsideError } from '#failures.ts';
import type { ForeignProblem, OutsideSystem, Session } from '#outside-system.ts';
import { readSguPage } from '#sgu/read-problem.ts';

/** The archive of acm.sgu.ru, which lives on at Codeforces: accounts and pace are those of `cf`. */
export const sgu: OutsideSystem = {
  type: 'sgu',
  ...judgingOf(sguPlaceOf),
  readId: (text) => sguPlaceOf(text)?.foreignId ?? null,
  listProblems: (session, cursor) => listArchive(session, cursor, { problemset: 'acmsguru' }),
  readProblem,
};

async function readProblem(session: Session, foreignId: string): Promise<ForeignProblem> {
  const place = sguPlaceOf(foreignId);
  if (!place) throw new OutsideError('refused', `There is no problem ${foreignId}`);
  const fetched = await fetchStatement(session, place, 'en');
  if (fetched === null || !('page' in fetched)) throw drift(`a statement of ${foreignId}`);
  const { statement, ...rest } = readSguPage(fetched.page);
  return {
    ...{ foreignId, statements: [statement], pdf: null, tags: [], ...rest },
    ...{ inputFile: null, outputFile: null },
    url: new URL(place.problemPath, session.http.baseUrl).href,
  };
}
