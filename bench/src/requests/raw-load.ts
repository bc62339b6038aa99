import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { RawLoad, RawResult } from '#requests/raw-client.ts';

/** Asks for an address as often as its server answers, from a process of its own. */
export async function loadRaw(load: RawLoad): Promise<RawResult> {
  const child = fork(fileURLToPath(new URL('raw-client.ts', import.meta.url)), [JSON.stringify(load)]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The client ended with ${code} before its result`);
  });
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [RawResult];
  return result;
}

/** The body of an answer as it comes, packed where the headers ask for it. */
export async function readRaw(url: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  return buffer(response);
}
