import type { PeopleList } from '@balloon/contracts/people/user-admin.ts';
import type { AuditLog } from '@balloon/contracts/site/audit.ts';
import { queryOptions } from '@tanstack/react-query';
import { type AuditChoice, dayEndMs, dayStartMs } from '#features/audit/audit.url.ts';
import { get, withQuery } from '#shared/api/calls/api.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

const PAGE_SIZE = 30;
const SUPERVISORS = 200;
const MASKS_OF_SUPERVISORS = [4096, 1024];

/** Filters as the server names them; days are those of the viewer's zone. */
function filtersOf({ query, actorId, subject, subjectId, action, from, to }: AuditChoice) {
  return {
    q: query,
    actorId,
    action,
    subjectKind: subject,
    subjectId,
    fromMs: from === null ? null : dayStartMs(from),
    toMs: to === null ? null : dayEndMs(to),
  };
}

export function auditQuery(choice: AuditChoice) {
  return queryOptions({
    queryKey: ['audit', choice],
    queryFn: ({ signal }) =>
      get<AuditLog>('/api/admin/audit', {
        signal,
        query: { ...filtersOf(choice), beforeId: choice.before, count: PAGE_SIZE },
      }),
    placeholderData: keepRows(({ entries }: AuditLog) => entries),
    meta: { ownError: true },
  });
}

/** Address of the CSV file with everything that the filters find. */
export function auditExportPath(choice: AuditChoice, separator: string): string {
  return withQuery('/api/admin/audit/export', { ...filtersOf(choice), separator });
}

/** Admins and moderators, by whom changes are filtered. */
export const supervisorsQuery = queryOptions({
  queryKey: ['audit', 'supervisors'],
  queryFn: async ({ signal }) => {
    const lists = await Promise.all(
      MASKS_OF_SUPERVISORS.map((accessGroup) =>
        get<PeopleList>('/api/admin/people', {
          signal,
          query: { accessGroup, sort: 'name', count: SUPERVISORS },
        }),
      ),
    );
    return lists.flatMap(({ users }) => users);
  },
  staleTime: 60_000,
  meta: { ownError: true },
});
