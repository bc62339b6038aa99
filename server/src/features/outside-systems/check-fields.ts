import type { OutsideField } from '@balloon/domain/outside/outside-systems.ts';
import { InvalidInputError } from '#errors.ts';

/**
 * Refuses fields that a system does not have, and the lack of one that it needs.
 *
 * @param path name of the group of fields in the request
 * @throws {InvalidInputError} OUTSIDE_FIELDS
 */
export function checkFields(
  path: 'credentials' | 'settings',
  known: readonly OutsideField[],
  given: Readonly<Record<string, string>>,
): void {
  const unknown = Object.keys(given).find((name) => !known.some((field) => field.name === name));
  if (unknown !== undefined) throw wrongField(`${path}.${unknown}`, 'unexpected');
  const missing = known.find(({ name, isRequired }) => isRequired && (given[name] ?? '').trim() === '');
  if (missing) throw wrongField(`${path}.${missing.name}`, 'required');
}

const wrongField = (field: string, kind: 'unexpected' | 'required') =>
  new InvalidInputError(
    'OUTSIDE_FIELDS',
    `${field} ${kind === 'required' ? 'is needed' : 'is not a field of this system'}`,
    [{ field, kind }],
  );
