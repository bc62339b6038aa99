import { z } from 'zod';
import { InstantMs } from '#common.ts';
import { PublicUser } from '#users.ts';

/* Changes of the own time of a participant: their start of a floating contest, and extra time. */

/** What everybody may know of a change whose time it is. */
const OwnTimeChange = z.object({
  atMs: InstantMs,
  isOwn: z.boolean().describe('a start that the participant made by themselves; others are of organisers'),
  oldStartedAtMs: InstantMs.nullable().describe('null: had not started'),
  startedAtMs: InstantMs.nullable().describe('null: the start was taken back'),
  oldExtraTimeMs: InstantMs,
  extraTimeMs: InstantMs,
});
export type OwnTimeChange = z.infer<typeof OwnTimeChange>;

/** Changes of the caller's own time, without who made them and why. */
export const OwnTimeChanges = z.object({ changes: z.array(OwnTimeChange).describe('oldest first') });
export type OwnTimeChanges = z.infer<typeof OwnTimeChanges>;

export const WindowChange = OwnTimeChange.extend({
  actor: PublicUser.nullable().describe('who did it; null: their account is gone, or it is not known'),
  reason: z.string().describe('empty: none was given'),
});
export type WindowChange = z.infer<typeof WindowChange>;

/** History of the window of one participant, for supervisors. */
export const WindowHistory = z.object({ changes: z.array(WindowChange).describe('newest first') });
export type WindowHistory = z.infer<typeof WindowHistory>;
