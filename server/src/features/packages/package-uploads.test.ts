import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { PackageUpload, PackageUploads } from '@balloon/contracts/problems/package-upload.ts';
import { CHUNK_BYTES } from '@balloon/database/chunks.ts';
import { removeOrphanBlobs } from '@balloon/database/orphan-blobs.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ContentHashes } from '#features/packages/content-hashes.ts';
import { dropAbandonedUploads } from '#features/packages/package-uploads.queries.ts';
import { startTestImporter, type TestImporter } from '#testing/test-importer.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let importer: TestImporter;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  importer = await startTestImporter(server.url);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.deleteFrom('packageUpload').execute();
  await server.services.db.deleteFrom('packageImport').execute();
});

const UPLOADS = '/api/admin/problems/uploads';
const OCTETS = { 'content-type': 'application/octet-stream' };
/** An archive of two chunks and a half. */
const FILE = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(2.5 * CHUNK_BYTES)]);
const HASH = createHash('sha256').update(FILE).digest('hex');
const ANNOUNCED = { fileName: '../huge.zip', sizeBytes: FILE.length, modifiedAtMs: 1_700_000_000_000 };

const begin = async (by: Person = admin, file = ANNOUNCED) =>
  (await by.post(UPLOADS, file)).as(PackageUpload);
const put = (id: number, offset: number, to = FILE.length, by: Person = admin) =>
  by.send('PUT', `${UPLOADS}/${id}?offset=${offset}`, {
    headers: OCTETS,
    body: new Uint8Array(FILE.subarray(offset, to)),
  });
/** Ends an upload as the page does, which asks again while a busy machine reads the content. */
async function end(id: number) {
  for (;;) {
    const reply = await admin.post(`${UPLOADS}/${id}/end`, {});
    if (!('checkedBytes' in reply.json)) return reply;
  }
}
const received = async (id: number) => (await admin.get(`${UPLOADS}/${id}`)).as(PackageUpload).receivedBytes;
const blobsNumber = async () =>
  Number(
    (
      await server.services.db
        .selectFrom('blob')
        .select(({ fn }) => fn.countAll().as('number'))
        .executeTakeFirstOrThrow()
    ).number,
  );

