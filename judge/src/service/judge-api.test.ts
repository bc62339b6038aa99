import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposable, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwayError } from '@balloon/worker/web-calls.ts';
import { expect, test } from 'vitest';
import { openBlobCache } from '#cache/blob-cache.ts';
import { createJudgeApi } from '#service/judge-api.ts';
import { patientBlobs } from '#service/patient-blobs.ts';

const TOKEN = 'token-of-tests';
const { signal } = new AbortController();

/** Serves on a free port of this machine. */
async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a test of more than 4 GB is announced with its whole size', async () => {
  const bytes = 2 ** 32 + 3;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'balloon-huge-file-'));
  const path = join(folder.path, 'huge');
  await writeFile(path, '');
  await truncate(path, bytes); // takes no room on the disk
  const announced = Promise.withResolvers<string | undefined>();
  await using server = await serve(({ headers }, response) => {
    announced.resolve(headers['content-length']);
    response.writeHead(409).end();
  });
  const api = createJudgeApi(server.url, TOKEN);
  const held = { importId: 1, fence: 1 };
  await expect(api.upload(held, '0'.repeat(64), path, signal)).rejects.toMatchObject({ status: 409 });
  expect(await announced.promise).toBe(`${bytes}`);
});

test('a download from a web that stands still goes on at another one', async () => {
  const content = Buffer.alloc(3 * 1024 ** 2, 'x');
  const sha256 = createHash('sha256').update(content).digest('hex');
  await using standing = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 2 * 1024 ** 2));
  });
  let asked = 0;
  await using other = await serve(({ headers }, response) => {
    asked += 1;
    const [, from = '0'] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
    response.writeHead(headers.range === undefined ? 200 : 206).end(content.subarray(Number(from)));
  });
  const api = createJudgeApi([standing.url, other.url], TOKEN, { idleMs: 500 });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'balloon-standing-still-'));
  const blobs = patientBlobs(await openBlobCache(folder.path, api.blob, 1024 ** 3));
  using held = await blobs.hold(sha256, content.length, signal);
  expect((await readFile(held.path)).equals(content)).toBe(true);
  expect(asked).toBeGreaterThan(0);
});

test('a report of progress waits no longer than it may', async () => {
  await using server = await serve(() => undefined);
  const api = createJudgeApi(server.url, TOKEN);
  const report = { judgeId: 1, solutionId: 1, fence: 1, state: 'compiling', testNumber: 0 } as const;
  await expect(api.progress(report, signal, 1)).rejects.toBeInstanceOf(AwayError);
});
