import { expect, test } from 'vitest';
import { keepFetchingAhead } from '#service/fetch-ahead.ts';
import { createIdleGate } from '#workshop/idle-gate.ts';

type Ahead = Parameters<typeof keepFetchingAhead>[0];

const FILES = ['broken', 'whole', 'last'].map((sha256) => ({ sha256, bytes: 1 }));

test('a file that cannot be fetched ahead keeps none of the others from being fetched', async () => {
  const closing = new AbortController();
  const fetched: string[] = [];
  const lines: string[] = [];
  const hold: Ahead['blobs']['hold'] = async (sha256) => {
    if (sha256 === 'broken') throw new Error('Blob broken: it is not there');
    fetched.push(sha256);
    return { path: '', [Symbol.dispose]: () => undefined };
  };
  const ahead: Ahead = {
    session: { ask: async () => FILES } as unknown as Ahead['session'],
    blobs: { maxBytes: 100, hold },
    gate: createIdleGate(1),
    log: {
      info: () => {},
      warn: (line) => {
        lines.push(line);
        closing.abort();
      },
      error: () => {},
    },
    closing: closing.signal,
  };
  await keepFetchingAhead(ahead);
  expect(fetched).toEqual(['whole', 'last']);
  expect(lines).toEqual([expect.stringContaining('Blob broken: it is not there')]);
});
