import type { OutsideTrouble, OutsideTroubleView } from '@balloon/contracts/outside/outside-systems.ts';
import { OutsideFailure } from '@balloon/contracts/outside/relay.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import type { Services } from '#services.ts';

/** Troubles of all servers, the newest first, without the pages that were kept: those are large. */
export const findTroubles = (db: Db) =>
  db
    .selectFrom('outsideTrouble as trouble')
    .leftJoin('solution', 'solution.id', 'trouble.solutionId')
    .select(['trouble.id', 'trouble.serverId', 'trouble.kind', 'trouble.message', 'trouble.happenedAtMs'])
    .select(['trouble.accountId', 'trouble.solutionId', 'solution.contestId'])
    .select((eb) => eb('trouble.evidence', 'is not', null).as('hasEvidence'))
    .orderBy('trouble.id', 'desc');

type FoundTrouble = Awaited<ReturnType<ReturnType<typeof findTroubles>['executeTakeFirstOrThrow']>>;

/** Trouble as admins see it. */
export function shownTrouble(found: FoundTrouble): OutsideTrouble {
  const { id, message, happenedAtMs, accountId, solutionId, contestId, hasEvidence } = found;
  return {
    ...{ id, message, happenedAtMs, accountId },
    kind: OutsideFailure.shape.kind.parse(found.kind),
    solution: solutionId !== null && contestId !== null ? { id: solutionId, contestId } : null,
    hasEvidence: Boolean(hasEvidence),
  };
}

/**
 * Reads a trouble with the page that could not be read.
 *
 * @throws {NotFoundError} OUTSIDE_TROUBLE_NOT_FOUND: only the newest of a server are kept
 */
export async function readTrouble({ db }: Services, troubleId: number): Promise<OutsideTroubleView> {
  const found = await findTroubles(db)
    .select('trouble.evidence')
    .where('trouble.id', '=', troubleId)
    .executeTakeFirst();
  if (!found)
    throw new NotFoundError(
      'OUTSIDE_TROUBLE_NOT_FOUND',
      `There is no trouble ${troubleId}: old ones are removed`,
    );
  return {
    ...shownTrouble(found),
    evidence: found.evidence as OutsideTroubleView['evidence'], // stored out of the contract
  };
}
