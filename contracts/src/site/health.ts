import { z } from 'zod';

/** Whether this site is alive, for everybody: nothing from which work of others could be guessed. */
export const Health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  nowMs: z.number().int().describe('the server’s clock'),
  database: z.object({ connected: z.boolean() }),
  isJudging: z.boolean().describe('whether a judge has been seen within the last minute or so'),
});
export type Health = z.infer<typeof Health>;

/** Whether a web process takes requests, for reverse proxies. */
export const Readiness = z.object({ isReady: z.boolean() });

/** Judges, queue and timings, for supervisors: the queue shows when solutions of others end in the freeze. */
export const HealthDetails = Health.extend({
  database: z.object({
    connected: z.boolean(),
    version: z.string().nullable(),
    latencyMs: z.number().nullable(),
  }),
  judges: z.array(
    z.object({
      name: z.string(),
      isAlive: z.boolean(),
      slots: z.number().int(),
      mode: z.string(),
      languages: z.number().int(),
    }),
  ),
  queue: z.object({ waiting: z.number().int(), running: z.number().int() }),
});
export type HealthDetails = z.infer<typeof HealthDetails>;
