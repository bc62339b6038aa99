import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises';

/**
 * The end of a web process behind a reverse proxy, unnoticed by people. Theory of operation: a request that meets a
 * connection or a listener in the instant of its closing is lost, and proxies do not repeat what changes something. So
 * the process leaves in two steps, and serves what arrives in both. At first it says at its address of readiness that it
 * is leaving, for proxies that ask (Caddy). Then it takes no new connections and keeps none beyond its next answer: proxies
 * that do not ask (nginx) are refused before they have sent anything, try the next process with whatever it is, and leave
 * this one out. In this order a proxy that keeps its connections opens none in the instant at which they are refused: one
 * that the system has made and the process has not taken would be lost. Connections that are closed afterwards are in
 * nobody's use.
 */
export class Farewell {
  #hasBegun = false;

  /** Whether proxies should give new requests to another process. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Resolves when the server may close. */
  async say(server: Server, withinMs: number): Promise<void> {
    this.#hasBegun = true;
    if (withinMs === 0) return;
    await sleep(withinMs / 2);
    // Connections that the system has made and this process has not taken yet would be lost: it has just taken all then.
    await turnOfTheLoop();
    // The method of HTTP servers would also close connections that are idle for the moment.
    NetServer.prototype.close.call(server);
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.setHeader('connection', 'close');
    });
    await sleep(withinMs / 2);
  }
}
