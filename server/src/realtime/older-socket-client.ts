import { readFile } from 'node:fs/promises';
import type { Server as HttpServer, RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { App } from '#http/routes.ts';

/** Path from which pages of the older generation load their socket client. */
const CLIENT_PATH = '/socket.io/socket.io.js';

/**
 * Serves the socket client of generation 2 to pages that bring none of their own: later ones never emit `reconnect`
 * on the socket, which these pages wait for. Our own page has its client built in.
 */
export async function serveOlderSocketClient(app: App): Promise<void> {
  const script = await readFile(
    createRequire(import.meta.url).resolve('socket.io-client-2/dist/socket.io.js'),
  );
  app.get(CLIENT_PATH, { config: { allow: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  );
}

/**
 * Hands requests for the client to the application, although everything else below that path belongs to the sockets.
 *
 * @param application listeners for requests from before the sockets took the path
 */
export function keepClientPath(server: HttpServer, application: readonly RequestListener[]): void {
  const withSockets = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, reply) => {
    const { url = '' } = request;
    const isForClient = url === CLIENT_PATH || url.startsWith(`${CLIENT_PATH}?`);
    for (const listener of isForClient ? application : withSockets) {
      listener.call(server, request, reply);
    }
  });
}
