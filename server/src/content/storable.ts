/** A value as JSON that PostgreSQL keeps: no zero bytes and no halves of characters in texts out of packages. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  );
}

/** Text without zero bytes, which programs may print and PostgreSQL cannot hold, and without halves of characters. */
export const storableText = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();

export const storableOrNull = (text: string | null) => (text === null ? null : storableText(text));

/** Rounds a number and limits it to the range of an integer column. */
export const storableNumber = (value: number) => Math.min(Math.round(value), 2_147_483_647);
