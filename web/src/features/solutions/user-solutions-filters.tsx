import type { PublicUser } from '@balloon/contracts/users.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { Button, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFiltered, NO_FILTER, type SolutionFilter } from '#features/solutions/solution-filter.ts';
import { IdSelect } from '#features/solutions/solution-filters.tsx';
import { ownVerdictsQuery } from '#features/solutions/solutions.data.ts';
import classes from '#features/solutions/solutions.module.css';
import { get } from '#shared/api/calls/api.ts';
import { useSocketEvent } from '#shared/api/live/socket.ts';
import { verdictKey } from '#shared/ui/labels/verdict.ts';

const SEARCH_DEBOUNCE_MS = 300;

export interface UserSolutionFiltersProps {
  filter: SolutionFilter;
  /** Whether authors can be picked: by supervisors in the list of all. */
  offersAuthors: boolean;
  onChange: (filter: SolutionFilter) => void;
}

/** Filters by author and verdict; every choice applies at once and is kept in the address. */
export function UserSolutionFilters({ filter, offersAuthors, onChange }: UserSolutionFiltersProps) {
  const { t } = useTranslation();
  const { data: own } = useQuery({ ...ownVerdictsQuery(), enabled: !offersAuthors });
  const queryClient = useQueryClient();
  useSocketEvent('verdict updated', ({ verdictId }) => {
    const isNew = own !== undefined && verdictId !== null && !own.includes(verdictId);
    if (isNew) void queryClient.invalidateQueries({ queryKey: ownVerdictsQuery().queryKey });
  });
  const all = Object.values(VERDICTS).map(({ id }) => id);
  // Only what is there is offered in the list of one's own: contests that join verdicts show no others.
  const offered = own ? all.filter((id) => own.includes(id) || filter.verdictIds.includes(id)) : all;
  return (
    <div className={classes.filters}>
      {offersAuthors && (
        <AuthorFilter chosen={filter.userIds} onChange={(userIds) => onChange({ ...filter, userIds })} />
      )}
      <IdSelect
        label={t('solutions.filterVerdict')}
        chosen={filter.verdictIds}
        options={(offersAuthors ? all : offered).map((id) => ({ id, name: t(verdictKey(id)) }))}
        onChange={(verdictIds) => onChange({ ...filter, verdictIds })}
      />
      {isFiltered(filter) && (
        <Button variant="subtle" onClick={() => onChange(NO_FILTER)}>
          {t('solutions.clearFilters')}
        </Button>
      )}
    </div>
  );
}

/** Filter by author, searched on the server; chosen authors are always included for their names. */
function AuthorFilter({
  chosen,
  onChange,
}: {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const { data } = useQuery(authorsQuery(wanted, chosen));
  const label = t('solutions.filterParticipant');
  return (
    <MultiSelect
      className={classes.filter ?? ''}
      aria-label={label}
      placeholder={chosen.length === 0 ? label : ''}
      data={(data ?? []).map(({ id, fullName, username }) => ({
        value: String(id),
        label: fullName || username,
      }))}
      value={chosen.map(String)}
      onChange={(values) => onChange(values.map(Number))}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options} // found by the server, also by the login
      nothingFoundMessage={t('userSolutions.nobody')}
      clearable
    />
  );
}

function authorsQuery(q: string, ids: readonly number[]) {
  return queryOptions({
    queryKey: ['user', 'authors', q, ids],
    queryFn: ({ signal }) =>
      get<PublicUser[]>('/api/user/solutions/authors', { signal, query: { q, ids: ids.join(',') } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { quiet: true },
  });
}
