/** PostgreSQL's text has no zero bytes, a program's output may. */
export const storable = (text: string | null) => text?.replaceAll('\0', '\uFFFD') ?? null;

/** Whole, and within what an integer column holds. */
export const storableNumber = (value: number) => Math.min(Math.round(value), 2_147_483_647);
