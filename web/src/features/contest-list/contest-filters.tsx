import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-list/contest-list.module.css';
import { CATEGORIES, SORTS } from '#features/contest-list/contest-list.url.ts';
import type { ContestListChoice } from '#features/contests/contests.data.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';

const SEARCH_DEBOUNCE_MS = 300;
const ONLY_SUPERVISORS: readonly string[] = ['showOnlyEnabled', 'showOnlyDisabled', 'showOnlyRemoved'];
const ORDERS = ['desc', 'asc'] as const;

type Filters = Omit<ContestListChoice, 'page'>;

export interface ContestFiltersProps {
  choice: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** Pause in typing after which the search starts. */
  debounceMs?: number;
}

/** Search, filter and order of a list of contests. */
export function ContestFilters({ choice, onChange, debounceMs = SEARCH_DEBOUNCE_MS }: ContestFiltersProps) {
  const { t } = useTranslation();
  const me = useMe();
  const categories = CATEGORIES.filter(
    (category) => me.isSupervisor || category === choice.category || !ONLY_SUPERVISORS.includes(category),
  );
  return (
    <search className={classes.toolbar}>
      <SearchField
        label={t('contests.search')}
        query={choice.query}
        debounceMs={debounceMs}
        onSearch={(query) => onChange({ query })}
      />
      <NativeSelect
        aria-label={t('contests.filter')}
        value={choice.category}
        data={categories.map((category) => ({
          value: category,
          label: t(`contests.category.${category}`),
        }))}
        onChange={(event) =>
          onChange({ category: CATEGORIES.find((name) => name === event.target.value) ?? 'all' })
        }
      />
      <NativeSelect
        aria-label={t('contests.sort')}
        value={`${choice.sort} ${choice.order}`}
        data={SORTS.flatMap((sort) =>
          ORDERS.map((order) => ({
            value: `${sort} ${order}`,
            label: t(`contests.sort.${sort}.${order}`),
          })),
        )}
        onChange={(event) => onChange(readSort(event.target.value))}
      />
    </search>
  );
}

function readSort(value: string): Partial<Filters> {
  const [sortName, orderName] = value.split(' ');
  return {
    sort: SORTS.find((sort) => sort === sortName) ?? 'byStart',
    order: ORDERS.find((order) => order === orderName) ?? 'desc',
  };
}
