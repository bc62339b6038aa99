import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below those that Linux gives to whoever asks for any: the many servers and connections of other tests do not come upon
 * one of them while its owner has not opened it yet, or starts again.
 */
const [FIRST, COUNT] = [20_000, 12_000];
/** Processes of a run begin this far from each other. */
const APART = 16;

let next = process.pid * APART;

/** Finds a port of this machine that is free now, and that this process has not given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next % COUNT);
    next += 1;
    if (await isFree(port)) return port;
  }
}

export async function isFree(port: number): Promise<boolean> {
  const trial = createServer();
  try {
    trial.listen(port, '127.0.0.1');
    await once(trial, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((resolve) => trial.close(resolve));
  }
}
