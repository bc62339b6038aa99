import type { ImportedProblem } from '@balloon/contracts/judging/imported-problem.ts';
import type { ImportReason } from '@balloon/contracts/judging/package-import.ts';
import { MAX_VERSION_COMMENT } from '@balloon/contracts/problems/problem-editor-limits.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { storableJson } from '#content/storable.ts';
import { packageIdentity } from '#features/packages/package-identity.ts';
import { requireContents, storeStatements } from '#features/packages/store-statements.ts';
import { tellContestsOf } from '#features/problems/tell-contests.ts';
import { storeTestset } from '#features/problems/testsets/store-testset.ts';
import { storeVersion } from '#features/problems/versions.queries.ts';

/** Problem that a package creates or renews. */
export interface ImportTarget {
  /** Id of the problem that gets a new version. */
  problemId: number | null;
  /** Creates another problem, even if the package was imported before. */
  isNewProblem: boolean;
  /** Imports even when the same or a newer revision exists. */
  isForced: boolean;
  /** Server and number of the problem in Polygon, where the package was fetched from there. */
  polygonServerId?: number | null;
  polygonProblemId?: number | null;
}

/** Who imports which file; null for an import by command. */
export interface ImportOrigin {
  fileName: string;
  authorId: number | null;
}

/** Refusal of a package; the message is for people. */
export class ImportRefusal extends Error {
  override name = 'ImportRefusal';
  readonly reason: ImportReason;

  constructor(message: string, reason: ImportReason) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Stores an imported problem: statements, files, tests, rules, and a version of whoever imported the file, with its name.
 * The contents of its files must be stored already.
 *
 * @returns the problem's id
 * @throws {ImportRefusal} it was imported already; {InvalidInputError} CONTENTS_MISSING
 */
export async function storeImportedProblem(
  tx: Tx,
  brought: ImportedProblem,
  { fileName, authorId, ...target }: ImportTarget & ImportOrigin,
): Promise<number> {
  const problem = JSON.parse(storableJson(brought)) as ImportedProblem;
  const identity = packageIdentity(problem);
  // Two imports of one package at the same moment make one problem and one refusal.
  await sql`select pg_advisory_xact_lock(hashtextextended(${identity}, 0))`.execute(tx);
  const existing = await findTarget(tx, identity, target);
  if (existing && !target.isForced) refuseOld(existing, identity, problem.revision);
  await requireAllContents(tx, problem);

  const problemId = existing?.id ?? (await createProblem(tx));
  await storeStatements(tx, problemId, existing?.attachments ?? {}, {
    ...problem,
    foreignProblemIdentifier: problem.shortName,
  });
  await storeTestset(tx, problemId, {
    ...problem.rules,
    tests: problem.tests
      .toSorted((one, other) => one.number - other.number)
      .map(({ inputSha256, answerSha256, number: _, ...rules }) => ({
        ...rules,
        input: { sha256: inputSha256 },
        answer: { sha256: answerSha256 },
      })),
  });
  await storeVersion(tx, problemId, authorId, fileName.slice(0, MAX_VERSION_COMMENT));
  await noteOrigin(tx, problemId, identity, problem, target);
  await tellContestsOf(tx, problemId);
  return problemId;
}

type Existing = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

/** Finds the problem to renew and locks it, so that simultaneous versions get consecutive numbers. */
async function findTarget(tx: Tx, identity: string, { problemId, isNewProblem }: ImportTarget) {
  if (isNewProblem) return null;
  const found = await tx
    .selectFrom('problem')
    .leftJoin('problemPackage', 'problemPackage.problemId', 'problem.id')
    .select(['problem.id', 'problem.attachments', 'problemPackage.identity', 'problemPackage.revision'])
    .where('problem.deletedAtMs', 'is', null)
    .where(problemId === null ? 'problemPackage.identity' : 'problem.id', '=', problemId ?? identity)
    .orderBy('problem.id', 'desc')
    .limit(1)
    .forNoKeyUpdate('problem')
    .executeTakeFirst();
  if (problemId !== null && !found) {
    const reason = { code: 'problemDeleted', facts: { problemId } } as const;
    throw new ImportRefusal(`Problem ${problemId} was deleted meanwhile`, reason);
  }
  return found ?? null;
}

function refuseOld(existing: Existing, identity: string, revision: number | null): void {
  if (existing.identity !== identity) return; // another package takes the place of what was there
  const isNewer = existing.revision !== null && revision !== null && revision > existing.revision;
  if (isNewer) return;
  const which = existing.revision === null ? '' : ` with revision ${existing.revision}`;
  const own = revision === null ? '' : `; this one has revision ${revision}`;
  throw new ImportRefusal(
    `Already imported as problem ${existing.id}${which}${own}. Force the import to renew that problem with it`,
    {
      code: 'alreadyImported',
      facts: { problemId: existing.id, revision: existing.revision, ownRevision: revision },
    },
  );
}

async function requireAllContents(
  tx: Tx,
  { statements, attachments, rules, tests }: ImportedProblem,
): Promise<void> {
  const named = [...statements.flatMap(({ files }) => files), ...attachments].map(({ sha256 }) => sha256);
  const inTests = tests.flatMap(({ inputSha256, answerSha256, picture }) => [
    ...[inputSha256, answerSha256],
    ...(picture ? [picture.sha256] : []),
  ]);
  const inRules = Array.from(
    JSON.stringify(rules).matchAll(/"sha256":"([0-9a-f]{64})"/g),
    ([, hash = '']) => hash,
  );
  await requireContents(tx, [...named, ...inTests, ...inRules]);
}

async function createProblem(tx: Tx): Promise<number> {
  const { id } = await tx
    .insertInto('problem')
    .values({ title: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function noteOrigin(
  tx: Tx,
  problemId: number,
  identity: string,
  { format, revision }: ImportedProblem,
  { polygonServerId = null, polygonProblemId = null }: ImportTarget,
) {
  const origin = { format, identity, revision, importedAtMs: await databaseNowMs(tx) };
  await tx
    .insertInto('problemPackage')
    .values({ problemId, ...origin, polygonServerId, polygonProblemId })
    .onConflict((conflict) =>
      conflict.column('problemId').doUpdateSet({
        ...origin,
        polygonServerId: numberOrKept('polygon_server_id'),
        polygonProblemId: numberOrKept('polygon_problem_id'),
      }),
    )
    .execute();
}

/** A package that was uploaded by hand is still that of the same problem in Polygon. */
const numberOrKept = (column: 'polygon_server_id' | 'polygon_problem_id') =>
  sql<number | null>`case
    when excluded.polygon_problem_id is not null or problem_package.identity <> excluded.identity
    then excluded.${sql.ref(column)}
    else problem_package.${sql.ref(column)}
  end`;
