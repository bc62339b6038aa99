import { randomBytes } from 'node:crypto';
import type { EditRegisterLink, RegisterLink } from '@balloon/contracts/people/group-links.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectOwnGroup } from '#features/users/own-group.ts';
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
  const { groupId, expiresAtMs, maxActivations } = input;
  const group = await expectOwnGroup(db, author, groupId);
  return db.transaction().execute(async (tx) => {
    const link = await tx
      .insertInto('registerLink')
      .values({
        ...input,
        registerKey: randomBytes(KEY_BYTES).toString('hex'),
        authorId: author.id,
        createdAtMs: await databaseNowMs(tx),
      })
      .returning(LINK_COLUMNS)
      .executeTakeFirstOrThrow();
    const after = { expiresAtMs, maxActivations };
    const subject = { subjectId: null, subjectName: group.name, groupId, after };
    await recordChange(tx, author, { action: 'link.create', ...subject });
    return link;
  });
}

/**
 * Lists the links of a group, newest first: those that were not revoked, or all.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND
 */
export async function listLinks(
  { db }: Services,
  viewer: User,
  { groupId, all }: { groupId: number; all: boolean },
): Promise<RegisterLink[]> {
  await expectOwnGroup(db, viewer, groupId);
  return db
    .selectFrom('registerLink')
    .select(LINK_COLUMNS)
    .where('groupId', '=', groupId)
    .$if(!all, (query) => query.where('isActive', '=', true))
    .orderBy('createdAtMs', 'desc')
    .execute();
}

/** Makes a link unusable. @throws {NotFoundError} GROUP_NOT_FOUND, LINK_NOT_FOUND */
export async function revokeLink(
  services: Services,
  viewer: User,
  { groupId, linkUuid }: { groupId: number; linkUuid: string },
): Promise<void> {
  await editLink(services, viewer, { groupId, linkUuid, isActive: false });
}

/**
 * Changes the limits of a link, revokes it or brings it back. Its key and the number of its uses stay.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, LINK_NOT_FOUND
 * @throws {ConflictError} CHANGED_MEANWHILE when it is not what the edit is based on
 */
export async function editLink(
  { db }: Services,
  viewer: User,
  { groupId, linkUuid, basedOn, ...edit }: EditRegisterLink & { groupId: number; linkUuid: string },
): Promise<RegisterLink> {
  const group = await expectOwnGroup(db, viewer, groupId);
  return db.transaction().execute(async (tx) => {
    const before = await selectLink(tx, groupId, linkUuid).forUpdate().executeTakeFirst();
    if (!before) throw new NotFoundError('LINK_NOT_FOUND', 'This group has no such link');
    if (basedOn) expectSame(before, basedOn);
    const { expiresAtMs = before.expiresAtMs, maxActivations = before.maxActivations } = edit;
    const { isActive = before.isActive } = edit;
    await tx
      .updateTable('registerLink')
      .set({ expiresAtMs, maxActivations, isActive })
      .where('uuid', '=', linkUuid)
      .execute();
    const after = { ...before, expiresAtMs, maxActivations, isActive };
    const action = before.isActive && !isActive ? 'link.deactivate' : 'link.edit';
    const subject = { subjectId: null, subjectName: group.name, groupId, before, after };
    await recordChange(tx, viewer, { action, ...subject });
    return after;
  });
}

function expectSame(stored: RegisterLink, known: NonNullable<EditRegisterLink['basedOn']>): void {
  const isSame =
    stored.isActive === known.isActive &&
    stored.expiresAtMs === known.expiresAtMs &&
    stored.maxActivations === known.maxActivations;
  if (!isSame) throw new ConflictError('CHANGED_MEANWHILE', 'Somebody else changed this link: read it again');
}

function selectLink(tx: Tx, groupId: number, linkUuid: string) {
  return tx
    .selectFrom('registerLink')
    .select(LINK_COLUMNS)
    .where('uuid', '=', linkUuid)
    .where('groupId', '=', groupId);
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
