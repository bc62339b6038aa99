import type { NewAcmpProblem, NewEjudgeProblem } from '@balloon/contracts/outside/older-imports.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ConflictError, InvalidInputError, NotFoundError, ServiceUnavailableError } from '#errors.ts';
import { serverOfSystem } from '#features/outside-jobs/admins/server-of-system.ts';
import { startImport, startJob, startScan } from '#features/outside-jobs/admins/start-job.ts';
import { findOnlyLine, waitForJob } from '#features/outside-jobs/admins/wait-for-job.ts';
import { findKnown } from '#features/outside-jobs/jobs/job-lines.queries.ts';
import { storeStatements } from '#features/packages/store-statements.ts';
import type { Services, User } from '#services.ts';

/**
 * Imports a problem of acmp and waits a while for it. Returns its id.
 *
 * @throws {InvalidInputError} OUTSIDE_PROBLEM_KNOWN; {ConflictError} OUTSIDE_PROBLEM_NOT_READ;
 *   {ServiceUnavailableError} OUTSIDE_PROBLEM_WAITS when it takes longer, and goes on
 */
export async function importFromAcmp(
  services: Services,
  admin: User,
  { problemId }: NewAcmpProblem,
): Promise<number> {
  const { db } = services;
  const serverId = await serverOfSystem(services, admin, 'acmp');
  const foreignId = String(problemId);
  await refuseKnown(db, serverId, foreignId);
  const jobId =
    (await findOpenImport(db, serverId, foreignId)) ??
    (await startImport(services, admin, serverId, { foreignIds: [foreignId] }));
  const { state, message } = await waitForJob(db, jobId);
  const line = await findOnlyLine(db, jobId);
  if (line?.problemId != null) return line.problemId;
  if (state === 'waiting' || state === 'running')
    throw new ServiceUnavailableError(
      'OUTSIDE_PROBLEM_WAITS',
      `Problem ${foreignId} is not read yet: job ${jobId} goes on, see the outside systems`,
    );
  throw new ConflictError('OUTSIDE_PROBLEM_NOT_READ', line?.message ?? message ?? 'The job was cancelled');
}

/** @throws {InvalidInputError} OUTSIDE_PROBLEM_KNOWN */
async function refuseKnown(db: Db, serverId: number, foreignId: string): Promise<void> {
  const [known] = await findKnown(db, serverId, [foreignId]);
  if (known && !known.isDeleted)
    throw new InvalidInputError('OUTSIDE_PROBLEM_KNOWN', `This is problem ${known.problemId} already`);
}

/** Import of exactly this problem that is under way: the same call again waits for it. */
async function findOpenImport(db: Db, serverId: number, foreignId: string): Promise<number | undefined> {
  const jobs = await db
    .selectFrom('outsideJob')
    .select(['id', 'request'])
    .where('serverId', '=', serverId)
    .where('kind', '=', 'import')
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  const wanted = JSON.stringify([foreignId]);
  return jobs.find(({ request }) => {
    const { foreignIds } = request as { foreignIds?: unknown }; // stored by its contract
    return JSON.stringify(foreignIds) === wanted;
  })?.id;
}

const PLACEHOLDERS = [
  { language: 'ru', html: '<p>Условие ещё не прочитано с сервера.</p>' },
  { language: 'en', html: '<p>The statement has not been read from its server yet.</p>' },
] as const;

/**
 * Adds a problem of ejudge at once, and an import that brings its statement. Returns its id.
 *
 * @throws {InvalidInputError} OUTSIDE_PROBLEM_KNOWN; {ConflictError} OUTSIDE_SERVER_MISSING;
 *   {NotFoundError} OUTSIDE_SERVER_NOT_FOUND
 */
export async function addFromEjudge(
  services: Services,
  admin: User,
  added: NewEjudgeProblem,
): Promise<number> {
  const { title, ejudgeContestId, ejudgeProblemIndex } = added;
  const { db } = services;
  const serverId = added.serverId ?? (await serverOfSystem(services, admin, 'ejudge'));
  await requireEjudge(db, serverId);
  const foreignId = `${ejudgeContestId}:${ejudgeProblemIndex}`;
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('outsideServer').select('id').where('id', '=', serverId).forNoKeyUpdate().execute();
    await refuseKnown(tx, serverId, foreignId);
    const { id: problemId } = await tx
      .insertInto('problem')
      .values({ title, systemType: 'ejudge' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const statements = PLACEHOLDERS.map((text) => ({ ...text, title, files: [], samples: [] }));
    const brought = { statements, attachments: [], foreignProblemIdentifier: foreignId, sourceUrl: null };
    await storeStatements(tx, problemId, {}, brought);
    await tx.insertInto('outsideProblem').values({ problemId, serverId }).execute();
    await startJob(tx, admin, serverId, { kind: 'import', foreignIds: [foreignId], isForced: false });
    return problemId;
  });
}

async function requireEjudge(db: Db, serverId: number): Promise<void> {
  const server = await db
    .selectFrom('outsideServer')
    .select('id')
    .where('id', '=', serverId)
    .where('systemType', '=', 'ejudge')
    .executeTakeFirst();
  if (!server)
    throw new NotFoundError('OUTSIDE_SERVER_NOT_FOUND', `There is no server ${serverId} of ejudge`);
}

/**
 * Starts to import the problems of a contest of Yandex.
 *
 * @param contest its number, or an address with it
 * @throws {InvalidInputError} OUTSIDE_CONTEST_MISSING; {ConflictError} OUTSIDE_SCAN_OPEN
 */
export async function importYandexContest(
  services: Services,
  admin: User,
  systemType: 'yandex' | 'yandexOfficial',
  contest: string,
): Promise<void> {
  const [, number] = /^(?:\S{0,300}\/contests?\/)?(\d{1,12})(?:[/?#]\S{0,300})?$/.exec(contest.trim()) ?? [];
  if (number === undefined)
    throw new InvalidInputError('OUTSIDE_CONTEST_MISSING', 'Name a contest by its number or address');
  const serverId = await serverOfSystem(services, admin, systemType);
  await startScan(services, admin, serverId, { scope: number, insert: true, update: false });
}
