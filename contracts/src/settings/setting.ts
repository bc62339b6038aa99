import { z } from 'zod';

/** A setting: the name of its environment variable, its meaning and its permitted values. */
export interface Setting {
  env: string;
  help: string;
  /** Expected form of a value, for people. */
  expected: string;
  /** Default as text; null means none. */
  defaultText: string | null;
  /** Remark on the default. */
  defaultNote?: string;
  schema: z.ZodType;
}

export const integer = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
export const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
export const optional = <T extends z.ZodType>(schema: T) => schema.nullable();
