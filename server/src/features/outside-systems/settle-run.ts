import type { RunsToSettle } from '@balloon/contracts/outside/outside-systems.ts';
import { OutsideSystemType } from '@balloon/contracts/outside/relay.ts';
import type { Db } from '@balloon/database/connect.ts';
import { outsideRunUrl } from '@balloon/domain/outside/outside-links.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import { OUTSIDE } from '#features/queue/enqueue-judging.ts';
import { NAME_OF_ACCOUNT } from '#features/users/name-of-account.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/** Most runs in the list of those to settle. */
const LISTED = 200;

/** Lists runs that need a supervisor, the oldest first. */
export async function listRunsToSettle(db: Db): Promise<RunsToSettle> {
  const rows = await db
    .selectFrom('outsideRun as run')
    // Where an admin has cancelled the judging, nothing is left to be settled.
    .innerJoin('judging', 'judging.solutionId', 'run.solutionId')
    .innerJoin('solution', 'solution.id', 'run.solutionId')
    .innerJoin('contest', 'contest.id', 'solution.contestId')
    .innerJoin('problem', 'problem.id', 'solution.problemId')
    .innerJoin('account', 'account.id', 'solution.accountId')
    .innerJoin('outsideServer as server', 'server.id', 'run.serverId')
    .leftJoin('outsideAccount as sender', 'sender.id', 'run.accountId')
    .where((eb) =>
      eb.or([
        eb('run.state', '=', 'unsettled'),
        eb('run.isStrange', '=', true),
        eb('run.accountId', 'is', null),
      ]),
    )
    .select(['run.solutionId', 'run.serverId', 'run.state', 'run.foreignRunId', 'run.foreignVerdict'])
    .select(['run.candidates', 'run.sentAtMs', 'sender.name as account'])
    .select(['contest.id as contestId', 'contest.name as contestName'])
    .select(['problem.id as problemId', 'problem.title', 'problem.foreignProblemIdentifier as foreignId'])
    .select(['solution.accountId', NAME_OF_ACCOUNT.as('authorName')])
    .select(['server.systemType', 'server.name as serverName', 'server.url', 'server.settings'])
    .orderBy('run.solutionId')
    .limit(LISTED)
    .execute();
  return rows.map((row) => {
    const { solutionId, account, state, foreignVerdict, sentAtMs, foreignRunId } = row;
    const systemType = OutsideSystemType.parse(row.systemType);
    const shown = (runId: string) => ({
      runId,
      url: outsideRunUrl({ ...row, systemType }, { runId, foreignId: row.foreignId ?? '' }),
    });
    return {
      ...{ solutionId, account, state, foreignVerdict, sentAtMs },
      contest: { id: row.contestId, name: row.contestName },
      problem: { id: row.problemId, title: row.title },
      author: { id: row.accountId, name: row.authorName },
      server: { id: row.serverId, name: row.serverName, systemType },
      run: foreignRunId === null ? null : shown(foreignRunId),
      candidates: row.candidates.map(shown),
    };
  });
}

/**
 * Decides on a run for which several may stand, or which was not found after several sends. One whose account was removed
 * cannot be followed: it can only be sent again, where the solution is judged again.
 *
 * @param runId id of the right one in the system; null: nothing was sent, the solution is sent again
 * @throws {NotFoundError} OUTSIDE_RUN_NOT_FOUND when nothing is to be decided
 * @throws {InvalidInputError} OUTSIDE_RUN_INVALID: one such id would keep relays from reading all other runs of the account
 * @throws {ConflictError} OUTSIDE_RUN_TAKEN by another solution
 */
export async function settleRun(
  { db }: Services,
  admin: User,
  solutionId: number,
  runId: string | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await tx
      .selectFrom('outsideRun')
      .innerJoin('solution', 'solution.id', 'outsideRun.solutionId')
      .innerJoin('problem', 'problem.id', 'solution.problemId')
      .select(['outsideRun.serverId', 'outsideRun.candidates'])
      .select(['problem.systemType', 'problem.foreignProblemIdentifier as foreignId'])
      .where('outsideRun.solutionId', '=', solutionId)
      .where((eb) =>
        eb.or([
          eb('outsideRun.state', '=', 'unsettled'),
          ...(runId === null ? [eb('outsideRun.accountId', 'is', null)] : []),
        ]),
      )
      .forUpdate('outsideRun')
      .executeTakeFirst();
    if (!run)
      throw new NotFoundError('OUTSIDE_RUN_NOT_FOUND', `Solution ${solutionId} has no run to be settled`);
    if (runId === null) await tx.deleteFrom('outsideRun').where('solutionId', '=', solutionId).execute();
    else {
      if (!isRunId(runId, run))
        throw new InvalidInputError('OUTSIDE_RUN_INVALID', `${runId} is not the id of a run of this system`);
      const other = await tx
        .selectFrom('outsideRun')
        .select('solutionId')
        .where('serverId', '=', run.serverId)
        .where('foreignRunId', '=', runId)
        .executeTakeFirst();
      if (other)
        throw new ConflictError('OUTSIDE_RUN_TAKEN', `Run ${runId} is that of solution ${other.solutionId}`);
      await tx
        .updateTable('outsideRun')
        .set({ state: 'accepted', foreignRunId: runId, candidates: [], foreignVerdict: null })
        .where('solutionId', '=', solutionId)
        .execute();
    }
    await recordChange(tx, admin, {
      action: 'solution.settleRun',
      ...{ subjectId: solutionId, before: { candidates: run.candidates }, after: { runId } },
    });
    await announceProgress(tx, { solutionId });
    await announce(tx, 'judging.waiting', { languageKey: OUTSIDE });
  });
}

/** Whether a run can have that id: a number, before which ejudge, which counts per contest, has that of the contest. */
function isRunId(runId: string, problem: { systemType: string; foreignId: string | null }): boolean {
  if (problem.systemType !== 'ejudge') return /^\d{1,20}$/.test(runId);
  const [contestId, number, ...others] = runId.split(':');
  const isOfContest = problem.foreignId?.startsWith(`${contestId}:`) ?? false;
  return isOfContest && others.length === 0 && /^\d{1,10}$/.test(number ?? '');
}
