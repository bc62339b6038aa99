import { parentPort } from 'node:worker_threads';
import type { Conversion } from '#statements/convert-statement.ts';
import { renderStatement } from '#statements/render-statement.ts';

/* Renders the statements of a test, as `statements/conversion-thread.ts` does one. */

parentPort?.on('message', async ({ statement, source }: Conversion) => {
  parentPort?.postMessage(await renderStatement(statement, source));
});
