import { PackageError } from '@balloon/packages/package-error.ts';
import type { z } from 'zod';

/**
 * Makes sure that the server takes what a package has, before it is built or sent for nothing.
 *
 * @param name what the value is, such as `rules`
 * @throws {PackageError} it names the first value that is not taken
 */
export function expectTaken(schema: z.ZodType, value: unknown, name: string): void {
  const parsed = schema.safeParse(value);
  const issue = parsed.error?.issues[0];
  if (!issue) return;
  const place = [name, ...issue.path].join('.');
  throw new PackageError(`The problem has a value that is not taken here, ${place}: ${issue.message}`);
}
