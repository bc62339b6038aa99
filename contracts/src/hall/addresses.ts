import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { PublicUser } from '#users.ts';

/* Addresses from which participants of a contest worked, for its supervisors. */

export const ContestAddress = z.object({
  userId: Id,
  ip: z.string(),
  solutionsNumber: z.number().int().describe('sent from there in this contest'),
  firstAtMs: InstantMs.nullable().describe('of those solutions; null: none'),
  lastAtMs: InstantMs.nullable(),
  isSignedIn: z.boolean().describe('has a session that was used from there last'),
});
export type ContestAddress = z.infer<typeof ContestAddress>;

export const ContestAddresses = z.object({
  contest: z.object({ id: Id, name: z.string(), allowedNetworks: z.array(z.string()) }),
  people: z.array(PublicUser),
  addresses: z.array(ContestAddress).describe('each pair of a participant and an address once'),
});
export type ContestAddresses = z.infer<typeof ContestAddresses>;
