import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keptAnswer, whoAmI } from '#service-worker/kept-answers.ts';
import { WHO_AM_I } from '#service-worker/kept-paths.ts';

/* What is kept belongs to one person, however the answers of two of them cross each other. */

const STATEMENT = '/api/contest/7/problems/A';

let server: Server;
let url: string;
/** Id of the person whose session the browser sends. */
let person: number;
/** Memory of the browser, which takes time; a test may hold up a step of it. */
let kept: Map<string, Response>;
let beforeOpening: () => Promise<unknown>;

beforeAll(async () => {
  server = createServer((_request, response) => response.end(JSON.stringify({ id: person }))).listen(0);
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(async () => {
  beforeOpening = async () => {};
  vi.stubGlobal('caches', {
    async open() {
      await beforeOpening();
      const opened = kept;
      return {
        match: async (key: string) => opened.get(pathOf(key))?.clone(),
        put: async (key: string, answer: Response) => void opened.set(pathOf(key), answer),
        delete: async (key: string) => opened.delete(pathOf(key)),
        keys: async () => [...opened.keys()].map((path) => new Request(url + path)),
      };
    },
    async delete() {
      kept = new Map();
    },
  });
  kept = new Map();
  person = 1;
  await ask(WHO_AM_I);
});
afterEach(() => void vi.unstubAllGlobals());

const ask = (path: string) =>
  (path === WHO_AM_I ? whoAmI : keptAnswer)(new Request(url + path)).then((answer) => answer.json());
const pathOf = (address: string) => new URL(address, url).pathname;
const keptPaths = () => [...kept.keys()];

test('an answer stays with the person who asked for it', async () => {
  await ask(STATEMENT);
  expect(keptPaths()).toEqual([WHO_AM_I, STATEMENT]);

  person = 2;
  await ask(WHO_AM_I);
  expect(keptPaths()).toEqual([WHO_AM_I]);
});

test.each([1, 2, 3])(
  'an answer that is about to be kept when the next person comes is not: step %i',
  async (step) => {
    let steps = 0;
    const { promise: next, resolve: go } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    beforeOpening = async () => {
      steps += 1;
      if (steps !== step) return;
      reach();
      await next;
    };
    const before = ask(STATEMENT);
    await reached;

    person = 2;
    const after = ask(WHO_AM_I);
    await pause(50); // time enough, were it not for the other
    go();
    await Promise.all([before, after]);
    expect(keptPaths()).toEqual([WHO_AM_I]);
    expect(await kept.get(WHO_AM_I)?.json()).toEqual({ id: 2 });
  },
);
