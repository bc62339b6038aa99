import { randomBytes } from 'node:crypto';
import type { RegisterLink } from '@balloon/contracts/group-links.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contest-access.ts';
import { NotFoundError } from '#errors.ts';
import type { Services, User } from '#services.ts';

const KEY_BYTES = 48;

/**
 * Makes a new link of a group.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, also for a group that a moderator has nothing to do with
 */
export async function createLink(
  { db }: Services,
  author: User,
  input: { groupId: number; expiresAtMs: number | null; maxActivations: number | null },
): Promise<RegisterLink> {
  await expectOwnGroup(db, author, input.groupId);
  const link = await db
    .insertInto('registerLink')
    .values({
      ...input,
      registerKey: randomBytes(KEY_BYTES).toString('hex'),
      authorId: author.id,
      createdAtMs: await databaseNowMs(db),
    })
    .returning(LINK_COLUMNS)
    .executeTakeFirstOrThrow();
  return link;
}

/** The links of a group that were not revoked, newest first. @throws {NotFoundError} GROUP_NOT_FOUND */
export async function listLinks({ db }: Services, viewer: User, groupId: number): Promise<RegisterLink[]> {
  await expectOwnGroup(db, viewer, groupId);
  return db
    .selectFrom('registerLink')
    .select(LINK_COLUMNS)
    .where('groupId', '=', groupId)
    .where('isActive', '=', true)
    .orderBy('createdAtMs', 'desc')
    .execute();
}

/** Nobody gets in by it any more. @throws {NotFoundError} GROUP_NOT_FOUND, LINK_NOT_FOUND */
export async function revokeLink(
  { db }: Services,
  viewer: User,
  { groupId, linkUuid }: { groupId: number; linkUuid: string },
): Promise<void> {
  await expectOwnGroup(db, viewer, groupId);
  const { numUpdatedRows } = await db
    .updateTable('registerLink')
    .set({ isActive: false })
    .where('uuid', '=', linkUuid)
    .where('groupId', '=', groupId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NotFoundError('LINK_NOT_FOUND', 'This group has no such link');
}

const LINK_COLUMNS = [
  'uuid',
  'registerKey',
  'activatedTimes as linkActivatedTimes',
  'isActive',
  'createdAtMs',
  'expiresAtMs',
  'maxActivations',
  'groupId',
] as const;

/** Admins have to do with every group, moderators with those that they are in or have made. */
async function expectOwnGroup(db: Db, viewer: User, groupId: number): Promise<void> {
  const group = await db
    .selectFrom('userGroup')
    .select('authorId')
    .where('id', '=', groupId)
    .executeTakeFirst();
  const isOwn =
    group !== undefined &&
    (isAdmin(viewer.accessMask) || group.authorId === viewer.id || viewer.groupIds.includes(groupId));
  if (!isOwn) throw new NotFoundError('GROUP_NOT_FOUND', `There is no group ${groupId}`);
}
