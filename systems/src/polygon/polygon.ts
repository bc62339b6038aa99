import { z } from 'zod';
import { type ApiKey, drawSalt, signCall } from '#cf/sign-call.ts';
import { drift, OutsideError } from '#failures.ts';
import type { OutsideAnswer, OutsideHttp } from '#http/outside-http.ts';
import { toPage } from '#pages/get-page.ts';
import { parseJson } from '#parse-json.ts';
import {
  ContestProblems,
  contestProblemsOf,
  newestPackage,
  Packages,
  type PolygonPackage,
  type PolygonProblem,
} from '#polygon/read-packages.ts';

/** Shortest time between the starts of two calls; Polygon publishes no limit, Codeforces has this one. */
export const POLYGON_REQUEST_EVERY_MS = 2_000;

/** Bound of a package in bytes, which is held in memory. */
const MAX_POLYGON_PACKAGE_BYTES = 256 * 1024 * 1024;

const PACKAGE_WITHIN_MS = 10 * 60_000;

/** Polygon as one user sees it. */
export interface PolygonClient {
  /** Finds the newest package of a problem; null: none is ready. */
  findNewestPackage(problemId: number): Promise<PolygonPackage | null>;
  /** Reads a package as a zip archive. @throws {OutsideError} `drift` for anything else, or beyond the bound */
  readPackage(problemId: number, chosen: PolygonPackage): Promise<Uint8Array>;
  /** Lists the problems of a contest in the order of their letters. */
  listContestProblems(contestId: number): Promise<PolygonProblem[]>;
}

export interface PolygonOptions {
  /** Connection to the API of Polygon. */
  http: OutsideHttp;
  key: ApiKey;
  /** Code that protects the problem or contest, where it has one. */
  pin?: string | undefined;
  nowMs(): number;
  /** Chance of a signature. */
  salt?: (() => string) | undefined;
  /** Bound of a package in bytes. Default: `MAX_POLYGON_PACKAGE_BYTES`. */
  maxPackageBytes?: number | undefined;
}

/**
 * Opens Polygon by the key of a user.
 *
 * @throws {OutsideError} in every call: `signedOut` for a wrong key, `refused` for what the user may not read or is not
 *   there, `rate`, `down`, `drift`, `challenge`
 */
export function openPolygon(options: PolygonOptions): PolygonClient {
  const ask = async <Schema extends z.ZodType>(
    method: string,
    parameters: Parameters,
    schema: Schema,
  ): Promise<z.infer<Schema>> => {
    const answer = await call(options, method, parameters);
    const { result } = successOf(answer);
    const read = schema.safeParse(result);
    if (!read.success) throw drift(`${method}: ${read.error.issues[0]?.message}`, answer.evidence());
    return read.data;
  };
  return {
    async findNewestPackage(problemId) {
      return newestPackage(await ask('problem.packages', { problemId }, Packages));
    },
    async readPackage(problemId, { packageId, type }) {
      const answer = await call(options, 'problem.package', { problemId, packageId, type });
      if (isZip(answer.bytes)) return answer.bytes;
      successOf(answer);
      throw drift('problem.package: no archive', answer.evidence());
    },
    async listContestProblems(contestId) {
      return contestProblemsOf(await ask('contest.problems', { contestId }, ContestProblems));
    },
  };
}

type Parameters = Readonly<Record<string, string | number>>;

/** Calls a method. All that are used here only read. */
async function call(options: PolygonOptions, method: string, parameters: Parameters): Promise<OutsideAnswer> {
  const { http, key, pin, nowMs, salt = drawSalt, maxPackageBytes = MAX_POLYGON_PACKAGE_BYTES } = options;
  const named = Object.entries({ ...parameters, ...(pin === undefined ? {} : { pin }) });
  const fields = signCall(
    method,
    named.map(([name, value]) => [name, String(value)] as const),
    key,
    { timeSec: Math.floor(nowMs() / 1000), salt: salt() },
  );
  return http.request({
    path: method,
    ...{ method: 'POST', isHarmless: true },
    form: { as: 'urlencoded', fields },
    maxBytes: maxPackageBytes,
    answerWithinMs: PACKAGE_WITHIN_MS,
  });
}

const Envelope = z.object({
  status: z.enum(['OK', 'FAILED']),
  comment: z.string().optional(),
  result: z.unknown().optional(),
});

/** Reads an answer. @throws {OutsideError} when it is no success */
function successOf(answer: OutsideAnswer): z.infer<typeof Envelope> {
  const read = Envelope.safeParse(parseJson(answer.text()));
  if (read.success && read.data.status === 'OK') return read.data;
  if (answer.status >= 500) {
    throw new OutsideError('down', `HTTP ${answer.status}`, { evidence: answer.evidence() });
  }
  if (!read.success) throw toPage(answer).lacks('an answer of the API');
  const comment = (read.data.comment ?? 'no reason').slice(0, 500);
  throw new OutsideError(kindOf(comment), comment, { evidence: answer.evidence() });
}

function kindOf(comment: string): 'signedOut' | 'rate' | 'refused' {
  if (/limit exceeded|too many|too often/i.test(comment)) return 'rate';
  return /api ?key|api ?sig|signature|^time:/i.test(comment) ? 'signedOut' : 'refused';
}

const isZip = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004';
