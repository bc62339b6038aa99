import type { Organization, SaveOrganization } from '@balloon/contracts/people/teams.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { withFreeForeignId } from '#features/teams/foreign-id.ts';
import { findOrganization, lockOrganization } from '#features/teams/organizations.queries.ts';
import { storedPicture } from '#features/teams/stored-picture.ts';
import type { Services, User } from '#services.ts';

type Fields = Omit<SaveOrganization, 'version'>;

/**
 * Creates an organisation.
 *
 * @throws {InvalidInputError} IMAGE_NOT_FOUND
 * @throws {ConflictError} FOREIGN_ID_TAKEN
 */
export function createOrganization(
  { db }: Services,
  author: User,
  { version: _, ...fields }: SaveOrganization,
): Promise<Organization> {
  return withFreeForeignId(() =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('organization')
        .values(await columnsOf(tx, fields))
        .returning('id')
        .executeTakeFirstOrThrow();
      const subject = { subjectId: id, subjectName: fields.name, after: fields };
      await recordChange(tx, author, { action: 'organization.create', ...subject });
      return readOrganization({ db: tx }, id);
    }),
  );
}

/**
 * Changes an organisation; triggers announce it for open tables.
 *
 * @throws {NotFoundError} ORGANIZATION_NOT_FOUND
 * @throws {InvalidInputError} IMAGE_NOT_FOUND
 * @throws {ConflictError} CHANGED_MEANWHILE, FOREIGN_ID_TAKEN
 */
export function editOrganization(
  { db }: Services,
  editor: User,
  { organizationId, version: read, ...fields }: SaveOrganization & { organizationId: number },
): Promise<Organization> {
  return withFreeForeignId(() =>
    db.transaction().execute(async (tx) => {
      const before = await expectLocked(tx, organizationId);
      await expectVersion(tx, { kind: 'organization', id: organizationId, stored: before.version, read });
      const version = before.version + 1;
      await tx
        .updateTable('organization')
        .set({ ...(await columnsOf(tx, fields)), version })
        .where('id', '=', organizationId)
        .execute();
      await recordChange(tx, editor, {
        ...{ action: 'organization.edit', subjectId: organizationId, subjectName: fields.name, version },
        before: fieldsOf(before),
        after: fields,
      });
      return readOrganization({ db: tx }, organizationId);
    }),
  );
}

/**
 * Deletes an organisation of no team.
 *
 * @throws {NotFoundError} ORGANIZATION_NOT_FOUND
 * @throws {ConflictError} ORGANIZATION_IN_USE
 */
export function deleteOrganization({ db }: Services, editor: User, organizationId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const before = await expectLocked(tx, organizationId);
    if (before.teamsNumber > 0) {
      throw new ConflictError('ORGANIZATION_IN_USE', 'Teams belong to it: move them to another one first');
    }
    await tx.deleteFrom('organization').where('id', '=', organizationId).execute();
    const subject = { subjectId: organizationId, subjectName: before.name, before: fieldsOf(before) };
    await recordChange(tx, editor, { action: 'organization.delete', ...subject });
  });
}

/** @throws {NotFoundError} ORGANIZATION_NOT_FOUND */
export async function readOrganization({ db }: Pick<Services, 'db'>, id: number): Promise<Organization> {
  const found = await findOrganization(db, id);
  if (found) return found;
  throw organizationNotFound(id);
}

async function expectLocked(tx: Tx, id: number): Promise<Organization> {
  const locked = await lockOrganization(tx, id);
  if (locked) return locked;
  throw organizationNotFound(id);
}

const organizationNotFound = (id: number) =>
  new NotFoundError('ORGANIZATION_NOT_FOUND', `There is no organization ${id}`);

const fieldsOf = ({ name, formalName, country, logo, foreignId }: Organization): Fields => ({
  ...{ name, formalName, country, logo, foreignId },
});

const columnsOf = async (tx: Tx, fields: Fields) => ({
  ...fields,
  logo: await storedPicture(tx, fields.logo),
});
