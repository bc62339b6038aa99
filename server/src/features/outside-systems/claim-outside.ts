import type { RelayClaim, RelayTask } from '@balloon/contracts/outside/relay.ts';
import { OutsideSystemType } from '@balloon/contracts/outside/relay.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import { openAccount } from '#features/outside-systems/accounts.ts';
import { announceServer } from '#features/outside-systems/announce-outside.ts';
import {
  type ClaimedSolution,
  claimNextOutside,
  findRun,
  findTaskParts,
  returnLease,
  takeAccount,
} from '#features/outside-systems/relay.queries.ts';
import { disableAccount } from '#features/outside-systems/troubles.ts';
import { waitForWork } from '#features/outside-systems/wait-for-work.ts';
import { OUTSIDE } from '#features/queue/enqueue-judging.ts';
import type { WaitingJudges } from '#features/queue/waiting-judges.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/**
 * Leases the next solution of an outside system to a relay, with the account that sends or polls it. Waits when there
 * is none, without holding a database connection.
 *
 * @param signal aborts when the relay has disconnected
 * @returns null when the time is over
 * @throws {NotFoundError} RELAY_UNKNOWN when the relay has not registered
 */
export function claimOutside(
  services: Services,
  waiting: WaitingJudges,
  claim: RelayClaim,
  signal: AbortSignal,
): Promise<RelayTask | null> {
  const work = {
    ...{ key: OUTSIDE, waiting },
    take: () => takeTask(services),
    giveBack: (task: RelayTask) => returnLease(services.db, task),
  };
  return waitForWork(services, claim, work, signal);
}

/** Time in ms after which a solution whose account does not open is looked at again. */
const SEALED_PAUSE_MS = 60_000;

async function takeTask({ db, options, log }: Services): Promise<RelayTask | null> {
  return db.transaction().execute(async (tx) => {
    const claimed = await claimNextOutside(tx, options.leaseMs);
    if (!claimed) return null;
    const accountId = claimed.accountId ?? (await takeAccount(tx, claimed));
    if (accountId === undefined) {
      await returnLease(tx, claimed);
      return null;
    }
    const task = await makeTask(tx, { ...claimed, accountId }, options);
    if (task) {
      await announceProgress(tx, claimed);
      if (task.run === null) await announce(tx, 'outside.queue', {});
      return task;
    }
    log.error({ accountId }, 'the account of an outside system was encrypted with another SETTINGS_KEY');
    await disableAccount(tx, accountId, 'sealed');
    await announceServer(tx, claimed.serverId);
    await returnLease(tx, claimed, { afterMs: SEALED_PAUSE_MS });
    return null;
  });
}

async function makeTask(
  tx: Tx,
  claimed: ClaimedSolution & { accountId: number },
  { settingsKey, leaseMs }: Services['options'],
): Promise<RelayTask | null> {
  const parts = await findTaskParts(tx, claimed);
  const account = parts && openAccount(settingsKey, { id: claimed.accountId, ...parts });
  if (!account) return null;
  const { foreignId, foreignLanguageId, languageName, systemType, url, settings } = parts;
  const { solutionId, fence, attempt, source, serverId } = claimed;
  const run = await findRun(tx, solutionId);
  return {
    ...{ solutionId, fence, leaseMs, attempt, account },
    server: { id: serverId, systemType: OutsideSystemType.parse(systemType), url, settings },
    submission: { foreignId, foreignLanguageId, languageName, source },
    run:
      run && run.state !== 'unsettled'
        ? {
            ...{ state: run.state, runId: run.foreignRunId, watermark: run.watermark },
            ...{ sentAtMs: run.sentAtMs, looks: run.looks },
          }
        : null,
  };
}
