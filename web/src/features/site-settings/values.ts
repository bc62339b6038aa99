/** Entered text for the server, where null means the usual value. */
export const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Entered number for the server; an empty field means the usual value. */
export const numberOrNull = (value: number | string) => (typeof value === 'number' ? value : null);
