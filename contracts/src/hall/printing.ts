import { z } from 'zod';
import { Id, IdList, InstantMs, NO_ZERO_BYTES } from '#common.ts';
import { ContestParams } from '#contests.ts';
import {
  MAX_PRINT_LENGTH,
  MAX_PRINT_PAGES,
  MAX_PRINT_TITLE,
  MAX_PRINTS_PER_MINUTE,
} from '#hall/print-limits.ts';
import { SymbolIndex } from '#problems/problems.ts';
import { Sender } from '#users.ts';

/* Texts that participants send to the printer of the hall. */

export const PRINT_STATES = ['waiting', 'printing', 'printed', 'failed', 'cancelled'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

/** Kinds of failures that are not in the words of the printing system. */
export const PRINT_FAILURES = ['interrupted'] as const;
export type PrintFailure = (typeof PRINT_FAILURES)[number];

export const PrintRules = z.object({
  isOpen: z.boolean().describe('whether participants print'),
  maxPages: z.number().int().min(1).max(MAX_PRINT_PAGES).describe('pages of a job'),
  jobsPerMinute: z.number().int().min(1).max(MAX_PRINTS_PER_MINUTE).describe('of a participant'),
  printsAfterEnd: z.boolean().describe('whether participants print also when the main time is over'),
});
export type PrintRules = z.infer<typeof PrintRules>;

const PrintJob = z.object({
  id: Id,
  title: z.string(),
  pages: z.number().int(),
  state: z.enum(PRINT_STATES),
  sentAtMs: InstantMs,
  sentBy: Sender.nullable().describe('who of a team; null: the account itself'),
});
export type PrintJob = z.infer<typeof PrintJob>;

export const OwnPrinting = z.object({
  rules: PrintRules,
  isOpenNow: z.boolean(),
  jobs: z.array(PrintJob).describe('own ones, newest first'),
});
export type OwnPrinting = z.infer<typeof OwnPrinting>;

export const SendPrint = z.object({
  title: z
    .string()
    .trim()
    .max(MAX_PRINT_TITLE)
    .refine(...NO_ZERO_BYTES),
  text: z
    .string()
    .min(1)
    .max(MAX_PRINT_LENGTH)
    .refine(...NO_ZERO_BYTES),
  symbolIndex: SymbolIndex.optional().describe('problem that the head of the pages names'),
  idempotencyKey: z
    .string()
    .min(8)
    .max(100)
    .refine(...NO_ZERO_BYTES)
    .optional()
    .describe('the same again is the same job'),
});
export type SendPrint = z.infer<typeof SendPrint>;

export const QueuedPrint = PrintJob.extend({
  userId: Id,
  name: z.string(),
  username: z.string(),
  seat: z.string().nullable(),
  failure: z.string().nullable().describe('words of the printing system'),
  failureCause: z
    .enum(PRINT_FAILURES)
    .nullable()
    .describe('interrupted: the handing over had no end, and nobody knows whether the job came out'),
});
export type QueuedPrint = z.infer<typeof QueuedPrint>;

/** The printer of the site, as its printing system tells. */
export const PrinterState = z.object({
  kind: z
    .enum(['works', 'stopped', 'refuses', 'unknown'])
    .describe(
      'stopped: jobs wait in the printing system; refuses: it takes none; unknown: it has no such queue',
    ),
  words: z.string().describe('what the printing system says; empty for a printer that works'),
  waiting: z.number().int().describe('jobs that it has taken and not printed, of anybody'),
});
export type PrinterState = z.infer<typeof PrinterState>;

export const PrintQueue = z.object({
  contest: z.object({ id: Id, name: z.string() }),
  rules: PrintRules,
  hasPrinter: z.boolean().describe('whether the site sends jobs to a printer itself'),
  hasWideFont: z.boolean().describe('whether the server has a font for Chinese, Japanese and Korean'),
  printer: PrinterState.nullable().describe('null: the site prints nothing itself, or does not know'),
  jobs: z
    .array(QueuedPrint)
    .describe('newest first: all that are neither printed nor cancelled, and the last few hundred others'),
});
export type PrintQueue = z.infer<typeof PrintQueue>;

export const PrintPages = z.object({
  id: Id,
  title: z.string(),
  name: z.string(),
  seat: z.string().nullable(),
  organization: z.string().nullable(),
  sentBy: z.string().nullable().describe('name of the member of a team who sent it'),
  contestName: z.string(),
  problemIndex: z.string().nullable(),
  sentAtMs: InstantMs,
  contestTimeMs: z
    .number()
    .int()
    .describe('contest time of the sending by the clock of who sent; negative before the start'),
  paper: z.enum(['a4', 'letter']),
  pages: z
    .array(
      z.array(
        z.object({
          number: z.number().int().nullable().describe('null: goes on from the line before'),
          text: z.string(),
        }),
      ),
    )
    .describe('lines by page'),
});
export type PrintPages = z.infer<typeof PrintPages>;

/** Jobs that one document has, in this order. */
export const PrintsQuery = z.object({
  jobs: IdList.refine((ids) => ids.length > 0, 'must name at least one job'),
});

export const PrintJobParams = ContestParams.extend({ jobId: Id });

export const PRINT_ACTIONS = ['send', 'start', 'done', 'fail', 'cancel'] as const;
export const ChangePrint = z.object({
  action: z.enum(PRINT_ACTIONS).describe('send: to the printer of the site; the others note what happened'),
});
export type PrintAction = (typeof PRINT_ACTIONS)[number];
