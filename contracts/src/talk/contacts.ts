import { z } from 'zod';

/** How to reach the organisers; null where they have left nothing. */
export const Contacts = z.object({ markdown: z.string().nullable() });
export type Contacts = z.infer<typeof Contacts>;
