import { expect, test, vi } from 'vitest';
import { type Fitness, keepWatch, type Watch } from '#canaries/keep-watch.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import { createIdleGate } from '#workshop/idle-gate.ts';

vi.mock('@balloon/worker/waiting.ts', () => ({ pause: async () => undefined }));

test('a judge whose canaries found no slot lets them fly later, and recovers', async () => {
  const closing = new AbortController();
  const lines: string[] = [];
  const changes: Fitness[] = [];
  let tries = 0;
  const watch: Watch = {
    workshop: {} as Watch['workshop'],
    fly: async () => null,
    openSlot: async () => {
      tries += 1;
      if (tries === 1) throw new Error('the disk is full');
      return {} as JudgingSlot;
    },
    gate: createIdleGate(1),
    firstSpeed: null,
    drainsOnDrift: false,
    onChange: (fitness) => {
      changes.push(fitness);
      closing.abort();
    },
    log: { info: () => {}, warn: (line) => lines.push(line), error: () => {} },
    closing: closing.signal,
  };
  await keepWatch(watch, { unfit: 'a canary failed', warning: null });
  expect(changes).toEqual([{ unfit: null, warning: null }]);
  expect(lines).toEqual(['No canaries fly: the disk is full']);
});
