import { removeOrphanBlobs } from '@balloon/database/orphan-blobs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let supervisor: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  supervisor = await server.given.supervisor();
});
afterAll(() => server.close());

/** Picture of a single red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

function upload(client: TestClient, content: Buffer | string, name = 'picture.png') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return client.post('/upload/image', form);
}

test('a supervisor uploads a picture, and people see it', async () => {
  const { link } = (await upload(supervisor, PNG, 'no-picture.html')).json;
  expect(link).toMatch(/^\/uploads\/images\/[0-9a-f]{32}\.png$/);
  await server.services.db.updateTable('blob').set({ storedAtMs: 1 }).execute();
  await removeOrphanBlobs(server.services.db, 0);

  const reader = await server.given.signedIn(await server.given.user());
  const { status, headers } = await reader.get(String(link));
  expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
    200,
    'image/png',
    null,
  ]);
  expect(headers.get('content-security-policy')).toContain('sandbox');
  expect((await server.given.anonymous().get(String(link))).status).toBe(401);
  expect((await reader.get('/uploads/images/../../x')).status).toBe(404);
});

test('nothing that could run is taken for a picture, whatever its name says', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  for (const content of ['<script>alert(1)</script>', svg, '', '%PDF-1.7', PNG.subarray(0, 6)]) {
    const reply = await upload(supervisor, content);
    expect([reply.status, reply.json.error?.code]).toEqual([403, 'NO_IMAGE']);
  }
  const large = Buffer.concat([PNG, Buffer.alloc(6 * 1024 * 1024)]);
  expect((await upload(supervisor, large)).json.error?.code).toBe('IMAGE_TOO_LARGE');
  const participant = await server.given.signedIn(await server.given.user());
  expect((await upload(participant, PNG)).status).toBe(403);
});
