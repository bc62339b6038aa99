import { z } from 'zod';

/** Largest `integer` of PostgreSQL. */
const MAX_ID = 2_147_483_647;

/** A database id on the wire; select boxes send numbers as text. Nothing else that coercion would take for one. */
export const Id = z
  .union([z.number(), z.string().regex(/^\d{1,10}$/, 'must be a number')])
  .pipe(z.coerce.number<number | string>().int().positive().max(MAX_ID));

/** Random text by which a repeated request is recognised: what it asks for is done once. */
export const IdempotencyKey = z.string().regex(/^[\w-]{8,64}$/);

/** An id that a query may leave out, or give as the empty text of a select box in which nothing is chosen. */
export const OptionalId = z.union([z.literal('').transform(() => undefined), Id]).optional();

/**
 * Text or number → number. Zod's own coercion refuses the text `Infinity`, which clients really send.
 * Gives NaN for what is no number, and `fallback` when it is absent, comes twice or is the blank text of an empty field.
 */
export function looseNumber(fallback: number) {
  return z
    .union([z.string(), z.number()])
    .catch(String(fallback))
    .transform((value) => (`${value}`.trim() === '' ? fallback : Number(value)))
    .default(fallback);
}

/** Text or number → whole number within bounds; the text `Infinity` means "no limit" and becomes `max`. */
export function boundedCount(fallback: number, max: number) {
  return looseNumber(fallback).transform((value) =>
    Number.isNaN(value) ? fallback : Math.trunc(Math.min(Math.max(value, 0), max)),
  );
}

/** How many rows a list call skips; anything unreadable means 0. */
export const Offset = boundedCount(0, 1_000_000_000);

/**
 * `3,7,12` → [3, 7, 12]; a missing or empty text means no filter. What cannot be an id is refused: dropped, it would turn a
 * filter that matches nothing into none.
 */
export const IdList = z
  .union([z.string(), z.array(z.string())])
  .default('')
  .transform((value) => (Array.isArray(value) ? value.join(',') : value))
  .pipe(z.string().regex(/^[\d,\s]*$/, 'must be ids separated by commas'))
  .transform((text) =>
    text
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== '')
      .map(Number),
  )
  .pipe(z.array(z.number().int().positive().max(MAX_ID)));

/** Milliseconds since the epoch. */
export const InstantMs = z.number().int();

/** What is wrong with one field, for programs and translations. */
export const FieldIssue = z.object({
  /** Path within the request, such as `attachments.files.0`; empty for the request as a whole. */
  field: z.string(),
  kind: z.enum([
    'required',
    'too_small',
    'too_big',
    'invalid_format',
    /** Text with a zero byte: binary data was sent. */
    'zero_bytes',
    /** Differs from the field that it repeats. */
    'mismatch',
    /** Contains fields that are unknown here. */
    'unexpected',
    'invalid',
  ]),
  /** The least or the most that is allowed, of what `of` says: characters, entries, kilobytes, or the number itself. */
  bound: z.number().optional(),
  of: z.enum(['string', 'array', 'kilobytes', 'number']).optional(),
});
export type FieldIssue = z.infer<typeof FieldIssue>;

/** Words of a failed refinement, and what they mean for programs and translations. */
export const failure = (message: string, issue: Omit<FieldIssue, 'field'>) => ({ message, params: issue });

/** Refinement of texts: PostgreSQL stores no zero bytes. */
export const NO_ZERO_BYTES = [
  (text: string) => !text.includes('\u0000'),
  failure('must be text, without zero bytes', { kind: 'zero_bytes' }),
] as const;

/** Refinement of texts by their size in UTF-8. */
export function atMostBytes(bytes: number) {
  const bound = bytes / 1024;
  return [
    (text: string) => new TextEncoder().encode(text).length <= bytes,
    failure(`must be at most ${bound} KB`, { kind: 'too_big', bound, of: 'kilobytes' }),
  ] as const;
}

/** Refinement of a form whose field repeats another one. */
export const sameAs = (field: string, repeated: string) => ({
  path: [field],
  ...failure(`must be the same as ${repeated}`, { kind: 'mismatch' }),
});

/** Reply of every failed call: `code` is stable for programs, `description` is for people. */
export const ErrorReply = z.object({
  error: z.object({
    code: z.string(),
    description: z.string(),
    message: z.string(),
    httpCode: z.number().int(),
    /** Field by field, for a form: path → what is expected. */
    fields: z.record(z.string(), z.string()).optional(),
    /** Wrong fields for programs, with the kind of each fault. */
    issues: z.array(FieldIssue).optional(),
    restParams: z.record(z.string(), z.unknown()),
  }),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

/** Reply of calls that report nothing but success. */
export const Done = z.object({ result: z.literal(true) });

export const LOCALES = ['ru-ru', 'en-us'] as const;
export const Locale = z.enum(LOCALES);
export type Locale = z.infer<typeof Locale>;
