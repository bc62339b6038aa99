import { violatedKey } from '@balloon/database/unique-violation.ts';
import { ConflictError } from '#errors.ts';

/**
 * Makes a change that may give a foreign id twice.
 *
 * @throws {ConflictError} FOREIGN_ID_TAKEN
 */
export async function withFreeForeignId<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (!violatedKey(error)?.endsWith('_foreign_id_key')) throw error;
    throw new ConflictError(
      'FOREIGN_ID_TAKEN',
      'Another one has this id. Clear it there first or choose another',
    );
  }
}
