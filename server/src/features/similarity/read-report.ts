import type { ComparedSources, SimilarityReport } from '@balloon/contracts/solutions/similarity.ts';
import type { Db } from '@balloon/database/connect.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import type { LanguageFamily } from '@balloon/domain/languages/languages.ts';
import { clustersOf, commonLines, withoutTemplate } from '@balloon/domain/similarity/compare.ts';
import { fingerprintsOf } from '@balloon/domain/similarity/fingerprints.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { NotFoundError } from '#errors.ts';
import { findTemplate } from '#features/comparing/parts.queries.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { hasComparingJudge } from '#features/queue/judges.queries.ts';
import {
  countLeasedParts,
  findCompared,
  findIndexes,
  findSearch,
  findSourceById,
  listTemplates,
} from '#features/similarity/similarity.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/** Most solutions that are named among those left out. */
const MOST_NAMED = 100;

type Search = NonNullable<Awaited<ReturnType<typeof findSearch>>>;
type ComparedRow = Awaited<ReturnType<typeof findCompared>>[number];

/**
 * What the newest search of a contest found, without solutions that were deleted since.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export async function readReport(
  { db }: Services,
  user: User,
  { contestId, locale }: { contestId: number; locale: Locale },
): Promise<SimilarityReport> {
  const { id, name, keepsDrafts } = await getSupervisedContest(db, user, contestId);
  const contest = { id, name, keepsDrafts };
  const search = await findSearch(db, contestId);
  const templates = await listTemplates(db, contestId, locale);
  if (!search) {
    const never = { startedAtMs: null, endedAtMs: null, comparedNumber: 0, partsNumber: 0, endedParts: 0 };
    const nothing = { waitsFor: null, pairs: [], leftOut: [], failedProblems: [] };
    return { contest, state: 'none', ...never, ...nothing, templates };
  }
  const { startedAtMs, endedAtMs, comparedNumber, partsNumber, endedParts } = search;
  return {
    ...{ contest, startedAtMs, endedAtMs, comparedNumber, partsNumber, endedParts, templates },
    state: stateOf(search),
    waitsFor: endedAtMs === null ? await waitsFor(db, contestId) : null,
    pairs: await pairsOf({ db }, search, templates),
    leftOut: await leftOutOf(db, search),
    failedProblems: await findIndexes(db, contestId, search.failedProblemIds),
  };
}

function stateOf({ endedAtMs, isCancelled }: Search): 'running' | 'cancelled' | 'done' {
  if (endedAtMs === null) return 'running';
  return isCancelled ? 'cancelled' : 'done';
}

/** What a search waits for, of which no judge has a part. */
async function waitsFor(db: Db, contestId: number): Promise<SimilarityReport['waitsFor']> {
  if ((await countLeasedParts(db, contestId)) > 0) return null;
  return (await hasComparingJudge(db)) ? 'turn' : 'judge';
}

async function leftOutOf(db: Db, { contestId, leftOut }: Search): Promise<SimilarityReport['leftOut']> {
  const rows = await findCompared(db, contestId, leftOut.slice(0, MOST_NAMED));
  rows.sort((a, b) => a.solutionId - b.solutionId);
  return rows.map((row) => ({
    ...{ id: row.solutionId, symbolIndex: problemIndex(row.position), author: publicUser(row) },
  }));
}

async function pairsOf(
  { db }: Pick<Services, 'db'>,
  search: Search,
  problems: SimilarityReport['templates'],
): Promise<SimilarityReport['pairs']> {
  const ids = search.pairs.flatMap(({ one, other }) => [one, other]);
  const rows = new Map((await findCompared(db, search.contestId, ids)).map((row) => [row.solutionId, row]));
  const clusters = clustersOf(search.pairs);
  const clusterOf = (id: number) => clusters.findIndex((cluster) => cluster.includes(id)) + 1;
  return search.pairs.flatMap(({ one, other, similarity, shared }) => {
    const [first, second] = [rows.get(Math.min(one, other)), rows.get(Math.max(one, other))];
    if (!first || !second) return [];
    const { position, color } = first;
    const symbolIndex = problemIndex(position);
    const title = problems.find((problem) => problem.symbolIndex === symbolIndex)?.title ?? '';
    return {
      ...{ symbolIndex, color, title, similarity, shared },
      ...{ one: solutionOf(first), other: solutionOf(second), cluster: clusterOf(one) },
    };
  });
}

function solutionOf(row: ComparedRow) {
  const { solutionId: id, sentAtMs, languageName } = row;
  return { id, sentAtMs, languageName, author: publicUser(row) };
}

/**
 * Two solutions of a contest side by side, with what they have in common.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, SOLUTION_NOT_FOUND
 */
export async function compareSources(
  { db }: Services,
  user: User,
  { contestId, one, other }: { contestId: number; one: number; other: number },
): Promise<ComparedSources> {
  await getSupervisedContest(db, user, contestId);
  const rows = await findCompared(db, contestId, [one, other]);
  const read = async (id: number) => {
    const row = rows.find(({ solutionId }) => solutionId === id);
    if (!row) throw new NotFoundError('SOLUTION_NOT_FOUND', `There is no solution ${id} in this contest`);
    const source = await findSourceById(db, id, row.family);
    return { row, source, prints: fingerprintsOf(source, row.family as LanguageFamily) };
  };
  const [first, second] = [await read(one), await read(other)];
  const { problemId, family } = first.row;
  const template = await findTemplate(db, contestId, problemId);
  const given = new Set(fingerprintsOf(template, family as LanguageFamily).map(({ hash }) => hash));
  const view = (shown: typeof first, beside: typeof first) => ({
    ...solutionOf(shown.row),
    source: shown.source,
    common: commonLines(
      shown.prints,
      withoutTemplate(
        beside.prints.map(({ hash }) => hash),
        given,
      ),
    ),
  });
  return { one: view(first, second), other: view(second, first) };
}
