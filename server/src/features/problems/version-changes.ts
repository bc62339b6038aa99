import { isDeepStrictEqual } from 'node:util';
import type { Editorials } from '@balloon/contracts/problems/editorials.ts';
import type { VersionChange } from '@balloon/contracts/problems/problems.ts';
import type { Db } from '@balloon/database/connect.ts';
import { findEditorials, findVersionEditorials } from '#features/problems/editorials.queries.ts';
import {
  findStatements,
  type StatementContent,
  type StoredProblem,
} from '#features/problems/problems.queries.ts';
import { findVersionStatements, type StoredVersion } from '#features/problems/versions.queries.ts';

/** Finds how a version differs from the current problem, for people about to pin or restore it. */
export async function findChanges(
  db: Db,
  problem: StoredProblem,
  version: StoredVersion,
): Promise<VersionChange[]> {
  const [now, then] = await Promise.all([presentContent(db, problem), contentOf(db, version)]);
  return changesBetween(db, now, then);
}

/** The problem as it is now, for a comparison. */
export async function presentContent(db: Db, problem: StoredProblem): Promise<ComparedProblem> {
  const [statements, editorials] = await Promise.all([
    findStatements(db, [problem.id]),
    findEditorials(db, problem.id),
  ]);
  return { own: problem, statements, editorials, testsetId: problem.testsetId };
}

/** A version, for a comparison. */
export async function contentOf(db: Db, version: StoredVersion): Promise<ComparedProblem> {
  const [statements, editorials] = await Promise.all([
    findVersionStatements(db, [version.uuid]),
    findVersionEditorials(db, version.uuid),
  ]);
  return { own: version, statements, editorials, testsetId: version.testsetId };
}

/** A version, or the problem as it is now, with its statements in all languages. */
export interface ComparedProblem {
  own: StatementContent;
  statements: readonly (StatementContent & { locale: string })[];
  editorials: Editorials;
  testsetId: number | null;
}

/** Parts in which an older state of a problem differs from a newer one. */
export async function changesBetween(
  db: Db,
  newer: ComparedProblem,
  older: ComparedProblem,
): Promise<VersionChange[]> {
  const now = contents(newer.own, newer.statements);
  const then = contents(older.own, older.statements);
  const differs = (part: keyof Contents) => !isDeepStrictEqual(now[part], then[part]);
  return [
    ...STATEMENT_PARTS.filter(differs),
    ...(await testsetChanges(db, newer.testsetId, older.testsetId)),
    ...(isDeepStrictEqual(newer.editorials, older.editorials) ? [] : (['editorial'] as const)),
  ];
}

const STATEMENT_PARTS = ['title', 'statement', 'files', 'samples'] as const;
type Contents = Record<(typeof STATEMENT_PARTS)[number], unknown>;

/** All languages together, each part by itself. */
function contents(own: StatementContent, translated: readonly (StatementContent & { locale: string })[]) {
  const all = [
    { ...own, locale: '' },
    ...translated.toSorted((one, other) => one.locale.localeCompare(other.locale)),
  ].map(({ attachments, ...content }) => ({ ...content, attachments: attachments as { files?: unknown } }));
  return {
    title: all.map(({ locale, title }) => [locale, title]),
    statement: all.map(({ locale, htmlStatement, attachments: { files: _, ...ownText } }) => [
      locale,
      htmlStatement,
      ownText,
    ]),
    files: all.flatMap(({ locale, attachments }) => (attachments.files ? [[locale, attachments.files]] : [])),
    samples: all.flatMap(({ locale, samples }) => (samples ? [[locale, samples]] : [])),
  } satisfies Contents;
}

async function testsetChanges(db: Db, nowId: number | null, thenId: number | null): Promise<VersionChange[]> {
  if (thenId === null || thenId === nowId) return [];
  const testsets = await db
    .selectFrom('testset')
    .select(['id', 'testsSha256', 'checkerSha256', 'limitsSha256'])
    .where('id', 'in', [thenId, nowId ?? thenId])
    .execute();
  const [now, then] = [nowId, thenId].map((wanted) => testsets.find(({ id }) => id === wanted));
  const changes: VersionChange[] = [];
  if (now?.limitsSha256 !== then?.limitsSha256) changes.push('limits');
  if (now?.testsSha256 !== then?.testsSha256) changes.push('tests');
  if (now?.checkerSha256 !== then?.checkerSha256) changes.push('checker');
  return changes;
}
