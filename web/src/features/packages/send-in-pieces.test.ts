import { PIECE_BYTES } from '@balloon/contracts/problems/upload-pieces.ts';
import { expect, test } from 'vitest';
import { type PieceCalls, sendInPieces } from '#features/packages/send-in-pieces.ts';
import { ApiError, NETWORK_ERROR } from '#shared/api/calls/api-error.ts';

const SIZE = 2 * PIECE_BYTES + 5;
const content = { size: SIZE, slice: (from: number, to: number) => ({ size: Math.min(to, SIZE) - from }) };
const file = { content: content as Blob, fileName: 'huge.zip', modifiedAtMs: 7 };
const lost = () => new ApiError({ code: NETWORK_ERROR, description: '', status: 0 });

/** Server that has some of the file already, and a connection that breaks where the test says. */
function startServer(receivedBytes: number, breaks: { at: number; after: number }[] = []) {
  const log: string[] = [];
  const calls: PieceCalls<{ importId: number }> = {
    async begin(begun) {
      log.push(`begin ${begun.fileName} ${begun.sizeBytes}`);
      return { ...begun, id: 3, receivedBytes, touchedAtMs: 1, storedSha256: null };
    },
    async look() {
      log.push(`look ${receivedBytes}`);
      return { receivedBytes };
    },
    async send(_id, offset, piece, { onProgress }) {
      log.push(`send ${offset}`);
      const broken = breaks[0];
      if (broken?.at === offset) {
        breaks.shift();
        receivedBytes = offset + broken.after;
        throw lost();
      }
      onProgress(piece.size);
      receivedBytes = offset + piece.size;
      return { receivedBytes };
    },
    async end() {
      log.push('end');
      return { importId: 9 };
    },
  };
  return { calls, log };
}

function send(calls: PieceCalls<{ importId: number }>, stop = new AbortController()) {
  const interruptions: boolean[] = [];
  const checked: number[] = [];
  const hooks = {
    signal: stop.signal,
    onProgress: () => {},
    onChecked: (bytes: number) => checked.push(bytes),
    onInterrupted: (is: boolean) => interruptions.push(is),
  };
  return { sending: sendInPieces(file, {}, hooks, calls, () => 0), interruptions, checked };
}

test('a file goes in pieces, from where the server has it', async () => {
  const { calls, log } = startServer(PIECE_BYTES);
  expect(await send(calls).sending).toEqual({ id: 3, end: { importId: 9 } });
  expect(log).toEqual([`begin huge.zip ${SIZE}`, `send ${PIECE_BYTES}`, `send ${2 * PIECE_BYTES}`, 'end']);
});

test('after a lost connection the server is asked how much has arrived, and the rest follows', async () => {
  const { calls, log } = startServer(0, [{ at: 0, after: 1000 }]);
  const { sending, interruptions } = send(calls);
  await sending;
  expect(log.slice(1, 4)).toEqual(['send 0', 'look 1000', 'send 1000']);
  expect(log.at(-1)).toBe('end');
  expect(interruptions).toEqual([true, false]);
});

test('the end is asked for until the server has read all of it', async () => {
  const { calls } = startServer(SIZE);
  const answers = [{ checkedBytes: 7 }, { checkedBytes: 900 }, { importId: 9 }];
  const { sending, checked } = send({ ...calls, end: async () => answers.shift() ?? { importId: 0 } });
  expect([await sending, checked]).toEqual([{ id: 3, end: { importId: 9 } }, [7, 900]]);
});

test('a refusal ends it, and so does whoever stops it while the connection is lost', async () => {
  const { calls, log } = startServer(0);
  const refused = new ApiError({ code: 'STORAGE_FULL', description: '', status: 507 });
  await expect(send({ ...calls, send: () => Promise.reject(refused) }).sending).rejects.toBe(refused);
  const stop = new AbortController();
  const away: typeof calls = {
    ...calls,
    async send() {
      setTimeout(() => stop.abort());
      throw lost();
    },
    look: () => Promise.reject(lost()),
  };
  await expect(send(away, stop).sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(log).not.toContain('end');
});
