import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { Group } from '#contests.ts';

/** A link by which people register into a group or join it: `/auth/register?groupKey=…`. */
export const RegisterLink = z.object({
  uuid: z.string(),
  registerKey: z.string(),
  linkActivatedTimes: z.number().int(),
  isActive: z.boolean(),
  createdAtMs: InstantMs,
  expiresAtMs: InstantMs.nullable(),
  maxActivations: z.number().int().nullable(),
  groupId: Id,
});
export type RegisterLink = z.infer<typeof RegisterLink>;

const LinkLimits = z.object({
  expiresAtMs: InstantMs.positive().max(8_640_000_000_000_000).nullish(),
  maxActivations: z.number().int().positive().max(1_000_000).nullish(),
});

/** New link; without limits it is valid for ever and for any number of people. */
export const NewRegisterLink = LinkLimits.nullish().transform((body) => ({
  expiresAtMs: body?.expiresAtMs ?? null,
  maxActivations: body?.maxActivations ?? null,
}));

/** Changes of a link: what is absent stays, null removes a limit, `isActive` revokes or brings back. */
export const EditRegisterLink = LinkLimits.extend({
  isActive: z.boolean().optional(),
  basedOn: RegisterLink.pick({ expiresAtMs: true, maxActivations: true, isActive: true })
    .optional()
    .describe('as the form was filled; a link that is different by now is answered with 409'),
});
export type EditRegisterLink = z.infer<typeof EditRegisterLink>;
export const LinkListQuery = z.object({
  all: z
    .enum(['true', 'false', '1', '0'])
    .default('false')
    .transform((text) => text === 'true' || text === '1'),
});

export const GroupParams = z.object({ groupId: Id });
export const RegisterLinkParams = z.object({ groupId: Id, linkUuid: z.uuid() });
export const GroupKeyParams = z.object({ groupKey: z.string().min(1).max(200) });

/** Group behind a key, for every holder of the key. */
export const GroupOfLink = Group.omit({ authorId: true }).extend({
  hasGroup: z.boolean().describe('the signed-in caller is in it'),
});
export type GroupOfLink = z.infer<typeof GroupOfLink>;
