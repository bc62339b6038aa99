import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ContestFilter } from '#features/problem-admin/contest-filter.tsx';
import type { ProblemListChoice } from '#features/problem-admin/problem-admin.data.ts';
import { SORTS, STATES, SYSTEMS } from '#features/problem-admin/problem-list.url.ts';
import classes from '#features/problem-admin/problem-list-toolbar.module.css';
import { TagFilter } from '#features/problem-admin/tag-filter.tsx';
import { useSystemName } from '#shared/text/system-name.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';

const SEARCH_DEBOUNCE_MS = 500;
const ORDERS = ['desc', 'asc'] as const;

export interface ProblemListToolbarProps {
  choice: ProblemListChoice;
  onChange: (change: Partial<ProblemListChoice>) => void;
}

/** Search, filters and order of the problem list. */
export function ProblemListToolbar({ choice, onChange }: ProblemListToolbarProps) {
  const { t } = useTranslation();
  const systemName = useSystemName();
  return (
    <search className={classes.toolbar}>
      <SearchField
        label={t('adminProblems.search')}
        query={choice.query}
        debounceMs={SEARCH_DEBOUNCE_MS}
        onSearch={(query) => onChange({ query })}
      />
      <NativeSelect
        aria-label={t('adminProblems.systemFilter')}
        value={choice.systemType}
        data={SYSTEMS.map((value) => ({ value, label: systemName(value) }))}
        onChange={({ target }) =>
          onChange({ systemType: SYSTEMS.find((name) => name === target.value) ?? 'all' })
        }
      />
      <NativeSelect
        aria-label={t('adminProblems.stateFilter')}
        value={choice.state}
        data={STATES.map((value) => ({ value, label: t(`adminProblems.state.${value}`) }))}
        onChange={({ target }) => onChange({ state: STATES.find((name) => name === target.value) ?? 'any' })}
      />
      <ContestFilter contestId={choice.contestId} onChange={(contestId) => onChange({ contestId })} />
      <TagFilter tag={choice.tag} onChange={(tag) => onChange({ tag })} />
      <NativeSelect
        aria-label={t('adminProblems.sortLabel')}
        value={`${choice.sort} ${choice.order}`}
        data={SORTS.flatMap((sort) =>
          ORDERS.map((order) => ({
            value: `${sort} ${order}`,
            label: t(`adminProblems.sort.${sort}.${order}`),
          })),
        )}
        onChange={({ target }) => onChange(readSort(target.value))}
      />
    </search>
  );
}

function readSort(value: string): Partial<ProblemListChoice> {
  const [sortName, orderName] = value.split(' ');
  return {
    sort: SORTS.find((sort) => sort === sortName) ?? 'byId',
    order: ORDERS.find((order) => order === orderName) ?? 'desc',
  };
}
