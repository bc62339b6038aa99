/**
 * Returns what a form shows once its save is answered: what is stored, and on top of it what was typed since the save was sent.
 *
 * @param sent values that were saved
 * @param present values that the form has by now
 */
export function withTypedSince<Values extends object>(sent: Values, present: Values, stored: Values): Values {
  const typed = Object.entries(present).filter(([name, value]) => !isSame(value, sent[name as keyof Values]));
  return { ...stored, ...Object.fromEntries(typed) };
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
