import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

/** Time in ms that other requests wait for a piece. */
const PIECE_MS = 5;

/**
 * Writes a list in JSON, with the fields of its contract and no others, in pieces between which other requests pass: a list
 * of ten thousand entries would keep everybody else waiting for half a second.
 */
export async function* listInPieces<Schema extends z.ZodType>(
  schema: Schema,
  entries: Iterable<z.input<Schema>>,
): AsyncGenerator<string> {
  let [piece, sinceMs] = ['[', performance.now()];
  let isFirst = true;
  for (const entry of entries) {
    piece += `${isFirst ? '' : ','}${JSON.stringify(schema.parse(entry))}`;
    isFirst = false;
    if (performance.now() - sinceMs < PIECE_MS) continue;
    yield piece;
    await nextTurn();
    [piece, sinceMs] = ['', performance.now()];
  }
  yield `${piece}]`;
}

/** Reads facts about many ids, a thousand at a time, so that other requests pass between the answers of the database. */
export async function inBatches<Id, Fact>(
  ids: readonly Id[],
  read: (batch: readonly Id[]) => Promise<Iterable<Fact>>,
): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const fact of await read(ids.slice(start, start + BATCH))) facts.push(fact);
  }
  return facts;
}
const BATCH = 1_000;

/** Sends pieces of an answer in JSON as the reader takes them. */
export function sendJson(reply: Pick<FastifyReply, 'type' | 'send'>, pieces: AsyncIterable<string>): void {
  reply.type('application/json; charset=utf-8');
  reply.send(Readable.from(pieces));
}
