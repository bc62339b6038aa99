import { z } from 'zod';
import { kindOf } from '#ejudge/failure-kinds.ts';
import { drift, type Evidence, OutsideError } from '#failures.ts';
import { parseJson } from '#parse-json.ts';

/** Refusal in the words of ejudge. */
export interface Refusal {
  /** Name of the error, such as `ERR_DUPLICATE_SUBMIT`. */
  symbol: string;
  message: string;
}

/** What every JSON answer says first. HTTP statuses say nothing: a refusal comes with 200, too. */
export type Envelope = { ok: true; body: unknown } | { ok: false; refusal: Refusal };

const Answer = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true), result: z.unknown().optional() }),
  z.looseObject({
    ok: z.literal(false),
    error: z.object({
      num: z.int().default(0),
      symbol: z.string().optional(),
      message: z.string().optional(),
    }),
  }),
]);

/**
 * Reads an answer. What it says stands in `result`, or beside `ok` in newer calls of the jury.
 *
 * @returns null when it is no answer of this kind, such as a page or a part of an answer
 */
export function readEnvelope(text: string): Envelope | null {
  const read = Answer.safeParse(parseJson(text));
  if (!read.success) return null;
  if (read.data.ok) return { ok: true, body: read.data.result ?? read.data };
  const { num, symbol, message } = read.data.error;
  return {
    ok: false,
    refusal: { symbol: symbol ?? `error ${num}`, message: message ?? symbol ?? `error ${num}` },
  };
}

/** Reads what a call answers by its schema. @param what name of the call, for supervisors */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  what: string,
  evidence?: Evidence,
): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw drift(`${what}: ${z.prettifyError(read.error).slice(0, 500)}`, evidence);
}

/** Error of a refusal, or null when it does not say that nothing was stored. */
export function errorOf({ symbol, message }: Refusal, evidence?: Evidence): OutsideError | null {
  const kind = kindOf(symbol);
  return kind && new OutsideError(kind, message, { evidence });
}
