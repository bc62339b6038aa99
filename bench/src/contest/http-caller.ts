import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENT_GENERATION, GENERATION_HEADER } from '@balloon/contracts/site/api-generation.ts';

export interface Answer {
  status: number;
  text: string;
  /** When a refused caller should come again. */
  retryAfterSec: number;
}

/** Number of times that people of a load ask again for what is refused for the moment. */
const TRIES = 30;

/**
 * Asks again, when the answer says so, for what is refused for the moment (503), as the page does.
 *
 * @param onRefused called for each refusal
 * @returns the first other answer
 * @throws {Error} after too many refusals
 */
export async function askUntilTaken<Given extends Pick<Answer, 'status' | 'retryAfterSec'>>(
  ask: () => Promise<Given>,
  onRefused: () => void,
): Promise<Given> {
  for (let left = TRIES; left > 0; left -= 1) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    onRefused();
    await sleep(1000 * Math.max(1, answer.retryAfterSec));
  }
  throw new Error(`Something was refused ${TRIES} times`);
}

/** Calls webs over kept connections as the page does, with less work of its own than `fetch`. */
export class HttpCaller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });
  readonly #headers: Readonly<Record<string, string>>;
  #isClosed = false;

  /** @param headers sent with each call */
  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#headers = { [GENERATION_HEADER]: CURRENT_GENERATION, ...headers };
  }

  /** Posts a body, or gets without one, in the name of a session if there is one. */
  call(url: string, token: string | null, body?: string): Promise<Answer> {
    return new Promise((resolve, fail) => {
      // Calls that closing cuts off stay without an answer: nobody waits for them any more.
      const reject = (error: Error) => this.#isClosed || fail(error);
      const sent = request(
        url,
        {
          agent: this.#agent,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            ...this.#headers,
            ...(token === null ? {} : { 'x-token': token }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(parts).toString(),
              retryAfterSec: Number(answer.headers['retry-after'] ?? 0),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#agent.destroy();
  }
}
