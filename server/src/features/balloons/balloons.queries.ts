import type { BalloonTeam } from '@balloon/contracts/hall/balloons.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { type BalloonRules, USUAL_BALLOON_RULES } from '@balloon/domain/scoreboard/balloons.ts';
import { sql } from 'kysely';
import { peopleBehind } from '#features/contests/acting/people-behind.ts';
import { NAME_OF_ACCOUNT } from '#features/users/name-of-account.ts';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';

/** Key of a balloon. */
export interface BalloonId {
  contestId: number;
  userId: number;
  problemId: number;
}

/** What runners did with a balloon. */
export interface StoredBalloon {
  userId: number;
  problemId: number;
  runnerId: number | null;
  takenAtMs: number;
  deliveredAtMs: number | null;
}

const BALLOON_COLUMNS = [
  'accountId as userId',
  'problemId',
  'takenById as runnerId',
  'takenAtMs',
  'deliveredAtMs',
] as const;

/** Balloons that were taken; those of problems that the contest no longer has are left out. */
export function findBalloons(db: Db, contestId: number): Promise<StoredBalloon[]> {
  return db
    .selectFrom('balloon')
    .select(BALLOON_COLUMNS)
    .where('contestId', '=', contestId)
    .where(
      sql<boolean>`problem_id in (select problem_id from contest_problem where contest_id = ${contestId})`,
    )
    .orderBy('takenAtMs')
    .execute();
}

/** A balloon that was taken, locked until the end of the transaction. */
export function lockBalloon(tx: Tx, { contestId, userId, problemId }: BalloonId) {
  return tx
    .selectFrom('balloon')
    .select(BALLOON_COLUMNS)
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .where('problemId', '=', problemId)
    .forUpdate()
    .executeTakeFirst();
}

/** Gives a waiting balloon to a runner. @returns whether nobody had it */
export async function insertBalloon(
  tx: Tx,
  { contestId, userId, problemId }: BalloonId,
  { runnerId, takenAtMs }: { runnerId: number; takenAtMs: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('balloon')
    .values({ contestId, accountId: userId, problemId, takenById: runnerId, takenAtMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setDelivered(
  tx: Tx,
  { contestId, userId, problemId }: BalloonId,
  deliveredAtMs: number | null,
): Promise<void> {
  await tx
    .updateTable('balloon')
    .set({ deliveredAtMs })
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .where('problemId', '=', problemId)
    .execute();
}

export async function deleteBalloon(tx: Tx, { contestId, userId, problemId }: BalloonId): Promise<void> {
  await tx
    .deleteFrom('balloon')
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .where('problemId', '=', problemId)
    .execute();
}

export async function findBalloonRules(db: Db, contestId: number): Promise<BalloonRules> {
  const stored = await db
    .selectFrom('balloonRules')
    .select(['inFreeze', 'untilNumber'])
    .where('contestId', '=', contestId)
    .executeTakeFirst();
  return stored ?? USUAL_BALLOON_RULES;
}

/** Who balloons are carried to, and where they sit. */
export async function findBalloonTeams(db: Db, userIds: readonly number[]): Promise<BalloonTeam[]> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('team', 'team.accountId', 'account.id')
    .leftJoin('organization', 'organization.id', 'team.organizationId')
    .select(['account.id as userId', 'account.username', NAME_OF_ACCOUNT.as('name')])
    .select(['team.seat', 'organization.name as organization'])
    .where('account.id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .execute();
  return rows.map(({ seat, ...row }) => ({ ...row, seat: seat || null }));
}

/** Names of people by id. */
export function findNames(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('account')
    .select(['account.id as userId', NAME_OF_ACCOUNT.as('name')])
    .where('account.id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .execute();
}

/** Whether a person takes part in a contest, also as a member of a team, and so may not know where its balloons go. */
export async function isBehind(db: Db, contestId: number, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom(peopleBehind(contestId).as('behind'))
    .select('participantId')
    .where('personId', '=', personId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** People who carry balloons of a contest without being supervisors: nobody who takes part, whoever named them. */
export async function findRunnerIds(db: Db, contestId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('balloonRunner')
    .select('accountId')
    .where('contestId', '=', contestId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(peopleBehind(contestId).as('behind'))
            .select('personId')
            .whereRef('personId', '=', 'balloonRunner.accountId'),
        ),
      ),
    )
    .execute();
  return rows.map(({ accountId }) => accountId);
}

/** Everybody who was made a runner, by name. */
export function findRunners(db: Db, contestId: number) {
  return db
    .selectFrom('balloonRunner')
    .innerJoin('account', 'account.id', 'balloonRunner.accountId')
    .select(PUBLIC_USER_COLUMNS)
    .where('contestId', '=', contestId)
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('account.id')
    .execute();
}
