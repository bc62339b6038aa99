import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientToServerEvents, ServerToClientEvents } from '@balloon/contracts/events.ts';
import { SubmitReply, type SubmitSolution } from '@balloon/contracts/solutions.ts';
import { OwnUser, SignInReply } from '@balloon/contracts/users.ts';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';

export type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
export type Receipt = z.infer<typeof SubmitReply>['receipt'];

/** What a process of the site answered, when it was no yes. */
export class AnsweredError extends Error {
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
/** A site that has not come back by then never will. */
const GIVE_UP_AFTER_MS = 120_000;

/** A signed-in person with a program of theirs; every process of the site knows the session. */
export class Contestant {
  readonly username: string;
  readonly id: number;
  /** For `X-Token`. */
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

  /** One try; throws when there is no receipt within `patienceMs`, which does not say that it was not accepted. */
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
   * Tries with the same key until there is a receipt, as the page and every good program do.
   *
   * @param nextTry where to send and how long to wait, for each try anew
   * @throws {AnsweredError} a refusal that would be the same next time, or what the last of many tries met
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

  /** A socket of this session that hears of the contest; it comes back by itself when its process dies. */
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

/** Nobody there, no answer, or one that says "later". */
function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof AnsweredError) return error.status >= 500 || error.status === 429;
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
}

interface Call {
  token?: string;
  /** Sent as JSON; without one it is a GET. */
  body?: object;
  patienceMs?: number;
}

/** @throws {AnsweredError} {TypeError} (nobody there) {DOMException} TimeoutError */
async function call<Schema extends z.ZodType>(
  url: string,
  path: string,
  schema: Schema,
  { token, body, patienceMs = PATIENCE_MS }: Call,
): Promise<z.output<Schema>> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token && { 'x-token': token }), ...(body && { 'content-type': 'application/json' }) },
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
    return text; // a proxy's page, a cut answer: the schema will say what is missing
  }
}
