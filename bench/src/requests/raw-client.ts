import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { quantile } from '#report/table.ts';

/*
 * A client that asks for one address over connections that stay open, each request after the answer before, and only counts
 * the bytes of the answers: a library that parses each of them takes as long as the server. Where it has a core of its own it
 * never sleeps: waking it is paid by the server, and only by one that it waits for, so that the faster of two servers would
 * seem faster than it is. Its argument is a `RawLoad`. Tells a `RawResult`.
 */

export interface RawLoad {
  url: string;
  headers: Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
}

export interface RawResult {
  answers: number;
  tookMs: number;
  p50Ms: number;
  p99Ms: number;
}

const [, , argument = '{}'] = process.argv;
const { url, headers, connections, seconds } = JSON.parse(argument) as RawLoad;
const { host, hostname, port, pathname, search } = new URL(url);
const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
const request = Buffer.from([`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'));

const length = await lengthOfAnswer();
const startedMs = performance.now();
let isOver = false;
if (availableParallelism() > 1) stayAwake();
const times = (await Promise.all(Array.from({ length: connections }, ask))).flat();
isOver = true;
const result: RawResult = {
  answers: times.length,
  tookMs: performance.now() - startedMs,
  p50Ms: quantile(times, 0.5),
  p99Ms: quantile(times, 0.99),
};
process.send?.(result);
process.disconnect?.();

/** Keeps the event loop from waiting, until the load is over. */
function stayAwake(): void {
  if (!isOver) setImmediate(stayAwake);
}

async function open(): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Length of an answer with its head; all of them have the same. */
async function lengthOfAnswer(): Promise<number> {
  const socket = await open();
  socket.write(request);
  let answer = Buffer.alloc(0);
  for await (const bytes of socket) {
    answer = Buffer.concat([answer, bytes]);
    const headLength = answer.indexOf('\r\n\r\n') + 4;
    if (headLength < 4) continue;
    const head = answer.subarray(0, headLength).toString();
    const bodyLength = /^content-length: (\d+)/im.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 200') || bodyLength === undefined) throw new Error(`Answered: ${head}`);
    if (answer.length === headLength + Number(bodyLength)) break;
  }
  return answer.length;
}

/** Asks over one connection until the time is over; returns how long each answer took in ms. */
async function ask(): Promise<number[]> {
  const socket = await open();
  const taken: number[] = [];
  let left = length;
  let askedMs = performance.now();
  const untilMs = startedMs + seconds * 1000;
  socket.write(request);
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection')));
    socket.on('data', (bytes) => {
      left -= bytes.length;
      if (left > 0) return;
      if (left < 0) return reject(new Error('An answer was longer than the first one'));
      const nowMs = performance.now();
      taken.push(nowMs - askedMs);
      if (nowMs >= untilMs) return resolve();
      left = length;
      askedMs = nowMs;
      socket.write(request);
    });
  });
  socket.destroy();
  return taken;
}
