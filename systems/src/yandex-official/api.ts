import type { z } from 'zod';
import { drift, OutsideError } from '#failures.ts';
import type { OutsideAnswer, OutsideRequest } from '#http/outside-http.ts';
import type { Session } from '#outside-system.ts';
import { toPage } from '#pages/get-page.ts';
import { parseJson } from '#parse-json.ts';
import { accessToken, renewedToken } from '#yandex-official/tokens.ts';

/**
 * Calls the API; a refused token is renewed once. Not for sends.
 *
 * @returns an answer of success, or of a status that the caller expects
 * @throws {OutsideError} what the status means, see `failureOf`
 */
export async function call(
  session: Session,
  request: OutsideRequest,
  expected: readonly number[] = [],
): Promise<OutsideAnswer> {
  const token = accessToken(session);
  let answer = await withToken(session, request, token);
  if (answer.status === 401) answer = await withToken(session, request, await renewedToken(session, token));
  if (isSuccess(answer) || expected.includes(answer.status)) return answer;
  throw failureOf(answer);
}

/** Calls and reads the answer. */
export async function get<Schema extends z.ZodType>(
  session: Session,
  schema: Schema,
  path: string,
  query: OutsideRequest['query'] = {},
): Promise<z.infer<Schema>> {
  return readJson(await call(session, { path, query }), schema);
}

/** Sends with one request, whatever comes. */
export function callOnce(session: Session, request: OutsideRequest): Promise<OutsideAnswer> {
  return session.http.request(authorised(request, accessToken(session)));
}

/** Reads an answer. @throws {OutsideError} `drift` or `challenge` when it is not what the schema says */
export function readJson<Schema extends z.ZodType>(answer: OutsideAnswer, schema: Schema): z.infer<Schema> {
  const value = parseJson(answer.text());
  if (value === undefined) throw toPage(answer).lacks('JSON');
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw drift(`${issue?.path.join('.')}: ${issue?.message}`, answer.evidence());
}

export const isSuccess = ({ status }: OutsideAnswer) => status >= 200 && status < 300;

/** What an answer without success asks for. An API that fails is away; a request that it refuses is final. */
export function failureOf(answer: OutsideAnswer): OutsideError {
  const { status } = answer;
  const evidence = answer.evidence();
  const message = errorText(answer);
  if (status >= 500) return new OutsideError('down', `HTTP ${status}`, { evidence });
  if (status === 401) return new OutsideError('signedOut', 'The token is refused', { evidence });
  // A redirect is none of the API either: what leads elsewhere must not refuse solutions for good.
  if (message === null || status < 400) return toPage(answer).lacks(`HTTP ${status} without a reason`);
  return new OutsideError('refused', message === '' ? `HTTP ${status}` : message, { evidence });
}

const MAX_MESSAGE = 500;

/** Words of a refusal, whose place differs from call to call; null: the answer is none of the API. */
export function errorText(answer: OutsideAnswer): string | null {
  const value = parseJson(answer.text());
  if (value === undefined) return answer.text().trim() === '' ? '' : null;
  return firstText(value, 0).slice(0, MAX_MESSAGE);
}

const PLACES = ['message', 'errorMessage', 'error_description', 'description', 'error', 'code'] as const;

function firstText(value: unknown, depth: number): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null || depth > 2) return '';
  const texts = PLACES.map((place) => firstText((value as Record<string, unknown>)[place], depth + 1));
  return texts.find((text) => text !== '') ?? '';
}

const authorised = (request: OutsideRequest, token: string): OutsideRequest => ({
  ...request,
  headers: { accept: 'application/json, */*', authorization: `OAuth ${token}` },
});

/** All calls but a send may be made again, also those that register an account or start its time. */
const withToken = (session: Session, request: OutsideRequest, token: string) =>
  session.http.request({ ...authorised(request, token), isHarmless: true });
