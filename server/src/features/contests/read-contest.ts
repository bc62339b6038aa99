import type { PublicUser } from '@balloon/contracts/users.ts';
import { ACCESS_GROUPS, SUPERVISOR_MASKS } from '@balloon/domain/contest-access.ts';
import { enterContest, openContest, ownWindow, visitContest } from '#features/contests/contest-access.ts';
import { contestView } from '#features/contests/contest-view.ts';
import { entryError } from '#features/contests/entry-errors.ts';
import { supervises } from '#features/contests/supervision.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/**
 * Returns a contest to a person who may open it, joined or not.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED
 */
export async function readContest(services: Services, user: User, contestId: number) {
  const { ownExtraTimeMs, ownStartShiftMs, nowMs, join, ...visited } = await openContest(
    ...([services, user, contestId] as const),
  );
  const own = { ownExtraTimeMs, ownStartShiftMs, ...ownWindow(user, visited.ownStartedAtMs) };
  const sheet = await services.heads.sheet(services.db, contestId);
  if (!sheet) throw entryError('CONTEST_NOT_FOUND', contestId); // removed since
  return { contest: contestView({ ...sheet, ...own, joined: join.joined }, nowMs) };
}

/**
 * Whether the person may enter, and whether they have.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export async function askToJoin(services: Services, user: User, contestId: number) {
  return (await visitContest(services, user, contestId)).join;
}

/** Lists the participants by name. Moderators are named to supervisors only, as in the scoreboard; admins to nobody. */
export async function listParticipants(
  services: Services,
  user: User,
  contestId: number,
): Promise<PublicUser[]> {
  const { contest } = await enterContest(services, user, contestId);
  const unnamed = supervises(user, contest) ? [ACCESS_GROUPS.admin.mask] : SUPERVISOR_MASKS;
  const accounts = await services.db
    .selectFrom('contestParticipant')
    .innerJoin('account', 'account.id', 'contestParticipant.accountId')
    .select(PUBLIC_USER_COLUMNS)
    .where('contestParticipant.contestId', '=', contestId)
    .where('account.accessMask', 'not in', unnamed)
    .orderBy('account.lastName')
    .orderBy('account.firstName')
    .orderBy('account.id')
    .execute();
  return accounts.map(publicUser);
}
