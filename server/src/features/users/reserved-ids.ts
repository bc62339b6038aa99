import { SUPPORT_USER_ID } from '@balloon/contracts/talk/chat-limits.ts';

/** Account of the site's owner: only itself may edit it, and it is never deleted. */
export const OWNER_ID = 1;
/** Identity under which supervisors chat. An admin by rank without a password, so it cannot sign in. */
export const SUPPORT_ID = SUPPORT_USER_ID;
