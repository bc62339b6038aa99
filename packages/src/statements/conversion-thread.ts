import { parentPort, workerData } from 'node:worker_threads';
import type { Conversion } from '#statements/convert-statement.ts';
import { renderStatement } from '#statements/render-statement.ts';
import type { RenderedStatement } from '#statements/rendered-statement.ts';
import type { ThreadMessage } from '#threads/run-in-thread.ts';

/* Thread in which a statement is converted, see convert-statement.ts. */

const { statement, source } = workerData as Conversion;
const say = (message: ThreadMessage<RenderedStatement>) => parentPort?.postMessage(message);
say('started');
say({ result: await renderStatement(statement, source) });
