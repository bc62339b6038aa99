/**
 * Returns what a form shows once its save is answered: what is stored, and on top of it what was typed since the save was sent.
 *
 * @param sent values that were saved
 * @param present values that the form has by now
 */
export function withTypedSince<Values extends object>(sent: Values, present: Values, stored: Values): Values {
  return { ...stored, ...changedFrom(sent, present) };
}

/** Fields whose values differ from those that a form was filled with: the others may be changed by somebody else meanwhile. */
export function changedFrom<Values extends object>(filledWith: Values, present: Values): Partial<Values> {
  const changed = Object.entries(present).filter(
    ([name, value]) => !isSame(value, filledWith[name as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
