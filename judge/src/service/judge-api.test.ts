import { once } from 'node:events';
import { mkdtempDisposable, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createJudgeApi } from '#service/judge-api.ts';

test('a test of more than 4 GB is announced with its whole size', async () => {
  const bytes = 2 ** 32 + 3;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'balloon-huge-file-'));
  const path = join(folder.path, 'huge');
  await writeFile(path, '');
  await truncate(path, bytes); // takes no room on the disk
  const announced = Promise.withResolvers<string | undefined>();
  const server = createServer(({ headers }, response) => {
    announced.resolve(headers['content-length']);
    response.writeHead(409).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const api = createJudgeApi(`http://127.0.0.1:${port}`, 'token-of-tests');
  const held = { importId: 1, fence: 1 };
  const { signal } = new AbortController();
  await expect(api.upload(held, '0'.repeat(64), path, signal)).rejects.toMatchObject({ status: 409 });
  expect(await announced.promise).toBe(`${bytes}`);
  server.closeAllConnections();
  server.close();
});
