import { createHash } from 'node:crypto';
import { MAX_MESSAGE_FILE_BYTES } from '@balloon/contracts/talk/message-limits.ts';
import { ContestMessage, MessageFile } from '@balloon/contracts/talk/messages.ts';
import { blobSize } from '@balloon/database/blobs.ts';
import { removeOrphanBlobs } from '@balloon/database/orphan-blobs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let contest: GivenContest;
let anna: Person;
let boris: Person;
let jury: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  contest = await server.given.contest();
  anna = await server.given.participant(contest);
  boris = await server.given.participant(contest);
  jury = await server.given.supervisor();
});

const address = (rest = '') => `/api/contest/${contest.id}/messages${rest}`;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');

function upload(person: Person, content: Buffer, name: string) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), name);
  return person.post(address('/files'), form);
}

async function uploaded(content: Buffer, name = 'схема (1).png'): Promise<MessageFile> {
  return (await upload(jury, content, name)).as(MessageFile);
}

describe('a file', () => {
  test('of an announcement is read by everybody in the contest, with headers that keep it harmless', async () => {
    const file = await uploaded(PNG);
    expect(file).toMatchObject({ type: 'image', title: 'схема (1).png' });
    expect((await anna.get(file.url)).status).toBe(404); // not sent yet
    expect((await jury.get(file.url)).status).toBe(200);
    const sent = await jury.post(address(), { text: 'see', attachments: { files: [file] } });
    expect(sent.as(ContestMessage).message.attachments.files).toEqual([file]);

    const reply = await anna.get(file.url);

    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="file"; filename*=UTF-8''${encodeURIComponent('схема ')}%281%29.png`,
      'content-length': String(PNG.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'private, no-cache',
    });
    const again = await anna.get(file.url, { 'if-none-match': reply.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    const stranger = await server.given.signedIn(await server.given.user());
    expect((await stranger.get(file.url)).status).toBe(403);
  });

  test('of a private answer is read by who asked and by supervisors', async () => {
    const question = (await anna.post(address(), { text: 'how?' })).as(ContestMessage).message;
    const file = await uploaded(PNG);
    await jury.post(address(), { text: `![so](${file.url})`, questionId: question.id });

    const statuses = await Promise.all(
      [anna, await server.given.supervisor(), boris].map(
        async (person) => (await person.get(file.url)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 404]);
  });

  test('that calls itself a picture and is a page is only saved', async () => {
    const file = await uploaded(Buffer.from('<script>alert(1)</script>'), 'a.svg');
    const reply = await jury.get(file.url);
    expect(reply.headers.get('content-type')).toBe('application/octet-stream');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  test('of somebody else is not given away by naming it', async () => {
    const file = await uploaded(PNG);
    const other = await server.given.supervisor();
    await other.post(address(), { text: `![](${file.url})` });
    expect((await anna.get(file.url)).status).toBe(404);
  });

  test('is taken from supervisors only, and only up to a size', async () => {
    expect((await upload(anna, PNG, 'a.png')).status).toBe(403);
    const large = await upload(jury, Buffer.alloc(MAX_MESSAGE_FILE_BYTES + 1), 'a.bin');
    expect([large.status, large.json.error?.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect((await jury.post(address('/files'), new FormData())).json.error?.code).toBe('FILE_MISSING');
  });

  test('that no message has named goes after a day, and its contents with it', async () => {
    const { db } = server.services;
    const file = await uploaded(Buffer.from('of nobody'), 'a.txt');
    await removeOrphanBlobs(db, -1000);
    expect((await jury.get(file.url)).status).toBe(200);
    await db.updateTable('contestMessageFile').set({ storedAtMs: 0 }).execute();
    await uploaded(PNG);
    expect((await jury.get(file.url)).status).toBe(404);
    await removeOrphanBlobs(db, -1000);
    expect(await blobSize(db, createHash('sha256').update('of nobody').digest('hex'))).toBeUndefined();
  });
});
