import type { NewProblemImport, NewScan, NewTrial } from '@balloon/contracts/outside/outside-jobs.ts';
import type { JobRequest } from '@balloon/contracts/outside/relay-jobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { OUTSIDE_SERVERS, type OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { insertJob } from '#features/outside-jobs/jobs/jobs.queries.ts';
import { OUTSIDE_JOB } from '#features/outside-jobs/relay/claim-job.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Starts a job on a server in the transaction of what needs it, records it and wakes a relay. Returns its id.
 *
 * @throws {NotFoundError} OUTSIDE_SERVER_NOT_FOUND
 */
export async function startJob(tx: Tx, admin: User, serverId: number, request: JobRequest): Promise<number> {
  const server = await tx
    .selectFrom('outsideServer')
    .select('name')
    .where('id', '=', serverId)
    .forKeyShare()
    .executeTakeFirst();
  if (!server) throw new NotFoundError('OUTSIDE_SERVER_NOT_FOUND', `There is no server ${serverId}`);
  const jobId = await insertJob(tx, { serverId, authorId: admin.id, request });
  await recordChange(tx, admin, {
    action: 'outsideServer.startJob',
    ...{ subjectId: serverId, subjectName: server.name, after: { job: jobId, ...recorded(request) } },
  });
  await announce(tx, 'judging.waiting', { languageKey: OUTSIDE_JOB });
  return jobId;
}

/** What the log keeps of a request: no source of a trial, no code of a contest, and no long lists. */
function recorded(request: JobRequest) {
  const { kind } = request;
  switch (kind) {
    case 'scan':
      return { kind, scope: request.scope, addsNew: request.insert, readsKnown: request.update };
    case 'import':
      return { kind, problems: namesOf(request.foreignIds) };
    case 'polygon':
      return { kind, problems: namesOf(request.problemIds), contest: request.contestId };
    case 'archive':
      return { kind, fileName: request.fileName };
    case 'check':
      return { kind, account: request.accountId };
    case 'try':
      return { kind, problems: request.foreignId };
  }
}

const namesOf = (ids: readonly (string | number)[]) => ids.slice(0, 50).join(', ');

/**
 * Starts a scan.
 *
 * @throws {NotFoundError} OUTSIDE_SERVER_NOT_FOUND
 * @throws {ConflictError} OUTSIDE_SCAN_OPEN while another one is under way, OUTSIDE_HAS_NO_PROBLEMS for Polygon
 */
export function startScan(
  { db }: Services,
  admin: User,
  serverId: number,
  { scope, insert, update }: NewScan,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await requireProblems(tx, serverId);
    await refuseSecondScan(tx, serverId);
    const named = scope == null || scope === '' ? null : scope;
    return startJob(tx, admin, serverId, { kind: 'scan', scope: named, insert, update });
  });
}

/** Refuses a scan beside another one. Locks the server against a third. @throws {ConflictError} OUTSIDE_SCAN_OPEN */
export async function refuseSecondScan(tx: Tx, serverId: number, exceptJobId = 0): Promise<void> {
  await tx.selectFrom('outsideServer').select('id').where('id', '=', serverId).forNoKeyUpdate().execute();
  const open = await tx
    .selectFrom('outsideJob')
    .select('id')
    .where('serverId', '=', serverId)
    .where('kind', '=', 'scan')
    .where('state', 'in', ['waiting', 'running'])
    .where('id', '<>', exceptJobId)
    .executeTakeFirst();
  if (open)
    throw new ConflictError(
      'OUTSIDE_SCAN_OPEN',
      `Scan ${open.id} of this server is under way: wait for its end, or cancel it`,
    );
}

/** Polygon has packages, which are pulled by a call of their own. */
async function requireProblems(tx: Tx, serverId: number): Promise<OutsideServerType> {
  const server = await tx
    .selectFrom('outsideServer')
    .select('systemType')
    .where('id', '=', serverId)
    .$narrowType<{ systemType: OutsideServerType }>()
    .executeTakeFirst();
  if (!server) throw new NotFoundError('OUTSIDE_SERVER_NOT_FOUND', `There is no server ${serverId}`);
  if (server.systemType === 'polygon')
    throw new ConflictError(
      'OUTSIDE_HAS_NO_PROBLEMS',
      `${OUTSIDE_SERVERS.polygon.name} judges nothing: fetch packages from it instead`,
    );
  return server.systemType;
}

/**
 * Starts an import of problems; a forced one makes a version of each. Identifiers that the system does not know become failed lines.
 *
 * @throws as `startScan`
 */
export function startImport(
  { db }: Services,
  admin: User,
  serverId: number,
  { foreignIds, isForced = false }: NewProblemImport & { isForced?: boolean },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await requireProblems(tx, serverId);
    // Addresses are longer than identifiers: the relay reads both, the bound is that of the job.
    return startJob(tx, admin, serverId, { kind: 'import', foreignIds: [...new Set(foreignIds)], isForced });
  });
}

/** Starts a look at an account. @throws {NotFoundError} OUTSIDE_ACCOUNT_NOT_FOUND */
export function startCheck({ db }: Services, admin: User, accountId: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('outsideAccount')
      .select('serverId')
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!account) throw new NotFoundError('OUTSIDE_ACCOUNT_NOT_FOUND', `There is no account ${accountId}`);
    return startJob(tx, admin, account.serverId, { kind: 'check', accountId });
  });
}

/** Starts a trial: a solution outside of any contest. @throws as `startScan` */
export function startTrial(
  { db }: Services,
  admin: User,
  serverId: number,
  trial: NewTrial,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await requireProblems(tx, serverId);
    return startJob(tx, admin, serverId, { kind: 'try', ...trial });
  });
}
