import type { RegisterLink } from '@balloon/contracts/group-links.ts';

export type LinkState = 'active' | 'inactive' | 'expired' | 'usedUp';

/** Whether a link admits people now, or why it does not. */
export function linkState(link: RegisterLink, nowMs: number): LinkState {
  if (!link.isActive) return 'inactive';
  if (link.expiresAtMs !== null && link.expiresAtMs <= nowMs) return 'expired';
  if (link.maxActivations !== null && link.linkActivatedTimes >= link.maxActivations) return 'usedUp';
  return 'active';
}

/** An instant as the value of a `datetime-local` field, in the zone of the viewer. */
export function localDateTime(atMs: number): string {
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