describe('a package in pieces', () => {
  test('becomes an import when it has arrived, once', async () => {
    const { id, receivedBytes, fileName } = await begin();
    expect([receivedBytes, fileName]).toEqual([0, 'huge.zip']);
    // A piece that ends within a chunk: what is over comes again.
    expect((await put(id, 0, CHUNK_BYTES + 100)).json).toEqual({ receivedBytes: CHUNK_BYTES });
    const early = await admin.post(`${UPLOADS}/${id}/end`, {});
    expect([early.status, early.json.error?.code]).toEqual([409, 'UPLOAD_INCOMPLETE']);
    expect((await put(id, CHUNK_BYTES)).json).toEqual({ receivedBytes: FILE.length });
    const ended = await end(id);
    expect(ended.status).toBe(202);
    // Its answer was lost: the same again.
    expect((await end(id)).json).toEqual(ended.json);
    expect(await importer.mustClaim()).toMatchObject({ sha256: HASH, sizeBytes: FILE.length });
    expect((await admin.get(UPLOADS)).as(PackageUploads).uploads).toEqual([]);
  });

  test('goes on where it was when the same file is begun again, also in another process', async () => {
    const { id } = await begin();
    await put(id, 0, CHUNK_BYTES);
    expect(await begin()).toMatchObject({ id, receivedBytes: CHUNK_BYTES });
    const other = await begin(admin, { ...ANNOUNCED, modifiedAtMs: 5 });
    expect(other.id).not.toBe(id);
    // What another process has stored this one has not hashed.
    const { draftSha256 = '' } = await server.services.db
      .selectFrom('packageUpload')
      .select('draftSha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await server.services.db
      .insertInto('blobChunk')
      .values({
        sha256: draftSha256 ?? '',
        number: 1,
        content: FILE.subarray(CHUNK_BYTES, 2 * CHUNK_BYTES),
        isPacked: false,
      })
      .execute();
    expect((await put(id, 2 * CHUNK_BYTES)).status).toBe(200);
    expect((await end(id)).status).toBe(202);
    expect(await importer.mustClaim()).toMatchObject({ sha256: HASH });
  });

  test('keeps what has arrived when the connection breaks', async () => {
    const { id } = await begin();
    const sending = request(`${server.url}${UPLOADS}/${id}?offset=0`, {
      method: 'PUT',
      headers: { ...OCTETS, 'x-token': admin.token, 'content-length': FILE.length },
    });
    sending.on('error', () => {});
    sending.write(FILE.subarray(0, CHUNK_BYTES + 100));
    await expect.poll(() => received(id)).toBe(CHUNK_BYTES);
    sending.destroy();
    expect((await put(id, CHUNK_BYTES)).json).toEqual({ receivedBytes: FILE.length });
    await end(id);
    expect(await importer.mustClaim()).toMatchObject({ sha256: HASH });
  });

  test('is appended to by the newest request only', async () => {
    const { id } = await begin();
    const answered = new Promise<number | undefined>((resolve) => {
      const sending = request(
        `${server.url}${UPLOADS}/${id}?offset=0`,
        { method: 'PUT', headers: { ...OCTETS, 'x-token': admin.token, 'content-length': FILE.length } },
        ({ statusCode }) => resolve(statusCode),
      );
      sending.write(FILE.subarray(0, CHUNK_BYTES));
      void (async () => {
        await expect.poll(() => received(id)).toBe(CHUNK_BYTES);
        expect((await put(id, CHUNK_BYTES, 2 * CHUNK_BYTES)).status).toBe(200);
        sending.end(FILE.subarray(CHUNK_BYTES));
      })();
    });
    expect(await answered).toBe(409);
    expect(await received(id)).toBe(2 * CHUNK_BYTES);
  });

  test('that has just come to its end says so to another page that sends it', async () => {
    const { id } = await begin();
    await put(id, 0);
    const ended = await end(id);

    // What that page asks, one after the other: for its next piece, for what is there, for the end.
    const late = await put(id, CHUNK_BYTES);
    expect([late.status, late.json.error?.code, late.json.error?.restParams]).toEqual([
      ...[409, 'UPLOAD_MOVED'],
      { receivedBytes: FILE.length },
    ]);
    expect(await received(id)).toBe(FILE.length);
    expect((await end(id)).json).toEqual(ended.json);
    expect((await admin.get(UPLOADS)).as(PackageUploads).uploads).toEqual([]);
    // It is an import now, which is cancelled by its own number.
    expect((await admin.send('DELETE', `${UPLOADS}/${id}`, {})).status).toBe(404);
  });

  test('is its author’s alone', async () => {
    const { id } = await begin();
    const stranger = await server.given.admin();
    const path = `${UPLOADS}/${id}`;
    const refused = [
      await stranger.get(path),
      await put(id, 0, CHUNK_BYTES, stranger),
      await stranger.post(`${path}/end`, {}),
      await stranger.send('DELETE', path, {}),
    ];
    expect(refused.map(({ status, json }) => [status, json.error?.code])).toEqual(
      refused.map(() => [404, 'UPLOAD_NOT_FOUND']),
    );
    expect((await stranger.get(UPLOADS)).as(PackageUploads).uploads).toEqual([]);
    const asContest = await admin.get(`/api/admin/contests/import/uploads/${id}`);
    expect(asContest.json.error?.code).toBe('UPLOAD_NOT_FOUND');
  });

  test('is refused where it makes no sense', async () => {
    const huge = await admin.post(UPLOADS, { ...ANNOUNCED, sizeBytes: 2 ** 50 });
    expect([huge.status, huge.json.error?.code]).toEqual([413, 'PACKAGE_TOO_LARGE']);
    const { id } = await begin();
    expect((await put(id, CHUNK_BYTES)).json.error).toMatchObject({
      code: 'UPLOAD_MOVED',
      restParams: { receivedBytes: 0 },
    });
    const text = { headers: OCTETS, body: 'x'.repeat(1000) };
    expect((await admin.send('PUT', `${UPLOADS}/${id}?offset=0`, text)).json.error?.code).toBe('NOT_A_ZIP');
    const long = { headers: OCTETS, body: new Uint8Array(Buffer.concat([FILE, FILE])) };
    expect((await admin.send('PUT', `${UPLOADS}/${id}?offset=0`, long)).json.error?.code).toBe(
      'UPLOAD_TOO_LONG',
    );
    expect((await admin.post(`${UPLOADS}/${id}`, {})).status).toBe(404);
  });

  test('is read for its hash while its end is asked for again and again', async () => {
    const { id } = await begin();
    await put(id, 0);
    const { draftSha256 } = await server.services.db
      .selectFrom('packageUpload')
      .select('draftSha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const hashes = new ContentHashes(0); // the process was started meanwhile
    const hashed = () => hashes.end(server.services.db, id, draftSha256 ?? '', FILE.length);
    await server.services.db.transaction().execute(async (tx) => {
      await sql`lock table blob_chunk in access exclusive mode`.execute(tx); // a content that takes long to read
      expect(await hashed()).toEqual({ checkedBytes: 0 });
    });
    await expect.poll(hashed).toBe(HASH);
  });

  test('that is given up, or that nobody goes on with for a day, leaves nothing', async () => {
    await removeOrphanBlobs(server.services.db, -1);
    const before = await blobsNumber();
    const { id } = await begin();
    await put(id, 0, CHUNK_BYTES);
    expect((await admin.send('DELETE', `${UPLOADS}/${id}`, {})).status).toBe(200);
    await expect.poll(blobsNumber).toBe(before);

    await put((await begin()).id, 0, CHUNK_BYTES);
    await dropAbandonedUploads(server.services.db);
    await removeOrphanBlobs(server.services.db, -1);
    expect(await blobsNumber()).toBe(before + 1); // it waits for its author
    await server.services.db.updateTable('packageUpload').set({ touchedAtMs: 1 }).execute();
    await dropAbandonedUploads(server.services.db);
    await removeOrphanBlobs(server.services.db, -1);
    expect(await blobsNumber()).toBe(before);
  });
});
