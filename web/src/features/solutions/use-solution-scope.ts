import { useParams, useSearchParams } from 'react-router';
import type { SolutionScope } from '#features/solutions/live-solutions.ts';
import type { SolutionFilter } from '#features/solutions/solution-filter.ts';
import { SOLUTIONS_PAGE_SIZE } from '#features/solutions/solutions.data.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { pageNumber } from '#shared/ui/lists/pages.ts';

const PARAMETERS = {
  userIds: 'users',
  problemIds: 'problems',
  verdictIds: 'verdicts',
  languageIds: 'languages',
  groupIds: 'groups',
  judgeIds: 'judges',
} as const;

/** Parses ids from a comma list in the address; drops everything else. */
function idsOf(text: string | null): number[] {
  return (text ?? '')
    .split(',')
    .filter((part) => /^[1-9]\d{0,8}$/.test(part))
    .map(Number);
}

/** Scope of the list in the address: whose solutions, which page, which filters. */
export function useSolutionScope(
  contestId: number | null,
  pageSize: number = SOLUTIONS_PAGE_SIZE,
): SolutionScope {
  const { select, pageNumber: page } = useParams();
  const [search] = useSearchParams();
  const locale = useLocale();
  return {
    contestId,
    select: select === 'all' ? 'all' : 'my',
    page: pageNumber(page),
    pageSize,
    userIds: idsOf(search.get(PARAMETERS.userIds)),
    problemIds: idsOf(search.get(PARAMETERS.problemIds)),
    verdictIds: idsOf(search.get(PARAMETERS.verdictIds)),
    languageIds: idsOf(search.get(PARAMETERS.languageIds)),
    groupIds: idsOf(search.get(PARAMETERS.groupIds)),
    judgeIds: idsOf(search.get(PARAMETERS.judgeIds)),
    ...(contestId === null && { locale }),
  };
}

/** Address of a list of solutions. */
export function solutionsPath(
  { contestId, select }: Pick<SolutionScope, 'contestId' | 'select'>,
  filter: SolutionFilter,
  page = 1,
): string {
  const search = new URLSearchParams();
  for (const [name, parameter] of Object.entries(PARAMETERS)) {
    const ids = filter[name as keyof SolutionFilter];
    if (ids.length > 0) search.set(parameter, ids.join(','));
  }
  const query = search.size > 0 ? `?${search.toString().replaceAll('%2C', ',')}` : '';
  const place = contestId === null ? '/user' : `/contest/${contestId}`;
  return `${place}/solutions/${select}${page > 1 ? `/page/${page}` : ''}${query}`;
}
