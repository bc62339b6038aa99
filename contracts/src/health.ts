import { z } from 'zod';

export const Health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  nowMs: z.number().int().describe('the server’s clock'),
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
export type Health = z.infer<typeof Health>;
