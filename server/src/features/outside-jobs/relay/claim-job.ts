import type { RelayClaim } from '@balloon/contracts/outside/relay.ts';
import { JobRequest, OutsideServerType, type RelayJob } from '@balloon/contracts/outside/relay-jobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { type ClaimedJob, claimNextJob, returnJob } from '#features/outside-jobs/jobs/jobs.queries.ts';
import { withOpenPin } from '#features/outside-jobs/jobs/sealed-pin.ts';
import { type JobOutcome, settleJob } from '#features/outside-jobs/jobs/settle-job.ts';
import { takeTrialAccount } from '#features/outside-jobs/jobs/trial-accounts.ts';
import { poolOf } from '#features/outside-systems/account-pool.ts';
import { openAccount } from '#features/outside-systems/accounts.ts';
import { disableAccount } from '#features/outside-systems/troubles.ts';
import { waitForWork } from '#features/outside-systems/wait-for-work.ts';
import type { WaitingJudges } from '#features/queue/waiting-judges.ts';
import type { Services } from '#services.ts';

/** Key under which relays wait for jobs, in place of a language. */
export const OUTSIDE_JOB = 'outside job';

/** Failures in a row without any progress after which a job ends. */
const MAX_LOST_LEASES = 10;

/**
 * Leases the next job to a relay, with an account where its server has one. Waits when there is none, without holding a
 * database connection.
 *
 * @param signal aborts when the relay has disconnected
 * @returns null when the time is over
 * @throws {NotFoundError} RELAY_UNKNOWN when the relay has not registered
 */
export function claimJob(
  services: Services,
  waiting: WaitingJudges,
  claim: RelayClaim,
  signal: AbortSignal,
): Promise<RelayJob | null> {
  const work = {
    ...{ key: OUTSIDE_JOB, waiting },
    take: () => takeJob(services, claim.relayId),
    giveBack: ({ jobId, fence }: RelayJob) => returnJob(services.db, jobId, fence),
  };
  return waitForWork(services, claim, work, signal);
}

function takeJob(services: Services, relayId: number): Promise<RelayJob | null> {
  const { db, options } = services;
  return db.transaction().execute(async (tx) => {
    const claimed = await claimNextJob(tx, relayId, options.leaseMs);
    if (!claimed) return null;
    if (claimed.failures >= MAX_LOST_LEASES) {
      const message = `No relay came through it in ${MAX_LOST_LEASES} attempts`;
      await settleJob(tx, services, claimed.id, { state: 'failed', failure: 'lost', message });
      return null;
    }
    return makeJob(tx, services, claimed);
  });
}

async function makeJob(tx: Tx, services: Services, claimed: ClaimedJob): Promise<RelayJob | null> {
  const request = JobRequest.parse(claimed.request);
  const accountId = await chooseAccount(tx, claimed, request);
  const account = typeof accountId === 'number' ? await findAccount(tx, services, accountId) : accountId;
  if (account === undefined) {
    // Another claim takes another account, or waits for one; a look at this one has nothing to look at.
    if (request.kind !== 'check') await returnJob(tx, claimed.id, claimed.fence);
    else await settleJob(tx, services, claimed.id, NO_ACCOUNT);
    return null;
  }
  await tx
    .updateTable('outsideJob')
    .set({ accountId: account?.id ?? null })
    .where('id', '=', claimed.id)
    .execute();
  const server = await tx
    .selectFrom('outsideServer')
    .select(['id', 'systemType', 'url', 'settings'])
    .where('id', '=', claimed.serverId)
    .executeTakeFirstOrThrow();
  const { id: jobId, fence, cursor, isListed, memo } = claimed;
  const { settingsKey, leaseMs } = services.options;
  return {
    ...{ jobId, fence, leaseMs, cursor, isListed, memo, account },
    request: withOpenPin(settingsKey, request),
    server: { ...server, systemType: OutsideServerType.parse(server.systemType) },
  };
}

const NO_ACCOUNT: JobOutcome = {
  state: 'failed',
  failure: 'signedOut',
  message: 'The account is gone, or was encrypted with another SETTINGS_KEY: enter its credentials again',
};

/** Chooses the account of a job: null for none, `undefined` when the job has to wait for one. */
async function chooseAccount(
  tx: Tx,
  claimed: ClaimedJob,
  request: JobRequest,
): Promise<number | null | undefined> {
  if (request.kind === 'check') return request.accountId;
  if (request.kind === 'try') return takeTrialAccount(tx, claimed, request.foreignId);
  const account = await tx
    .selectFrom('outsideAccount as account')
    .select('account.id')
    .where('account.serverId', '=', poolOf(claimed.serverId))
    .where('account.disabledAtMs', 'is', null)
    .orderBy(
      (eb) =>
        eb
          .selectFrom('outsideJob as used')
          .select((used) => used.fn.max('used.startedAtMs').as('atMs'))
          .whereRef('used.accountId', '=', 'account.id'),
      (order) => order.nullsFirst(),
    )
    .orderBy('account.id')
    .limit(1)
    .executeTakeFirst();
  return account?.id ?? null;
}

/** Opens an account; `undefined` when it is gone, or was sealed with another key and is disabled. */
async function findAccount(tx: Tx, { options, log }: Services, accountId: number) {
  const sealed = await tx
    .selectFrom('outsideAccount')
    .select(['id', 'credentials', 'session', 'authorId'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!sealed) return undefined;
  const account = openAccount(options.settingsKey, sealed);
  if (account) return account;
  log.error({ accountId }, 'the account of an outside system was encrypted with another SETTINGS_KEY');
  await disableAccount(tx, accountId, 'sealed');
  return undefined;
}
