import type { GroupOfLink } from '@balloon/contracts/people/group-links.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { isAdmin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { ForbiddenError, NotFoundError } from '#errors.ts';
import type { Services, User } from '#services.ts';

/**
 * Returns the group behind a key, as the key's holder may see it.
 *
 * @throws {NotFoundError} LINK_NOT_FOUND
 * @throws {ForbiddenError} LINK_REVOKED, LINK_EXPIRED, LINK_USED_UP
 */
export async function readGroupOfLink(
  { db }: Services,
  viewer: User | null,
  registerKey: string,
): Promise<GroupOfLink> {
  const { groupId, name, color } = await expectUsableLink(db, registerKey);
  return { id: groupId, name, color, hasGroup: viewer?.groupIds.includes(groupId) ?? false };
}

/**
 * Returns a link that can be used now.
 *
 * @throws {NotFoundError} LINK_NOT_FOUND
 * @throws {ForbiddenError} LINK_REVOKED, LINK_EXPIRED, LINK_USED_UP
 */
export async function expectUsableLink(db: Db, registerKey: string) {
  const link = await selectLink(db, registerKey).executeTakeFirst();
  if (!link) throw new NotFoundError('LINK_NOT_FOUND', 'There is no such link. Ask for it again');
  if (!link.isActive) throw new ForbiddenError('LINK_REVOKED', 'This link was revoked. Ask for a new one');
  if (link.expiresAtMs !== null && link.expiresAtMs <= (await databaseNowMs(db))) {
    throw new ForbiddenError('LINK_EXPIRED', 'This link is too old. Ask for a new one');
  }
  if (link.maxActivations !== null && link.activatedTimes >= link.maxActivations) {
    throw new ForbiddenError('LINK_USED_UP', 'Everybody this link was for has used it. Ask for a new one');
  }
  return link;
}

/**
 * Adds a person who has an account to the group of a link. A moderator would supervise the group by that.
 *
 * @throws as `expectUsableLink`
 * @throws {ForbiddenError} LINK_FOR_PARTICIPANTS
 */
export function joinByLink({ db }: Services, user: User, registerKey: string): Promise<void> {
  const isModerator = isSupervisor(user.accessMask) && !isAdmin(user.accessMask);
  return db.transaction().execute(async (tx) => {
    const { groupId } = await expectUsableLink(tx, registerKey);
    if (isModerator && !user.groupIds.includes(groupId)) {
      throw new ForbiddenError('LINK_FOR_PARTICIPANTS', 'Moderators are put into groups by admins');
    }
    await enterByLink(tx, registerKey, user.id, { isNew: false });
  });
}

/**
 * Adds a person to the group of a link and counts the use. Members already in it are not counted.
 *
 * @param isNew whether the account is created for the group, whose moderators may then take care of it
 * @throws as `expectUsableLink`: simultaneous uses cannot exceed the link's limit
 */
export async function enterByLink(
  tx: Tx,
  registerKey: string,
  accountId: number,
  { isNew }: { isNew: boolean },
): Promise<void> {
  await selectLink(tx, registerKey).forUpdate('registerLink').execute();
  const { uuid, groupId } = await expectUsableLink(tx, registerKey);
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('userGroupMember')
    .values({ groupId, accountId, isEntrusted: isNew })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  await tx
    .updateTable('registerLink')
    .set((eb) => ({ activatedTimes: eb('activatedTimes', '+', 1) }))
    .where('uuid', '=', uuid)
    .execute();
}

function selectLink(db: Db, registerKey: string) {
  return db
    .selectFrom('registerLink')
    .innerJoin('userGroup', 'userGroup.id', 'registerLink.groupId')
    .select([
      'registerLink.uuid',
      'registerLink.groupId',
      'registerLink.isActive',
      'registerLink.expiresAtMs',
      'registerLink.maxActivations',
      'registerLink.activatedTimes',
      'userGroup.name',
      'userGroup.color',
    ])
    .where('registerKey', '=', registerKey);
}
