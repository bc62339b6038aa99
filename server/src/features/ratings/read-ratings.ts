import type { RatedGroup, RatingHistory } from '@balloon/contracts/ratings/ratings.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { canSeeRatingsOfGroup } from '@balloon/domain/rating/access.ts';
import { NotFoundError } from '#errors.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { listedChange } from '#features/ratings/listed-change.ts';
import type { RatingTables } from '#features/ratings/rating-tables.ts';
import {
  accountExists,
  findChangesOf,
  findGroup,
  findGroupPerson,
  findGroupsOfUser,
  findPlace,
  findRatedGroups,
  type StoredGroup,
} from '#features/ratings/ratings.queries.ts';
import type { PackedPage } from '#http/answers/packed-page.ts';
import type { Services, User } from '#services.ts';

/** The groups whose ratings the caller may see. */
export function listRatedGroups({ db }: Services, user: User): Promise<RatedGroup[]> {
  return findRatedGroups(db, user.id, visibleGroups(user));
}

/**
 * Lists a person's groups as far as the caller may see them: all for the person and admins, common ones for
 * others.
 *
 * @throws {NotFoundError} USER_NOT_FOUND
 */
export async function listGroupsOfUser({ db }: Services, user: User, userId: number): Promise<StoredGroup[]> {
  if (!(await accountExists(db, userId))) throw unknownUser(userId);
  return findGroupsOfUser(db, userId, visibleGroups(user));
}

/**
 * Returns a person's rating in a group with its history.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, also for a group that the caller may not see; USER_NOT_FOUND, for
 *   all but
 *   admins also for people unrelated to the group
 */
export async function readRatingHistory(
  { db }: Services,
  user: User,
  { userId = user.id, groupId }: { userId?: number | undefined; groupId: number },
): Promise<RatingHistory> {
  const group = await getVisibleGroup({ db }, user, groupId);
  const person = await findGroupPerson(db, userId, groupId);
  const isKnown =
    person !== undefined && (person.isOfGroup || isAdmin(user.accessMask) || userId === user.id);
  if (!isKnown) throw unknownUser(userId);
  const stored = await findChangesOf(db, userId, groupId);
  const ratingChanges = stored.map((change) => listedChange(change, group));
  const last = ratingChanges.at(-1);
  const currentRating = last && { ...last, groupRank: await findPlace(db, groupId, last.ratingAfter) };
  return { currentRating: currentRating ?? {}, ratingChanges };
}

/**
 * The empty history of somebody in whose groups the caller has no part, and whether there are any. Which ones, and
 * how many, stays hidden.
 *
 * @throws {NotFoundError} USER_NOT_FOUND
 */
export async function readHistoryWithoutGroup(
  services: Services,
  user: User,
  userId = user.id,
): Promise<RatingHistory> {
  const visible = await listGroupsOfUser(services, user, userId);
  const all = await findGroupsOfUser(services.db, userId, null);
  return { currentRating: {}, ratingChanges: [], hasHiddenGroups: all.length > visible.length };
}

/**
 * Everybody's rating in a group, best first: a `RatingTable`.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, also for a group that the caller may not see
 */
export async function readRatingTable(
  { db }: Services,
  tables: RatingTables,
  user: User,
  groupId: number,
): Promise<PackedPage> {
  return tables.of(await getVisibleGroup({ db }, user, groupId));
}

/** The groups whose ratings the caller may see; null = all. */
const visibleGroups = (user: User) => (isAdmin(user.accessMask) ? null : user.groupIds);

async function getVisibleGroup({ db }: Pick<Services, 'db'>, user: User, groupId: number) {
  const group = canSeeRatingsOfGroup(viewerOf(user), groupId) ? await findGroup(db, groupId) : undefined;
  if (group) return group;
  throw new NotFoundError('GROUP_NOT_FOUND', `There is no group ${groupId}, or you are not in it`);
}

const unknownUser = (userId: number) => new NotFoundError('USER_NOT_FOUND', `There is no user ${userId}`);
