import type { RegisterLink } from '@balloon/contracts/people/group-links.ts';

export type LinkState = 'active' | 'inactive' | 'expired' | 'usedUp';

/** Whether a link admits people now, or why it does not. */
export function linkState(link: RegisterLink, nowMs: number): LinkState {
  if (!link.isActive) return 'inactive';
  if (link.expiresAtMs !== null && link.expiresAtMs <= nowMs) return 'expired';
  if (link.maxActivations !== null && link.linkActivatedTimes >= link.maxActivations) return 'usedUp';
  return 'active';
}
