import type { OutsidePages } from '@balloon/contracts/solutions/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { outsideRunUrl } from '@balloon/domain/outside/outside-links.ts';
import type { OutsideSystemType } from '@balloon/domain/outside/outside-systems.ts';
import { findKnownOrigins } from '#features/problems/origin.ts';
import { type StoredSolution, seesPreciseVerdicts } from '#features/solutions/solution-view.ts';
import type { User } from '#services.ts';

/**
 * Returns where the system shows the problem and the run of a solution: to its author once the origin of the problem is
 * known, and to supervisors. Addresses of runs are made of stored ids at each look, so that runs which a supervisor has
 * settled, and servers that have moved, need nothing.
 */
export async function findOutsidePages(
  db: Db,
  user: User,
  solution: StoredSolution,
): Promise<OutsidePages | undefined> {
  const { id, userId, problemId, systemType } = solution;
  if (systemType === 'balloon' || !(userId === user.id || isSupervisor(user.accessMask))) return undefined;
  const known = await findKnownOrigins(db, user, [{ id: problemId, systemType }]);
  if (!known.has(problemId)) return undefined;
  const stored = await findRunPlace(db, id);
  if (!stored) return undefined;
  const { foreignRunId: runId, foreignId, sourceUrl, outsideUrl, url, settings } = stored;
  const server = { systemType: stored.systemType as OutsideSystemType, url, settings };
  return {
    problemUrl: webAddress(outsideUrl ?? sourceUrl),
    // The page of the run names the verdict.
    runUrl:
      runId === null || !seesPreciseVerdicts(user, solution)
        ? null
        : outsideRunUrl(server, { foreignId, runId }),
  };
}

function findRunPlace(db: Db, solutionId: number) {
  return (
    db
      .selectFrom('solution')
      .innerJoin('problem', 'problem.id', 'solution.problemId')
      .innerJoin('outsideProblem', 'outsideProblem.problemId', 'problem.id')
      .leftJoin('outsideRun', 'outsideRun.solutionId', 'solution.id')
      // A run stays where it was sent, also when its problem moves to another server.
      .innerJoin('outsideServer', (join) =>
        join.on((eb) =>
          eb('outsideServer.id', '=', eb.fn.coalesce('outsideRun.serverId', 'outsideProblem.serverId')),
        ),
      )
      .where('solution.id', '=', solutionId)
      .select(['problem.foreignProblemIdentifier as foreignId', 'problem.sourceUrl'])
      .select(['outsideProblem.url as outsideUrl', 'outsideRun.foreignRunId'])
      .select(['outsideServer.systemType', 'outsideServer.url', 'outsideServer.settings'])
      .executeTakeFirst()
  );
}

/** An address out of a page of the system, if it is one of the web. */
const webAddress = (address: string | null) =>
  address !== null && /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? address : null;
