import { z } from 'zod';
import { isAway, isChallenge } from '#cf/challenge.ts';
import { drift, type Evidence, OutsideError } from '#failures.ts';
import { parseJson } from '#parse-json.ts';

const Reply = z.object({
  status: z.string(),
  comment: z.string().optional(),
  result: z.unknown().optional(),
});

/** Pause after `Call limit exceeded`: the limit is one call in two seconds. */
const RATE_PAUSE_MS = 5_000;

/** Beginnings of comments, and what they ask of the relay. */
const COMMENTS: readonly (readonly [RegExp, (comment: string, evidence: Evidence) => OutsideError])[] = [
  [/call limit exceeded/i, (...it) => failure('rate', ...it, RATE_PAUSE_MS)],
  [/^(apiKey|apiSig|time):|incorrect (api key|signature)/i, (...it) => failure('signedOut', ...it)],
  [/^handles?:/, (...it) => failure('signedOut', ...it)],
  [/^contestId:|not found|not allowed/i, (...it) => failure('refused', ...it)],
  [/internal|unavailable|try again/i, (...it) => failure('down', ...it)],
];

/**
 * Reads a reply of the API.
 *
 * @throws {OutsideError} as the comment of a failed call says; `challenge` for a check of browsers; `drift` for what
 *   is not a reply of the API
 */
export function readReply<Result>(text: string, result: z.ZodType<Result>, evidence: Evidence): Result {
  const reply = Reply.safeParse(parseJson(text));
  if (!reply.success) throw noReply(evidence);
  const { status, comment = '' } = reply.data;
  if (status === 'FAILED') throw failureOf(comment, evidence);
  const read = result.safeParse(reply.data.result);
  if (status !== 'OK' || !read.success) throw drift(`a field of the API: ${fieldOf(read.error)}`, evidence);
  return read.data;
}

function noReply(evidence: Evidence): OutsideError {
  if (isChallenge(evidence)) return challenge(evidence);
  if (evidence.status >= 500 || isAway(evidence.body))
    return failure('down', `HTTP ${evidence.status}`, evidence);
  return drift('the answer is no reply of the API', evidence);
}

/** The failure of a call or page in whose place a check of browsers came. */
export const challenge = (evidence: Evidence) =>
  new OutsideError('challenge', 'The site checks browsers: a human must look', { evidence });

function failureOf(comment: string, evidence: Evidence): OutsideError {
  const [, failed] = COMMENTS.find(([words]) => words.test(comment.slice(0, 500))) ?? [];
  return failed?.(comment, evidence) ?? drift(`the API says ${comment.slice(0, 200)}`, evidence);
}

const failure = (
  kind: 'rate' | 'signedOut' | 'refused' | 'down',
  comment: string,
  evidence: Evidence,
  retryAfterMs?: number,
) => new OutsideError(kind, comment.slice(0, 500), { evidence, retryAfterMs });

const fieldOf = (error: z.ZodError | undefined) => error?.issues[0]?.path.join('.') ?? 'status';
