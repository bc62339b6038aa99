import { OUTSIDE_SYSTEMS, type OutsideSystemType } from '@balloon/domain/outside/outside-systems.ts';
import { ConflictError } from '#errors.ts';
import { addServer } from '#features/outside-systems/manage-servers.ts';
import type { Services, User } from '#services.ts';

/**
 * Finds the server that a call means which names a system only: the oldest one. A public system gets its server by the
 * first such call.
 *
 * @throws {ConflictError} OUTSIDE_SERVER_MISSING where an admin has to say which server there is
 */
export async function serverOfSystem(
  services: Services,
  admin: User,
  systemType: OutsideSystemType,
): Promise<number> {
  const found = await findServer(services, systemType);
  if (found) return found.id;
  const { name, defaultUrl, settings } = OUTSIDE_SYSTEMS[systemType];
  if (defaultUrl === null || settings.some(({ isRequired }) => isRequired))
    throw new ConflictError(
      'OUTSIDE_SERVER_MISSING',
      `Add a server of ${name} among the outside systems first: Balloon does not know its address`,
    );
  try {
    return await addServer(services, admin, { systemType, name, settings: {} });
  } catch (error) {
    const added = error instanceof ConflictError ? await findServer(services, systemType) : undefined;
    if (!added) throw error;
    return added.id; // another call was faster
  }
}

const findServer = ({ db }: Services, systemType: OutsideSystemType) =>
  db
    .selectFrom('outsideServer')
    .select('id')
    .where('systemType', '=', systemType)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
