import type {
  ContestChange,
  ContestChangePreview,
  ContestFormData,
  ContestTemplate,
  ContestTemplateList,
  FormLanguageList,
  ManagedContest,
  ManagedContestList,
  ManagedContestReply,
  NewContest,
  NewTemplate,
} from '@balloon/contracts/contests/contest-form.ts';
import type { ProblemSearch } from '@balloon/contracts/problems/problem-admin.ts';
import type { NewsGroups } from '@balloon/contracts/talk/news.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ContestListChoice, listParameters } from '#features/contests/contests.data.ts';
import { del, get, post } from '#shared/api/calls/api.ts';
import { UnansweredKeys } from '#shared/api/calls/sure-sending.ts';
import { keepRows } from '#shared/api/loaded/keep-rows.ts';

export type Template = z.infer<typeof ContestTemplate>;

/** Page of the contests that the person supervises. Under `contests`, so that rows refresh at their turns. */
export function managedContestsQuery(choice: ContestListChoice) {
  return queryOptions({
    queryKey: ['contests', 'managed', choice],
    queryFn: ({ signal }) =>
      get<z.infer<typeof ManagedContestList>>('/api/admin/contests', {
        signal,
        query: listParameters(choice),
      }),
    placeholderData: keepRows(({ contests }: z.infer<typeof ManagedContestList>) => contests),
    meta: { ownError: true },
  });
}

/** What fills the form of a contest, as it is now: never from the cache, since it is sent back. */
export function contestFormQuery(contestId: number, locale: Locale) {
  return queryOptions({
    queryKey: ['contest form', contestId, locale],
    queryFn: ({ signal }) =>
      get<ContestFormData>(`/api/admin/contests/${contestId}`, { signal, query: { locale } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownError: true },
  });
}

export const formLanguagesQuery = queryOptions({
  queryKey: ['form languages'],
  queryFn: ({ signal }) => get<FormLanguageList>('/api/admin/languages', { signal }),
  staleTime: 60_000,
  meta: { ownError: true },
});

/** Groups to which the person may give a contest: all for admins, the own ones for moderators. */
export const formGroupsQuery = queryOptions({
  queryKey: ['news', 'groups'],
  queryFn: ({ signal }) => get<z.infer<typeof NewsGroups>>('/api/news/groups', { signal }),
  staleTime: 60_000,
  meta: { ownError: true },
});

export const templatesQuery = queryOptions({
  queryKey: ['contest templates'],
  queryFn: async ({ signal }) =>
    (await get<z.infer<typeof ContestTemplateList>>('/api/admin/contest-templates', { signal })).templates,
  meta: { ownError: true },
});

const FOUND_PROBLEMS = 30;

export interface ProblemQuestion {
  q: string;
  systemType: string;
}

/** The most used problems that match; a newer question ends an older one. */
export function problemSearchQuery({ q, systemType }: ProblemQuestion, locale: Locale) {
  return queryOptions({
    queryKey: ['problem search', q, systemType, locale],
    queryFn: ({ signal }) =>
      get<z.infer<typeof ProblemSearch>>('/api/admin/problems', {
        signal,
        query: { q, systemType, locale, count: FOUND_PROBLEMS, brief: 1, sort: 'byUse', sort_order: 'desc' },
      }),
    placeholderData: keepRows(({ problems }: z.infer<typeof ProblemSearch>) => problems),
    meta: { ownError: true },
  });
}

const unanswered = new UnansweredKeys();
const FORM = 'form';

/** Makes a contest; the same one when the form is sent again after a lost answer. @throws {ApiError} */
export async function createContest(form: NewContest): Promise<ManagedContest> {
  const idempotencyKey = unanswered.keyFor(FORM, form);
  const body = { ...form, idempotencyKey };
  const { contest } = await post<z.infer<typeof ManagedContestReply>>('/api/admin/contests', body);
  unanswered.taken(FORM, idempotencyKey);
  return contest;
}

/** Changes a contest. @throws {ApiError} CHANGED_MEANWHILE */
export async function editContest(contestId: number, change: ContestChange): Promise<ManagedContest> {
  return (await post<z.infer<typeof ManagedContestReply>>(`/api/admin/contests/${contestId}`, change))
    .contest;
}

/** What a change would do; stores nothing. @throws {ApiError} as `editContest` */
export function previewChange(contestId: number, change: ContestChange): Promise<ContestChangePreview> {
  return post(`/api/admin/contests/${contestId}/preview`, change);
}

export function removeContest(contestId: number): Promise<unknown> {
  return del(`/api/admin/contests/${contestId}`);
}

export function restoreContest(contestId: number): Promise<unknown> {
  return post(`/api/admin/contests/${contestId}/repair`);
}

export function saveTemplate(template: NewTemplate): Promise<Template> {
  return post('/api/admin/contest-templates', template);
}

export function deleteTemplate(templateId: number): Promise<unknown> {
  return del(`/api/admin/contest-templates/${templateId}`);
}
