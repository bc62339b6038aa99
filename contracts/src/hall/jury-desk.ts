import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { PublicUser } from '#users.ts';

/*
 * What the supervisors of a contest look into at the moment, so that two of them do not do the same. Everybody at the desk
 * sees the same; nothing of it is kept for long.
 */

export const JuryDesk = z.object({
  contestId: Id,
  looks: z
    .array(z.object({ solutionId: Id, user: PublicUser }))
    .describe('who has which solution open; who has closed it may stand here for some seconds'),
  takes: z
    .array(z.object({ solutionId: Id, user: PublicUser, takenAtMs: InstantMs }))
    .describe('who has said that they check which solution; newest first'),
});
export type JuryDesk = z.infer<typeof JuryDesk>;

/** Payload of the events by which a supervisor is at the desk; null where no single solution is open. */
export const DeskPlace = z.looseObject({ contestId: Id, solutionId: Id.nullable().default(null) });

export const TakeSolution = z.object({ isTaken: z.boolean() });
