import type { AdminSearch } from '@balloon/contracts/site/admin-search.ts';
import type { OwnUser } from '@balloon/contracts/users.ts';
import type { TFunction } from 'i18next';
import { SYSTEM_NAMES } from '#features/contest-admin/system-names.ts';
import { groupListPath, groupPath } from '#features/groups/groups.url.ts';
import { problemListPath } from '#features/problem-admin/problem-list.url.ts';
import { isAdminUser } from '#shared/api/queries/session.ts';
import type { Formats } from '#shared/text/format.ts';
import { ROLE_KEYS } from '#shared/text/person.ts';

/** Kinds of what the search finds, in the order in which they are shown. */
export const FIND_KINDS = ['solutions', 'contests', 'people', 'groups', 'problems'] as const;
export type FindKind = (typeof FIND_KINDS)[number];

/** A line of the search. */
export interface PaletteItem {
  /** Unique among all lines. */
  key: string;
  kind: FindKind | 'actions';
  title: string;
  /** What it is or where it leads, in small text. */
  note: string;
  to: string;
  /** Whether it leads to a list, which is not remembered. */
  isList?: boolean;
}

export interface Reader {
  me: OwnUser;
  t: TFunction;
  formats: Formats;
  nowMs: number;
}

/** Number of finds from which on there may be more of a kind in its list. */
const MORE_FROM = 6;

/** Lines for what was found, by kinds. */
export function foundItems(found: AdminSearch, reader: Reader): Record<FindKind, PaletteItem[]> {
  const isAdmin = isAdminUser(reader.me);
  const query = found.q;
  const withMore = (items: PaletteItem[], kind: FindKind, to: string | null) =>
    items.length < MORE_FROM || to === null ? items : [...items, listItem(kind, to, query, reader)];
  const search = new URLSearchParams({ query });
  return {
    solutions: found.solutions.map((solution) => solutionItem(solution, reader)),
    contests: withMore(
      found.contests.map((one) => contestItem(one, reader)),
      'contests',
      `/admin/contests?${search}`,
    ),
    people: withMore(
      found.people.map((one) => personItem(one, reader)),
      'people',
      `/admin/users?${search}`,
    ),
    groups: withMore(
      found.groups.map((one) => groupItem(one, reader)),
      'groups',
      groupListPath({ page: 1, query }),
    ),
    problems: withMore(
      found.problems.map((one) => problemItem(one, reader)),
      'problems',
      isAdmin ? problemListPath({ query }) : null,
    ),
  };
}

const listItem = (kind: FindKind, to: string, query: string, { t }: Reader): PaletteItem => ({
  ...{ key: `all:${kind}`, kind, to, note: '', isList: true },
  title: t('palette.showAll', { query }),
});

function solutionItem(
  { id, contestId, ...of }: AdminSearch['solutions'][number],
  { t }: Reader,
): PaletteItem {
  return {
    ...{ key: `solutions:${id}`, kind: 'solutions', to: `/contest/${contestId}/source/${id}` },
    title: t('palette.solution', { id }),
    note: [of.author, of.problemTitle, of.contestName].join(' · '),
  };
}

/** A contest that runs leads to its control screen, a removed one to where it is restored, others to their form. */
function contestItem(contest: AdminSearch['contests'][number], { t, formats, nowMs }: Reader): PaletteItem {
  const { id, name, startTimeMs, durationTimeMs, isRemoved } = contest;
  const item = { key: `contests:${id}`, kind: 'contests', title: name } as const;
  const start = formats.dateTime(startTimeMs);
  if (isRemoved) {
    const search = new URLSearchParams({ query: name, category: 'showOnlyRemoved' });
    return { ...item, note: t('palette.removed', { start }), to: `/admin/contests?${search}` };
  }
  const isRunning = startTimeMs <= nowMs && nowMs < startTimeMs + durationTimeMs;
  if (isRunning) return { ...item, note: t('palette.running'), to: `/admin/contests/${id}/live` };
  return { ...item, note: start, to: `/admin/contests/edit/${id}` };
}

const personItem = (person: AdminSearch['people'][number], { t }: Reader): PaletteItem => ({
  ...{ key: `people:${person.id}`, kind: 'people', to: `/admin/users/edit/${person.id}` },
  title: person.fullName || person.username,
  note: `${person.username} · ${t(ROLE_KEYS[person.accessGroup.mask] ?? 'role.user')}`,
});

const groupItem = ({ id, name }: AdminSearch['groups'][number], { t }: Reader): PaletteItem => ({
  ...{ key: `groups:${id}`, kind: 'groups', title: name, to: groupPath(id) },
  note: t('palette.group'),
});

function problemItem(problem: AdminSearch['problems'][number], { me, t }: Reader): PaletteItem {
  const { id, title, systemType, foreignProblemIdentifier } = problem;
  return {
    ...{ key: `problems:${id}`, kind: 'problems', title },
    note: [t('common.number', { id }), SYSTEM_NAMES[systemType], foreignProblemIdentifier]
      .filter(Boolean)
      .join(' · '),
    to: isAdminUser(me) ? `/admin/problems/edit/${id}` : `/problems/${id}`,
  };
}
