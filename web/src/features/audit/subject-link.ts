import type { AuditEntry } from '@balloon/contracts/site/audit.ts';

/** Address of what an entry is about, or null when it has none or is gone. */
export function subjectPath({ action, subject, contestId, groupId }: AuditEntry): string | null {
  const { kind, id } = subject;
  if (kind === 'server' || kind === 'judge' || kind === 'work') return '/admin/server';
  if (kind === 'language') return '/admin/server?view=languages';
  if (kind === 'ratings') return groupId === null ? '/rating' : `/rating?group=${groupId}`;
  if (kind === 'message') return contestId === null ? null : `/contest/${contestId}/messages`;
  if (kind === 'link') return groupId === null ? null : `/admin/groups/edit/${groupId}`;
  if (id === null || isGone(action)) return null;
  if (kind === 'solution') return contestId === null ? null : `/contest/${contestId}/source/${id}`;
  const place = PLACES[kind];
  return place === undefined ? null : `${place}/${id}`;
}

const PLACES: Readonly<Record<string, string>> = {
  contest: '/contest',
  group: '/admin/groups/edit',
  news: '/news',
  organization: '/admin/organizations/edit',
  problem: '/problems',
  user: '/admin/users/edit',
};

/** Deleted for good; contests and problems can still be opened by supervisors. */
const isGone = (action: string) => /^(user|group|news|solution|organization)\.delete$/.test(action);
