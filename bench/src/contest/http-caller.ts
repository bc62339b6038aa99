import { Agent, request } from 'node:http';

export interface Answer {
  status: number;
  text: string;
}

/** Calls webs over kept connections, with less work of its own than `fetch`. */
export class HttpCaller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });

  /** Posts a body, or gets without one, in the name of a session. */
  call(url: string, token: string, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          agent: this.#agent,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            'x-token': token,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
