import { once } from 'node:events';
import { createServer } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#start-error.ts';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);
/** Addresses of IPv6 that mean something only with the name of an interface. */
const LINK_LOCAL = /^fe[89ab]/i;
const RETRY_MS = 100;

/**
 * Checks that the page's port is free, before anything is started for it.
 *
 * @param patienceMs time to wait for a process of an earlier start that is about to end
 * @throws {StartError} when the port is taken or not allowed
 */
export async function checkPort(host: string, port: number, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const code = await tryPort(host, port);
    if (code === null) return;
    if (code !== 'EADDRINUSE' || Date.now() >= until) throw portError(host, port, code);
    await sleep(RETRY_MS);
  }
}

async function tryPort(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    server.close();
  }
}

function portError(host: string, port: number, code: string): StartError {
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `PORT ${port} is in use by another program: stop it, or set PORT to another number`,
      );
    case 'EACCES':
      return new StartError(`PORT ${port} is reserved for root: set PORT to a number from 1024 upwards`);
    default:
      return new StartError(`HOST ${host} is no address of this machine (${code}): set HOST to one that is`);
  }
}

/** Returns the site's address for processes on this machine. */
export function localUrl(host: string, port: number): string {
  const name = EVERY_ADDRESS.has(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Lists the site's addresses for people: on this machine first, then from others. */
export function addressesToOpen(
  host: string,
  port: number,
  publicUrl: string | null,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): string[] {
  if (publicUrl) return [publicUrl];
  if (!EVERY_ADDRESS.has(host)) return [localUrl(host, port)];
  const others = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .filter(({ family, address }) => family === 'IPv4' || (host === '::' && !LINK_LOCAL.test(address)))
    .map(({ address }) => localUrl(address, port));
  return [`http://localhost:${port}`, ...others];
}
