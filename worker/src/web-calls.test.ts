import { once } from 'node:events';
import { mkdtempDisposable, truncate, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AwayError, createWebCalls, RefusedError } from '#web-calls.ts';

const Sum = z.object({ sum: z.number() });
const { signal } = new AbortController();

/** Serves on a free port of this machine, and makes the calls of its part `api/part`. */
async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    calls: createWebCalls(url, 'api/part', 'token-of-tests'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers everything with a status and a body. */
const answering =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(body);

describe('calls of the web', () => {
  test('a message goes out as JSON with the token, and its answer is read by the schema', async () => {
    await using server = await serve(async (request, response) => {
      const { method, url, headers } = request;
      const seen = [method, url, headers.authorization, headers['content-type'], await text(request)];
      const isRight = seen.join(' ') === 'POST /api/part/add Bearer token-of-tests application/json {"a":1}';
      response.end(JSON.stringify({ sum: isRight ? 1 : 0, left: 'out' }));
    });
    expect(await server.calls.call('add', { a: 1 }, Sum, signal)).toEqual({ sum: 1 });
  });

  test('the answer to a message is asked for unpacked', async () => {
    await using server = await serve(({ headers }, response) => {
      response.end(JSON.stringify({ sum: headers['accept-encoding'] === 'identity' ? 1 : 0 }));
    });
    expect(await server.calls.call('add', {}, Sum, signal)).toEqual({ sum: 1 });
  });

  test('a large file goes out without being held in memory', async () => {
    const mebibyte = 1024 * 1024;
    await using folder = await mkdtempDisposable(join(tmpdir(), 'balloon-large-file-'));
    const path = join(folder.path, 'large');
    await writeFile(path, '');
    await truncate(path, 512 * mebibyte);
    const before = process.memoryUsage.rss();
    let most = 0;
    let bytes = 0;
    await using server = await serve(async (request, response) => {
      for await (const chunk of request) {
        bytes += chunk.length;
        most = Math.max(most, process.memoryUsage.rss() - before);
      }
      response.end('{}');
    });
    const told: number[] = [];
    const body = { path, bytes: 512 * mebibyte, onSent: (sent: number) => told.push(sent) };
    await server.calls.request('blob', { method: 'PUT', body, signal }, (answer) => answer.text());
    expect(bytes).toBe(512 * mebibyte);
    expect(most).toBeLessThan(256 * mebibyte);
    expect([told.length > 100, told.at(-1)]).toEqual([true, 512 * mebibyte]);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
  });

  test('a refusal ends the sending of a file', async () => {
    const mebibyte = 1024 * 1024;
    await using folder = await mkdtempDisposable(join(tmpdir(), 'balloon-large-file-'));
    const path = join(folder.path, 'large');
    await writeFile(path, '');
    await truncate(path, 512 * mebibyte);
    const received = Promise.withResolvers<number>();
    await using server = await serve(({ socket }, response) => {
      socket.once('close', () => received.resolve(socket.bytesRead));
      response.writeHead(409).end();
    });
    const put = { method: 'PUT', body: { path, bytes: 512 * mebibyte }, signal } as const;
    const sent = server.calls.request('blob', put, (answer) => answer.text());
    await expect(sent).rejects.toMatchObject({ status: 409 });
    expect(await received.promise).toBeLessThan(256 * mebibyte);
  });

  test('a content that breaks off is an error, however much of it has come', async () => {
    await using server = await serve((request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a part', () => request.socket.destroy());
    });
    const asked = server.calls.request('blob', { method: 'GET', signal }, (answer) => answer.bytes());
    await expect(asked).rejects.toBeInstanceOf(AwayError);
  });

  test('a refusal has the status, code and words of the server', async () => {
    const told = { code: 'LEASE_LOST', message: 'another worker has it' };
    const error = { ...told, description: 'lost', httpCode: 409, restParams: {} };
    await using server = await serve(answering(409, JSON.stringify({ error })));
    await expect(server.calls.done('result')({}, signal)).rejects.toMatchObject({ status: 409, ...told });
  });

  test('the page of a proxy is a refusal without a code of ours', async () => {
    await using server = await serve(answering(403, '<h1>Not here</h1>'));
    const refused = { status: 403, code: 'UNREADABLE', message: '<h1>Not here</h1>' };
    await expect(server.calls.call('add', {}, Sum, signal)).rejects.toMatchObject(refused);
  });

  test.each([429, 500, 502, 503, 507, 521])('a server that answers %i is away', async (status) => {
    await using server = await serve(answering(status, ''));
    await expect(server.calls.call('add', {}, Sum, signal)).rejects.toBeInstanceOf(AwayError);
  });

  test('a file that the full disk of a server does not take is refused', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'balloon-file-'));
    const path = join(folder.path, 'file');
    await writeFile(path, '1');
    await using server = await serve(answering(507, ''));
    const put = { method: 'PUT', body: { path, bytes: 1 }, signal } as const;
    const sent = server.calls.request('blob', put, (answer) => answer.text());
    await expect(sent).rejects.toMatchObject({ status: 507 });
  });

  test('a page in place of an answer means that the server is away', async () => {
    await using server = await serve(answering(200, '<h1>We are back soon</h1>'));
    await expect(server.calls.call('add', {}, Sum, signal)).rejects.toBeInstanceOf(AwayError);
  });

  test('a broken connection means that the server is away', async () => {
    await using server = await serve((request) => void request.socket.destroy());
    await expect(server.calls.call('add', {}, Sum, signal)).rejects.toBeInstanceOf(AwayError);
  });

  test('an answer that does not come in its time means that the server is away', async () => {
    await using server = await serve(() => undefined);
    const request = { method: 'GET', signal, withinMs: 1 } as const;
    const asked = server.calls.request('blobs/1', request, (response) => response.text());
    await expect(asked).rejects.toBeInstanceOf(AwayError);
  });

  const quiet = { method: 'GET', signal, idleMs: 50 } as const;

  test('a server from which nothing comes is away', async () => {
    await using server = await serve(() => undefined);
    const asked = server.calls.request('blobs/1', quiet, (answer) => answer.bytes());
    await expect(asked).rejects.toBeInstanceOf(AwayError);
  });

  test('a content that comes no further ends with an error', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('a part');
    });
    const asked = server.calls.request('blobs/1', quiet, (answer) => answer.bytes());
    await expect(asked).rejects.toBeInstanceOf(AwayError);
  });

  test('a server that reads no further is away', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'balloon-large-file-'));
    const path = join(folder.path, 'large');
    const bytes = 512 * 1024 * 1024;
    await writeFile(path, '');
    await truncate(path, bytes);
    await using server = await serve((request) => void request.pause());
    const put = { method: 'PUT', body: { path, bytes }, signal, idleMs: 50 } as const;
    const sent = server.calls.request('blobs/1', put, (answer) => answer.text());
    await expect(sent).rejects.toBeInstanceOf(AwayError);
  });

  test('with several addresses, calls go on to the next one when theirs is away', async () => {
    const asked: string[] = [];
    const naming = (name: string, status: number) =>
      serve((_request, response) => {
        asked.push(name);
        response.writeHead(status).end('{"sum":1}');
      });
    await using first = await naming('first', 503);
    await using second = await naming('second', 200);
    const { call } = createWebCalls([first.url, second.url], 'api/part', 'token-of-tests');
    const add = () => call('add', {}, Sum, signal);
    const atOnce = await Promise.allSettled([add(), add(), add()]);
    expect(atOnce.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await add()).toEqual({ sum: 1 });
    await add();
    expect(asked).toEqual(['first', 'first', 'first', 'second', 'second']);
  });

  test('after the last address comes the first again, and a refusal is an answer', async () => {
    const statuses = [503, 403, 403];
    await using first = await serve(
      (_request, response) => void response.writeHead(statuses.shift() ?? 500).end(),
    );
    await using second = await serve(answering(502, ''));
    const { call } = createWebCalls([first.url, second.url], 'api/part', 'token-of-tests');
    const add = () => call('add', {}, Sum, signal);
    for (let time = 0; time < 2; time += 1) await expect(add()).rejects.toBeInstanceOf(AwayError);
    for (let time = 0; time < 2; time += 1) await expect(add()).rejects.toBeInstanceOf(RefusedError);
  });

  test('an abort by the caller stays an abort', async () => {
    const closing = new AbortController();
    await using server = await serve(() => closing.abort(new Error('closing')));
    await expect(server.calls.call('add', {}, Sum, closing.signal)).rejects.toThrow('closing');
  });

  test('a content goes out and comes back as it is', async () => {
    await using server = await serve((request, response) => void request.pipe(response));
    const body = new Uint8Array([0, 255, 7]);
    const request = { method: 'PUT', body, signal } as const;
    const back = await server.calls.request('blobs/1', request, (response) => response.bytes());
    expect([...back]).toEqual([0, 255, 7]);
  });
});
