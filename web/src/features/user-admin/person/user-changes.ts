import type { EditUser } from '@balloon/contracts/people/user-admin.ts';
import type { z } from 'zod';
import type { UserValues } from '#features/user-admin/fields/user-fields.ts';

/** Returns the fields of a form that differ, as the server takes them: what nobody touched is not sent. */
export function changesOf(initial: UserValues, values: UserValues): z.input<typeof EditUser> {
  const { mask, groupIds, email, ...texts } = values;
  const changedTexts = Object.entries(texts).filter(
    ([name, text]) => text !== initial[name as keyof typeof texts],
  );
  const isSameSet = (one: readonly number[], other: readonly number[]) =>
    one.length === other.length && one.every((id) => other.includes(id));
  return {
    ...Object.fromEntries(changedTexts),
    ...(email !== initial.email && { email }),
    ...(mask !== initial.mask && { accessGroup: mask }),
    ...(!isSameSet(groupIds, initial.groupIds) && { groupIds }),
  };
}
