import type { Server as HttpServer } from 'node:http';
import type { Services } from '#services.ts';

export function startSockets(_server: HttpServer, _services: Services): { close(): Promise<void> } {
  return { close: async () => {} };
}
