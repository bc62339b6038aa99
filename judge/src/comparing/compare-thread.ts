import { parentPort, workerData } from 'node:worker_threads';
import { type SimilarPair, similarPairs } from '@balloon/domain/similarity/compare.ts';
import { createPrinter, packPrints, unpackPrints } from '@balloon/domain/similarity/prints.ts';
import type { ThreadMessage } from '@balloon/packages/threads/run-in-thread.ts';
import type { MatchOrder, ReadOrder } from '#comparing/compare-part.ts';

/* Thread in which solutions are read and compared, see compare-part.ts. */

const order = workerData as ReadOrder | MatchOrder;
const say = (message: ThreadMessage<Uint8Array | SimilarPair[]>) => parentPort?.postMessage(message);
say('started');
if ('sources' in order) {
  const print = createPrinter(order.rules);
  say({ result: packPrints(order.sources.map(({ id, source }) => ({ id, hashes: print(source) }))) });
} else {
  say({ result: similarPairs(unpackPrints(order.prints), order.keepOneOf, order.most) });
}
