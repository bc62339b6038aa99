import { z } from 'zod';
import { InstantMs } from '#common.ts';

/** Levels of log lines, from the least important. */
export const CONSOLE_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** A line of the log of a web process, of the supervisor or of a judge on its machine; without secrets. */
export const ConsoleLine = z.object({
  /** Unique among all processes. */
  id: z.string(),
  atMs: InstantMs,
  level: z.enum(CONSOLE_LEVELS),
  part: z.enum(['web', 'supervisor', 'judge', 'relay']),
  /** Machine and process, such as `hall-1:4711`. */
  origin: z.string(),
  text: z.string(),
  /** Takes the place of the line before it with the same row. */
  row: z.string().optional(),
  /** Concerns imports from Yandex, which older clients hear under a name of their own. */
  isOfYandex: z.boolean().optional(),
});
export type ConsoleLine = z.infer<typeof ConsoleLine>;

/** New lines, or those that were kept when somebody begins to listen; oldest first. */
export const ConsoleLines = z.object({ lines: z.array(ConsoleLine) });
export type ConsoleLines = z.infer<typeof ConsoleLines>;

/** Line for the monitor of older clients, which drops a line whose timestamp it has shown. */
export const OlderConsoleLine = z.object({
  message: z.string().describe('Markdown'),
  messageHash: z.string().describe('empty: the line replaces no other'),
  timestamp: z.number().describe('milliseconds, with a fraction that tells lines of one moment apart'),
});
