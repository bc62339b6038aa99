import { JobRequest, type ReadProblem } from '@balloon/contracts/outside/relay-jobs.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { storableJson, storableNumber } from '#content/storable.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { findKnown, type ReadLine } from '#features/outside-jobs/jobs/job-lines.queries.ts';
import { type HeldJob, isForcedJob } from '#features/outside-jobs/jobs/jobs.queries.ts';
import { storeProblemLanguages } from '#features/outside-jobs/relay/store-languages.ts';
import { plainText } from '#features/packages/statement-content.ts';
import { requireContents, storeStatements } from '#features/packages/store-statements.ts';
import { tellContestsOf } from '#features/problems/tell-contests.ts';
import { storeVersion } from '#features/problems/versions.queries.ts';

/** Refusal of a problem without a text: a page that came empty must not replace a statement. */
export class EmptyStatementError extends Error {
  override name = 'EmptyStatementError';
}

/** Refusal of a problem that was asked for under a second name, where each name has a problem of ours. */
export class OtherProblemError extends Error {
  override name = 'OtherProblemError';
}

/**
 * Stores a problem as its system shows it: a new problem with its first version, or a new version of a changed one; a
 * forced job makes a version in any case. A problem that was added under another name of its own, such as its number in
 * a contest of ejudge, gets the identifier that the system gives.
 *
 * @param wanted identifier that was asked for; its title is for a problem that has a document instead of a statement
 * @throws {EmptyStatementError} before anything is written, unless the system may have none; {OtherProblemError} likewise;
 *   {InvalidInputError} CONTENTS_MISSING
 */
export async function storeOutsideProblem(
  tx: Tx,
  job: Pick<HeldJob, 'serverId' | 'kind' | 'authorId' | 'request'>,
  wanted: { foreignId: string; title: string },
  read: ReadProblem,
): Promise<ReadLine> {
  const problem = JSON.parse(storableJson(read)) as ReadProblem;
  const { foreignId } = problem;
  // Two jobs that read one problem at the same moment make one of it.
  const lock = `outside problem ${job.serverId} ${foreignId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
  const existing = await findExisting(tx, job, foreignId, wanted.foreignId);
  // What stands in a problem that was never read is not of the system: it was added before its statement.
  const formerText = existing && existing.readAtMs !== null ? existing.textStatement : '';
  if (!hasText(problem)) await allowNoText(tx, job.serverId, formerText);
  const isForced = isForcedJob(JobRequest.parse(job.request));
  if (!isForced && existing?.contentSha256 === problem.contentSha256) {
    await storeFacts(tx, job.serverId, existing.id, problem);
    return { outcome: 'same', problemId: existing.id };
  }
  const statements = statementsOf(problem, wanted.title);
  const attachments = problem.pdf === null ? [] : [problem.pdf];
  await requireContents(
    tx,
    [...attachments, ...statements.flatMap(({ files }) => files)].map(({ sha256 }) => sha256),
  );
  const problemId = existing?.id ?? (await createProblem(tx, job.serverId, problem));
  await storeFacts(tx, job.serverId, problemId, problem);
  await storeStatements(tx, problemId, existing?.attachments ?? {}, {
    ...{ statements, attachments, foreignProblemIdentifier: foreignId },
    sourceUrl: problem.url === '' ? null : problem.url,
  });
  const { versionNumber } = await storeVersion(tx, problemId);
  const isFoundByScan = existing === undefined && job.kind === 'scan'; // the entry of the scan stands for all of them
  if (!isFoundByScan)
    await recordChange(tx, job.authorId === null ? null : { id: job.authorId }, {
      action: 'problem.import',
      ...{ subjectId: problemId, subjectName: statements[0]?.title, version: versionNumber },
      after: { versionNumber },
    });
  await tellContestsOf(tx, problemId);
  return {
    outcome: existing ? 'changed' : 'new',
    ...{ problemId, title: statements[0]?.title ?? wanted.title },
  };
}

function hasText({ statements, pdf }: ReadProblem): boolean {
  if (pdf !== null && pdf.bytes > 0) return true;
  return statements.some(({ html, files }) => files.length > 0 || plainText(html) !== '');
}

/** Contests of ejudge often have statements on paper only. A text that was there does not become nothing, though. */
async function allowNoText(tx: Tx, serverId: number, formerText: string): Promise<void> {
  const { systemType } = await tx
    .selectFrom('outsideServer')
    .select('systemType')
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  if (systemType === 'ejudge' && formerText === '') return;
  throw new EmptyStatementError('The system shows an empty statement');
}

/**
 * Finds the problem of an identifier, or else of the one that was asked for, and locks it. One that was deleted is
 * nobody's: an import adds a new one.
 *
 * @throws {OtherProblemError} where both are there
 */
async function findExisting(
  tx: Tx,
  { serverId }: Pick<HeldJob, 'serverId'>,
  foreignId: string,
  wantedId: string,
) {
  const kept = (await findKnown(tx, serverId, [foreignId, wantedId])).filter(({ isDeleted }) => !isDeleted);
  const known = kept.find((each) => each.foreignId === foreignId) ?? kept[0];
  if (!known) return undefined;
  if (kept.length > 1) throw new OtherProblemError(`This is problem ${known.problemId} already`);
  return tx
    .selectFrom('problem')
    .innerJoin('outsideProblem', 'outsideProblem.problemId', 'problem.id')
    .select(['problem.id', 'problem.attachments', 'problem.textStatement'])
    .select(['outsideProblem.contentSha256', 'outsideProblem.readAtMs'])
    .where('problem.id', '=', known.problemId)
    .where('problem.deletedAtMs', 'is', null)
    .forNoKeyUpdate('problem')
    .executeTakeFirst();
}

/** Statements to be stored; a document alone stands under the title of the list. */
function statementsOf({ statements, foreignId }: ReadProblem, listedTitle: string) {
  if (statements.length > 0) return statements;
  const title = listedTitle.trim() === '' ? foreignId : listedTitle;
  return [{ language: 'en', title, html: '', files: [], samples: [] }];
}

async function createProblem(tx: Tx, serverId: number, { foreignId, tags }: ReadProblem): Promise<number> {
  const { systemType } = await tx
    .selectFrom('outsideServer')
    .select('systemType')
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('problem')
    .values({
      ...{ title: '', systemType, foreignProblemIdentifier: foreignId },
      tags: [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter(Boolean))],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores what is known of a problem beside its statement, its identifier too; limits belong to no version. */
async function storeFacts(
  tx: Tx,
  serverId: number,
  problemId: number,
  { foreignId, timeLimitMs, memoryLimitKb, inputFile, outputFile, url, languages, ...read }: ReadProblem,
): Promise<void> {
  const facts = {
    timeLimitMs: timeLimitMs && storableNumber(timeLimitMs),
    memoryLimitKb: memoryLimitKb && storableNumber(memoryLimitKb),
    ...{ inputFile, outputFile, url: url === '' ? null : url },
    ...{ contentSha256: read.contentSha256, readAtMs: NOW_MS, vanishedAtMs: null },
    validators: read.validators === null ? null : JSON.stringify(read.validators),
  };
  await tx
    .insertInto('outsideProblem')
    .values({ problemId, serverId, ...facts })
    .onConflict((conflict) => conflict.column('problemId').doUpdateSet(facts))
    .execute();
  await tx
    .updateTable('problem')
    .set({ foreignProblemIdentifier: foreignId })
    .where('id', '=', problemId)
    .where('foreignProblemIdentifier', '<>', foreignId)
    .execute();
  if (languages !== null) await storeProblemLanguages(tx, { serverId, problemId }, languages);
}
