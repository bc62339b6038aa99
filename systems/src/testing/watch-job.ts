import type { Log } from '@balloon/worker/log.ts';
import { expect } from 'vitest';
import type { FakeJob } from '#testing/fake-jobs.ts';

/** Patience of tests, which ask often. */
export const SOON = { interval: 1, timeout: 150_000 };

const OVER: readonly FakeJob['state'][] = ['done', 'failed', 'cancelled'];

/** Waits for the end of a job; one that ends otherwise says why. */
export async function expectEnd(job: FakeJob, state: FakeJob['state'] = 'done'): Promise<void> {
  await expect.poll(() => OVER.includes(job.state), SOON).toBe(true);
  expect(job.state, JSON.stringify(job.failures)).toBe(state);
}

/** Problems of a job by what became of them. */
export function byOutcome({ lines }: FakeJob): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const [foreignId, { outcome }] of lines)
    groups[outcome] = [...(groups[outcome] ?? []), foreignId].toSorted();
  return groups;
}

/** Log that keeps its lines. */
export function keptLog(lines: string[]): Log {
  const keep = (line: string) => void lines.push(line);
  return { info: keep, warn: keep, error: keep };
}
