import type { StaleReason } from '@balloon/contracts/solutions/solutions.ts';

/** What is chosen to be judged again, as the form and the address have it; empty lists choose everything. */
export interface RejudgingChoice {
  problemIds: readonly number[];
  languageIds: readonly number[];
  verdictIds: readonly number[];
  userIds: readonly number[];
  groupIds: readonly number[];
  rejected: boolean;
  judgeIds: readonly number[];
  fromMs: number | null;
  untilMs: number | null;
  staleReasons: readonly StaleReason[];
}

export const STALE_REASONS = ['tests', 'checker', 'limits', 'compiler'] as const satisfies StaleReason[];

const LISTS = ['problemIds', 'languageIds', 'verdictIds', 'userIds', 'groupIds', 'judgeIds'] as const;

/** Reads a choice from the address; what makes no sense is left out. */
export function readChoice(search: URLSearchParams): RejudgingChoice {
  const ids = (name: string) => (search.get(name) ?? '').split(',').map(Number).filter(isId);
  const instant = (name: string) => {
    const atMs = Number(search.get(name) ?? Number.NaN);
    return Number.isSafeInteger(atMs) && atMs >= 0 ? atMs : null;
  };
  const reasons = (search.get('staleReasons') ?? '').split(',');
  return {
    problemIds: ids('problemIds'),
    languageIds: ids('languageIds'),
    verdictIds: ids('verdictIds'),
    userIds: ids('userIds'),
    groupIds: ids('groupIds'),
    rejected: search.get('rejected') === 'true',
    judgeIds: ids('judgeIds'),
    fromMs: instant('fromMs'),
    untilMs: instant('untilMs'),
    staleReasons: STALE_REASONS.filter((reason) => reasons.includes(reason)),
  };
}

const isId = (id: number) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647;

/** The choice as the query of an address, which is that of the calls, too; empty for everything. */
export function choiceQuery(choice: RejudgingChoice): string {
  const query = new URLSearchParams();
  for (const name of LISTS) if (choice[name].length > 0) query.set(name, choice[name].join(','));
  if (choice.rejected) query.set('rejected', 'true');
  if (choice.fromMs !== null) query.set('fromMs', String(choice.fromMs));
  if (choice.untilMs !== null) query.set('untilMs', String(choice.untilMs));
  if (choice.staleReasons.length > 0) query.set('staleReasons', choice.staleReasons.join(','));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export const rejudgingsPath = (contestId: number) => `/admin/contests/${contestId}/rejudgings`;
