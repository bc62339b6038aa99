import type { ProblemListChoice } from '#features/problem-admin/problem-admin.data.ts';
import { pageNumber } from '#shared/ui/lists/pages.ts';

export const SYSTEMS = [
  'all',
  'balloon',
  'timus',
  'acmp',
  'cf',
  'sgu',
  'ejudge',
  'yandex',
  'yandexOfficial',
] as const satisfies readonly ProblemListChoice['systemType'][];

export const STATES = [
  'any',
  'noTests',
  'failing',
  'used',
  'unused',
  'vanished',
  'deleted',
] as const satisfies readonly ProblemListChoice['state'][];

export const SORTS = ['byId', 'byTitle', 'byUse'] as const satisfies readonly ProblemListChoice['sort'][];

/** Order in which a sort is most useful. */
const ORDERS = { byId: 'desc', byTitle: 'asc', byUse: 'desc' } as const;

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value =>
  values.find((value) => value === text) ?? (values[0] as Value);

/** Reads the choice from the address; unknown values mean the default. */
export function readProblemChoice(search: URLSearchParams): ProblemListChoice {
  const sort = oneOf(SORTS, search.get('sort'));
  const order = search.get('order');
  const contest = search.get('contest') ?? '';
  return {
    page: pageNumber(search.get('page') ?? undefined),
    query: search.get('query') ?? '',
    systemType: oneOf(SYSTEMS, search.get('system')),
    state: oneOf(STATES, search.get('state')),
    contestId: /^[1-9]\d{0,8}$/.test(contest) ? Number(contest) : null,
    tag: search.get('tag') ?? '',
    sort,
    order: order === 'asc' || order === 'desc' ? order : ORDERS[sort],
  };
}

/** The address of a choice; defaults are left out of it. */
export function problemListPath(choice: Partial<ProblemListChoice> = {}): string {
  const { page = 1, query = '', systemType = 'all', state = 'any', contestId = null, tag = '' } = choice;
  const { sort = 'byId', order = ORDERS[sort] } = choice;
  const search = new URLSearchParams();
  if (query !== '') search.set('query', query);
  if (systemType !== 'all') search.set('system', systemType);
  if (state !== 'any') search.set('state', state);
  if (contestId !== null) search.set('contest', `${contestId}`);
  if (tag !== '') search.set('tag', tag);
  if (sort !== 'byId') search.set('sort', sort);
  if (order !== ORDERS[sort]) search.set('order', order);
  if (page > 1) search.set('page', `${page}`);
  return search.size > 0 ? `/admin/problems?${search}` : '/admin/problems';
}

/** Whether the list shows less than everything. */
export const isNarrowed = ({ query, systemType, state, contestId, tag }: ProblemListChoice): boolean =>
  query.trim() !== '' || systemType !== 'all' || state !== 'any' || contestId !== null || tag !== '';
