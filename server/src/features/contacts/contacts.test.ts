import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balloon-contacts-'));
  server = await startTestServer({ contactsDir: folder });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('contacts are what the organisers have written, in the reader’s language where they have', async () => {
  const read = async (locale: string) =>
    (await server.given.anonymous().get(`/api/contacts?locale=${locale}`)).json.markdown;
  expect(await read('ru-ru')).toBeNull();
  await writeFile(join(folder, 'contacts.md'), 'Room **7**');
  expect(await read('ru-ru')).toBe('Room **7**');
  await writeFile(join(folder, 'contacts.ru-ru.md'), '\uFEFFКомната **7**');
  expect(await read('ru-ru')).toBe('Комната **7**');
  expect(await read('en-us')).toBe('Room **7**');
  await writeFile(join(folder, 'contacts.ru-ru.md'), ' \n');
  expect(await read('ru-ru')).toBe('Room **7**');
  await writeFile(join(folder, 'contacts.md'), 'x'.repeat(100_000));
  expect(String(await read('en-us')).length).toBe(65_536);
});
