import type { z } from 'zod';
import { ApiRuns } from '#cf/api-results.ts';
import { isChallenge } from '#cf/challenge.ts';
import { challenge, readReply } from '#cf/read-reply.ts';
import { drawSalt, signCall } from '#cf/sign-call.ts';
import { type Evidence, OutsideError } from '#failures.ts';
import type { Session } from '#outside-system.ts';

/** A call of the API. */
export interface Call<Result> {
  /** Name such as `user.status`. */
  method: string;
  parameters?: Readonly<Record<string, string | number>>;
  result: z.ZodType<Result>;
  /** Largest answer in bytes; the list of all problems has some megabytes. */
  maxBytes?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** Runs are asked for every few seconds; a hundred have some 70 KB. */
const RUNS_BYTES = 4 * 1024 * 1024;

/**
 * Calls the API, signed where the account has a key.
 *
 * @throws {OutsideError} `rate` when the site's limit is exceeded, `refused` for a contest that is not to be seen
 */
export async function callApi<Result>(
  session: Session,
  { method, parameters = {}, result, maxBytes = MAX_BYTES }: Call<Result>,
): Promise<Result> {
  const path = `api/${method}`;
  const query = Object.fromEntries(queryOf(session, method, { ...parameters, lang: 'en' }));
  const answer = await session.http
    .request({ path, query, maxBytes })
    .catch((error: unknown) => Promise.reject(withoutKey(error)));
  return readReply(answer.text(), result, bare(answer.evidence()));
}

function queryOf(session: Session, method: string, parameters: Record<string, string | number>) {
  const pairs = Object.entries(parameters).map(([name, value]) => [name, String(value)] as const);
  const { apiKey, apiSecret: secret } = session.credentials ?? {};
  if (!apiKey || !secret) return pairs;
  const moment = { timeSec: Math.floor(session.nowMs() / 1000), salt: drawSalt() };
  return signCall(method, pairs, { apiKey, secret }, moment);
}

/** The address of a signed call holds the key. */
const bare = (evidence: Evidence): Evidence => ({ ...evidence, url: evidence.url.split('?', 1)[0] ?? '' });

function withoutKey(error: unknown): unknown {
  if (!(error instanceof OutsideError) || !error.evidence) return error;
  const { kind, message, retryAfterMs } = error;
  const evidence = bare(error.evidence);
  return isChallenge(evidence)
    ? challenge(evidence)
    : new OutsideError(kind, message, { retryAfterMs, evidence });
}

/** Lists runs of an account, latest first. @param contestId null: of all contests */
export function listRuns(session: Session, handle: string, contestId: number | null, count: number) {
  return callApi(session, {
    method: contestId === null ? 'user.status' : 'contest.status',
    parameters: { ...(contestId === null ? {} : { contestId }), handle, from: 1, count },
    result: ApiRuns,
    maxBytes: RUNS_BYTES,
  });
}
