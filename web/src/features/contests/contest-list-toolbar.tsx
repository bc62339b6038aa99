import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/contests/contest-list.module.css';
import { CATEGORIES, SORTS } from '#features/contests/contest-list.url.ts';
import type { ContestListChoice } from '#features/contests/contests.data.ts';
import { useServerNow } from '#shared/api/server-clock.ts';
import { useMe } from '#shared/api/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { SearchField } from '#shared/ui/search-field.tsx';

const SEARCH_DEBOUNCE_MS = 300;
const ONLY_SUPERVISORS: readonly string[] = ['showOnlyEnabled', 'showOnlyDisabled', 'showOnlyRemoved'];
const ORDERS = ['desc', 'asc'] as const;

export interface ContestListToolbarProps {
  choice: ContestListChoice;
  onChange: (change: Partial<ContestListChoice>) => void;
}

/** Heading, search, filter and order of the contest list. */
export function ContestListToolbar({ choice, onChange }: ContestListToolbarProps) {
  const { t } = useTranslation();
  const me = useMe();
  const formats = useFormats();
  const zone = formats.zone(useServerNow());
  const categories = CATEGORIES.filter(
    (category) => me.isSupervisor || category === choice.category || !ONLY_SUPERVISORS.includes(category),
  );
  return (
    <div className={classes.top}>
      <div className={classes.heading}>
        <h1 className={classes.title}>{t('contests.title')}</h1>
        <p className={classes.zone}>{t('contests.zone', { zone })}</p>
      </div>
      <search className={classes.toolbar}>
        <SearchField
          label={t('contests.search')}
          query={choice.query}
          debounceMs={SEARCH_DEBOUNCE_MS}
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
    </div>
  );
}

function readSort(value: string): Partial<ContestListChoice> {
  const [sortName, orderName] = value.split(' ');
  return {
    sort: SORTS.find((sort) => sort === sortName) ?? 'byStart',
    order: ORDERS.find((order) => order === orderName) ?? 'desc',
  };
}
