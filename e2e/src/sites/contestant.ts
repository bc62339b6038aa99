import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENT_GENERATION, GENERATION_HEADER } from '@balloon/contracts/site/api-generation.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '@balloon/contracts/socket/events.ts';
import { SubmitReply, type SubmitSolution } from '@balloon/contracts/solutions/solutions.ts';
import { OwnUser, SignInReply } from '@balloon/contracts/users.ts';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';

export type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
export type Receipt = z.infer<typeof SubmitReply>['receipt'];

/** Error status with which a process of the site answered. */
class AnsweredError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, body: string) {
    super(`HTTP ${status}: ${body.slice(0, 300)}`);
    this.status = status;
    this.code = CODE.safeParse(parseJson(body)).data?.error.code ?? '';
  }
}
const CODE = z.object({ error: z.object({ code: z.string() }) });

const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** Time after which a site that has not come back is given up. */
const GIVE_UP_AFTER_MS = 120_000;

/** Signed-in person as an API client; every process of the site accepts the session. */
export class Contestant {
  readonly username: string;
  readonly id: number;
  /** Value of the header `X-Token`. */
  readonly token: string;

  constructor(token: string, { id, username }: { id: number; username: string }) {
    this.token = token;
    this.id = id;
    this.username = username;
  }

  static async signIn(url: string, username: string, password: string): Promise<Contestant> {
    const { token } = await call(url, '/api/user/authenticate/sign-in', SignInReply, {
      body: { username, password },
    });
    const me = await call(url, '/api/user/me', OwnUser, { token });
    return new Contestant(token, me);
  }

  get<Schema extends z.ZodType>(url: string, path: string, schema: Schema): Promise<z.output<Schema>> {
    return call(url, path, schema, { token: this.token });
  }

  post<Schema extends z.ZodType>(
    url: string,
    path: string,
    schema: Schema,
    body: object = {},
    patienceMs = PATIENCE_MS,
  ): Promise<z.output<Schema>> {
    return call(url, path, schema, { token: this.token, body, patienceMs });
  }

  /** Tries once; throws without a receipt within `patienceMs`, although the solution may have been accepted. */
  async submit(
    url: string,
    contestId: number,
    solution: SubmitSolution,
    patienceMs = PATIENCE_MS,
  ): Promise<Receipt> {
    const path = `/api/contest/${contestId}/solutions`;
    return (await this.post(url, path, SubmitReply, solution, patienceMs)).receipt;
  }

  /**
   * Tries with the same key until there is a receipt, as the page and every well-made client do.
   *
   * @param nextTry returns where to send and how long to wait, called for each try
   * @throws {AnsweredError} for a permanent refusal, or with the last error after many tries
   */
  async submitUntilReceipt(
    contestId: number,
    solution: SubmitSolution & { idempotencyKey: string },
    nextTry: () => { url: string; patienceMs?: number },
  ): Promise<Receipt> {
    const untilMs = performance.now() + GIVE_UP_AFTER_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const { url, patienceMs = PATIENCE_MS } = nextTry();
      try {
        return await this.submit(url, contestId, solution, patienceMs);
      } catch (error) {
        if (!isWorthAnotherTry(error) || performance.now() > untilMs) throw error;
        await sleep(pauseMs);
      }
    }
  }

  /** Opens a socket of this session in the contest's room; it reconnects when its process dies. */
  async socket(url: string, contestId: number): Promise<ClientSocket> {
    const socket: ClientSocket = io(url, {
      transports: ['websocket'],
      auth: { token: this.token },
      forceNew: true,
    });
    const joined = await new Promise<{ ok: boolean; code?: string }>((resolve) => {
      socket.on('connect', () => socket.emit('contest.join', { contestId }, resolve));
    });
    if (!joined.ok)
      throw new Error(`${this.username} may not listen to contest ${contestId}: ${joined.code}`);
    return socket;
  }
}

/** Whether there was no connection, no answer, or a temporary refusal. */
function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof AnsweredError) return error.status >= 500 || error.status === 429;
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
}

interface Call {
  token?: string;
  /** Body, sent as JSON; without one the call is a GET. */
  body?: object;
  patienceMs?: number;
}

/**
 * Makes a call and parses the answer.
 *
 * @throws {AnsweredError} {TypeError} (no connection) {DOMException} TimeoutError
 */
async function call<Schema extends z.ZodType>(
  url: string,
  path: string,
  schema: Schema,
  { token, body, patienceMs = PATIENCE_MS }: Call,
): Promise<z.output<Schema>> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      [GENERATION_HEADER]: CURRENT_GENERATION,
      ...(token && { 'x-token': token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(patienceMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new AnsweredError(response.status, text);
  return schema.parse(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a proxy's page or a cut answer: the schema will report what is missing
  }
}
