/** A value as JSON that PostgreSQL keeps: no zero bytes and no halves of characters in texts out of packages. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  );
}

export const storableText = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();
