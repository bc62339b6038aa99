import type { BalloonAction } from '@balloon/contracts/hall/balloons.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { balloonKey } from '@balloon/domain/scoreboard/balloons.ts';
import { ConflictError } from '#errors.ts';
import { getBalloonContest } from '#features/balloons/balloon-contest.ts';
import {
  type BalloonId,
  deleteBalloon,
  findNames,
  insertBalloon,
  lockBalloon,
  type StoredBalloon,
  setDelivered,
} from '#features/balloons/balloons.queries.ts';
import { findDueBalloons } from '#features/balloons/due-balloons.ts';
import { supervises } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * Moves a balloon one step: a runner takes it, gives it back, delivers it, or undoes that. Of two who take the same
 * the second is told who has it.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not carry there
 * @throws {ConflictError} BALLOON_NOT_DUE, BALLOON_TAKEN, BALLOON_MOVED
 */
export async function carryBalloon(
  services: Services,
  user: User,
  { action, ...id }: BalloonId & { action: BalloonAction },
): Promise<void> {
  const { db } = services;
  const contest = await getBalloonContest(db, user, id.contestId);
  const isDue = await isBalloonDue(services, id);
  await db.transaction().execute(async (tx) => {
    if (action === 'take') return take(tx, user, id, isDue);
    const row = await lockBalloon(tx, id);
    if (row?.runnerId !== user.id && !supervises(user, contest)) await refuse(tx, row);
    await STEPS[action](tx, id, { row, isDue });
  });
}

async function isBalloonDue(services: Services, { contestId, ...wanted }: BalloonId): Promise<boolean> {
  const { due } = await findDueBalloons(services, contestId);
  return due.some((balloon) => balloonKey(balloon) === balloonKey(wanted));
}

async function take(tx: Tx, user: User, id: BalloonId, isDue: boolean): Promise<void> {
  if (!isDue) {
    throw new ConflictError('BALLOON_NOT_DUE', 'This balloon is no longer due: the solve was taken back');
  }
  if (await insertBalloon(tx, id, { runnerId: user.id, takenAtMs: await databaseNowMs(tx) })) return;
  const row = await lockBalloon(tx, id);
  if (row?.runnerId !== user.id) await refuse(tx, row);
}

interface Moment {
  row: StoredBalloon | undefined;
  /** Whether the solve still counts. */
  isDue: boolean;
}

/** What each step but taking does; whoever gets here carries the balloon, or supervises the contest. */
const STEPS = {
  async giveBack(tx: Tx, id: BalloonId, { row }: Moment) {
    if (row && row.deliveredAtMs !== null) throw moved();
    await deleteBalloon(tx, id);
  },
  async deliver(tx: Tx, id: BalloonId, { row, isDue }: Moment) {
    if (!row || !isDue) throw moved();
    if (row.deliveredAtMs === null) await setDelivered(tx, id, await databaseNowMs(tx));
  },
  async undeliver(tx: Tx, id: BalloonId, { row }: Moment) {
    if (!row) throw moved();
    await setDelivered(tx, id, null);
  },
  async collect(tx: Tx, id: BalloonId, { isDue }: Moment) {
    if (isDue) throw moved();
    await deleteBalloon(tx, id);
  },
} as const satisfies Record<
  Exclude<BalloonAction, 'take'>,
  (tx: Tx, id: BalloonId, moment: Moment) => Promise<void>
>;

/** @throws {ConflictError} BALLOON_TAKEN with the name of who has it; BALLOON_MOVED if it waits */
async function refuse(tx: Tx, row: StoredBalloon | undefined): Promise<never> {
  if (!row) throw moved();
  const [runner] = row.runnerId === null ? [] : await findNames(tx, [row.runnerId]);
  const name = runner?.name ?? '';
  throw new ConflictError('BALLOON_TAKEN', `This balloon is with ${name || 'somebody else'}`, {
    restParams: { name },
  });
}

const moved = () =>
  new ConflictError('BALLOON_MOVED', 'This balloon was moved meanwhile: look at the list again');
