import { z } from 'zod';
import { Id, InstantMs } from './common.ts';
import { Verdict } from './solutions.ts';
import { PublicUser } from './users.ts';

/*
 * Every judging of a solution that ended, for supervisors. Comments of checkers are secrets of the jury, so nothing of this
 * is sent to sockets.
 */

export const Judgement = z.object({
  id: z.number().int(),
  verdict: Verdict,
  score: z.number().nullable(),
  testNumber: z.number().int(),
  executionTime: z.number().describe('seconds'),
  memory: z.number().describe('KB'),
  compilationOutput: z.string().nullable().describe('words of the compiler, whether it compiled or not'),
  comment: z.string().nullable().describe('signal, exit code or the words of the checker'),
  compiler: z.string().nullable(),
  judge: z.string().nullable(),
  startedAtMs: InstantMs,
  endedAtMs: InstantMs,
  isManual: z.boolean().describe('given by hand'),
  madeBy: PublicUser.nullable().describe('who gave it by hand'),
  reason: z.string().nullable(),
  rejudgingId: Id.nullable().describe('rejudging in which it was judged beside the verdict'),
});
export type Judgement = z.infer<typeof Judgement>;

export const JudgementList = z.object({
  judgements: z.array(Judgement).describe('newest first, at most two hundred'),
});
export type JudgementList = z.infer<typeof JudgementList>;
