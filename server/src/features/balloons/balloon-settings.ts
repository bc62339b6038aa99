import { MAX_RUNNERS } from '@balloon/contracts/hall/balloon-limits.ts';
import type { BalloonSettings } from '@balloon/contracts/hall/balloons.ts';
import type { AuditAction } from '@balloon/contracts/site/audit-actions.ts';
import type { Tx } from '@balloon/database/connect.ts';
import type { BalloonRules } from '@balloon/domain/scoreboard/balloons.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { findBalloonRules, findRunners, isBehind } from '#features/balloons/balloons.queries.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/**
 * What the organisers decided about balloons.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function readBalloonSettings(
  { db }: Services,
  user: User,
  contestId: number,
): Promise<BalloonSettings> {
  await getSupervisedContest(db, user, contestId);
  const [rules, runners] = await Promise.all([findBalloonRules(db, contestId), findRunners(db, contestId)]);
  return { rules, runners: runners.map(publicUser) };
}

/** @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it */
export function changeBalloonRules(
  services: Services,
  user: User,
  contestId: number,
  { inFreeze, untilNumber }: BalloonRules,
): Promise<void> {
  const rules = { inFreeze, untilNumber };
  return change(services, user, contestId, async (tx) => {
    const before = await findBalloonRules(tx, contestId);
    await tx
      .insertInto('balloonRules')
      .values({ contestId, ...rules })
      .onConflict((conflict) => conflict.column('contestId').doUpdateSet(rules))
      .execute();
    return { action: 'contest.balloonRules', before: { ...before }, after: rules };
  });
}

/**
 * Lets somebody carry balloons who is no supervisor.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; USER_NOT_FOUND
 * @throws {ConflictError} RUNNER_TAKES_PART, TOO_MANY_RUNNERS
 */
export function addRunner(services: Services, user: User, contestId: number, userId: number): Promise<void> {
  return change(services, user, contestId, async (tx) => {
    const username = await usernameOf(tx, userId);
    await refuseParticipant(tx, contestId, userId);
    if ((await findRunners(tx, contestId)).length >= MAX_RUNNERS) {
      throw new ConflictError('TOO_MANY_RUNNERS', `A contest has ${MAX_RUNNERS} runners at most`);
    }
    await tx
      .insertInto('balloonRunner')
      .values({ contestId, accountId: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { action: 'contest.addRunner', after: { userId, username } };
  });
}

/** @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; USER_NOT_FOUND */
export function removeRunner(
  services: Services,
  user: User,
  contestId: number,
  userId: number,
): Promise<void> {
  return change(services, user, contestId, async (tx) => {
    const username = await usernameOf(tx, userId);
    await tx
      .deleteFrom('balloonRunner')
      .where('contestId', '=', contestId)
      .where('accountId', '=', userId)
      .execute();
    return { action: 'contest.removeRunner', before: { userId, username } };
  });
}

interface Change {
  action: AuditAction;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

function change(
  { db }: Services,
  user: User,
  contestId: number,
  make: (tx: Tx, contest: StoredContest) => Promise<Change>,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const contest = await getSupervisedContest(tx, user, contestId);
    const changed = await make(tx, contest);
    await recordChange(tx, user, {
      ...changed,
      ...{ subjectId: contestId, subjectName: contest.name, contestId },
    });
  });
}

async function usernameOf(tx: Tx, userId: number): Promise<string> {
  const person = await tx
    .selectFrom('account')
    .select('username')
    .where('id', '=', userId)
    .where('isBanned', '=', false)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
  if (person) return person.username;
  throw new NotFoundError('USER_NOT_FOUND', `There is nobody with the number ${userId} who can sign in`);
}

async function refuseParticipant(tx: Tx, contestId: number, accountId: number): Promise<void> {
  if (!(await isBehind(tx, contestId, accountId))) return;
  throw new ConflictError(
    'RUNNER_TAKES_PART',
    'Whoever takes part in the contest cannot carry its balloons: choose somebody else',
  );
}
