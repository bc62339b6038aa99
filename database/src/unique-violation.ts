const UNIQUE_VIOLATION = '23505';

/** Name of the constraint by which PostgreSQL refused a second row of the same key; undefined for other errors. */
export function violatedKey(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION ? constraint : undefined;
}
