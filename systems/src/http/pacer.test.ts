import { expect, test } from 'vitest';
import { createPacer } from '#http/pacer.ts';

test('requests to one host start one after another', async () => {
  const pacer = createPacer(30);
  const startedMs: number[] = [];
  const startMs = performance.now();
  const turn = async () => {
    await pacer.turn();
    startedMs.push(performance.now() - startMs);
  };
  await Promise.all([turn(), turn(), turn()]);
  expect(startedMs[2]).toBeGreaterThan(50);
});
