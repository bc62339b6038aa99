import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { PublicUser } from '#users.ts';

/* Devices from which participants take part in a contest that binds them to one, for its supervisors. */

export const DeviceSession = z.object({
  id: Id,
  userId: Id,
  member: z.string().nullable().describe('who of a team is signed in; null: the account of the participant'),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  signedInAtMs: InstantMs,
  seenAtMs: InstantMs,
  holds: z.boolean().describe('whether the person takes part from its device'),
});
export type DeviceSession = z.infer<typeof DeviceSession>;

export const HeldDevice = z.object({
  userId: Id,
  ip: z.string().nullable().describe('when it came to hold'),
  userAgent: z.string().nullable(),
  heldSinceMs: InstantMs,
  movedBy: z.string().nullable().describe('supervisor who transferred to it; null: it came first'),
});
export type HeldDevice = z.infer<typeof HeldDevice>;

export const ContestDevices = z.object({
  contest: z.object({ id: Id, name: z.string(), bindsDevices: z.boolean() }),
  people: z.array(PublicUser).describe('participants'),
  held: z.array(HeldDevice).describe('at most one of each participant'),
  sessions: z.array(DeviceSession).describe('where participants are signed in now'),
});
export type ContestDevices = z.infer<typeof ContestDevices>;

export const DeviceParams = z.object({ contestId: Id, userId: Id });
export const DeviceMove = z.object({
  sessionId: Id.nullable().describe(
    'session whose device takes part from now on; null: the next one that comes',
  ),
});
export type DeviceMove = z.infer<typeof DeviceMove>;
