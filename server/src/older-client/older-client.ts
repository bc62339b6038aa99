import io from 'socket.io-client-2';
import { vi } from 'vitest';
import { z } from 'zod';
import type { Reply, TestClient } from '#testing/test-server.ts';

/** A browser with the older client: its calls, its spellings, its socket protocol. */
export class OlderClient {
  readonly http: TestClient;
  readonly #url: string;
  #socket: ReturnType<typeof io> | undefined;
  /** How often the client said that it is back. */
  reconnects = 0;
  readonly #heard: { event: string; payload: unknown }[] = [];

  constructor(http: TestClient, url: string) {
    this.http = http;
    http.isOlder = true;
    this.#url = url;
  }

  /** Reads an answer as the client does; fails when something it reads is not there. */
  async get<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
    return read(`GET ${path}`, await this.http.get(`/api${path}`), shape);
  }

  /** A POST with a JSON body, or with everything in the address. */
  async post<Shape extends z.ZodType>(
    path: string,
    body: object | null,
    shape: Shape,
  ): Promise<z.output<Shape>> {
    return read(`POST ${path}`, await this.http.post(`/api${path}`, body ?? undefined), shape);
  }

  /** A DELETE; screens read nothing of its answer. */
  async delete(path: string): Promise<void> {
    read(`DELETE ${path}`, await this.http.send('DELETE', `/api${path}`, {}), z.unknown());
  }

  /** A real HTML form. */
  async sendForm<Shape extends z.ZodType>(
    path: string,
    fields: Record<string, string>,
    shape: Shape,
  ): Promise<z.output<Shape>> {
    return read(`form ${path}`, await this.http.post(`/api${path}`, new URLSearchParams(fields)), shape);
  }

  /** Connects as the page does: by polling, from which it moves on to a WebSocket where it can; notes these events. */
  async connect(transport: 'polling' | 'websocket', events: readonly string[]): Promise<void> {
    const socket = io(this.#url, {
      transports: [...new Set(['polling', transport])],
      forceNew: true,
      transportOptions: { polling: { extraHeaders: currentCookie(this.http) } },
    });
    this.#socket = socket;
    socket.on('reconnect', () => {
      this.reconnects += 1;
    });
    for (const event of events) socket.on(event, (payload) => this.#heard.push({ event, payload }));
    await vi.waitFor(() => {
      const name = socket.io.engine.transport.name;
      if (!socket.connected || name !== transport) throw new Error(`connected by ${name}`);
    }, PATIENCE);
  }

  /** Without asking for an answer: it knows none. */
  emit(event: string, payload: object): void {
    this.#socket?.emit(event, payload);
  }

  hasHeard(event: string): boolean {
    return this.#heard.some((one) => one.event === event);
  }

  /** Waits for an event of this shape. */
  async hears<Shape extends z.ZodType>(event: string, shape: Shape): Promise<z.output<Shape>> {
    return vi.waitFor(() => {
      const tries = this.#heard
        .filter((one) => one.event === event)
        .map(({ payload }) => shape.safeParse(payload));
      const fits = tries.find(({ success }) => success);
      if (fits?.success) return fits.data;
      throw new Error(`'${event}': ${JSON.stringify(tries.map(({ error }) => error?.issues))}`);
    }, PATIENCE);
  }

  close(): void {
    this.#socket?.close();
  }
}

/** Cookie at the time of each connection, as in a browser. */
const currentCookie = (http: TestClient) => ({
  get cookie() {
    return http.cookie;
  },
});

const PATIENCE = { timeout: 150_000, interval: 20 };

function read<Shape extends z.ZodType>(call: string, reply: Reply, shape: Shape): z.output<Shape> {
  if (reply.status !== 200) throw new Error(`${call}: ${reply.status} ${reply.text}`);
  const parsed = shape.safeParse(JSON.parse(reply.text || 'null'));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${call} lacks what the older client reads: ${z.prettifyError(parsed.error)}\n${reply.text}`,
  );
}
