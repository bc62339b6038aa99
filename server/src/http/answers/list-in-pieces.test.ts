import { expect, test } from 'vitest';
import { z } from 'zod';
import { inBatches, listInPieces } from '#http/answers/list-in-pieces.ts';

const Entry = z.object({ id: z.number() });

/** An entry whose writing takes a millisecond of the processor. */
const Slow = Entry.transform((entry) => {
  for (const sinceMs = performance.now(); performance.now() - sinceMs < 1; );
  return entry;
});

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

test.each([0, 1, 3])('a list of %i entries has the fields of its contract and no others', async (length) => {
  const entries = Array.from({ length }, (_, id) => ({ id, password: 'x' }));
  const text = await textOf(listInPieces(Entry, entries));
  expect(JSON.parse(text)).toEqual(entries.map(({ id }) => ({ id })));
});

test('other work passes while a long list is written', async () => {
  const entries = Array.from({ length: 60 }, (_, id) => ({ id }));
  let [turns, isWritten] = [0, false];
  const passing = () => {
    turns += 1;
    if (!isWritten) setImmediate(passing);
  };
  setImmediate(passing);
  const text = await textOf(listInPieces(Slow, entries));
  isWritten = true;
  expect(JSON.parse(text)).toEqual(entries);
  expect(turns).toBeGreaterThan(5);
});

test('facts about many ids are read a thousand at a time', async () => {
  const asked: number[] = [];
  const ids = Array.from({ length: 2_500 }, (_, index) => index);
  const read = async (batch: readonly number[]) => {
    asked.push(batch.length);
    return batch.map((id) => id * 2);
  };
  expect(await inBatches(ids, read)).toEqual(ids.map((id) => id * 2));
  expect(asked).toEqual([1_000, 1_000, 500]);
});
