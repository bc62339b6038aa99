import type { ClientEvent, ServerToClientEvents } from '@balloon/contracts/socket/events.ts';
import { vi } from 'vitest';
import type { TestClient, TestSocket } from '#testing/test-server.ts';

type Event = keyof ServerToClientEvents;
type Payload<E extends Event> = Parameters<ServerToClientEvents[E]>[0];

/** A browser's socket that records received events. */
export class TestEar {
  readonly socket: TestSocket;
  readonly #heard: { event: string; payload: unknown }[] = [];

  constructor(socket: TestSocket) {
    this.socket = socket;
    socket.onAny((event: string, payload: unknown) => this.#heard.push({ event, payload }));
  }

  /** Events received under a name so far. */
  heard<E extends Event>(event: E): Payload<E>[] {
    return this.#heard.filter((one) => one.event === event).map(({ payload }) => payload as Payload<E>);
  }

  /** Names of all events received about solutions. */
  heardOfSolutions(): string[] {
    return this.#heard
      .map(({ event }) => event)
      .filter((event) => event.includes('solution') || event.includes('verdict'));
  }

  /** Waits for an event that fits. */
  async hears<E extends Event>(
    event: E,
    fits: (payload: Payload<E>) => boolean = () => true,
  ): Promise<Payload<E>> {
    return vi.waitFor(
      () => {
        const payload = this.heard(event).find(fits);
        if (!payload) throw new Error(`'${event}' was not heard among ${JSON.stringify(this.#heard)}`);
        return payload;
      },
      { timeout: 150_000, interval: 10 },
    );
  }

  /** Sends an event and waits for its answer. */
  async asks(event: ClientEvent, payload: unknown): Promise<{ ok: boolean; code?: string }> {
    return this.socket.timeout(60_000).emitWithAck(event, payload);
  }

  /** Sends an event that must be allowed. */
  async joins(event: ClientEvent, payload: unknown = {}): Promise<void> {
    const reply = await this.asks(event, payload);
    if (!reply.ok) throw new Error(`${event} was refused: ${reply.code}`);
  }

  /** Resolves when everything that the server had sent before has been received: answers keep the order. */
  async catchesUp(): Promise<void> {
    await this.asks('solutions.stopListen', {});
  }
}

/** A person's socket on the server that the person's requests go to, in a contest's rooms if one is given. */
export async function openEar(person: TestClient, contest?: { id: number }): Promise<TestEar> {
  const ear = new TestEar(await person.socket());
  if (contest) await ear.joins('contest.join', { contestId: contest.id });
  return ear;
}
