import { UnpackedTests } from '@balloon/contracts/problems/problem-editor.ts';
import { type ZipEntry, zipBytes } from '@balloon/packages/testing/zip-bytes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let problemId: number;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  problemId = await server.given.problem();
});
afterAll(() => server.close());

function send(archive: Buffer | string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(archive))]), 'tests.zip');
  return admin.post(`/api/admin/problems/${problemId}/tests/zip`, form);
}
const codeOf = async (entries: readonly ZipEntry[]) => (await send(zipBytes(entries))).json.error?.code;
const PAIR = [
  { name: '1.in', data: '1 2\n' },
  { name: '1.out', data: '3\n' },
];

test('an archive of tests is unpacked in order, and nothing of the problem changes', async () => {
  const reply = await send(
    zipBytes([
      { name: 'tests/' },
      { name: 'tests/10', data: '5 5\n' },
      { name: 'tests/10.a', data: '10\n' },
      { name: 'tests/2', data: '1 1\n' },
      { name: 'tests/2.a', data: '2\n' },
      { name: 'sample/1.in', data: '0 0\n' },
      { name: 'sample/1.ans', data: '0\n' },
      { name: '__MACOSX/tests/._2', data: 'x' },
      { name: 'check.cpp', data: 'int main() {}' },
      { name: 'tests/11', data: 'lonely' },
    ]),
  );
  const { tests, withoutPair, ignored } = reply.as(UnpackedTests);
  expect(
    tests.map(({ name, isSample, inputExcerpt, answerBytes }) => [name, isSample, inputExcerpt, answerBytes]),
  ).toEqual([
    ['sample/1', true, '0 0\n', 2],
    ['tests/2', false, '1 1\n', 2],
    ['tests/10', false, '5 5\n', 3],
  ]);
  expect([withoutPair, ignored]).toEqual([['tests/11'], ['check.cpp']]);
  const stored = await server.services.db.selectFrom('test').select('number').execute();
  expect(stored).toHaveLength(2);
});

test('archives that are broken, hostile or empty are refused with their reason', async () => {
  expect((await send('PK no zip at all')).json.error?.code).toBe('ZIP_BROKEN');
  expect((await send(zipBytes(PAIR).subarray(0, 60))).json.error?.code).toBe('ZIP_BROKEN');
  expect(await codeOf([{ name: 'readme.txt', data: 'hello' }])).toBe('ZIP_WITHOUT_TESTS');
  expect(await codeOf([...PAIR, { name: '../../etc/2.in', data: 'x' }])).toBe('ZIP_BROKEN');
  expect(await codeOf([...PAIR, ...PAIR])).toBe('ZIP_BROKEN');
  expect(await codeOf(PAIR.map((one) => ({ ...one, flags: 1 })))).toBe('ZIP_BROKEN');
  // A bomb states less than it holds, or more than anybody may unpack.
  expect(await codeOf(PAIR.map((one) => ({ ...one, data: '1'.repeat(100_000), statedBytes: 10 })))).toBe(
    'ZIP_BROKEN',
  );
  expect(await codeOf(PAIR.map((one) => ({ ...one, statedBytes: 0x7fffffff })))).toBe('ZIP_TOO_LARGE');
  expect(await codeOf([{ name: '1.in', data: 'x', checksum: 1 }, PAIR[1] ?? { name: '' }])).toBe(
    'ZIP_BROKEN',
  );
});
